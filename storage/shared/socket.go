package shared

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
)

// socketOf returns the socket beside a store's file.
func socketOf(db string) string { return db + ".sock" }

// maxName is the longest name that every system binds a socket to.
const maxName = 100

// reachable returns a name for path that is short enough for a socket: where it
// is too long itself, one that goes through the open directory, which Linux
// can. release is to be called when the name is no longer needed.
func reachable(path string) (name string, release func(), err error) {
	if len(path) <= maxName {
		return path, func() {}, nil
	}
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return "", nil, err
	}
	name = fmt.Sprintf("/proc/self/fd/%d/%s", d.Fd(), filepath.Base(path))
	if _, err := os.Stat(filepath.Dir(name)); err != nil || len(name) > maxName {
		_ = d.Close()
		return "", nil, fmt.Errorf("%s is too long a name for a socket; put the store into a directory with a shorter one", path)
	}
	return name, func() { _ = d.Close() }, nil
}

// listen makes the socket at path, which only this user can open, in place of
// one that a process left when it died: whoever listens has the store's file
// locked, so no other can still be served there. It refuses to replace anything
// but a socket.
func listen(path string) (net.Listener, error) {
	switch info, err := os.Lstat(path); {
	case err == nil && info.Mode().Type() != fs.ModeSocket:
		return nil, fmt.Errorf("%s is in the way of the store's socket and is none; move it away", path)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	// It is bound inside a directory that nobody else can enter, and gets its
	// place once its mode is right. A rename follows no link.
	dir, err := os.MkdirTemp(filepath.Dir(path), ".sock-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	bound := filepath.Join(dir, "s")
	name, release, err := reachable(bound)
	if err != nil {
		return nil, err
	}
	defer release()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: name, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("this system has no local sockets, so other commands cannot use the store meanwhile: %w", err)
	}
	l.SetUnlinkOnClose(false) // it will have another name
	if err := errors.Join(os.Chmod(bound, 0o600), os.Rename(bound, path)); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// remove takes the socket away. Only the process that has the store's file
// locked calls it, so it is its own.
func remove(path string) {
	if info, err := os.Lstat(path); err == nil && info.Mode().Type() == fs.ModeSocket {
		_ = os.Remove(path)
	}
}

// dial connects to the socket at path; errGone where nobody answers. It trusts
// nothing but a socket that belongs to this user or to the owner of the store.
func dial(ctx context.Context, path, db string) (net.Conn, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errGone
	case err != nil:
		return nil, err
	case info.Mode().Type() != fs.ModeSocket:
		return nil, fmt.Errorf("%s is not a socket; move it away", path)
	case !trusted(info, db):
		return nil, fmt.Errorf("%s belongs to somebody else than the store %s does; it is not trusted", path, db)
	}
	name, release, err := reachable(path)
	if err != nil {
		return nil, errGone
	}
	defer release()
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", name)
	switch {
	case err == nil:
		return conn, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("the store %s is in use by another user's process: run this as that user (%w)", strings.TrimSuffix(path, ".sock"), err)
	}
	return nil, errGone // left by a process that died
}
