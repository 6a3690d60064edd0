package boltstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// ownerFile returns the path of the note in which the process that has the database
// open names itself. The note counts only while somebody holds the lock: one left
// behind by a process that died is overwritten by the next owner.
func ownerFile(path string) string { return path + ".owner" }

// writeOwner notes that this process has the database open. The note only
// makes an error clearer, so failing to write it is not a failure.
func writeOwner(path string) {
	note := fmt.Sprintf("%d %s\n", os.Getpid(), filepath.Base(os.Args[0]))
	_ = os.WriteFile(ownerFile(path), []byte(note), 0o600)
}

func removeOwner(path string) { _ = os.Remove(ownerFile(path)) }

// owner says who has the database open, as well as can be known.
func owner(path string) string {
	const unknown = "another process"
	note, err := os.ReadFile(ownerFile(path))
	if err != nil {
		return unknown
	}
	var pid int
	var name string
	if n, _ := fmt.Sscanf(string(note), "%d %s", &pid, &name); n != 2 || pid <= 0 {
		return unknown
	}
	if pid == os.Getpid() {
		return "this process itself"
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return unknown
	}
	// The note of a process that is gone says nothing about the present owner.
	// One that may not be signalled is there.
	if err := p.Signal(syscall.Signal(0)); err != nil && !errors.Is(err, os.ErrPermission) {
		return unknown
	}
	return fmt.Sprintf("process %d (%q)", pid, name)
}
