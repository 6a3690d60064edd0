package boltstore

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"delphi/storage"
)

// fillUntilFull writes records of increasing numbers until one is refused, and
// returns how many were acknowledged.
func fillUntilFull(ctx context.Context, s storage.Store) (acknowledged uint64, err error) {
	for n := uint64(1); n < 100_000; n++ {
		err := s.Update(ctx, func(tx storage.Tx) error {
			return errors.Join(tx.Put(recordKey(n), record(n)), tx.Put(lastKey, binary.BigEndian.AppendUint64(nil, n)))
		})
		if err != nil {
			return n - 1, err
		}
	}
	return 0, errors.New("it never became full")
}

// afterFull checks a store that has been full: everything acknowledged is
// there, it can be read while it is full, and writing works again.
func afterFull(ctx context.Context, s *Store, acknowledged uint64, full error, room func() error) error {
	if !strings.Contains(full.Error(), "the disk is full") {
		return fmt.Errorf("the error of a full disk is unclear: %w", full)
	}
	if acknowledged == 0 {
		return errors.New("nothing was written before the disk was full")
	}
	sound := func() error {
		if err := s.View(ctx, func(tx storage.ReadTx) error {
			for n := uint64(1); n <= acknowledged; n++ {
				if v, ok, err := tx.Get(recordKey(n)); err != nil || !ok || string(v) != string(record(n)) {
					return fmt.Errorf("record %d of %d: %v, %w", n, acknowledged, ok, err)
				}
			}
			if v, _, err := tx.Get(lastKey); err != nil || binary.BigEndian.Uint64(v) != acknowledged {
				return fmt.Errorf("the last one is %x, %w", v, err)
			}
			return nil
		}); err != nil {
			return err
		}
		report, err := s.Check(ctx)
		return errors.Join(err, report.Err())
	}
	if err := sound(); err != nil {
		return fmt.Errorf("while full: %w", err)
	}
	if err := room(); err != nil {
		return err
	}
	acknowledged++
	if err := s.Update(ctx, func(tx storage.Tx) error {
		return errors.Join(tx.Put(recordKey(acknowledged), record(acknowledged)), tx.Put(lastKey, binary.BigEndian.AppendUint64(nil, acknowledged)))
	}); err != nil {
		return fmt.Errorf("with room again: %w", err)
	}
	return sound()
}

// TestFileSizeLimit stands for a full disk where a file system of its own is
// not to be had: the system refuses to let the file grow.
func TestFileSizeLimit(t *testing.T) {
	t.Parallel()
	cmd, _, _, stderr := child(t, fullEnv, filepath.Join(t.TempDir(), "store.db"))
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, stderr)
	}
}

// limited is what the child does: the limit is its own.
func limited(path string) error {
	ctx := context.Background()
	s, err := Open(ctx, path)
	if err != nil {
		return err
	}
	limit := func(bytes uint64) error {
		return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: ^uint64(0)})
	}
	if err := limit(3<<20 + 1<<19); err != nil {
		return err
	}
	n, full := fillUntilFull(ctx, s)
	return errors.Join(afterFull(ctx, s, n, full, func() error { return limit(^uint64(0)) }), s.Close())
}

// TestFullDisk fills a small file system.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m"); err != nil {
		t.Skipf("no file system of its own can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), filepath.Join(dir, "store.db"))
	if err != nil {
		t.Fatal(err)
	}
	n, full := fillUntilFull(t.Context(), s)
	if !errors.Is(full, syscall.ENOSPC) && !strings.Contains(fmt.Sprint(full), "no space") {
		t.Errorf("%v, want ENOSPC", full)
	}
	if _, err := WriteBackup(t.Context(), s, filepath.Join(dir, "backup")); err == nil || !strings.Contains(err.Error(), "no backup was written") {
		t.Errorf("a backup to a full disk: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "backup*")); len(left) > 0 {
		t.Errorf("a backup that failed left %v", left)
	}
	if err := afterFull(t.Context(), s, n, full, func() error { return os.Remove(ballast) }); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if s, err = Open(t.Context(), filepath.Join(dir, "store.db")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
