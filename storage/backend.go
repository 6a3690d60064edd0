package storage

import (
	"context"
	"fmt"
	"runtime"
)

// insideKey marks a context as belonging to a transaction on one store.
type insideKey struct{ store Store }

// Enter is for implementations of Store, which call it before they begin a transaction.
// It refuses a ctx that is done, and one that belongs to an open transaction on s
// (ErrNested), and returns the new transaction's Context. s must be a pointer or
// otherwise comparable.
func Enter(ctx context.Context, s Store) (context.Context, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if ctx.Value(insideKey{s}) != nil {
		return nil, ErrNested
	}
	return context.WithValue(ctx, insideKey{s}, true), nil
}

// CheckKey is for implementations of Store: it returns an error that is ErrKeySize for
// a key that Put must refuse.
func CheckKey(key []byte) error {
	if len(key) == 0 || len(key) > MaxKey {
		return fmt.Errorf("%w: %d bytes, must be 1 to %d", ErrKeySize, len(key), MaxKey)
	}
	return nil
}

// TxState is for implementations of Store: it tracks what a transaction must know to
// refuse what its contract forbids. Its zero value is a transaction in which nothing is
// open.
type TxState struct {
	done  bool
	scans int // how many are open
}

// End ends the transaction: from then on everything fails with ErrTxDone.
func (t *TxState) End() { t.done = true }

// MayRead returns ErrTxDone once the transaction has ended.
func (t *TxState) MayRead() error {
	if t.done {
		return ErrTxDone
	}
	return nil
}

// MayWrite returns ErrTxDone once the transaction has ended, and ErrScanning
// inside a Scan.
func (t *TxState) MayWrite() error {
	if t.scans > 0 && !t.done {
		return ErrScanning
	}
	return t.MayRead()
}

// MayPut combines MayWrite with CheckPut of the pair.
func (t *TxState) MayPut(key, value []byte) error {
	if err := t.MayWrite(); err != nil {
		return err
	}
	return CheckPut(key, value)
}

// Scanning marks a Scan as open until the function that it returns is called.
func (t *TxState) Scanning() (end func()) {
	t.scans++
	return func() { t.scans-- }
}

// CheckPut is for implementations of Store: it returns an error that is ErrKeySize or
// ErrValueSize for a pair that Put must refuse.
func CheckPut(key, value []byte) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	if len(value) > MaxValue {
		return fmt.Errorf("%w: %d bytes, at most %d", ErrValueSize, len(value), MaxValue)
	}
	return nil
}

// IsFault is for stores that map files into memory: it reports whether a recovered
// panic is a fault in memory that is mapped but has nothing behind it, because the file
// is damaged. Such faults are panics only in a goroutine for which
// debug.SetPanicOnFault is set. A nil pointer is not a fault.
func IsFault(recovered any) bool {
	e, ok := recovered.(runtime.Error)
	if !ok {
		return false
	}
	a, ok := e.(interface{ Addr() uintptr })
	return ok && a.Addr() >= 1<<12
}
