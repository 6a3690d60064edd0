package storage

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// ErrAway means that the store cannot be reached at present. It may be there again
// soon.
var ErrAway = errors.New("the store cannot be reached")

// Lost reports whether an error means that the whole store is unusable at present: it
// is damaged, unreachable, or of another format.
func Lost(err error) bool {
	return slices.ContainsFunc([]error{ErrDamaged, ErrAway, ErrFormat, ErrNotStore}, func(e error) bool { return errors.Is(err, e) })
}

// forgivable reports whether what was read is good although its use could not be noted:
// the store is Lost, or its disk is full. A process that may no longer write, or that
// lost a race against another, has no answer to give.
func forgivable(ctx context.Context, err error) bool {
	return err == nil || Lost(err) || ctx.Err() == nil && ctx.Value(guardKey{}) == nil && !errors.Is(err, ErrRepeated)
}

// Unavailable returns a store in place of one that could not be opened: whatever is asked
// of it fails with err.
func Unavailable(err error) Store { return unavailable{err} }

type unavailable struct{ err error }

func (u unavailable) View(context.Context, func(ReadTx) error) error { return u.err }
func (u unavailable) Update(context.Context, func(Tx) error) error   { return u.err }
func (u unavailable) Close() error                                   { return nil }

// How long a Brief waits, and how long it does not try again.
const (
	briefly = 1500 * time.Millisecond
	pause   = 3 * time.Second
)

// Brief is a circuit breaker around a store, for data that can be done without: its
// Views end within a moment, and once one has failed to reach the store, the next ones
// fail at once with ErrAway, except for an occasional one that tries again. Updates are
// not tried in the meantime either. NewBrief makes one.
type Brief struct {
	store Store
	now   func() time.Time
	wait  time.Duration

	mu   sync.Mutex
	away error     // nil: it is there, as far as is known
	next time.Time // when it is tried again
}

// NewBrief wraps a store in a Brief. Closing the Brief closes the store.
func NewBrief(s Store) *Brief { return &Brief{store: s, now: time.Now, wait: briefly} }

// Away returns why the store is not being asked at present, or nil if it is.
func (b *Brief) Away() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.away
}

// turn returns why the store is not to be asked now. When it is time to try again, the
// caller is the one who tries.
func (b *Brief) turn() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.away == nil {
		return nil
	}
	if now := b.now(); !now.Before(b.next) {
		b.next = now.Add(pause)
		return nil
	}
	return b.away
}

// heard notes what came of asking the store.
func (b *Brief) heard(away error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.away = away; away != nil {
		b.next = b.now().Add(pause)
	}
}

// View implements Store.
func (b *Brief) View(ctx context.Context, fn func(ReadTx) error) error {
	if err := b.turn(); err != nil {
		return err
	}
	soon, cancel := context.WithTimeout(ctx, b.wait)
	defer cancel()
	err := b.store.View(soon, fn)
	switch {
	case ctx.Err() != nil: // the caller has gone: that tells nothing
	case err != nil && soon.Err() != nil && !errors.Is(err, ErrAway):
		err = fmt.Errorf("%w: it did not answer within %v (%w)", ErrAway, b.wait, err)
		b.heard(err)
	case errors.Is(err, ErrAway):
		b.heard(err)
	default:
		b.heard(nil)
	}
	return err
}

// Update implements Store.
func (b *Brief) Update(ctx context.Context, fn func(Tx) error) error {
	if err := b.Away(); err != nil {
		return err
	}
	return b.store.Update(ctx, fn)
}

// Close implements Store.
func (b *Brief) Close() error { return b.store.Close() }
