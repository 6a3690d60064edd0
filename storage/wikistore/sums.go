package wikistore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/cespare/xxhash/v2"

	"delphi/storage"
)

// sumsFile lists the other files of a generation with their hashes. They never
// change once they are written, and reading a damaged one through mapped memory
// could end the process, so all are verified before they are opened. Its first line says of
// what format the generation is.
const sumsFile = "sums"

// Format is the form of a generation. Of format 1 the list of hashes does not say it;
// what has no such list is of before that, and refused.
const Format = 2

// stamp is the first line of the list.
const stamp = "delphi wiki, format %d, made by "

// stamped returns a list of hashes with its stamp before it.
func stamped(list []byte) []byte {
	return append(fmt.Appendf(nil, stamp+"%s\n", Format, storage.Program), list...)
}

// unstamped returns the list without its stamp; it refuses one of a later format.
func unstamped(content []byte) (list []byte, err error) {
	first, rest, _ := bytes.Cut(content, []byte("\n"))
	at := 0
	if n, _ := fmt.Sscanf(string(first), stamp, &at); n == 0 {
		return content, nil
	}
	if at > Format {
		return nil, otherFormat(fmt.Sprintf("of format %d (%s)", at, first))
	}
	return rest, nil
}

// otherFormat returns the error for a generation that this program does not read.
func otherFormat(what string) error {
	return fmt.Errorf("%w: it is %s, and this program (%s) reads formats 1 to %d; use a later program, or import the wiki again with \"delphi wiki import FILE\"",
		storage.ErrFormat, what, storage.Program, Format)
}

// sums hashes every file of a generation but the list itself.
func sums(dir string) ([]byte, error) {
	var names []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path != filepath.Join(dir, sumsFile) {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var out bytes.Buffer
	for _, path := range names {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		h := xxhash.New()
		size, err := io.Copy(h, f)
		if err := errors.Join(err, f.Close()); err != nil {
			return nil, err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "%016x %d %s\n", h.Sum64(), size, filepath.ToSlash(name))
	}
	return out.Bytes(), nil
}

// verify compares a generation's files with their hashes, after it has looked at its
// format.
func verify(dir string) error {
	content, err := os.ReadFile(filepath.Join(dir, sumsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return otherFormat("of before format 1")
	}
	if err != nil {
		return err
	}
	want, err := unstamped(content)
	if err != nil {
		return err
	}
	got, err := sums(dir)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return fmt.Errorf("%w: its files are not as they were written; import the wiki again with \"delphi wiki import FILE\"", storage.ErrDamaged)
	}
	return nil
}

// Check reads every page of the wiki in a directory and returns how many there
// are, redirects among them. Its error is storage.ErrNoWiki where none has been
// imported.
func Check(ctx context.Context, dir string) (pages int, err error) {
	x := Open(dir)
	err = x.Snapshot(ctx, func(w storage.WikiView) error {
		v := w.(*view)
		return v.pages.ForEach(func(title, _ []byte) error {
			pages++
			if _, err := v.Page(string(title)); err != nil {
				return err
			}
			return ctx.Err()
		})
	})
	return pages, errors.Join(err, x.Close())
}
