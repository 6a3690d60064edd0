package boltstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"delphi/storage"
)

// nightly reports whether tests may take minutes (see CONTRIBUTING).
func nightly() bool { return os.Getenv("DELPHI_NIGHTLY") != "" }

// seeded returns a source of randomness whose seed is logged, and is taken from
// DELPHI_TEST_SEED where that is set.
func seeded(t testing.TB) *rand.Rand {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("DELPHI_TEST_SEED"); s != "" {
		var err error
		if seed, err = strconv.ParseUint(s, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("DELPHI_TEST_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// filled makes a store with values of all sizes, some of which were deleted
// again, and returns its file's content and its entries.
func filled(t testing.TB) (content []byte, entries map[string]string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "filled.db")
	s := open(t, path)
	r := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		if err := s.Update(t.Context(), func(tx storage.Tx) error {
			for range 40 {
				size := r.IntN(200)
				if r.IntN(50) == 0 {
					size = r.IntN(20_000)
				}
				if err := tx.Put(storage.Key("record", strconv.Itoa(r.IntN(1500))), bytes.Repeat([]byte{byte(r.Uint32())}, size)); err != nil {
					return err
				}
				if err := tx.Delete(storage.Key("record", strconv.Itoa(r.IntN(1500)))); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := readAll(t.Context(), s)
	if err != nil || len(entries) < 300 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if content, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return content, entries
}

// readAll reads every entry by a scan and then each of them by its key.
func readAll(ctx context.Context, s storage.Store) (map[string]string, error) {
	out := map[string]string{}
	err := s.View(ctx, func(tx storage.ReadTx) error {
		for e, err := range tx.Scan(nil, nil) {
			if err != nil {
				return err
			}
			out[string(e.Key)] = string(e.Value)
		}
		for k, want := range out {
			if v, ok, err := tx.Get([]byte(k)); err != nil {
				return err
			} else if !ok || string(v) != want {
				return fmt.Errorf("%q is in the scan only", k)
			}
		}
		return nil
	})
	return out, err
}

// namesWayOut fails the test for an error that leaves the reader helpless.
func namesWayOut(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, storage.ErrDamaged) && !errors.Is(err, storage.ErrNotStore) {
		t.Errorf("%v, want storage.ErrDamaged or ErrNotStore", err)
	}
	if !strings.Contains(err.Error(), "delphi store restore") || !strings.Contains(err.Error(), ".db") {
		t.Errorf("%v\ndoes not name the file and the way out", err)
	}
}

// TestBitFlips changes one random bit of a file at a time. Whatever it hits,
// everything can be read as it was, or there is an error that names the way
// out: nothing is missing without a word, and the process lives.
func TestBitFlips(t *testing.T) {
	t.Parallel()
	rounds := 60
	if nightly() {
		rounds = 500
	}
	r := seeded(t)
	content, want := filled(t)
	var used int64
	dir := t.TempDir()
	sound := filepath.Join(dir, "sound.db")
	if err := os.WriteFile(sound, content, 0o600); err != nil {
		t.Fatal(err)
	}
	report, err := CheckFile(t.Context(), sound, nil)
	if err != nil || report.Problems > 0 || report.Entries != int64(len(want)) {
		t.Fatalf("the sound file: %+v, %v", report, err)
	}
	used = report.Bytes
	refused := 0
	for round := range rounds {
		damaged := bytes.Clone(content)
		bit := r.Int64N(8 * used)
		damaged[bit/8] ^= 1 << (bit % 8)
		path := filepath.Join(dir, fmt.Sprintf("%d.db", round))
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(t.Context(), path)
		if err == nil {
			var got map[string]string
			if got, err = readAll(t.Context(), s); err == nil && !maps.Equal(got, want) {
				t.Errorf("round %d, bit %d: the content has changed without an error", round, bit)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
		if err != nil {
			refused++
			namesWayOut(t, err)
			// What is still whole can be taken over.
			saved := filepath.Join(dir, "saved.db")
			report, _, err := Restore(t.Context(), saved, path, RestoreOptions{Salvage: true})
			if err != nil {
				t.Errorf("round %d, bit %d: nothing can be saved: %v", round, bit, err)
			} else if report.Problems == 0 {
				t.Errorf("round %d, bit %d: the check found nothing", round, bit)
			} else {
				s := open(t, saved)
				got, err := readAll(t.Context(), s)
				if strings.Contains(report.First[0], "header page") {
					got = nil // the state before the last change was saved
				}
				for k, v := range got {
					if want[k] != v {
						t.Errorf("round %d, bit %d: %q was saved with another value", round, bit, k)
					}
				}
				if err := errors.Join(err, s.Close(), os.Remove(saved)); err != nil {
					t.Error(err)
				}
			}
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d of %d files were refused, the others read as before", refused, rounds)
}

// TestBitFlipsWhileOpen changes bits under an open store: reading gives what is
// there, or an error, and the process lives. What a read cannot notice, a check
// does.
func TestBitFlipsWhileOpen(t *testing.T) {
	t.Parallel()
	rounds := 40
	if nightly() {
		rounds = 500
	}
	r := seeded(t)
	content, want := filled(t)
	for round := range rounds {
		path := filepath.Join(t.TempDir(), "store.db")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		s := open(t, path)
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		at := r.Int64N(int64(len(content)))
		b := content[at] ^ 1<<r.IntN(8)
		if _, err := f.WriteAt([]byte{b}, at); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := readAll(t.Context(), s)
		if err != nil {
			namesWayOut(t, err)
		} else if !maps.Equal(got, want) {
			if report, err := s.Check(t.Context()); err == nil && report.Problems == 0 {
				t.Errorf("round %d, byte %d: the content has changed, and the check says nothing", round, at)
			}
		}
		if err := s.Update(t.Context(), func(tx storage.Tx) error { return tx.Put([]byte("more"), nil) }); err != nil {
			namesWayOut(t, err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("round %d, byte %d: Close: %v", round, at, err)
		}
	}
}

// TestCutWhileOpen takes the pages away from under an open store: reading them
// is a fault in mapped memory, which would end the process.
func TestCutWhileOpen(t *testing.T) {
	content, _ := filled(t)
	path := filepath.Join(t.TempDir(), "store.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, path)
	if err := os.Truncate(path, 2*int64(os.Getpagesize())); err != nil {
		t.Fatal(err)
	}
	_, err := readAll(t.Context(), s)
	namesWayOut(t, err)
	err = s.Update(t.Context(), func(tx storage.Tx) error { return tx.Put([]byte("a"), nil) })
	namesWayOut(t, err)
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	_, err = readAll(t.Context(), s)
	namesWayOut(t, err)
	if report, err := s.Check(t.Context()); err == nil && report.Problems == 0 {
		t.Error("the check of an empty file found nothing")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// A fault that the caller's function runs into itself, in the memory of an
// Entry, is an error too; its own panics go on.
func TestFaultInCallersFunction(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path)
	if err := s.Update(t.Context(), func(tx storage.Tx) error { return tx.Put([]byte("a"), make([]byte, 100_000)) }); err != nil {
		t.Fatal(err)
	}
	sum := 0
	err := s.View(t.Context(), func(tx storage.ReadTx) error {
		for e, err := range tx.Scan(nil, nil) {
			if err != nil {
				return err
			}
			if err := os.Truncate(path, int64(os.Getpagesize())); err != nil {
				return err
			}
			for _, b := range e.Value {
				sum += int(b)
			}
		}
		return nil
	})
	namesWayOut(t, err)
	defer func() {
		if r := recover(); fmt.Sprint(r) != "runtime error: invalid memory address or nil pointer dereference" {
			t.Errorf("recovered %v, %v", r, err)
		}
	}()
	sound := open(t, filepath.Join(t.TempDir(), "store.db"))
	err = sound.View(t.Context(), func(storage.ReadTx) error {
		var p *Store
		p.path = "x"
		return nil
	})
}
