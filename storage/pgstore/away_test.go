package pgstore

import (
	"context"
	"errors"
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/pgstore/pgtest"
)

// TestAway: a server that is gone is said to be away, also where somebody does not wait
// long, and is used again when it is back.
func TestAway(t *testing.T) {
	server := pgtest.Start(t)
	s := open(t, server.URL())
	defer s.Close()
	brief := storage.NewBrief(s)
	look := func() error {
		return brief.View(t.Context(), func(tx storage.ReadTx) error { _, _, err := tx.Get([]byte("n")); return err })
	}
	if err := look(); err != nil {
		t.Fatal(err)
	}
	server.Kill()
	began := time.Now()
	for range 100 {
		if err := look(); !errors.Is(err, storage.ErrAway) {
			t.Fatalf("View = %v", err)
		}
	}
	t.Logf("100 questions took %v", time.Since(began).Round(time.Millisecond))
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := s.Update(ctx, add); !errors.Is(err, storage.ErrAway) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Update = %v", err)
	}
	server.Up()
	for deadline := time.Now().Add(30 * time.Second); look() != nil; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it is back, but not used: %v", look())
		}
	}
}
