package boltstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime/debug"

	"delphi/storage"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// tx is a transaction. On a damaged file bbolt panics, or reads mapped memory
// that is not there; everything that calls bbolt turns both into an error that
// is storage.ErrDamaged. Panics of the function that was given to View or
// Update go on as they are.
type tx struct {
	storage.TxState
	ctx     context.Context
	store   *Store
	file    *file
	raw     *bbolt.Tx
	bucket  *bbolt.Bucket
	tally   tally // of a writer
	puts    int   // of a writer
	dirty   bool
	onFault bool // what SetPanicOnFault was before
}

// begin begins a transaction on the entries in this goroutine; finish ends it.
func (s *Store) begin(ctx context.Context, writable bool) (*tx, error) {
	t, err := s.beginRaw(ctx, writable)
	if err != nil {
		return nil, err
	}
	if err := t.open(writable); err != nil {
		t.finish(&err)
		return nil, err
	}
	return t, nil
}

// beginRaw begins a transaction without looking for the entries.
func (s *Store) beginRaw(ctx context.Context, writable bool) (t *tx, err error) {
	f, err := s.acquire()
	if err != nil {
		return nil, err
	}
	t = &tx{ctx: ctx, store: s, file: f, onFault: debug.SetPanicOnFault(true)}
	if f.wedged.Load() {
		err = *s.damage.Load()
	} else {
		err = t.start(writable)
	}
	if err != nil {
		debug.SetPanicOnFault(t.onFault)
		f.users.Done()
		return nil, err
	}
	return t, nil
}

// start takes bbolt's locks.
func (t *tx) start(writable bool) (err error) {
	began := false
	defer func() {
		if r := recover(); r != nil {
			err = t.store.found(r)
			if !began {
				t.file.wedged.Store(true)
			}
		}
		if err != nil && began {
			t.rollback()
		}
	}()
	last := t.file.last.Load()
	t.raw, err = t.file.db.Begin(writable)
	switch {
	case errors.Is(err, bolterrors.ErrDatabaseNotOpen):
		return storage.ErrClosed
	case err != nil:
		return fmt.Errorf("database %s: %w", t.store.path, err)
	}
	began = true
	// With one header page damaged bbolt goes back to the other, and thereby to
	// the state before the last change.
	now := int64(t.raw.ID())
	if writable {
		now--
	}
	if now < last {
		return t.store.found(errors.New("a header page was changed, and the last change is missing"))
	}
	return nil
}

// open finds the entries and, for a writer, their tally.
func (t *tx) open(writable bool) (err error) {
	defer t.caught(&err)
	if t.bucket = t.raw.Bucket(entriesBucket); t.bucket == nil {
		return t.store.found(errors.New("the bucket of all entries is missing"))
	}
	if writable {
		if t.tally, err = readTally(t.raw); err != nil {
			return t.store.found(err)
		}
	}
	return nil
}

// finish ends the transaction, with a rollback where it was not committed. It
// is deferred itself: a fault in mapped memory, which the caller's function may
// touch through an Entry, becomes an error, any other panic goes on.
func (t *tx) finish(err *error) {
	r := recover()
	t.End()
	t.rollback()
	debug.SetPanicOnFault(t.onFault)
	t.file.users.Done()
	if r == nil {
		return
	}
	if !storage.IsFault(r) {
		panic(r)
	}
	*err = t.store.found(r)
}

// rollback ends bbolt's transaction; it does nothing after a commit.
func (t *tx) rollback() {
	defer func() {
		if r := recover(); r != nil {
			_ = t.store.found(r)
			t.file.wedged.Store(true)
		}
	}()
	_ = t.raw.Rollback()
}

// manyPuts is the number of writes from which a transaction leaves little room in the
// pages that it splits, because the neighbours of its entries came along with them. The
// room that bbolt leaves otherwise, half of each page, is for entries that come one by
// one.
const manyPuts = 1000

// commit writes the tally and commits.
func (t *tx) commit() (err error) {
	defer t.caught(&err)
	if t.dirty {
		if err := writeTally(t.raw, t.tally); err != nil {
			return t.store.failed(err)
		}
	}
	if t.puts >= manyPuts {
		t.bucket.FillPercent = 0.9
	}
	id := int64(t.raw.ID())
	if err := t.raw.Commit(); err != nil {
		return t.store.failed(err)
	}
	t.file.last.Store(id)
	return nil
}

// caught is deferred around calls into bbolt and turns their panics into errors.
func (t *tx) caught(err *error) {
	if r := recover(); r != nil {
		*err = t.store.found(r)
	}
}

func (t *tx) Context() context.Context { return t.ctx }

func (t *tx) Get(key []byte) (value []byte, ok bool, err error) {
	if err := t.MayRead(); err != nil {
		return nil, false, err
	}
	v, _, ok, err := t.get(key)
	if !ok || err != nil {
		return nil, false, err
	}
	return append([]byte{}, v...), true, nil
}

// get returns the value itself, not a copy, and its seal.
func (t *tx) get(key []byte) (value []byte, sum uint64, ok bool, err error) {
	defer t.caught(&err)
	c := t.bucket.Cursor()
	k, stored := c.Seek(key)
	if !bytes.Equal(k, key) || len(key) == 0 {
		return nil, 0, false, t.missing(key, k, c)
	}
	if value, sum, err = unseal(key, stored); err != nil {
		return nil, 0, false, t.store.found(err)
	}
	return value, sum, true, nil
}

var errOrder = errors.New("keys are out of order")

// missing verifies that a key which was not found is indeed not there: the keys
// next to its place must lie on either side of it. A key that was changed, here
// or in a page above, would make the search end in the wrong place.
func (t *tx) missing(key, next []byte, c *bbolt.Cursor) error {
	var prev []byte
	if next == nil {
		prev, _ = c.Last()
	} else {
		prev, _ = c.Prev()
	}
	if next != nil && bytes.Compare(next, key) < 0 || prev != nil && len(key) > 0 && bytes.Compare(prev, key) >= 0 {
		return t.store.found(fmt.Errorf("%w near %q", errOrder, clip(key)))
	}
	return nil
}

func (t *tx) Scan(from, to []byte) iter.Seq2[storage.Entry, error] {
	return func(yield func(storage.Entry, error) bool) {
		if err := t.MayRead(); err != nil {
			yield(storage.Entry{}, err)
			return
		}
		defer t.Scanning()()
		c := t.bucket.Cursor()
		e, err := t.step(func() (k, v []byte) { return c.Seek(from) })
		for next := c.Next; ; e, err = t.step(next) {
			if err == nil && (e.Key == nil || len(to) > 0 && bytes.Compare(e.Key, to) >= 0) {
				return
			}
			if err == nil {
				err = t.ctx.Err()
			}
			if err != nil {
				yield(storage.Entry{}, err)
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// step moves a cursor on and verifies what is there; the key is nil at the end.
func (t *tx) step(move func() (k, v []byte)) (e storage.Entry, err error) {
	defer t.caught(&err)
	k, stored := move()
	if k == nil {
		return storage.Entry{}, nil
	}
	v, _, err := unseal(k, stored)
	if err != nil {
		return storage.Entry{}, t.store.found(err)
	}
	return storage.Entry{Key: k, Value: v}, nil
}

func (t *tx) Put(key, value []byte) (err error) {
	if err := t.MayPut(key, value); err != nil {
		return err
	}
	return t.change(key, seal(key, value)) // a slice of its own: bbolt keeps it until the commit
}

func (t *tx) Delete(key []byte) error {
	if err := t.MayWrite(); err != nil {
		return err
	}
	return t.change(key, nil)
}

// change replaces what is stored for key; nil removes it.
func (t *tx) change(key, stored []byte) (err error) {
	defer t.caught(&err)
	_, old, ok, err := t.get(key)
	if err != nil {
		return err
	}
	if ok {
		t.tally.drop(old)
	}
	switch {
	case stored != nil:
		t.dirty = true
		t.puts++
		t.tally.add(sumOf(stored))
		return wrapNil("put", t.bucket.Put(key, stored))
	case ok:
		t.dirty = true
		return wrapNil("delete", t.bucket.Delete(key))
	}
	return nil
}

func wrapNil(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}
