package boltstore

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"delphi/storage"

	"go.etcd.io/bbolt"
)

// Check implements storage.Maintainer: it walks the file's pages as the last
// change left them and verifies every entry, the order of the keys, the use of
// each page, and that no entry is missing. Writers go on meanwhile.
func (s *Store) Check(ctx context.Context) (report storage.CheckReport, err error) {
	if s.damage.Load() != nil { // nobody writes any more
		return CheckFile(ctx, s.path, nil)
	}
	r, err := s.walk(ctx)
	if err == nil && r.report.Problems > 0 {
		_ = s.found(r.report.Err())
	}
	return r.report, err
}

// walk reads the file as the last change left it.
func (s *Store) walk(ctx context.Context) (r *reader, err error) {
	r = new(reader)
	for {
		err = s.snapshot(ctx, func(t *tx) error {
			r = &reader{ctx: ctx, file: t.file.raw}
			return r.run(uint64(t.raw.ID()))
		})
		if !errors.Is(err, errMoved) { // otherwise two changes were quicker than we
			return r, err
		}
	}
}

// snapshot calls fn inside a read-only transaction, which keeps the pages of
// its state from being written over.
func (s *Store) snapshot(ctx context.Context, fn func(*tx) error) (err error) {
	t, err := s.beginRaw(ctx, false)
	if err != nil {
		return err
	}
	defer t.finish(&err)
	return fn(t)
}

// CheckFile checks the store in a file that no process has open, and calls each
// (which may be nil) with every sound entry, in order.
func CheckFile(ctx context.Context, path string, each func(key, value []byte) error) (storage.CheckReport, error) {
	f, err := os.Open(path)
	if err != nil {
		return storage.CheckReport{}, err
	}
	defer f.Close()
	r := reader{ctx: ctx, file: f, entry: each}
	if info, err := f.Stat(); err == nil && info.Size() == 0 {
		return r.report, fmt.Errorf("%s: %w: the file is empty (0 bytes)", path, storage.ErrDamaged)
	}
	if err := r.run(0); err != nil {
		return r.report, fmt.Errorf("%s: %w", path, err)
	}
	return r.report, nil
}

// Backup implements storage.Maintainer. The copy is a store of its own.
func (s *Store) Backup(ctx context.Context, w io.Writer) error {
	return s.snapshot(ctx, func(t *tx) error {
		_, err := t.raw.WriteTo(writerFunc(func(b []byte) (int, error) {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			return w.Write(b)
		}))
		return err
	})
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// WriteBackup writes a backup of m to a file: whole and verified, or not at
// all. An existing file is not replaced.
func WriteBackup(ctx context.Context, m interface {
	Backup(context.Context, io.Writer) error
}, path string) (report storage.CheckReport, err error) {
	if _, err := os.Lstat(path); err == nil {
		return report, fmt.Errorf("%s exists already; give the backup another name", path)
	}
	err = replace(path, func(temp string) error {
		f, err := os.OpenFile(temp, os.O_WRONLY|os.O_TRUNC, 0o600)
		if err != nil {
			return err
		}
		w := bufio.NewWriterSize(f, 1<<20)
		if err = m.Backup(ctx, w); err == nil {
			err = w.Flush()
		}
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
		if report, err = CheckFile(ctx, temp, nil); err != nil {
			return err
		}
		return report.Err()
	})
	if err != nil {
		return report, fmt.Errorf("no backup was written to %s: %w", path, err)
	}
	return report, nil
}

// replace has write fill a temporary file beside path and then renames it to path, so
// that the file there is always whole, even after a loss of power.
func replace(path string, write func(temp string) error) error {
	temp, err := temporary(path)
	if err != nil {
		return err
	}
	defer os.Remove(temp) // fails once it has its name
	if err := write(temp); err != nil {
		return err
	}
	f, err := os.OpenFile(temp, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return err
	}
	syncDir(filepath.Dir(path))
	return nil
}

// Compact implements storage.Maintainer.
func (s *Store) Compact(ctx context.Context) (before, after int64, err error) {
	if _, err := storage.Enter(ctx, s); err != nil {
		return 0, 0, err
	}
	if err := s.lockWriter(ctx); err != nil {
		return 0, 0, err
	}
	defer func() { <-s.writer }()
	return s.rewrite(ctx)
}

// rewrite writes all entries to a new file, which then takes the place of the
// old one. Nobody may write meanwhile. Transactions that are open go on reading
// the old file until they are done.
func (s *Store) rewrite(ctx context.Context) (before, after int64, err error) {
	before = s.Size()
	var next *file
	err = replace(s.path, func(temp string) error {
		if err := copyEntries(ctx, s.path, temp); err != nil {
			return err
		}
		// It is opened before it gets its name, so that no other process can
		// lock it first.
		next, err = openOnce(temp)
		return err
	})
	if err != nil {
		if next != nil {
			err = errors.Join(err, next.Close())
		}
		return before, before, fmt.Errorf("database %s was left as it is: %w", s.path, err)
	}
	s.mu.Lock()
	old := s.file
	s.file = next
	s.mu.Unlock()
	s.retired.Go(func() { _ = old.Close() }) // once its readers are done; it has no name any more
	return before, s.Size(), nil
}

// bytesPerTx bounds how much copyEntries holds in memory.
const bytesPerTx = 8 << 20

// copyEntries writes the sound entries of the store in a file into a new one.
// Any damage is an error, after everything that can be read was copied.
func copyEntries(ctx context.Context, from, to string) (err error) {
	db, err := bbolt.Open(to, 0o600, &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistMapType, NoSync: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.Begin(true)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
	size, sums := 0, tally{}
	if err := furnish(tx); err != nil {
		return err
	}
	report, err := CheckFile(ctx, from, func(key, value []byte) error {
		if size += len(key) + len(value); size > bytesPerTx {
			if err := errors.Join(writeTally(tx, sums), tx.Commit()); err != nil {
				return err
			}
			size = 0
			if tx, err = db.Begin(true); err != nil {
				return err
			}
		}
		b := tx.Bucket(entriesBucket)
		b.FillPercent = 0.9 // they come in order; a little room saves splits later
		stored := seal(key, value)
		sums.add(sumOf(stored))
		return b.Put(append([]byte(nil), key...), stored)
	})
	if err != nil {
		return err
	}
	if err := errors.Join(writeTally(tx, sums), tx.Commit(), db.Sync()); err != nil {
		return err
	}
	return report.Err()
}

// Restore replaces the store at path with the one in the file from. The old store is
// kept under another name, aside, which is empty if there was none. A sound store at
// path is replaced only if replace says so, and one that another process has open never
// is. With salvage, from may be damaged: whatever is still sound is taken, and the
// report lists what is not.
func Restore(ctx context.Context, path, from string, o RestoreOptions) (report storage.CheckReport, aside string, err error) {
	if err := regular(from); err != nil {
		return report, "", err
	}
	if report, err = CheckFile(ctx, from, nil); err == nil && !o.Salvage {
		err = report.Err()
	}
	if err != nil {
		return report, "", fmt.Errorf("nothing was restored: %w", err)
	}
	if err := makeDirs(filepath.Dir(path)); err != nil {
		return report, "", err
	}
	old, err := o.replaceable(ctx, path)
	if err != nil {
		return report, "", err
	}
	err = replace(path, func(temp string) error {
		if err := copyEntries(ctx, from, temp); err != nil && !(o.Salvage && errors.Is(err, storage.ErrDamaged)) {
			return err
		}
		if !old {
			return nil
		}
		name := path + ".before-" + o.Now.UTC().Format("20060102T150405Z")
		aside = name
		for i := 2; ; i++ {
			if _, err := os.Lstat(aside); errors.Is(err, os.ErrNotExist) {
				break
			}
			aside = fmt.Sprintf("%s-%d", name, i)
		}
		if err := os.Link(path, aside); err == nil {
			return nil
		}
		return os.Rename(path, aside)
	})
	if err != nil {
		return report, "", fmt.Errorf("nothing was restored: %w", err)
	}
	return report, aside, nil
}

// RestoreOptions controls what Restore may do.
type RestoreOptions struct {
	Replace bool      // also a store that is sound
	Salvage bool      // take what can be read of a damaged one
	Now     time.Time // for the name of what is kept
}

// replaceable reports whether there is something at path that must be kept
// aside, or says why it cannot be replaced.
func (o RestoreOptions) replaceable(ctx context.Context, path string) (old bool, err error) {
	if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	s, err := Open(ctx, path)
	switch {
	case errors.Is(err, storage.ErrInUse):
		return true, err
	case err != nil:
		return true, ctx.Err()
	}
	if err := s.Close(); err != nil {
		return true, err
	}
	if !o.Replace {
		return true, fmt.Errorf("the store %s is sound and was left as it is; say --replace to put the backup in its place (the present one is kept under another name)", path)
	}
	return true, nil
}
