package storage

import (
	"context"
	"errors"
	"testing"
	"time"
)

// moody is a store that answers, does not answer, or is away.
type moody struct {
	Store
	silent bool
	err    error
	asked  int
}

func (m *moody) View(ctx context.Context, fn func(ReadTx) error) error {
	m.asked++
	if m.silent {
		<-ctx.Done()
		return ctx.Err()
	}
	return m.err
}

func (m *moody) Update(context.Context, func(Tx) error) error { m.asked++; return m.err }

// TestBrief: a store that does not answer keeps nobody waiting more than once in a
// while.
func TestBrief(t *testing.T) {
	m := &moody{silent: true}
	now := time.Unix(1, 0)
	b := NewBrief(m)
	b.now, b.wait = func() time.Time { return now }, time.Millisecond
	view := func(away bool, asked int) {
		t.Helper()
		if err := b.View(t.Context(), nil); errors.Is(err, ErrAway) != away || m.asked != asked || (b.Away() != nil) != away {
			t.Errorf("View = %v, Away = %v, asked %d times, want %v, %d", err, b.Away(), m.asked, away, asked)
		}
	}
	view(true, 1)
	view(true, 1)
	if err := b.Update(t.Context(), nil); !errors.Is(err, ErrAway) || m.asked != 1 {
		t.Errorf("Update = %v, asked %d times", err, m.asked)
	}
	now = now.Add(pause)
	view(true, 2) // one tries again
	view(true, 2)
	now = now.Add(pause)
	m.silent = false
	view(false, 3)
	view(false, 4)
	m.err = ErrDamaged // which is told at once, each time
	view(false, 5)
	m.err = ErrAway
	view(true, 6)
	view(true, 6)

	m.err, m.silent = nil, true
	b = NewBrief(m)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.View(gone, nil); !errors.Is(err, context.Canceled) || b.Away() != nil {
		t.Errorf("for a caller who has gone: %v, %v", err, b.Away())
	}
}

// TestReadingsOfALostStore: what was read last is believed while it cannot be read again.
func TestReadingsOfALostStore(t *testing.T) {
	now := time.Unix(1, 0)
	r := newReadings[int]()
	r.Now, r.Fresh = func() time.Time { return now }, time.Second
	n, failure := 1, error(nil)
	get := func(key string) (int, error) {
		return r.get(key, func() (int, error) { return n, failure })
	}
	if v, err := get("a"); v != 1 || err != nil {
		t.Errorf("%d, %v", v, err)
	}
	now, n, failure = now.Add(time.Minute), 2, ErrAway
	if v, err := get("a"); v != 1 || err != nil {
		t.Errorf("while the store is away: %d, %v", v, err)
	}
	if _, err := get("b"); !errors.Is(err, ErrAway) {
		t.Errorf("what was never read: %v", err)
	}
	failure = errors.New("not JSON")
	if _, err := get("a"); !errors.Is(err, failure) {
		t.Errorf("another error: %v", err)
	}
	failure = nil
	if v, err := get("a"); v != 2 || err != nil {
		t.Errorf("once it is back: %d, %v", v, err)
	}
}
