package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// Silence is a user whom the bot does not answer, or a place in which it
// answers nobody. Kind says which. Who is in lower case: a place, or a name, "account:name" or a
// mask such as "*!*@host".
type Silence struct {
	Kind    string    `json:"kind"` // "user" or "place"
	Network string    `json:"network"`
	Who     string    `json:"who"`
	At      time.Time `json:"at,omitzero"`    // when it was set; zero: not known
	Until   time.Time `json:"until,omitzero"` // zero: for ever
	Reason  string    `json:"reason,omitempty"`
	By      string    `json:"by,omitempty"`   // the administrator's account; empty: set by itself
	Nick    string    `json:"nick,omitempty"` // the nick that was named, where Who is what is behind it
}

// Moderation keeps silences, durably: a write that returned nil is kept. The
// zero value with a Store is ready for use.
type Moderation struct{ Store Store }

func (s *Silence) key() []byte { return Key("silence", s.Network, s.Kind, s.Who) }

// Silences returns all silences, including those that are over.
func (m Moderation) Silences(ctx context.Context) ([]Silence, error) {
	var out []Silence
	err := m.Store.View(ctx, func(tx ReadTx) error {
		out = nil
		for e, err := range ScanPrefix(tx, Key("silence")) {
			if err != nil {
				return err
			}
			var s Silence
			if err := json.Unmarshal(e.Value, &s); err != nil {
				return fmt.Errorf("a stored silence cannot be read: %w", err)
			}
			out = append(out, s)
		}
		return nil
	})
	return out, err
}

// Silence adds a silence, or changes when it ends.
func (m Moderation) Silence(ctx context.Context, s Silence) error {
	value, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return m.Store.Update(ctx, func(tx Tx) error { return tx.Put(s.key(), value) })
}

// Lift removes a silence. Lifting a missing one is not an error.
func (m Moderation) Lift(ctx context.Context, s Silence) error {
	return m.Store.Update(ctx, func(tx Tx) error { return tx.Delete(s.key()) })
}
