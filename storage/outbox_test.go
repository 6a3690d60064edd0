package storage_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/memstore"
)

type guard struct{ err error }

func (g guard) Guard(storage.ReadTx) error { return g.err }

func TestOutbox(t *testing.T) {
	ctx := t.Context()
	store := memstore.New()
	o := storage.Outbox{Store: store}
	now := time.Unix(1_700_000_000, 5).UTC()
	put := func(place, key string, at time.Time) {
		t.Helper()
		err := store.Update(ctx, func(tx storage.Tx) error {
			return o.Put(tx, storage.Note{Network: "libera", Place: place, Key: key, Body: []byte(`"` + key + `"`), At: at})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	next := func(want ...string) []storage.Note {
		t.Helper()
		notes, err := o.Next(ctx, "libera")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, n := range notes {
			got = append(got, n.Place+" "+n.Key)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("next are %q, want %q", got, want)
		}
		return notes
	}
	next()
	put("#a", "second", now.Add(time.Second))
	put("#a", "first", now)
	put("#b", "first", now)
	put("#a", "first", now.Add(time.Hour))
	notes := next("#a first", "#b first")
	lost := errors.New("lost")
	if err := o.Done(ctx, guard{lost}, &notes[0]); !errors.Is(err, lost) {
		t.Errorf("done by one who may not: %v", err)
	}
	if err := o.Begin(ctx, guard{lost}, &notes[0], 7, now); !errors.Is(err, lost) || notes[0].Begun != 0 {
		t.Errorf("begun by one who may not: %v, %+v", err, notes[0])
	}
	if err := o.Begin(ctx, guard{}, &notes[0], 7, now); err != nil {
		t.Fatal(err)
	}
	if n := next("#a first", "#b first")[0]; n.Begun != 7 || !n.Since.Equal(now) {
		t.Errorf("%+v", n)
	}
	if err := o.Done(ctx, guard{}, &notes[0]); err != nil {
		t.Fatal(err)
	}
	put("#a", "first", now.Add(2*time.Hour)) // it was said
	// Whoever is late begins nothing that is over.
	if err := o.Begin(ctx, guard{}, &notes[0], 7, now); err != nil {
		t.Fatal(err)
	}
	next("#a second", "#b first")
	sweep := storage.Sweep{Store: store}
	for _, later := range []time.Duration{storage.OutboxAge, storage.OutboxAge + 2*time.Second} {
		if _, err := sweep.Run(ctx, now.Add(later)); err != nil {
			t.Fatal(err)
		}
	}
	put("#a", "first", now)
	next("#a first", "#b first")
}
