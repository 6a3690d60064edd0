package storage_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"delphi/storage"
	"delphi/storage/memstore"
)

func TestJoined(t *testing.T) {
	ctx := context.Background()
	store := memstore.New()
	defer store.Close()
	j := storage.Joined{Store: store}
	if got, err := j.Load(ctx, "libera"); err != nil || got != nil {
		t.Errorf("before: %q, %v", got, err)
	}
	for _, channels := range [][]string{{"#nethack", "#secret key"}, {"#b", "#a"}, nil} {
		if err := j.Save(ctx, "libera", channels); err != nil {
			t.Fatal(err)
		}
		if got, err := j.Load(ctx, "libera"); err != nil || !cmp.Equal(got, channels) {
			t.Errorf("%q, %v; want %q", got, err, channels)
		}
		if got, err := j.Load(ctx, "hardfought"); err != nil || got != nil {
			t.Errorf("another network: %q, %v", got, err)
		}
	}
}
