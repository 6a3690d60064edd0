package storage

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// File is one file beside a store, of what can be made again from the store. It is
// replaced whole.
type File struct{ Path string }

// Load reads the file; nil where there is none.
func (f File) Load() ([]byte, error) {
	b, err := os.ReadFile(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}

// Save replaces the file: whoever loads it has the old content or the new one.
func (f File) Save(b []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(f.Path), filepath.Base(f.Path)+".*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(b)
	err = errors.Join(err, tmp.Sync(), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), f.Path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}
