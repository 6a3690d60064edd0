package wikistore

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"delphi/storage"
)

// TestBitFlips changes a bit of each file of a generation: it is refused with
// the way out.
func TestBitFlips(t *testing.T) {
	dir := t.TempDir()
	info := build(t, dir, page("Lamp", strings.Repeat("a lamp lights ", 500)), page("Eel", "it drowns"))
	if n, err := Check(t.Context(), dir); n != 2 || err != nil {
		t.Fatalf("%d pages, %v", n, err)
	}
	files := 0
	err := filepath.WalkDir(filepath.Join(dir, info.Generation), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		sound, err := os.ReadFile(path)
		if err != nil || len(sound) == 0 {
			return err
		}
		for _, at := range []int{0, len(sound) / 2, len(sound) - 1} {
			damaged := append([]byte(nil), sound...)
			damaged[at] ^= 4
			if err := os.WriteFile(path, damaged, 0o600); err != nil {
				return err
			}
			if _, err := Check(t.Context(), dir); !errors.Is(err, storage.ErrDamaged) || !strings.Contains(err.Error(), "delphi wiki import") {
				t.Errorf("%s: byte %d: %v", path, at, err)
			}
		}
		return os.WriteFile(path, sound, 0o600)
	})
	if err != nil || files != 2 {
		t.Errorf("%d files, %v", files, err)
	}
	if n, err := Check(t.Context(), dir); n != 2 || err != nil {
		t.Errorf("%d pages, %v", n, err)
	}
}

// TestCutWhileOpen takes pages away from under an open index, which is a fault
// in mapped memory.
func TestCutWhileOpen(t *testing.T) {
	dir := t.TempDir()
	info := build(t, dir, page("Lamp", strings.Repeat("a lamp lights ", 500)))
	x := open(t, dir)
	snapshot(t, x, func(storage.WikiView) {})
	if err := os.Truncate(filepath.Join(dir, info.Generation, pagesFile), int64(os.Getpagesize())); err != nil {
		t.Fatal(err)
	}
	err := x.Snapshot(t.Context(), func(v storage.WikiView) error {
		_, err := v.Page("Lamp")
		return err
	})
	if !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("%v", err)
	}
}
