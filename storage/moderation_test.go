package storage_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"delphi/storage"
	"delphi/storage/memstore"
)

func TestModeration(t *testing.T) {
	ctx := context.Background()
	store := memstore.New()
	defer store.Close()
	m := storage.Moderation{Store: store}
	bob := storage.Silence{Kind: "user", Network: "libera", Who: "bob", Until: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	room := storage.Silence{Kind: "place", Network: "libera", Who: "#room"}
	for _, s := range []storage.Silence{bob, room, bob} {
		if err := m.Silence(ctx, s); err != nil {
			t.Fatal(err)
		}
	}
	got, err := m.Silences(ctx)
	if want := []storage.Silence{room, bob}; err != nil || !cmp.Equal(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if err := m.Lift(ctx, bob); err != nil {
		t.Fatal(err)
	}
	if err := m.Lift(ctx, bob); err != nil {
		t.Errorf("lifting what is not there: %v", err)
	}
	if got, _ := m.Silences(ctx); !cmp.Equal(got, []storage.Silence{room}) {
		t.Errorf("%+v", got)
	}
}
