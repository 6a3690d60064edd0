package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// Topic is one term that a place explains, with every version of it that is kept, the
// newest last. A Topic without versions does not exist.
type Topic struct {
	Key      string         `json:"-"`    // the term in the one spelling that it is found by
	Term     string         `json:"term"` // as it was written first
	Locked   bool           `json:"locked,omitempty"`
	Versions []TopicVersion `json:"versions"`
}

// TopicVersion is what a Topic said from one change to the next.
type TopicVersion struct {
	N     int         `json:"n"`              // counts the changes, from 1
	What  string      `json:"what"`           // the change: "add", "edit", ...
	By    string      `json:"by"`             // who made it, as they were called
	User  string      `json:"user,omitempty"` // who that is to the network
	At    time.Time   `json:"at"`
	Texts []TopicText `json:"texts,omitempty"` // none: the term was deleted, or leads to See
	See   string      `json:"see,omitempty"`   // the term that it leads to
	Of    int         `json:"of,omitempty"`    // of an undo: the version that was restored; 0: what was before the first
}

// TopicText is one of the texts of a term.
type TopicText struct {
	Text string    `json:"text"`
	By   string    `json:"by,omitempty"`
	At   time.Time `json:"at,omitzero"`
}

// Now returns the newest version, or the zero value if there is none.
func (t *Topic) Now() TopicVersion {
	if len(t.Versions) == 0 {
		return TopicVersion{}
	}
	return t.Versions[len(t.Versions)-1]
}

// Gone reports whether the term says nothing now: it was deleted, or never
// was.
func (t *Topic) Gone() bool {
	now := t.Now()
	return len(now.Texts) == 0 && now.See == ""
}

// Topics keeps the terms of each place, durably: a write that returned nil is
// kept. The zero value with a Store is ready for use.
type Topics struct{ Store Store }

func topicKey(place, key string) []byte { return Key("topic", place, key) }

// Topic reads one term of a place; a missing one is Gone.
func (s Topics) Topic(ctx context.Context, place, key string) (e Topic, err error) {
	err = s.Store.View(ctx, func(tx ReadTx) error {
		e, err = readTopic(tx, place, key)
		return err
	})
	return e, Wrap("topic "+key, err)
}

func readTopic(tx ReadTx, place, key string) (Topic, error) {
	e := Topic{Key: key}
	b, ok, err := tx.Get(topicKey(place, key))
	if err == nil && ok {
		err = json.Unmarshal(b, &e)
	}
	return e, err
}

// All lists the terms of a place in the order of their keys, also those that
// are Gone.
func (s Topics) All(ctx context.Context, place string) (out []Topic, err error) {
	err = s.Store.View(ctx, func(tx ReadTx) error {
		out, err = allTopics(tx, place)
		return err
	})
	return out, Wrap("topics", err)
}

func allTopics(tx ReadTx, place string) (out []Topic, err error) {
	for e, err := range ScanPrefix(tx, Key("topic", place)) {
		if err != nil {
			return nil, err
		}
		segments, err := SplitKey(e.Key)
		if err != nil {
			return nil, err
		}
		x := Topic{Key: segments[len(segments)-1]}
		if err := json.Unmarshal(e.Value, &x); err != nil {
			return nil, fmt.Errorf("topic %q: %w", x.Key, err)
		}
		out = append(out, x)
	}
	return out, nil
}

// Places lists the places that have any.
func (s Topics) Places(ctx context.Context) (out []string, err error) {
	err = s.Store.View(ctx, func(tx ReadTx) error {
		out = nil
		from, end := Key("topic"), PrefixEnd(Key("topic"))
		for from != nil {
			var next []byte
			for e, err := range tx.Scan(from, end) { // the first of each place
				if err != nil {
					return err
				}
				segments, err := SplitKey(e.Key)
				if err != nil {
					return err
				}
				out = append(out, segments[1])
				next = PrefixEnd(Key("topic", segments[1]))
				break
			}
			from = next
		}
		return nil
	})
	return out, Wrap("topics", err)
}

// TopicTx reads and writes the terms of one place within a transaction.
type TopicTx struct {
	tx    Tx
	place string
}

// Get reads one term; a missing one is Gone.
func (t *TopicTx) Get(key string) (Topic, error) { return readTopic(t.tx, t.place, key) }

// All lists the terms of the place in the order of their keys.
func (t *TopicTx) All() ([]Topic, error) { return allTopics(t.tx, t.place) }

// Put writes a term under its Key.
func (t *TopicTx) Put(e Topic) error {
	b, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return t.tx.Put(topicKey(t.place, e.Key), b)
}

// Drop removes a term with all its versions. Dropping a missing one is not an
// error.
func (t *TopicTx) Drop(key string) error { return t.tx.Delete(topicKey(t.place, key)) }

// Change changes terms of a place in one transaction. change may run again, so
// it must have no other effect; its own error comes back as it is.
func (s Topics) Change(ctx context.Context, place string, change func(*TopicTx) error) error {
	return s.Store.Update(ctx, func(tx Tx) error { return change(&TopicTx{tx, place}) })
}
