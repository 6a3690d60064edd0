package shared

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"delphi/storage"
	"delphi/storage/boltstore"
	"delphi/storage/pause"
)

const (
	// patience is how long a store whose owner does not answer is waited for:
	// it may be starting, ending, or not share.
	patience = 10 * time.Second
	again    = 50 * time.Millisecond

	// ownPatience is how long an owner waits for another: a job that has the
	// file is done by then, or it is another bot.
	ownPatience = 3 * time.Second
)

// Options says how to open a store. The zero value is for a job on the command line.
type Options struct {
	// Own insists on having the file open in this process, as a bot that serves
	// must: it outlives the others.
	Own bool

	Log *slog.Logger // default slog.Default()

	writeIdle time.Duration // 0: the constant
}

// Store is a store in a file that this process has open or, where another one
// has it open already, reaches through that one. Open makes one.
type Store struct {
	path string
	opts Options

	open   sync.RWMutex // read-held by everything, so that Close waits
	closed bool         // under open

	mu   sync.Mutex
	own  *boltstore.Store // nil: another process has the file
	host *host            // nil: nobody else can use the store meanwhile
}

var _ storage.Maintainer = (*Store)(nil)

// Open opens the store in the file at path as boltstore.Open does, or finds the
// process that has it open. Its errors are those of boltstore.Open; storage.ErrFormat
// is also a process of another program, with which this one cannot work together.
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	s := &Store{path: path, opts: o}
	var err error
	if o.Own {
		err = s.take(ctx)
		for deadline := time.Now().Add(ownPatience); errors.Is(err, storage.ErrInUse) && time.Now().Before(deadline); {
			err = s.take(ctx)
		}
	} else {
		err = s.reach(ctx)
	}
	if err == nil && s.own == nil {
		err = s.View(ctx, func(storage.ReadTx) error { return nil })
		if !errors.Is(err, storage.ErrFormat) {
			err = nil // whoever has the file may be gone again, and the next one answers
		}
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// take opens the file in this process and lets others use it.
func (s *Store) take(ctx context.Context) error {
	own, err := boltstore.Open(ctx, s.path)
	if err != nil {
		return err
	}
	s.own = own
	if s.host, err = newHost(own, socketOf(s.path), cmp.Or(s.opts.writeIdle, writeIdle)); err != nil {
		s.opts.Log.Warn("other delphi commands cannot use the store while this one runs", "error", err)
	}
	return nil
}

// backend returns what to work with: the file, or whoever has it.
func (s *Store) backend() storage.Maintainer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.own != nil {
		return s.own
	}
	return &client{socket: socketOf(s.path), db: s.path}
}

// reach makes sure that there is a backend: a process that answers, or else the file in
// this one.
func (s *Store) reach(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for deadline := time.Now().Add(patience); s.own == nil; {
		conn, err := dial(ctx, socketOf(s.path), s.path)
		if err == nil {
			return conn.Close()
		}
		if !errors.Is(err, errGone) {
			return err
		}
		err = s.take(ctx)
		if err == nil || !errors.Is(err, storage.ErrInUse) || time.Now().After(deadline) {
			return err
		}
		if err := pause.For(ctx, again); err != nil {
			return err
		}
	}
	return nil
}

// with calls do with the backend, and again with another one if the first was gone
// before do had any effect.
func (s *Store) with(ctx context.Context, do func(context.Context, storage.Maintainer) error) error {
	ctx, err := storage.Enter(ctx, s)
	if err != nil {
		return err
	}
	s.open.RLock()
	defer s.open.RUnlock()
	if s.closed {
		return storage.ErrClosed
	}
	for deadline := time.Now().Add(patience); ; {
		if err = do(ctx, s.backend()); err != errGone || time.Now().After(deadline) {
			return err
		}
		if err := s.reach(ctx); err != nil {
			return err
		}
	}
}

// View implements storage.Store.
func (s *Store) View(ctx context.Context, fn func(storage.ReadTx) error) error {
	return s.with(ctx, func(ctx context.Context, b storage.Maintainer) error { return b.View(ctx, fn) })
}

// Update implements storage.Store.
func (s *Store) Update(ctx context.Context, fn func(storage.Tx) error) error {
	return s.with(ctx, func(ctx context.Context, b storage.Maintainer) error { return b.Update(ctx, fn) })
}

// Backup implements storage.Maintainer.
func (s *Store) Backup(ctx context.Context, w io.Writer) error {
	return s.with(ctx, func(ctx context.Context, b storage.Maintainer) error { return b.Backup(ctx, w) })
}

// Check implements storage.Maintainer.
func (s *Store) Check(ctx context.Context) (report storage.CheckReport, err error) {
	err = s.with(ctx, func(ctx context.Context, b storage.Maintainer) error { report, err = b.Check(ctx); return err })
	return report, err
}

// Compact implements storage.Maintainer.
func (s *Store) Compact(ctx context.Context) (before, after int64, err error) {
	err = s.with(ctx, func(ctx context.Context, b storage.Maintainer) error { before, after, err = b.Compact(ctx); return err })
	return before, after, err
}

// Damage returns the damage found since this process opened the file. It is nil if
// there was none, or if another process has the file.
func (s *Store) Damage() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.own == nil {
		return nil
	}
	return s.own.Damage()
}

// Size implements storage.Maintainer.
func (s *Store) Size() int64 {
	info, err := os.Stat(s.path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// Close implements storage.Store. Transactions of other processes are waited
// for too, but not for long.
func (s *Store) Close() error {
	s.open.Lock()
	defer s.open.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	var err error
	if s.host != nil {
		err = s.host.Close()
	}
	if s.own != nil {
		err = errors.Join(err, s.own.Close())
	}
	return err
}
