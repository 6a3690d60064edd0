package storage

import (
	"context"
	"encoding/json"
	"fmt"
)

// Joined keeps the channels that a bot joined at run time on each network, by
// invitation or because an administrator said so, durably: a write that
// returned nil is kept. The zero value with a Store is ready for use.
type Joined struct{ Store Store }

func joinedKey(network string) []byte { return Key("joined", network) }

// Load returns what was last saved for a network, in the same order: a channel,
// or a channel and its key with a blank between them. A network for which
// nothing was saved has none.
func (j Joined) Load(ctx context.Context, network string) ([]string, error) {
	var out []string
	err := j.Store.View(ctx, func(tx ReadTx) error {
		out = nil
		value, ok, err := tx.Get(joinedKey(network))
		if err != nil || !ok {
			return err
		}
		if err := json.Unmarshal(value, &out); err != nil {
			return fmt.Errorf("the channels joined on %s cannot be read: %w", network, err)
		}
		return nil
	})
	return out, err
}

// Save replaces what is kept for a network. An empty list deletes it.
func (j Joined) Save(ctx context.Context, network string, channels []string) error {
	if len(channels) == 0 {
		return j.Store.Update(ctx, func(tx Tx) error { return tx.Delete(joinedKey(network)) })
	}
	value, err := json.Marshal(channels)
	if err != nil {
		return err
	}
	return j.Store.Update(ctx, func(tx Tx) error { return tx.Put(joinedKey(network), value) })
}
