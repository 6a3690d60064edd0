package storage_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/memstore"
)

func TestSessions(t *testing.T) {
	ctx, store := context.Background(), memstore.New()
	now := time.Unix(1e9, 0)
	s := storage.Sessions{Store: store, Kind: "identify", Now: func() time.Time { return now }}
	add := func(name, line string) error {
		return s.ChangeSession(ctx, name, func(lines []string) ([]string, error) { return append(lines, line), nil })
	}
	holds := func(name string, want ...string) {
		t.Helper()
		if got, err := s.Session(ctx, name); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q holds %q, %v; want %q", name, got, err, want)
		}
	}
	const alice, guest = "irc\x00alice\x00#a", "irc\x00~guest\x00#a"
	holds(alice)
	for _, name := range []string{alice, guest} {
		if err := errors.Join(add(name, "one"), add(name, "two")); err != nil {
			t.Fatal(err)
		}
	}
	holds(alice, "one", "two")
	holds("irc\x00alice\x00#b")
	// A refused change changes nothing, and its error comes back as it is.
	no := errors.New("no")
	if err := s.ChangeSession(ctx, alice, func([]string) ([]string, error) { return nil, no }); err != no {
		t.Errorf("a refusal comes back as %v", err)
	}
	if err := add(alice, strings.Repeat("x", storage.MaxSession)); !errors.Is(err, storage.ErrValueSize) {
		t.Errorf("a session too long: %v", err)
	}
	holds(alice, "one", "two")
	// Only those of guests are swept.
	now = now.Add(storage.FleetingAge + time.Hour)
	if n, err := (&storage.Sweep{Store: store}).Run(ctx, now); n != 1 || err != nil {
		t.Errorf("%d swept, %v", n, err)
	}
	holds(guest)
	holds(alice, "one", "two")
	if err := s.ChangeSession(ctx, alice, func([]string) ([]string, error) { return nil, nil }); err != nil {
		t.Fatal(err)
	}
	holds(alice)
}
