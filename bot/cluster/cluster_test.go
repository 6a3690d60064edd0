package cluster

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"delphi/bot"
	"delphi/commands"
	"delphi/storage"
	"delphi/storage/lease"
	"delphi/storage/memstore"
)

// writing answers by writing something.
type writing struct {
	store storage.Store
	err   error // of the last write
}

func (w *writing) Answer(ctx context.Context, _ commands.Request) commands.Reply {
	w.err = w.store.Update(ctx, func(tx storage.Tx) error { return tx.Put([]byte("said"), nil) })
	return commands.Reply{Summary: "x"}
}

// What an answer writes is refused once another process has the network.
func TestUnderLease(t *testing.T) {
	store := storage.Guarded(memstore.New())
	defer store.Close()
	k := lease.New(lease.Options{Store: store, Log: slog.New(slog.DiscardHandler)})
	all, end := context.WithCancel(t.Context())
	err := k.Run(all, "network test", func(ctx context.Context, l *lease.Lease) error {
		defer end() // Run would wait to have it again
		w := &writing{store: store}
		h := &underLease{w, l}
		ask := func() (answered, admitted error) {
			h.Answer(ctx, commands.Request{})
			answered = w.err
			bot.Admit(h, commands.Request{}).Answer(ctx)
			return answered, w.err
		}
		if a, b := ask(); a != nil || b != nil {
			t.Errorf("with the lease: %v, %v", a, b)
		}
		another := `{"holder":"another","epoch":2,"length":1}`
		if err := store.Update(ctx, func(tx storage.Tx) error {
			return tx.Put(storage.Key("lease", "epoch", "network test"), []byte(another))
		}); err != nil {
			return err
		}
		if a, b := ask(); !errors.Is(a, lease.ErrLost) || !errors.Is(b, lease.ErrLost) {
			t.Errorf("without it: %v, %v", a, b)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
