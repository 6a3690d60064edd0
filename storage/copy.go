package storage

import (
	"bytes"
	"context"
	"errors"
	"slices"
)

// ErrNotEmpty means that something is in a store already that a copy would have
// to replace.
var ErrNotEmpty = errors.New("the store is not empty")

// How much of a copy is written in one transaction.
const (
	copyEntries = 1000
	copyBytes   = 1 << 20
)

// own holds the kinds of records that belong to the processes using a store, which Copy
// leaves out.
var own = [][]byte{Key("lease")}

// deletedAtOnce is how many entries go in one transaction.
const deletedAtOnce = 5000

// Copy writes all entries of one store, as they are at one moment, into another, and
// returns how many it has written. If the other store is not empty, its entries are
// deleted first if replace says so; otherwise Copy fails with ErrNotEmpty. A copy that
// fails leaves a part behind.
func Copy(ctx context.Context, to, from Store, replace bool) (n int, err error) {
	if err := empty(ctx, to, replace); err != nil {
		return 0, err
	}
	err = from.View(ctx, func(tx ReadTx) error {
		var batch []Entry
		size := 0
		flush := func() error {
			err := to.Update(ctx, func(tx Tx) error {
				for _, e := range batch {
					if err := tx.Put(e.Key, e.Value); err != nil {
						return err
					}
				}
				return nil
			})
			if err == nil {
				n += len(batch)
			}
			batch, size = batch[:0], 0
			return err
		}
		for e, err := range tx.Scan(nil, nil) {
			if err != nil {
				return err
			}
			if isOwn(e.Key) {
				continue
			}
			batch = append(batch, Entry{bytes.Clone(e.Key), bytes.Clone(e.Value)})
			if size += len(e.Key) + len(e.Value); len(batch) == copyEntries || size >= copyBytes {
				if err := flush(); err != nil {
					return err
				}
			}
		}
		return flush()
	})
	return n, err
}

func isOwn(key []byte) bool {
	return slices.ContainsFunc(own, func(prefix []byte) bool { return bytes.HasPrefix(key, prefix) })
}

// empty fails if a store is not empty.
func empty(ctx context.Context, s Store, replace bool) error {
	for {
		n := 0
		err := s.View(ctx, func(tx ReadTx) error {
			n = 0
			for _, err := range tx.Scan(nil, nil) {
				n++
				return err
			}
			return nil
		})
		switch {
		case err != nil:
			return err
		case n == 0:
			return nil
		case !replace:
			return ErrNotEmpty
		}
		err = s.Update(ctx, func(tx Tx) error {
			_, err := DeleteRange(tx, nil, nil, deletedAtOnce)
			return err
		})
		if err != nil {
			return err
		}
	}
}
