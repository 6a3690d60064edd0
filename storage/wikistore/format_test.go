package wikistore

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"delphi/storage"
)

// testdata has a small wiki of each format: format-1 was made by the program of commit
// cfe3c93, the others by the first one with that number, with
//
//	delphi --db F.db wiki import /tmp/wiki.xml     (the file in testdata)
//	tar -C F.wiki --exclude=import.lock --sort=name --owner=0 --group=0 -c . | gzip -9n

// stored unpacks a wiki of testdata and returns its directory and its generation's.
func stored(t *testing.T, name string) (dir, generation string) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name+".wiki.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, h.Name)
		if h.Typeflag == tar.TypeDir {
			err = os.MkdirAll(path, 0o700)
		} else {
			var content []byte
			if content, err = io.ReadAll(r); err == nil {
				err = os.WriteFile(path, content, 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	generation, err = readCurrent(dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir, filepath.Join(dir, generation)
}

func TestThisFormatIsRead(t *testing.T) {
	dir, _ := stored(t, "format-3")
	readsLamp(t, dir)
	if renewed, err := Open(dir).Renew(t.Context(), func() {}, nil); renewed || err != nil {
		t.Errorf("written again: %v, %v", renewed, err)
	}
}

func readsLamp(t *testing.T, dir string) {
	t.Helper()
	snapshot(t, open(t, dir), func(v storage.WikiView) {
		p, err := v.Page("Lamp")
		if err != nil || p == nil || p.Text != "A lamp lights the way." {
			t.Errorf("%+v, %v", p, err)
		}
		if hits, err := v.Search("lighting", 3); err != nil || len(hits) != 1 || hits[0].Title != "Lamp" {
			t.Errorf("%v, %v", hits, err)
		}
	})
}

// A wiki of a former format is refused with the way out, and served once Renew has
// written it again.
func TestFormerFormatsAreRenewed(t *testing.T) {
	for _, name := range []string{"format-1", "format-2"} {
		t.Run(name, func(t *testing.T) {
			dir, _ := stored(t, name)
			x := open(t, dir)
			if err := x.Snapshot(t.Context(), nil); !errors.Is(err, storage.ErrFormat) || !strings.Contains(err.Error(), "delphi serve") {
				t.Errorf("%v", err)
			}
			begun := 0
			var old storage.WikiInfo
			renewed, err := x.Renew(t.Context(), func() { begun++ }, func(p *storage.WikiPage) {
				p.Key, p.Plain = strings.ToLower(p.Title), p.Text
			})
			if err != nil || !renewed || begun != 1 {
				t.Fatalf("%v, %v", renewed, err)
			}
			readsLamp(t, dir)
			snapshot(t, x, func(v storage.WikiView) { // whoever had it open notices
				old = v.Info()
				if titles, err := v.Keyed("lamp"); err != nil || len(titles) == 0 {
					t.Errorf("%v, %v", titles, err)
				}
			})
			if old.Imported.Year() > 2026 || old.Pages != 1 || len(old.Files) == 0 || old.Generation == "" {
				t.Errorf("%+v", old)
			}
			if renewed, err := Open(dir).Renew(t.Context(), func() {}, nil); renewed || err != nil {
				t.Errorf("renewed twice: %v, %v", renewed, err)
			}
		})
	}
	if renewed, err := Open(t.TempDir()).Renew(t.Context(), nil, nil); renewed || err != nil {
		t.Errorf("where nothing was imported: %v, %v", renewed, err)
	}
}

// What cannot be renewed leaves the wiki as it was.
func TestDamagedFormerFormat(t *testing.T) {
	dir, generation := stored(t, "format-2")
	if err := os.Truncate(filepath.Join(generation, pagesFile), 100); err != nil {
		t.Fatal(err)
	}
	if renewed, err := Open(dir).Renew(t.Context(), func() {}, nil); renewed || !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("%v, %v", renewed, err)
	}
}

func TestFormatsThatAreNotRead(t *testing.T) {
	dir, generation := stored(t, "format-3")
	list := filepath.Join(generation, sumsFile)
	refused := func(says ...string) {
		t.Helper()
		_, err := Check(t.Context(), dir)
		for _, words := range append(says, "delphi wiki import", storage.Program) {
			if !errors.Is(err, storage.ErrFormat) || !strings.Contains(err.Error(), words) {
				t.Errorf("%v, want %q", err, words)
			}
		}
	}
	if err := os.WriteFile(list, fmt.Appendf(nil, "delphi wiki, format %d, made by delphi v9\nof another kind", Format+1), 0o600); err != nil {
		t.Fatal(err)
	}
	refused(fmt.Sprintf("of format %d", Format+1), "made by delphi v9", "a later program")
	if err := os.Remove(list); err != nil {
		t.Fatal(err)
	}
	refused("before format 1")
	build(t, dir, page("Eel", "it drowns")) // the way out
	if n, err := Check(t.Context(), dir); n != 1 || err != nil {
		t.Errorf("%d pages, %v", n, err)
	}
}
