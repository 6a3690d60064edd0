package boltstore

import (
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"delphi/storage"
)

func put(t testing.TB, s storage.Store, key, value string) {
	t.Helper()
	if err := s.Update(t.Context(), func(tx storage.Tx) error { return tx.Put([]byte(key), []byte(value)) }); err != nil {
		t.Fatal(err)
	}
}

// TestBackupBesideWriter takes backups while somebody writes: each is a sound
// store in which one transaction's two entries agree.
func TestBackupBesideWriter(t *testing.T) {
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "store.db"))
	put(t, s, "a", "0")
	put(t, s, "b", "0")
	stop := make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		for i := 1; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			if err := s.Update(t.Context(), func(tx storage.Tx) error {
				n := []byte(strconv.Itoa(i))
				return errors.Join(tx.Put([]byte("a"), n), tx.Put(storage.Key("n", string(n)), make([]byte, 3000)), tx.Put([]byte("b"), n))
			}); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for i := range 10 {
		path := filepath.Join(dir, strconv.Itoa(i)+".backup")
		if _, err := WriteBackup(t.Context(), s, path); err != nil {
			t.Fatal(err)
		}
		if _, err := WriteBackup(t.Context(), s, path); err == nil || !strings.Contains(err.Error(), "exists already") {
			t.Errorf("a backup over another: %v", err)
		}
		if report, err := s.Check(t.Context()); err != nil || report.Problems > 0 {
			t.Errorf("the check beside a writer: %+v, %v", report, err)
		}
		copied := open(t, path)
		got, err := readAll(t.Context(), copied)
		if err != nil || got["a"] != got["b"] {
			t.Errorf("backup %d: %q and %q, %v", i, got["a"], got["b"], err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
	}
	close(stop)
	writer.Wait()
}

func TestCompact(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path)
	for i := range 30 {
		put(t, s, strconv.Itoa(i), strings.Repeat("x", 100_000))
	}
	for i := range 29 {
		if err := s.Update(t.Context(), func(tx storage.Tx) error { return tx.Delete([]byte(strconv.Itoa(i))) }); err != nil {
			t.Fatal(err)
		}
	}
	// A reader that was there before reads the old file to its end.
	if err := s.View(t.Context(), func(tx storage.ReadTx) error {
		if _, _, err := s.Compact(tx.Context()); !errors.Is(err, storage.ErrNested) {
			t.Errorf("Compact inside a transaction: %v", err)
		}
		before, after, err := s.Compact(t.Context())
		if err != nil || after >= before/2 {
			t.Errorf("from %d to %d bytes, %v", before, after, err)
		}
		put(t, s, "new", "1")
		if _, ok, err := tx.Get([]byte("new")); ok || err != nil {
			t.Errorf("an old reader sees a new write: %v", err)
		}
		_, ok, err := tx.Get([]byte("29"))
		if !ok {
			t.Error("an old reader has lost an entry")
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	want, err := readAll(t.Context(), s)
	if err != nil || len(want) != 2 {
		t.Errorf("%d entries, %v", len(want), err)
	}
	if _, err := Open(t.Context(), path); !errors.Is(err, storage.ErrInUse) {
		t.Errorf("the new file is not locked: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := readAll(t.Context(), open(t, path)); err != nil || !maps.Equal(got, want) {
		t.Errorf("after opening again: %d entries, %v", len(got), err)
	}
	if left, err := filepath.Glob(path + ".new*"); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestRestore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, backup := filepath.Join(dir, "store.db"), filepath.Join(dir, "backup.db")
	s := open(t, path)
	put(t, s, "a", "old")
	if _, err := WriteBackup(t.Context(), s, backup); err != nil {
		t.Fatal(err)
	}
	put(t, s, "a", "new")
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if _, _, err := Restore(t.Context(), path, backup, RestoreOptions{Replace: true, Now: now}); !errors.Is(err, storage.ErrInUse) {
		t.Errorf("over a store in use: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Restore(t.Context(), path, backup, RestoreOptions{Now: now}); err == nil || !strings.Contains(err.Error(), "--replace") {
		t.Errorf("over a sound store: %v", err)
	}
	holds := func(path, want string) {
		t.Helper()
		s := open(t, path)
		got, err := readAll(t.Context(), s)
		if err != nil || got["a"] != want {
			t.Errorf("%s holds %q, %v, want %q", path, got["a"], err, want)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	holds(path, "new")
	_, aside, err := Restore(t.Context(), path, backup, RestoreOptions{Replace: true, Now: now})
	if want := path + ".before-20260102T030405Z"; err != nil || aside != want {
		t.Errorf("%q, %v, want %q", aside, err, want)
	}
	holds(path, "old")
	holds(aside, "new")

	// A damaged one is replaced without being asked for, and kept too.
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	_, aside, err = Restore(t.Context(), path, backup, RestoreOptions{Now: now.Add(time.Second)})
	if err != nil {
		t.Fatal(err)
	}
	holds(path, "old")
	if info, err := os.Stat(aside); err != nil || info.Size() != 0 {
		t.Errorf("%v, %v", info, err)
	}
	// Where nothing was, and from what is not a store.
	if _, aside, err := Restore(t.Context(), filepath.Join(dir, "new", "store.db"), backup, RestoreOptions{}); err != nil || aside != "" {
		t.Errorf("%q, %v", aside, err)
	}
	holds(filepath.Join(dir, "new", "store.db"), "old")
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte(strings.Repeat("text", 5000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{text, aside, filepath.Join(dir, "missing"), dir} {
		if _, _, err := Restore(t.Context(), path, from, RestoreOptions{Replace: true, Now: now}); err == nil {
			t.Errorf("%s was restored", from)
		}
	}
	holds(path, "old")
}

// fill puts about so many megabytes of games' size into a store.
func fill(b *testing.B, s *Store, megabytes int) {
	b.Helper()
	value, n := make([]byte, 300), 0
	for range megabytes {
		if err := s.Update(b.Context(), func(tx storage.Tx) error {
			for range 3000 {
				n++
				if err := tx.Put(storage.Key("game", storage.Number(uint64(n))), value); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLarge times what reads a whole store of about 100 MB.
func BenchmarkLarge(b *testing.B) {
	path := filepath.Join(b.TempDir(), "store.db")
	s := open(b, path)
	fill(b, s, 100)
	b.Run("backup", func(b *testing.B) {
		b.SetBytes(s.Size())
		for b.Loop() {
			name := filepath.Join(b.TempDir(), "backup.db")
			if _, err := WriteBackup(b.Context(), s, name); err != nil {
				b.Fatal(err)
			}
			_ = os.Remove(name)
		}
	})
	b.Run("stream", func(b *testing.B) {
		b.SetBytes(s.Size())
		for b.Loop() {
			if err := s.Backup(b.Context(), io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	})
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	b.Run("open", func(b *testing.B) {
		b.SetBytes(s.Size())
		for b.Loop() {
			s, err := Open(b.Context(), path)
			if err != nil {
				b.Fatal(err)
			}
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
