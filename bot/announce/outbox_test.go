package announce_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"delphi/bot"
	"delphi/bot/announce"
	"delphi/bot/follow"
	"delphi/commands"
	"delphi/storage"
	"delphi/storage/contest"
	"delphi/storage/contest/places"
	"delphi/storage/gamelog"
	"delphi/storage/lease"
	"delphi/storage/memstore"
)

// teller says things to the test.
type teller struct {
	mu   sync.Mutex
	said []string
	fail error // of the next one
}

func (t *teller) Ready() bool { return true }

func (t *teller) Tell(_ context.Context, place string, r commands.Reply, key string, again bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.said = append(t.said, fmt.Sprintf("%s %s %v %s", place, key, again, r.Summary))
	err := t.fail
	t.fail = nil
	return err
}

func (t *teller) heard() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.said)
}

func note(place, key string, at time.Time) storage.Note {
	return storage.Note{Network: "libera", Place: place, Key: key, Body: []byte(`{"Summary":"text of ` + key + `"}`), At: at}
}

func TestSender(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memstore.New()
		o := storage.Outbox{Store: store}
		put := func(n storage.Note) {
			if err := store.Update(t.Context(), func(tx storage.Tx) error { return o.Put(tx, n) }); err != nil {
				t.Fatal(err)
			}
		}
		now := time.Now()
		put(note("#a", "old", now.Add(-time.Hour)))
		put(note("#a", "one", now))
		put(note("#a", "two", now.Add(1)))
		put(note("#quiet", "one", now))
		put(note("#b", "never", now))
		ear := &teller{}
		s := &announce.Sender{
			Outbox: o, Network: "libera", Teller: ear, MaxAge: time.Minute, Log: slog.New(slog.DiscardHandler),
			Quiet: func(_, place string) bool { return place == "#quiet" },
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		ear.fail = bot.ErrNever
		go func() { defer close(done); s.Run(ctx, nil) }()
		time.Sleep(5 * time.Second)
		got := ear.heard()
		slices.Sort(got)
		want := []string{"#a one false text of one", "#a two false text of two", "#b never false text of never"}
		if !slices.Equal(got, want) {
			t.Errorf("said %q, want %q", got, want)
		}
		// What the network may have taken or not is said again, and so marked.
		ear.mu.Lock()
		ear.said, ear.fail = nil, errors.New("the connection ended")
		ear.mu.Unlock()
		put(note("#a", "three", time.Now()))
		time.Sleep(5 * time.Second)
		if got, want := ear.heard(), []string{"#a three false text of three", "#a three true text of three"}; !slices.Equal(got, want) {
			t.Errorf("said %q, want %q", got, want)
		}
		stop()
		<-done
		if left, err := o.Next(t.Context(), "libera"); err != nil || len(left) != 0 {
			t.Errorf("left are %+v, %v", left, err)
		}
	})
}

// A sender whose lease another process has taken says nothing.
func TestSenderWithoutLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memstore.New()
		o := storage.Outbox{Store: store}
		ear := &teller{}
		s := &announce.Sender{Outbox: o, Network: "libera", Teller: ear, MaxAge: time.Minute, Log: slog.New(slog.DiscardHandler)}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		leases := func() *lease.Keeper {
			return lease.New(lease.Options{Store: store, Length: time.Second, Log: slog.New(slog.DiscardHandler)})
		}
		var old *lease.Lease
		_ = leases().Run(ctx, "libera", func(_ context.Context, l *lease.Lease) error { old = l; return nil })
		err := leases().Run(ctx, "libera", func(context.Context, *lease.Lease) error {
			if err := store.Update(ctx, func(tx storage.Tx) error { return o.Put(tx, note("#a", "one", time.Now())) }); err != nil {
				return err
			}
			during, end := context.WithTimeout(ctx, 5*time.Second)
			defer end()
			s.Run(during, old)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := ear.heard(); len(got) != 0 {
			t.Errorf("said %q", got)
		}
		if left, err := o.Next(t.Context(), "libera"); err != nil || len(left) != 1 || left[0].Begun != 0 {
			t.Errorf("left are %+v, %v", left, err)
		}
	})
}

// What is announced is written down with the games, once for a place.
func TestNote(t *testing.T) {
	w := newAnnouncing(t, "announce asc deaths")
	store := memstore.New()
	write := func(games []*gamelog.Game) {
		t.Helper()
		put, err := w.announce.Note(t.Context())
		if err == nil {
			err = store.Update(t.Context(), func(tx storage.Tx) error { return put(tx, follow.Fresh{Source: &w.source, Games: games}) })
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	bob := []*gamelog.Game{ended(t, w, "bob", "killed by a newt", 0, "")}
	write(bob)
	write(bob)
	write([]*gamelog.Game{ended(t, w, "amy", "quit", time.Hour, "")}) // too old
	news := []contest.Message{{Place: places.Place{Network: "libera", Place: "#other"}, Text: "Autumn Dash begins."}}
	if err := store.Update(t.Context(), func(tx storage.Tx) error { return w.announce.News(tx, news) }); err != nil {
		t.Fatal(err)
	}
	var got []string
	err := store.View(t.Context(), func(tx storage.ReadTx) error {
		for e, err := range storage.ScanPrefix(tx, storage.Key("outbox")) {
			if err != nil {
				return err
			}
			got = append(got, string(e.Value))
		}
		return nil
	})
	if err != nil || len(got) != 2 {
		t.Fatalf("the outbox holds %q, %v", got, err)
	}
	all := strings.Join(got, "\n")
	for _, want := range []string{`"key":"game bob `, `"place":"#other"`} {
		if !strings.Contains(all, want) {
			t.Errorf("the outbox lacks %s:\n%s", want, all)
		}
	}
}
