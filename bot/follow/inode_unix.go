//go:build unix

package follow

import (
	"os"
	"syscall"
)

// inode tells one file from another of the same name.
func inode(info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ino
	}
	return 0
}
