//go:build unix

package follow

import (
	"os"
	"syscall"
)

// nonblocking opens what is not a file, such as a pipe, without waiting for it.
const nonblocking = syscall.O_NONBLOCK

// inode tells one file from another of the same name.
func inode(info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ino
	}
	return 0
}
