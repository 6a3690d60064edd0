package boltstore

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"delphi/storage"
	"delphi/storage/gamelog"
	"delphi/storage/storagetest"

	"go.etcd.io/bbolt"
)

// testdata has a small store of each format, and of some of before there were
// numbers. Each was made by a program of its time, F being the file:
//
//	delphi --db F games import /tmp/games.log     (the file in testdata)
//	delphi --db F ask me wiz xl8 int16 small shield
//	delphi --db F ask set version 3.4.3
//	gzip -9n F
//
// The programs are built with "git worktree add /tmp/src COMMIT" and "go build ./cmd/delphi" there:
//
//   - format-0-unsealed: 344bfb1
//   - format-0-rows: 8ac8d01
//   - format-1: cfe3c93
//   - format-1-begun: the one before, and then 344bfb1 was asked "me" with it
//   - format-2: the first commit with a format 2
//   - format-3: the first commit with a format 3
//   - format-900: an empty one of that commit, stamped "delphi store, format 900, made by
//     delphi v9.1.2" as TestFormatsThatAreNotRead does

// stored unpacks a store of testdata.
func stored(t testing.TB, name string) (path string) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name+".db.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), name+".db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestEachFormatIsRead opens a store of each format that is read, and again once that
// has converted it.
func TestEachFormatIsRead(t *testing.T) {
	for _, name := range []string{"format-2", "format-3"} {
		t.Run(name, func(t *testing.T) {
			path := stored(t, name)
			for range 2 {
				s := open(t, path)
				if line, ok, err := storage.NewCharacters(s).Character(t.Context(), "ask\x00ask"); err != nil || !ok || line != "Wizard, xl8 int16 small shield" {
					t.Errorf("the character is %q, %v, %v", line, ok, err)
				}
				if p, err := storage.NewSettings(s).Get(t.Context(), "ask\x00ask"); err != nil || p.Rules != "3.4.3" {
					t.Errorf("the settings are %+v, %v", p, err)
				}
				var names []string
				if _, err := (gamelog.Games{Store: s}).Log(t.Context(), gamelog.LogPoint{}, gamelog.LogReader{
					Restart: func() { names = nil }, Corrected: func(uint64) {},
					Game: func(_ uint64, g *gamelog.Game) { names = append(names, fmt.Sprint(g.Name, " ", g.Points)) },
				}); err != nil || fmt.Sprint(names) != "[alice 1000 bob 2000000]" {
					t.Errorf("the games are %q, %v", names, err)
				}
				if problems, err := storage.Unreadable(t.Context(), s, gamelog.Readable); err != nil || len(problems) > 0 {
					t.Errorf("%q, %v", problems, err)
				}
				readAgain(t, s)
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				if stamp := stampOf(t, path); stamp.Format != storage.Format {
					t.Errorf("it is stamped %v", stamp)
				}
			}
		})
	}
}

// readAgain has the games of testdata's log read again, of which none is new.
func readAgain(t *testing.T, s *Store) {
	t.Helper()
	games := gamelog.Games{Store: s}
	source, err := games.Sources(t.Context())
	if err != nil || len(source) != 1 {
		t.Fatalf("the sources are %v, %v", source, err)
	}
	rows := storagetest.Rows(t, games)
	batch := &gamelog.GameBatch{Reset: true, To: source[0].Position}
	for _, row := range rows {
		batch.Games = append(batch.Games, *row)
	}
	if added, err := games.Add(t.Context(), source[0].Name, batch); err != nil || added.Again != 2 || len(added.New) > 0 {
		t.Errorf("read again: %+v, %v", added, err)
	}
}

// stampOf returns the stamp of a file that is closed.
func stampOf(t testing.TB, path string) (s storage.Stamp) {
	t.Helper()
	raw(t, path, func(tx *bbolt.Tx) (err error) {
		s, err = readStamp(tx.Cursor().Bucket().Get(stampKey))
		return err
	})
	return s
}

// raw changes a file that is closed.
func raw(t testing.TB, path string, change func(tx *bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(change), db.Close()); err != nil {
		t.Fatal(err)
	}
}

// refuse has a store refused in every way in which it can be opened, and left as it was.
func refuse(t *testing.T, path string, says ...string) {
	t.Helper()
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, openErr := Open(t.Context(), path)
	_, checkErr := CheckFile(t.Context(), path, nil)
	into := filepath.Join(t.TempDir(), "new.db")
	_, _, restoreErr := Restore(t.Context(), into, path, RestoreOptions{Salvage: true})
	for what, err := range map[string]error{"Open": openErr, "CheckFile": checkErr, "Restore": restoreErr} {
		if !errors.Is(err, storage.ErrFormat) || errors.Is(err, storage.ErrDamaged) {
			t.Errorf("%s: %v", what, err)
			continue
		}
		for _, words := range append(says, path, storage.Program) {
			if !strings.Contains(err.Error(), words) {
				t.Errorf("%s does not say %q: %v", what, words, err)
			}
		}
	}
	if _, err := os.Stat(into); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something was restored: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the file was changed, %v", err)
	}
}

// TestFormatsThatAreNotRead refuses what no release has written, and what a later
// program writes.
func TestFormatsThatAreNotRead(t *testing.T) {
	t.Run("format-900", func(t *testing.T) { refuse(t, stored(t, "format-900"), "format 900, made by delphi v9.1.2") })
	for _, name := range []string{"format-0-unsealed", "format-0-rows", "format-1", "format-1-begun"} {
		t.Run(name, func(t *testing.T) { refuse(t, stored(t, name), "no release has written it", "once with delphi 1.0.0") })
	}
	t.Run("a later one", func(t *testing.T) {
		path := stored(t, "format-2")
		later := fmt.Sprintf("delphi store, format %d, made by delphi v9.1.2", storage.Format+1)
		raw(t, path, func(tx *bbolt.Tx) error {
			root := tx.Cursor().Bucket()
			_, err := root.CreateBucket([]byte("a new kind of thing"))
			return errors.Join(err, root.DeleteBucket(tallyBucket), root.Put(stampKey, seal(stampKey, []byte(later))))
		})
		refuse(t, path, fmt.Sprintf("format %d, made by delphi v9.1.2", storage.Format+1), fmt.Sprintf("reads formats 2 to %d", storage.Format), "use that program or a later one", "delphi store restore")
	})
}

// TestStampIsKept: what writes a file anew stamps it, too.
func TestStampIsKept(t *testing.T) {
	dir := t.TempDir()
	path, backup, restored := filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db"), filepath.Join(dir, "c.db")
	s := open(t, path)
	if _, _, err := s.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := WriteBackup(t.Context(), s, backup); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Restore(t.Context(), restored, stored(t, "format-2"), RestoreOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{path, backup, restored} {
		if got := stampOf(t, file); got != storage.Ours() {
			t.Errorf("%s is stamped %v", file, got)
		}
	}
	readAgain(t, open(t, restored)) // stamped before it was converted
}

// TestOlderProgramsRefuse: a program of before there were seals makes the bucket of its
// entries where there is none, which a stamp keeps it from.
func TestOlderProgramsRefuse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	if err := open(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	raw(t, path, func(tx *bbolt.Tx) error {
		if _, err := tx.CreateBucketIfNotExists([]byte("store")); err == nil {
			t.Error("it begins an empty store")
		}
		return nil
	})
}

// TestDamagedStamp: a stamp that was changed is damage, and no later format.
func TestDamagedStamp(t *testing.T) {
	path := stored(t, "format-2")
	raw(t, path, func(tx *bbolt.Tx) error {
		return tx.Cursor().Bucket().Put(stampKey, []byte("delphi store, format 7, made by nobody"))
	})
	if _, err := Open(t.Context(), path); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("Open = %v", err)
	}
}
