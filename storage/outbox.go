package storage

import (
	"context"
	"encoding/json"
	"time"
)

// Outbox keeps announcements until they have been sent. An event and the note that
// announces it are written in one transaction, so that no crash can come between them.
// The zero value with a Store is ready for use.
//
// A note has a key, which ensures that one thing is said only once in a place. The note
// is stored under "outbox", the network, the place, the time and the key. The time at
// which it was put is stored under "outbox-key", network, place and key, for OutboxAge.
type Outbox struct{ Store Store }

// OutboxAge is how long the key of a note is remembered.
const OutboxAge = 24 * time.Hour

// Note is one thing to be said in a place.
type Note struct {
	Network string    `json:"network"`
	Place   string    `json:"place"`
	Key     string    `json:"key"` // of the game, event or piece of news
	Body    []byte    `json:"body"`
	At      time.Time `json:"at"`

	// Since is when a holder of the network began to send it, and Begun the epoch of
	// its lease; both are zero if nobody has.
	Begun uint64    `json:"begun,omitempty"`
	Since time.Time `json:"since,omitzero"`
}

func (n *Note) storeKey() []byte {
	return Key("outbox", n.Network, n.Place, Number(uint64(n.At.UnixNano())), n.Key)
}

func (n *Note) knownKey() []byte { return Key("outbox-key", n.Network, n.Place, n.Key) }

// Put adds a note in the transaction that makes it true. It does nothing if a note with
// this key was put in the place before.
func (Outbox) Put(tx Tx, n Note) error {
	if _, known, err := tx.Get(n.knownKey()); err != nil || known {
		return err
	}
	if err := tx.Put(n.knownKey(), []byte(Number(uint64(n.At.Unix())))); err != nil {
		return err
	}
	return putNote(tx, &n)
}

func putNote(tx Tx, n *Note) error {
	v, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return tx.Put(n.storeKey(), v)
}

// Next returns the next note to send in each place of a network.
func (o Outbox) Next(ctx context.Context, network string) (out []Note, err error) {
	err = o.Store.View(ctx, func(tx ReadTx) error {
		out = nil
		prefix := Key("outbox", network)
		for from, end := prefix, PrefixEnd(prefix); from != nil; {
			var n Note
			found := false
			for e, err := range tx.Scan(from, end) {
				if err != nil {
					return err
				}
				found = true
				if err := json.Unmarshal(e.Value, &n); err != nil {
					return err
				}
				break
			}
			if !found {
				return nil
			}
			out = append(out, n)
			from = PrefixEnd(Key("outbox", network, n.Place))
		}
		return nil
	})
	return out, Wrap("what is to be announced", err)
}

// Begin records that the holder of an epoch is starting to send a note.
func (o Outbox) Begin(ctx context.Context, g Guard, n *Note, epoch uint64, now time.Time) error {
	begun := *n
	begun.Begun, begun.Since = epoch, now
	err := o.guarded(ctx, g, func(tx Tx) error {
		if _, there, err := tx.Get(n.storeKey()); err != nil || !there {
			return err
		}
		return putNote(tx, &begun)
	})
	if err == nil {
		*n = begun
	}
	return err
}

// Done deletes a note that was sent or never will be. Its key stays known.
func (o Outbox) Done(ctx context.Context, g Guard, n *Note) error {
	return o.guarded(ctx, g, func(tx Tx) error { return tx.Delete(n.storeKey()) })
}

func (o Outbox) guarded(ctx context.Context, g Guard, do func(Tx) error) error {
	return o.Store.Update(ctx, func(tx Tx) error {
		if err := g.Guard(tx); err != nil {
			return err
		}
		return do(tx)
	})
}

// judgeKnown forgets the keys of notes that were sent long ago.
func judgeKnown(_ string, value []byte, now time.Time) verdict {
	at, err := ParseNumber(string(value))
	return verdict{drop: err != nil || now.Sub(time.Unix(int64(at), 0)) > OutboxAge}
}
