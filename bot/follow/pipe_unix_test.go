//go:build unix

package follow

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"delphi/storage/gamelog"
)

// TestPipe: a pipe that nobody writes to is refused at once, where opening it
// would wait for ever; also one that stands where a rotated log was.
func TestPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("no pipe can be made:", err)
	}
	for _, at := range []gamelog.Position{{}, {Offset: 10, Inode: 1, Tail: []byte("x")}} {
		if _, err := readFile(t.Context(), pipe, at, 100); err == nil || !strings.Contains(err.Error(), "is not a regular file") {
			t.Errorf("from %d: %v", at.Offset, err)
		}
	}
}
