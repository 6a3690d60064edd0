package storage_test

import (
	"context"
	"errors"
	"testing"

	"delphi/storage"
	"delphi/storage/memstore"
)

// allows is a Guard that fails with an error, or with none.
type allows struct{ error }

func (a allows) Guard(storage.ReadTx) error { return a.error }

// What is done under a guard is written as long as that allows it.
func TestGuarded(t *testing.T) {
	s := storage.Guarded(memstore.New())
	defer s.Close()
	lost := errors.New("lost")
	for name, c := range map[string]struct {
		ctx  context.Context
		want error
	}{
		"none":    {t.Context(), nil},
		"allowed": {storage.UnderGuard(t.Context(), allows{}), nil},
		"lost":    {storage.UnderGuard(t.Context(), allows{lost}), lost},
	} {
		err := s.Update(c.ctx, func(tx storage.Tx) error { return tx.Put(storage.Key("test", name), []byte("x")) })
		if _, there := rawGet(t, s, storage.Key("test", name)); !errors.Is(err, c.want) || there != (c.want == nil) {
			t.Errorf("%s: %v, written: %v", name, err, there)
		}
	}
}
