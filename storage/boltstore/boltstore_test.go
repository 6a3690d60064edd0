package boltstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"delphi/storage"
	"delphi/storage/storagetest"

	"go.etcd.io/bbolt"
)

func open(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestStore(t *testing.T) {
	t.Parallel()
	storagetest.Run(t, func(t testing.TB) storage.Store {
		return open(t, filepath.Join(t.TempDir(), "store.db"))
	})
}

func TestOpenMakesDirectories(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state", "delphi")
	path := filepath.Join(dir, "delphi.db")
	s := open(t, path)
	if err := s.Update(t.Context(), func(tx storage.Tx) error { return tx.Put([]byte("a"), []byte("1")) }); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{
		dir: fs.ModeDir | 0o700, filepath.Dir(dir): fs.ModeDir | 0o700, path: 0o600, ownerFile(path): 0o600,
	} {
		if info, err := os.Stat(name); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v, want %v", name, info.Mode(), err, want)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("a second Close: %v", err)
	}
	first := s
	s = open(t, path)
	if err := first.Close(); err != nil {
		t.Errorf("a third Close: %v", err)
	}
	if _, err := os.Stat(ownerFile(path)); err != nil {
		t.Errorf("an old Close took the new owner's note: %v", err)
	}
	if s.file.db.NoSync || s.file.db.NoGrowSync {
		t.Error("writes do not wait for the disk")
	}
	if err := s.View(t.Context(), func(tx storage.ReadTx) error {
		v, _, err := tx.Get([]byte("a"))
		if string(v) != "1" {
			t.Errorf("after opening again: %q", v)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, content []byte, mode fs.FileMode) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	// A sound file with something in it, to be damaged.
	sound := filepath.Join(dir, "sound.db")
	s := open(t, sound)
	for i := range 20 {
		if err := s.Update(t.Context(), func(tx storage.Tx) error {
			return tx.Put([]byte(fmt.Sprint("key", i)), make([]byte, 10_000))
		}); err != nil {
			t.Fatal(err)
		}
	}
	var used int64
	if err := s.file.db.View(func(tx *bbolt.Tx) error { used = tx.Size(); return nil }); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(sound)
	if err != nil {
		t.Fatal(err)
	}
	damaged := append([]byte(nil), content...)
	for i := 2 * os.Getpagesize(); i < len(damaged); i++ { // all but the two pages that say where the rest is
		damaged[i] = 0xa5
	}

	headless := append(make([]byte, 2*os.Getpagesize()), content[2*os.Getpagesize():]...)

	for _, test := range []struct {
		name, path string
		is         error
		says       string
	}{
		{"a directory", dir, storage.ErrNotStore, "it is a directory"},
		{"a text file", write("text.db", []byte(strings.Repeat("It is a text.\n", 2000)), 0o600), storage.ErrNotStore, "move it away"},
		{"a short file", write("short.db", []byte("x"), 0o600), storage.ErrNotStore, "move it away"},
		{"cut after the head", write("cut2.db", content[:2*os.Getpagesize()], 0o600), storage.ErrDamaged, "delphi store restore"},
		{"cut in the middle", write("cut.db", content[:10*os.Getpagesize()], 0o600), storage.ErrDamaged, "delphi store restore"},
		{"cut in its last page", write("cutlast.db", content[:used-1], 0o600), storage.ErrDamaged, "cut short"},
		{"overwritten", write("damaged.db", damaged, 0o600), storage.ErrDamaged, "delphi store restore"},
		{"without its headers", write("headless.db", headless, 0o600), storage.ErrDamaged, "neither of its header pages"},
		{"cut to nothing", write("nothing.db", nil, 0o600), storage.ErrDamaged, "delphi store restore"},
		{"a damaged bucket name", write("bucket.db", bytes.ReplaceAll(content, entriesBucket, []byte("entr1es")), 0o600), storage.ErrDamaged, "unknown bucket"},
		{"below a file", filepath.Join(write("file", nil, 0o600), "delphi.db"), nil, "not a directory"},
		{"a device", os.DevNull, storage.ErrNotStore, "not a regular file"},
		{"no permission", write("secret.db", content, 0), fs.ErrPermission, "readable and writable"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.is == fs.ErrPermission && os.Geteuid() == 0 {
				t.Skip("for root every file has permission")
			}
			s, err := Open(t.Context(), test.path)
			if err == nil {
				_ = s.Close()
				t.Fatal("it was opened")
			}
			if test.is != nil && !errors.Is(err, test.is) || !strings.Contains(err.Error(), test.says) || !strings.Contains(err.Error(), test.path) {
				t.Errorf("%v\nwant %q, the path, and %v", err, test.says, test.is)
			}
		})
	}

	done, cancel := context.WithCancel(t.Context())
	cancel()
	path := filepath.Join(dir, "never", "made.db")
	if _, err := Open(done, path); !errors.Is(err, context.Canceled) {
		t.Errorf("Open with a done context: %v", err)
	}
	if _, err := os.Stat(filepath.Dir(path)); err == nil {
		t.Error("Open with a done context made a directory")
	}
}

// TestExplainPermission stands for the case that root cannot make.
func TestExplainPermission(t *testing.T) {
	err := explain("delphi.db", &fs.PathError{Op: "open", Path: "delphi.db", Err: fs.ErrPermission})
	if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "readable and writable") {
		t.Errorf("%v", err)
	}
}

func TestOwner(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	gone := 1 << 30 // above what any system gives
	for note, want := range map[string]string{
		"":                                       "another process",
		"rubbish":                                "another process",
		"-1 delphi\n":                            "another process",
		fmt.Sprintf("%d delphi\n", gone):         "another process",
		fmt.Sprintf("%d delphi\n", os.Getpid()):  "this process itself",
		fmt.Sprintf("%d delphi\n", os.Getppid()): fmt.Sprintf("process %d (%q)", os.Getppid(), "delphi"),
	} {
		if err := os.WriteFile(ownerFile(path), []byte(note), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := owner(path); got != want {
			t.Errorf("note %q: %s, want %s", note, got, want)
		}
	}
	removeOwner(path)
	if got := owner(path); got != "another process" {
		t.Errorf("no note: %s", got)
	}
}

func TestOpenTwice(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	open(t, path)
	if _, err := Open(t.Context(), path); !errors.Is(err, storage.ErrInUse) || !strings.Contains(err.Error(), "this process itself") {
		t.Errorf("Open = %v", err)
	}
}

// value is of the size of a settings record or a short answer.
var value = make([]byte, 200)

func BenchmarkPut(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "store.db"))
	for i := 0; b.Loop(); i++ {
		err := s.Update(b.Context(), func(tx storage.Tx) error {
			return tx.Put(storage.Key("record", storage.Number(uint64(i%10_000))), value)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPutBatched puts a thousand records in a transaction; one operation
// is one record.
func BenchmarkPutBatched(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "store.db"))
	for done := 0; done < b.N; {
		n := min(1000, b.N-done)
		err := s.Update(b.Context(), func(tx storage.Tx) error {
			for i := range n {
				if err := tx.Put(storage.Key("record", storage.Number(uint64(done+i))), value); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		done += n
	}
}

func BenchmarkGet(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "store.db"))
	key := storage.Key("record", storage.Number(1))
	if err := s.Update(b.Context(), func(tx storage.Tx) error { return tx.Put(key, value) }); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := s.View(b.Context(), func(tx storage.ReadTx) error {
			_, _, err := tx.Get(key)
			return err
		}); err != nil {
			b.Fatal(err)
		}
	}
}
