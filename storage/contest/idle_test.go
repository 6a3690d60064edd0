package contest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"delphi/engine/games/score"
	"delphi/storage"
	"delphi/storage/contest/archive"
	"delphi/storage/contest/archive/columnstest"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
	"delphi/storage/gamelog"
	"delphi/storage/memstore"
)

// viewed counts the transactions that read a store.
type viewed struct {
	storage.Store
	views int
}

func (s *viewed) View(ctx context.Context, fn func(storage.ReadTx) error) error {
	s.views++
	return s.Store.View(ctx, fn)
}

// idleBook returns a book with a tournament of n entrants, each of whom has played once.
func idleBook(tb testing.TB, n int) (*Book, *viewed) {
	tb.Helper()
	store := &viewed{Store: memstore.New()}
	b := &Book{
		Columns: archive.Columns{Games: gamelog.Games{Store: store}, Now: func() time.Time { return time.Unix(1e9+1000, 0) }}, Templates: score.Builtin(),
		Random: func() uint64 { return 1 }, Sources: func(context.Context) ([]string, error) { return []string{"nao"}, nil },
	}
	admin := places.Actor{Who: people.User{Network: "test", User: "root"}, Place: places.Place{Network: "test", Place: "#test"}, Admin: true}
	t, err := b.Create(context.Background(), admin, Tourney{Name: "Dash", Rules: "dash", Zone: "UTC", Proof: people.ProofNone, From: 1e9, Until: 1e9 + 80000})
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := b.change(context.Background(), t.ID, func(_ storage.Tx, t *Tourney) ([]any, error) {
		for i := range n {
			name := fmt.Sprint("p", i)
			t.Entrants = append(t.Entrants, Entrant{Person: name, Name: name, Accounts: []people.Claim{{Account: score.Account{Name: name}, Proved: people.ProofNone}}})
		}
		return nil, nil
	}); err != nil {
		tb.Fatal(err)
	}
	return b, store
}

// TestIdleSweepCountsNothing: a sweep with nothing new reads a few records only;
// one with a new game counts it.
func TestIdleSweepCountsNothing(t *testing.T) {
	b, store := idleBook(t, 50)
	sweep := func() int {
		t.Helper()
		before := store.views
		if _, err := b.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		return store.views - before
	}
	for range 3 {
		sweep()
	}
	if n := sweep(); n > 3 {
		t.Errorf("an idle sweep reads %d times", n)
	}
	columnstest.Keep(t, b.Games, 0, strings.Replace(columnstest.Ended("p7", 1e9+10, 1e9+900, 5000), "death=quit\tturns=5", "death=killed by a newt\tturns=900", 1))
	if n := sweep(); n < 5 {
		t.Errorf("a sweep after a game reads only %d times", n)
	}
	all, err := b.All(t.Context())
	if err != nil || all[0].Last == nil {
		t.Fatalf("the game was not counted: %v", err)
	}
	if points, err := b.points(t.Context(), all[0].ID); err != nil || points["p7"] == 0 || len(points) != 1 {
		t.Errorf("points %v, %v", points, err)
	}
	columnstest.Keep(t, b.Games, 1, strings.Replace(columnstest.Ended("p8", 1e9+10, 1e9+900, 6000), "death=quit\tturns=5", "death=killed by a newt\tturns=900", 1))
	sweep()
	log, err := b.Audit(t.Context(), all[0].ID)
	if err != nil || len(log) != 3 || log[1].Entrant != "p7" || log[2].Entrant != "p8" {
		t.Errorf("the log says %+v, %v", log, err)
	}
}
