package boltstore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"delphi/storage"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// Store is a bbolt file. Open makes one.
type Store struct {
	path   string
	writer chan struct{} // holds one token while an Update runs

	mu     sync.RWMutex
	file   *file // what transactions begin on; Compact replaces it
	closed bool

	retired sync.WaitGroup // files that Compact has replaced, until they are closed

	// damage is set once damage was found. Reading goes on where it can, but
	// nothing is written any more: on a damaged file a write may overwrite what
	// is still whole.
	damage atomic.Pointer[error]

	close sync.Once
}

var _ storage.Maintainer = (*Store)(nil)

// file is one open bbolt file.
type file struct {
	db     *bbolt.DB
	raw    *os.File       // the same file, for plain reads
	users  sync.WaitGroup // transactions
	last   atomic.Int64   // the latest transaction known to be committed
	wedged atomic.Bool    // bbolt panicked while it held its locks: Close would wait for ever
}

// Close waits for the transactions and closes the file.
func (f *file) Close() error {
	f.users.Wait()
	if f.wedged.Load() {
		return f.raw.Close()
	}
	return f.db.Close()
}

// View implements storage.Store.
func (s *Store) View(ctx context.Context, fn func(storage.ReadTx) error) (err error) {
	ctx, err = storage.Enter(ctx, s)
	if err != nil {
		return err
	}
	t, err := s.begin(ctx, false)
	if err != nil {
		return err
	}
	defer t.finish(&err)
	return fn(t)
}

// Update implements storage.Store.
func (s *Store) Update(ctx context.Context, fn func(storage.Tx) error) (err error) {
	ctx, err = storage.Enter(ctx, s)
	if err != nil {
		return err
	}
	if err := s.lockWriter(ctx); err != nil {
		return err
	}
	defer func() { <-s.writer }()
	if err := s.Damage(); err != nil {
		return err
	}
	t, err := s.begin(ctx, true)
	if err != nil {
		return err
	}
	defer t.finish(&err)
	if err := fn(t); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return t.commit()
}

// lockWriter waits for the writer's turn. bbolt's own wait does not respect a context.
func (s *Store) lockWriter(ctx context.Context) error {
	select {
	case s.writer <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// acquire returns the open file and counts one more user of it.
func (s *Store) acquire() (*file, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return nil, storage.ErrClosed
	}
	s.file.users.Add(1)
	return s.file, nil
}

// Close implements storage.Store.
func (s *Store) Close() (err error) {
	s.close.Do(func() {
		s.mu.Lock()
		s.closed = true
		s.mu.Unlock()
		s.file.users.Wait() // nobody begins a transaction any more
		s.retired.Wait()
		removeOwner(s.path) // while the lock still keeps others from writing theirs
		if err = s.file.Close(); err != nil {
			err = fmt.Errorf("database %s: %w", s.path, err)
		}
	})
	return err
}

// Size implements storage.Maintainer.
func (s *Store) Size() int64 {
	info, err := os.Stat(s.path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// found records damage, after which nothing is written any more, and returns the error
// to report.
func (s *Store) found(what any) error {
	err := asError(what)
	if !errors.Is(err, storage.ErrDamaged) {
		err = fmt.Errorf("%w: %w", storage.ErrDamaged, err)
	}
	err = explain(s.path, err)
	s.damage.CompareAndSwap(nil, &err)
	return err
}

// Damage returns the damage found since the store was opened, or nil.
func (s *Store) Damage() error {
	if d := s.damage.Load(); d != nil {
		return *d
	}
	return nil
}

// asError turns a panic of bbolt into an error.
func asError(r any) error {
	if storage.IsFault(r) {
		return fmt.Errorf("a part of the file cannot be read: it was cut short or changed (%v)", r)
	}
	if err, ok := r.(error); ok {
		return err
	}
	return fmt.Errorf("%v", r)
}

// failed explains what a failed commit means.
func (s *Store) failed(err error) error {
	if isFull(err) {
		return fmt.Errorf("database %s: the disk is full, and the last change was not kept; everything before it was, and writing works again once there is room (%w)", s.path, err)
	}
	return fmt.Errorf("database %s: %w", s.path, err)
}

// isFull reports whether there was no room for a write: bbolt passes on some errors as
// text only.
func isFull(err error) bool {
	for _, e := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, e) || strings.Contains(fmt.Sprint(err), e.Error()) {
			return true
		}
	}
	return errors.Is(err, bolterrors.ErrMaxSizeReached)
}
