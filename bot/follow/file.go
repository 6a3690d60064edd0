package follow

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"delphi/storage/gamelog"
)

// readFile reads at most most bytes of a file, starting at a position. It notices
// that the file has been replaced by its inode, by its size, and by the bytes
// right before the position, which must be those that were read. A file that was
// rotated away is first read to its end.
func readFile(ctx context.Context, path string, at gamelog.Position, most int64) (*chunk, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := openFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %s", path)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if at.Offset == 0 {
		return readFrom(f, info, at, most, false)
	}
	same, err := continues(f, info, at)
	if err != nil {
		return nil, err
	}
	if same {
		return readFrom(f, info, at, most, false)
	}
	if at.Inode != 0 && inode(info) != at.Inode {
		if old := moved(path, at.Inode); old != nil {
			defer old.Close()
			oldInfo, err := old.Stat()
			if err != nil {
				return nil, err
			}
			if same, err := continues(old, oldInfo, at); err == nil && same && oldInfo.Size() > at.Offset {
				c, err := readFrom(old, oldInfo, at, most, false)
				if err != nil {
					return nil, err
				}
				c.more, c.last = true, !c.more // then the new one
				return c, nil
			}
		}
	}
	return readFrom(f, info, gamelog.Position{}, most, true)
}

// openFile opens a regular file. Anything else at path, such as a pipe that
// nobody writes to, is refused without waiting for it.
func openFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|nonblocking, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", path)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// continues reports whether a file is still the one that was read up to a position.
func continues(f *os.File, info os.FileInfo, at gamelog.Position) (bool, error) {
	if info.Size() < at.Offset {
		return false, nil
	}
	before := make([]byte, len(at.Tail))
	if _, err := f.ReadAt(before, at.Offset-int64(len(before))); err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	return bytes.Equal(before, at.Tail), nil
}

func readFrom(f *os.File, info os.FileInfo, at gamelog.Position, most int64, reset bool) (*chunk, error) {
	left := info.Size() - at.Offset
	n := min(left, most)
	data := make([]byte, n)
	read, err := f.ReadAt(data, at.Offset)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	at.Inode = inode(info)
	return &chunk{data: data[:read], from: at.Offset, reset: reset, pos: at, more: left > n}, nil
}

// moved finds a rotated file: the one with this inode among those beside path
// whose names begin with its name. It returns nil if there is none.
func moved(path string, want uint64) *os.File {
	names, err := filepath.Glob(filepath.Join(globEscape(filepath.Dir(path)), globEscape(filepath.Base(path))+"*"))
	if err != nil {
		return nil
	}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && inode(info) == want {
			if f, err := openFile(name); err == nil {
				return f
			}
		}
	}
	return nil
}

func globEscape(s string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(s)
}
