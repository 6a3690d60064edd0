package storage

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a file beside a store that holds what can be rebuilt from the store. It is
// always replaced as a whole.
type File struct{ Path string }

// Load returns the file's content, which must not be changed, or nil if there is none.
// Where the system can, the content is the file itself, mapped into memory for as long
// as the program runs: pages of it that nobody looks at need no room.
func (f File) Load() ([]byte, error) {
	b, err := mapFile(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}

// Aside gives the memory behind what Load returned back to the system, until it is
// looked at again.
func (f File) Aside(b []byte) { forgetPages(b) }

// Save replaces the file with what write writes. Load sees either the old content or
// the new, never a mixture.
func (f File) Save(write func(io.Writer) error) error {
	// Where the store itself is elsewhere, nobody else has made the directory.
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(f.Path), filepath.Base(f.Path)+".*")
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(tmp, 1<<16)
	if err = write(w); err == nil {
		err = w.Flush()
	}
	err = errors.Join(err, tmp.Sync(), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), f.Path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}
