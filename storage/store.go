package storage

import (
	"context"
	"errors"
	"fmt"
	"iter"
)

// Store is an ordered key/value store with transactions. Keys are bytes in one
// key space, ordered as bytes.Compare orders them. It is safe for use by many
// goroutines at once.
//
// A transaction is one call of View or Update. It sees the store as it was
// when it began, with its own writes on top; nothing of it is seen outside
// before it has committed.
//
// Never begin a transaction inside another on the same store: on some stores
// the two wait for each other. A call that is given the outer transaction's
// Context is refused with ErrNested; one that is given another context is not
// noticed and may wait until that context is done, or for ever.
type Store interface {
	// View calls fn with a read-only transaction and returns fn's error as it
	// is. A ctx that is done refuses before fn is called.
	View(ctx context.Context, fn func(ReadTx) error) error

	// Update calls fn with a transaction that may write, one at a time. It
	// returns nil if and only if everything fn wrote is kept, on stable
	// storage where the store has one. If fn fails (its error is returned as
	// it is) or panics, or ctx is done before the commit, nothing is kept.
	// ctx also bounds the wait for other writers.
	//
	// fn may run again on a conflict: it must have no effect but on its Tx,
	// and must set afresh whatever it hands out.
	Update(ctx context.Context, fn func(Tx) error) error

	// Close waits for the open transactions, so it must not be called inside
	// one, and gives up the store. Later transactions fail with ErrClosed; a
	// later Close does nothing and returns nil.
	Close() error
}

// ReadTx reads within a transaction. It is used by one goroutine at a time and
// only until the function it was given to returns; after that every method
// fails with ErrTxDone.
type ReadTx interface {
	// Context is the transaction's context, done when the one given to View
	// or Update is. Whatever is called from inside the transaction gets this
	// one, so that a nested transaction is refused and not waited for.
	Context() context.Context

	// Get returns a copy of key's value, which the caller owns; ok is false,
	// and the value nil, where there is no such key. An empty value is not nil.
	Get(key []byte) (value []byte, ok bool, err error)

	// Scan gives the entries from <= key < to in ascending order. An empty
	// from begins at the first key, an empty to ends after the last. When the
	// scan cannot go on, because it failed or the context is done, the error
	// comes as the last pair, with an empty Entry. In a Tx, writes are refused
	// with ErrScanning until the loop is over.
	Scan(from, to []byte) iter.Seq2[Entry, error]
}

// Tx reads and writes within a transaction.
type Tx interface {
	ReadTx

	// Put sets key's value. Both slices are copied: the caller may reuse them.
	// A key is 1 to MaxKey bytes, a value 0 to MaxValue bytes; nil is an empty
	// value.
	Put(key, value []byte) error

	// Delete removes key. Deleting a missing key is not an error.
	Delete(key []byte) error
}

// Entry is one key and its value within a scan. Both are read-only and valid
// only until the loop's next turn: copy what is to be kept.
type Entry struct{ Key, Value []byte }

// The largest key and value that every store takes, in bytes.
const (
	MaxKey   = 2 << 10
	MaxValue = 1 << 20
)

// Errors of opening a store.
var (
	// ErrInUse means that another process has the store open.
	ErrInUse = errors.New("the store is in use")
	// ErrNotStore means that what is there is not a store, or a damaged one.
	ErrNotStore = errors.New("not a readable store")
)

// Errors of beginning a transaction.
var (
	// ErrClosed means that the store has been closed.
	ErrClosed = errors.New("the store is closed")
	// ErrNested means that a transaction on this store is open in the caller.
	ErrNested = errors.New("a transaction inside another on the same store")
)

// Errors within a transaction.
var (
	// ErrTxDone means that the transaction is over.
	ErrTxDone = errors.New("the transaction is over")
	// ErrScanning means a write while a scan of the same transaction is open.
	// Collect the keys first, or use DeleteRange.
	ErrScanning = errors.New("a write during a scan")
	// ErrKeySize means a key that is empty or longer than MaxKey.
	ErrKeySize = errors.New("key size out of bounds")
	// ErrValueSize means a value longer than it may be.
	ErrValueSize = errors.New("value too long")
)

// ScanPrefix gives the entries whose key begins with prefix, as Scan does.
func ScanPrefix(tx ReadTx, prefix []byte) iter.Seq2[Entry, error] {
	return tx.Scan(prefix, PrefixEnd(prefix))
}

// ManyScanner is a transaction that reads the entries of many prefixes in fewer requests
// than one for each. The entries of one prefix come in their order, those of several in
// any.
type ManyScanner interface {
	ScanPrefixes(prefixes [][]byte, each func(i int, e Entry) error) error
}

// ScanPrefixes gives the entries whose keys begin with one of several prefixes, with the
// prefix's place in the list. each must not use tx.
func ScanPrefixes(tx ReadTx, prefixes [][]byte, each func(i int, e Entry) error) error {
	if many, ok := tx.(ManyScanner); ok {
		return many.ScanPrefixes(prefixes, each)
	}
	for i, p := range prefixes {
		for e, err := range ScanPrefix(tx, p) {
			if err != nil {
				return err
			}
			if err := each(i, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// DeleteRange deletes the first limit entries of from <= key < to, all of them
// where limit is 0 or less, and returns how many it deleted. The bounds are as
// in Scan.
func DeleteRange(tx Tx, from, to []byte, limit int) (int, error) {
	var keys [][]byte
	for e, err := range tx.Scan(from, to) {
		if err != nil {
			return 0, err
		}
		keys = append(keys, append([]byte(nil), e.Key...))
		if len(keys) == limit {
			break
		}
	}
	for i, k := range keys {
		if err := tx.Delete(k); err != nil {
			return i, err
		}
	}
	return len(keys), nil
}

// Wrap says of an error of what it is; nil stays nil.
func Wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}
