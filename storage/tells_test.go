package storage_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/memstore"
)

func TestTells(t *testing.T) {
	ctx, store := t.Context(), memstore.New()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	open := func() *storage.Tells {
		s := storage.NewTells(store)
		s.Now = func() time.Time { return now }
		return s
	}
	s := open()
	leave := func(to, from, text string, want error) {
		t.Helper()
		if err := s.Leave(ctx, "net", "#a", storage.Tell{To: to, From: from, User: from, Text: text}); !errors.Is(err, want) {
			t.Errorf("%s from %s: %v, want %v", to, from, err, want)
		}
	}
	take := func(want string, place string, names ...string) {
		t.Helper()
		got, err := s.Take(ctx, "net", place, names...)
		var texts []string
		for _, x := range got {
			texts = append(texts, x.From+" "+x.Text)
		}
		if err != nil || strings.Join(texts, "; ") != want {
			t.Errorf("%q, %v, want %q", texts, err, want)
		}
	}
	waits := func(want bool, place string, names ...string) {
		t.Helper()
		if got := s.Waiting("net", place, names...); got != want {
			t.Errorf("%q wait in %s: %t", names, place, got)
		}
	}
	leave("Bob", "ann", "hi", nil)
	now = now.Add(time.Minute)
	leave("bob", "cid", "ho", nil)
	waits(true, "#a", "x", "BOB")
	waits(false, "#b", "bob")
	waits(false, "#a", "bo", "bobby")
	take("", "#b", "bob")

	// Another process, or this one after a start, knows who waits once it has looked.
	s = open()
	waits(false, "#a", "bob")
	if err := s.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	waits(true, "#a", "bob")
	take("ann hi; cid ho", "#a", "bobby", "bob")
	waits(false, "#a", "bob")
	take("", "#a", "bob")

	// Five wait for one person, and five from one.
	for i := range storage.MaxTells {
		now = now.Add(time.Second)
		leave("bob", fmt.Sprint("u", i), "x", nil)
	}
	leave("bob", "u9", "x", storage.ErrTellsTo)
	leave("bobby", "u9", "x", nil)
	for i := range storage.MaxTells - 1 {
		leave(fmt.Sprint("p", i), "u0", "x", nil)
	}
	leave("q", "u0", "x", storage.ErrTellsFrom)

	// What nobody took is dropped after a month, and makes room.
	now = now.Add(storage.TellAge)
	leave("bob", "u0", "late", nil)
	if n, err := (&storage.Sweep{Store: store}).Run(ctx, now); n != 10 || err != nil {
		t.Errorf("%d dropped, %v", n, err)
	}
	take("u0 late", "#a", "bob")
}
