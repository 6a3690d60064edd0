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
// could end the process, so all are verified before they are opened. Its first line, the
// stamp, says of what format the generation is and what program made it.
const sumsFile = "sums"

// Format is the form of a generation. Generations from format oldest on are written
// again by Renew: they had a full-text index of another kind, and hashes that do not
// cover the stamp. Format 1 has no stamp. Without a list it is of before that.
const (
	Format = 3
	oldest = 1
)

// stampForm is what a stamp begins with.
const stampForm = "delphi wiki, format %d, made by "

// stamp returns the stamp of this program.
func stamp() []byte { return fmt.Appendf(nil, stampForm+"%s\n", Format, storage.Program) }

// formatOf returns a generation's format. It refuses one that Renew cannot read either.
func formatOf(dir string) (format int, err error) {
	content, err := os.ReadFile(filepath.Join(dir, sumsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, otherFormat("of before format 1")
	}
	if err != nil {
		return 0, err
	}
	first, _, _ := bytes.Cut(content, []byte("\n"))
	if n, _ := fmt.Sscanf(string(first), stampForm, &format); n == 0 {
		if n, _ := fmt.Sscanf(string(first), "%16x %d ", new(uint64), new(int64)); n < 2 {
			return 0, errSums
		}
		return oldest, nil
	}
	if format > Format {
		return 0, otherFormat(fmt.Sprintf("of format %d (%s)", format, first))
	}
	return format, nil
}

// otherFormat returns the error for a generation that this program does not serve.
func otherFormat(what string) error {
	return fmt.Errorf("%w: it is %s, and this program (%s) reads format %d; \"delphi serve\" writes formats %d and later again when it starts; "+
		"otherwise use a later program, or import the wiki again with \"delphi wiki import FILE\"",
		storage.ErrFormat, what, storage.Program, Format, oldest)
}

// sums returns the list without its stamp, which each hash begins with.
func sums(dir string, stamp []byte) ([]byte, error) {
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
		_, _ = h.Write(stamp) // never fails
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

var errSums = fmt.Errorf("%w: its files are not as they were written; import the wiki again with \"delphi wiki import FILE\"", storage.ErrDamaged)

// verify compares the files of a generation with their hashes.
func verify(dir string, format int) error {
	list, err := os.ReadFile(filepath.Join(dir, sumsFile))
	if err != nil {
		return err
	}
	var stamp []byte
	if format > 1 {
		end := bytes.IndexByte(list, '\n') + 1
		stamp, list = list[:end], list[end:]
	}
	if format < 3 {
		stamp = nil
	}
	got, err := sums(dir, stamp)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, list) {
		return errSums
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
