package boltstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"delphi/storage"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

const (
	// lockWait is how long Open waits for another process to let go of the
	// file: long enough for one that is just ending, short enough to be told
	// within a second.
	lockWait = 800 * time.Millisecond
	lockPoll = 40 * time.Millisecond

	// mapped is the address space set aside for the file at the start. While
	// the file is smaller, a writer never has to map it anew, for which it
	// would wait until every reader is done. It costs no memory.
	mapped = 256 << 20

	// growth is by how much the file grows at a time; bbolt's own 16 MiB would
	// be most of a small bot's file.
	growth = 1 << 20
)

// space is the bucket that holds the one key space.
var space = []byte("store")

// Store is a bbolt file. Open makes one.
type Store struct {
	db     *bbolt.DB
	path   string
	writer chan struct{} // holds one token while an Update runs

	close sync.Once
}

var _ storage.Store = (*Store)(nil)

// Open opens the store in the file at path and makes the file (mode 0600) and
// its directories (0700) where they are missing. Its errors say what to do
// about them: storage.ErrInUse where another process has the file and keeps it
// for a second, storage.ErrNotStore where it is no such file or is damaged,
// and those of package fs.
func Open(ctx context.Context, path string) (*Store, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		if err := makeDirs(filepath.Dir(path)); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, explain(path, err)
	case info.IsDir():
		return nil, fmt.Errorf("database %s: %w: it is a directory; give the name of a file in it", path, storage.ErrNotStore)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("database %s: %w: it is not a regular file", path, storage.ErrNotStore)
	}
	db, err := openLocked(ctx, path)
	if err != nil {
		return nil, explain(path, err)
	}
	writeOwner(path)
	s := &Store{db: db, path: path, writer: make(chan struct{}, 1)}
	if err := s.prepare(); err != nil {
		_ = s.Close()
		return nil, explain(path, err)
	}
	return s, nil
}

// makeDirs makes dir with its parents and has each new name written to disk.
func makeDirs(dir string) error {
	top := dir // the first directory that was there before
	for {
		if _, err := os.Stat(top); err == nil || filepath.Dir(top) == top {
			break
		}
		top = filepath.Dir(top)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cannot make the directory for the database: %w", err)
	}
	for dir != top {
		dir = filepath.Dir(dir)
		syncDir(dir)
	}
	return nil
}

// syncDir writes a directory's names to disk. Not every system can, and the
// file is usable all the same.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// openLocked opens the file once no other process has it, for which it waits
// until lockWait is over or ctx is done.
func openLocked(ctx context.Context, path string) (*bbolt.DB, error) {
	deadline := time.Now().Add(lockWait)
	for {
		db, err := openOnce(path)
		if !errors.Is(err, bolterrors.ErrTimeout) || time.Now().After(deadline) {
			return db, err
		}
		select {
		case <-time.After(lockPoll):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// openOnce is one attempt. On a file that was cut short or overwritten bbolt
// panics, or reads mapped memory that is not there; both become errors here.
func openOnce(path string) (db *bbolt.DB, err error) {
	var file *os.File
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			if file != nil {
				_ = file.Close()
			}
			db, err = nil, fmt.Errorf("%w: %v", storage.ErrNotStore, r)
		}
	}()
	opts := &bbolt.Options{
		Timeout:      time.Nanosecond, // one attempt: openLocked does the waiting
		FreelistType: bbolt.FreelistMapType,
		OpenFile: func(name string, flag int, mode os.FileMode) (f *os.File, err error) {
			f, err = os.OpenFile(name, flag, mode)
			file = f
			return f, err
		},
	}
	if runtime.GOOS != "windows" && strconv.IntSize == 64 { // Windows would make the file that long
		opts.InitialMmapSize = mapped
	}
	if db, err = bbolt.Open(path, 0o600, opts); err != nil {
		return nil, err
	}
	db.AllocSize = growth
	return db, nil
}

// prepare makes the key space in a new file and finds a file that was cut
// short before something is read from beyond its end.
func (s *Store) prepare() error {
	made := false
	err := s.db.View(func(tx *bbolt.Tx) error {
		info, err := os.Stat(s.path)
		if err != nil {
			return err
		}
		if info.Size() < tx.Size() {
			return fmt.Errorf("%w: it was cut short, to %d of %d bytes", storage.ErrNotStore, info.Size(), tx.Size())
		}
		made = tx.Bucket(space) != nil
		return nil
	})
	if err != nil || made {
		return err
	}
	syncDir(filepath.Dir(s.path))
	return s.db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucketIfNotExists(space)
		return err
	})
}

// explain says what err means for whoever wanted the file and what to do.
func explain(path string, err error) error {
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return fmt.Errorf("database %s: %w by %s; stop it, or use another file (--db FILE)", path, storage.ErrInUse, owner(path))
	case errors.Is(err, storage.ErrNotStore):
		return fmt.Errorf("database %s: %w; restore it from a backup, or move it away to begin with an empty one", path, err)
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrVersionMismatch), errors.Is(err, bolterrors.ErrChecksum):
		return fmt.Errorf("database %s: %w: %w; is it the right file? move it away to begin with an empty one", path, storage.ErrNotStore, err)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("database %s: %w; it must be readable and writable for this user", path, err)
	}
	return fmt.Errorf("database %s: %w", path, err)
}

// View implements storage.Store.
func (s *Store) View(ctx context.Context, fn func(storage.ReadTx) error) error {
	ctx, err := storage.Enter(ctx, s)
	if err != nil {
		return err
	}
	raw, err := s.begin(false)
	if err != nil {
		return err
	}
	defer func() { _ = raw.Rollback() }()
	t := &tx{ctx: ctx, bucket: raw.Bucket(space)}
	defer t.end()
	return fn(t)
}

// Update implements storage.Store.
func (s *Store) Update(ctx context.Context, fn func(storage.Tx) error) error {
	ctx, err := storage.Enter(ctx, s)
	if err != nil {
		return err
	}
	select { // bbolt's own wait for the writer's turn hears of no context
	case s.writer <- struct{}{}:
		defer func() { <-s.writer }()
	case <-ctx.Done():
		return ctx.Err()
	}
	raw, err := s.begin(true)
	if err != nil {
		return err
	}
	defer func() { _ = raw.Rollback() }() // does nothing after a commit
	t := &tx{ctx: ctx, bucket: raw.Bucket(space)}
	defer t.end()
	if err := fn(t); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := raw.Commit(); err != nil {
		return fmt.Errorf("database %s: %w", s.path, err)
	}
	return nil
}

func (s *Store) begin(writable bool) (*bbolt.Tx, error) {
	raw, err := s.db.Begin(writable)
	switch {
	case errors.Is(err, bolterrors.ErrDatabaseNotOpen):
		return nil, storage.ErrClosed
	case err != nil:
		return nil, fmt.Errorf("database %s: %w", s.path, err)
	}
	return raw, nil
}

// Close implements storage.Store.
func (s *Store) Close() (err error) {
	s.close.Do(func() {
		removeOwner(s.path) // while the lock still keeps others from writing theirs
		if err = s.db.Close(); err != nil {
			err = fmt.Errorf("database %s: %w", s.path, err)
		}
	})
	return err
}

// tx is a transaction on the one bucket.
type tx struct {
	ctx    context.Context
	bucket *bbolt.Bucket // nil once the transaction is over
	scans  int           // how many are open
}

func (t *tx) end() { t.bucket = nil }

func (t *tx) Context() context.Context { return t.ctx }

func (t *tx) Get(key []byte) ([]byte, bool, error) {
	if t.bucket == nil {
		return nil, false, storage.ErrTxDone
	}
	v := t.bucket.Get(key)
	if v == nil {
		return nil, false, nil
	}
	return append([]byte{}, v...), true, nil
}

func (t *tx) Scan(from, to []byte) iter.Seq2[storage.Entry, error] {
	return func(yield func(storage.Entry, error) bool) {
		if t.bucket == nil {
			yield(storage.Entry{}, storage.ErrTxDone)
			return
		}
		t.scans++
		defer func() { t.scans-- }()
		c := t.bucket.Cursor()
		for k, v := c.Seek(from); k != nil; k, v = c.Next() {
			if len(to) > 0 && bytes.Compare(k, to) >= 0 {
				return
			}
			if err := t.ctx.Err(); err != nil {
				yield(storage.Entry{}, err)
				return
			}
			if !yield(storage.Entry{Key: k, Value: v}, nil) {
				return
			}
		}
	}
}

// mayWrite says why a write is refused.
func (t *tx) mayWrite() error {
	switch {
	case t.bucket == nil:
		return storage.ErrTxDone
	case t.scans > 0:
		return storage.ErrScanning
	}
	return nil
}

func (t *tx) Put(key, value []byte) error {
	if err := t.mayWrite(); err != nil {
		return err
	}
	if err := storage.CheckPut(key, value); err != nil {
		return err
	}
	// bbolt keeps the value's slice until the commit, so it gets one of its own.
	if err := t.bucket.Put(key, append([]byte{}, value...)); err != nil {
		return fmt.Errorf("put: %w", err)
	}
	return nil
}

func (t *tx) Delete(key []byte) error {
	if err := t.mayWrite(); err != nil {
		return err
	}
	if err := t.bucket.Delete(key); err != nil {
		return fmt.Errorf("delete: %w", err)
	}
	return nil
}
