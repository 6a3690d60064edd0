package memstore

import (
	"bytes"
	"context"
	"iter"
	"sync/atomic"

	"delphi/storage"

	"github.com/tidwall/btree"
)

// tree is ordered by key and copied on write: a copy costs nothing until one
// of the two is changed. The values in it are never changed in place.
type tree = btree.Map[string, []byte]

// Store is an empty store in memory until something is put into it. New makes
// one.
type Store struct {
	gate   *storage.Gate
	latest atomic.Pointer[tree] // what is committed; its entries never change
}

var _ storage.Store = (*Store)(nil)

// New returns an empty store.
func New() *Store {
	s := &Store{gate: storage.NewGate()}
	s.latest.Store(new(tree))
	return s
}

// View implements storage.Store.
func (s *Store) View(ctx context.Context, fn func(storage.ReadTx) error) error {
	ctx, leave, err := s.gate.Enter(ctx, s, false)
	if err != nil {
		return err
	}
	defer leave()
	t := &tx{ctx: ctx, tree: s.latest.Load()}
	defer t.End()
	return fn(t)
}

// Update implements storage.Store.
func (s *Store) Update(ctx context.Context, fn func(storage.Tx) error) error {
	ctx, leave, err := s.gate.Enter(ctx, s, true)
	if err != nil {
		return err
	}
	defer leave()
	t := &tx{ctx: ctx, tree: s.latest.Load().Copy()}
	defer t.End()
	if err := fn(t); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s.latest.Store(t.tree)
	return nil
}

// Close implements storage.Store; its error is always nil.
func (s *Store) Close() error {
	s.gate.Close(func() { s.latest.Store(new(tree)) })
	return nil
}

// tx is a transaction on its own snapshot.
type tx struct {
	storage.TxState
	ctx  context.Context
	tree *tree
}

func (t *tx) Context() context.Context { return t.ctx }

func (t *tx) Get(key []byte) ([]byte, bool, error) {
	if err := t.MayRead(); err != nil {
		return nil, false, err
	}
	v, ok := t.tree.Get(string(key))
	if !ok {
		return nil, false, nil
	}
	return append([]byte{}, v...), true, nil
}

func (t *tx) Scan(from, to []byte) iter.Seq2[storage.Entry, error] {
	return func(yield func(storage.Entry, error) bool) {
		if err := t.MayRead(); err != nil {
			yield(storage.Entry{}, err)
			return
		}
		defer t.Scanning()()
		t.tree.Ascend(string(from), func(k string, v []byte) bool {
			if len(to) > 0 && k >= string(to) {
				return false
			}
			if err := t.ctx.Err(); err != nil {
				yield(storage.Entry{}, err)
				return false
			}
			return yield(storage.Entry{Key: []byte(k), Value: v}, nil)
		})
	}
}

func (t *tx) Put(key, value []byte) error {
	if err := t.MayPut(key, value); err != nil {
		return err
	}
	t.tree.Set(string(key), bytes.Clone(value))
	return nil
}

func (t *tx) Delete(key []byte) error {
	if err := t.MayWrite(); err != nil {
		return err
	}
	t.tree.Delete(string(key))
	return nil
}
