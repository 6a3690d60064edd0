//go:build unix

package shared

import (
	"os"
	"syscall"
)

// trusted reports whether a socket belongs to this user, or to the owner of the store's
// file.
func trusted(socket os.FileInfo, db string) bool {
	s, ok := socket.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	if int(s.Uid) == os.Geteuid() {
		return true
	}
	info, err := os.Stat(db)
	if err != nil {
		return false
	}
	f, ok := info.Sys().(*syscall.Stat_t)
	return ok && f.Uid == s.Uid
}
