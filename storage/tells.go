package storage

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"
)

// Tell is a message that somebody left for somebody else in a place.
type Tell struct {
	To   string    `json:"to"`   // how they are called there, as it was written
	From string    `json:"from"` // how the sender is called
	User string    `json:"user"` // who that is to the network
	Text string    `json:"text"`
	At   time.Time `json:"at"`
}

// Bounds of what Tells keeps.
const (
	MaxTells = 5                   // that wait in a place for one person, or on a network from one
	TellAge  = 30 * 24 * time.Hour // older ones are dropped
)

// What Leave refuses.
var (
	ErrTellsTo   = errors.New("as many messages wait for them as may")
	ErrTellsFrom = errors.New("as many messages of the sender wait as may")
)

// Tells durably keeps the messages that people leave for each other until they are
// delivered. Who has messages waiting is held in memory, because Waiting is called for
// every line of chat. It is safe for many goroutines.
type Tells struct {
	store Store
	Now   func() time.Time

	mu      sync.Mutex
	waiting map[string]bool // by place and name
}

// NewTells returns the Tells of a store. Until Refresh is called, nobody is known to
// have messages.
func NewTells(store Store) *Tells {
	return &Tells{store: store, Now: time.Now, waiting: map[string]bool{}}
}

// tellKey returns the prefix of the keys for one person; the case of names does not
// matter.
func tellKey(network, place, name string) []byte {
	return Key("tell", network, place, strings.ToLower(name))
}

// Leave keeps a message for t.To and fills in its time. It fails with ErrTellsTo or
// ErrTellsFrom if too many are waiting.
func (s *Tells) Leave(ctx context.Context, network, place string, t Tell) error {
	now := s.Now()
	t.At = now
	key := tellKey(network, place, t.To)
	err := s.store.Update(ctx, func(tx Tx) error {
		to, from := 0, 0
		for e, err := range ScanPrefix(tx, Key("tell", network)) {
			if err != nil {
				return err
			}
			known, ok := readTell(e.Value, now)
			if !ok {
				continue
			}
			if known.User == t.User {
				from++
			}
			if strings.HasPrefix(string(e.Key), string(key)) {
				to++
			}
		}
		switch {
		case to >= MaxTells:
			return ErrTellsTo
		case from >= MaxTells:
			return ErrTellsFrom
		}
		value, err := json.Marshal(t)
		if err != nil {
			return err
		}
		for n := uint64(now.UnixNano()); ; n++ {
			at := Key("tell", network, place, strings.ToLower(t.To), Number(n))
			if _, taken, err := tx.Get(at); err != nil || !taken {
				if err != nil {
					return err
				}
				return tx.Put(at, value)
			}
		}
	})
	if err == nil {
		s.mu.Lock()
		s.waiting[string(key)] = true
		s.mu.Unlock()
	}
	return Wrap("tell", err)
}

// Waiting reports whether a message may be waiting in a place for any of the names. It
// does no I/O.
func (s *Tells) Waiting(network, place string, names ...string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.waiting) > 0 && slices.ContainsFunc(names, func(name string) bool { return s.waiting[string(tellKey(network, place, name))] })
}

// Take removes and returns the messages waiting in a place for any of the names, the
// oldest first.
func (s *Tells) Take(ctx context.Context, network, place string, names ...string) (out []Tell, err error) {
	err = s.store.Update(ctx, func(tx Tx) error {
		out = nil
		for _, name := range names {
			var keys [][]byte
			for e, err := range ScanPrefix(tx, tellKey(network, place, name)) {
				if err != nil {
					return err
				}
				keys = append(keys, slices.Clone(e.Key))
				if t, ok := readTell(e.Value, s.Now()); ok {
					out = append(out, t)
				}
			}
			for _, key := range keys {
				if err := tx.Delete(key); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err == nil {
		s.mu.Lock()
		for _, name := range names {
			delete(s.waiting, string(tellKey(network, place, name)))
		}
		s.mu.Unlock()
	}
	slices.SortStableFunc(out, func(a, b Tell) int { return a.At.Compare(b.At) })
	return out, Wrap("tell", err)
}

// Refresh reads who has messages waiting: another process may have kept some.
func (s *Tells) Refresh(ctx context.Context) error {
	waiting := map[string]bool{}
	err := s.store.View(ctx, func(tx ReadTx) error {
		clear(waiting)
		for e, err := range ScanPrefix(tx, Key("tell")) {
			if err != nil {
				return err
			}
			segments, err := SplitKey(e.Key)
			if err != nil || len(segments) < 4 {
				return err
			}
			waiting[string(tellKey(segments[1], segments[2], segments[3]))] = true
		}
		return nil
	})
	if err == nil {
		s.mu.Lock()
		s.waiting = waiting
		s.mu.Unlock()
	}
	return Wrap("tell", err)
}

// readTell reads a record; ok is false if it is too old, or unreadable.
func readTell(value []byte, now time.Time) (t Tell, ok bool) {
	err := json.Unmarshal(value, &t)
	return t, err == nil && now.Sub(t.At) < TellAge
}

func judgeTell(_ string, record []byte, now time.Time) verdict {
	_, ok := readTell(record, now)
	return verdict{drop: !ok}
}
