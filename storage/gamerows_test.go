package storage_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"delphi/storage"
	"delphi/storage/memstore"
)

// stores are the stores that games are kept in.
func stores(t *testing.T, each func(t *testing.T, g storage.Games)) {
	t.Run("memory", func(t *testing.T) { each(t, storage.Games{Store: memstore.New()}) })
	t.Run("file", func(t *testing.T) {
		each(t, storage.Games{Store: openFile(t, filepath.Join(t.TempDir(), "g.db"))})
	})
}

// row is a game of bob that began at 900; points tell its rows apart.
func row(name string, end, points, pos int64) storage.Game {
	return ended(name, end, func(g *storage.Game) {
		g.Start, g.Points, g.Pos, g.Outcome, g.Seen = 900, points, pos, 1, 50
		g.Record = fmt.Appendf(nil, "%s %d %d", name, end, points)
	})
}

func add(t *testing.T, g storage.Games, source string, games ...storage.Game) storage.Added {
	t.Helper()
	s, _, err := g.Source(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	at := s.Position.Offset
	added, err := g.Add(t.Context(), source, &storage.GameBatch{From: at, To: storage.Position{Offset: at + 1}, Games: games, Seen: 50})
	if err != nil {
		t.Fatal(err)
	}
	return added
}

// views are the points of bob's games in every way of asking for them.
func views(t *testing.T, g storage.Games) map[string][]int64 {
	t.Helper()
	out := map[string][]int64{}
	for name, scan := range map[string]func(func(*storage.Game) bool) error{
		"window":     func(f func(*storage.Game) bool) error { return g.Window(t.Context(), 0, 0, f) },
		"player":     func(f func(*storage.Game) bool) error { return g.Player(t.Context(), "bob", 0, 0, f) },
		"ascensions": func(f func(*storage.Game) bool) error { return g.Ascensions(t.Context(), 0, 0, f) },
		"rows":       func(f func(*storage.Game) bool) error { return g.PlayerRows(t.Context(), "bob", 0, 0, f) },
	} {
		out[name] = []int64{}
		if err := scan(func(k *storage.Game) bool { out[name] = append(out[name], k.Points); return true }); err != nil {
			t.Fatal(err)
		}
		slices.Sort(out[name])
	}
	return out
}

func wantViews(t *testing.T, what string, g storage.Games, standing, rows []int64) {
	t.Helper()
	for name, got := range views(t, g) {
		want := standing
		if name == "rows" {
			want = rows
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s gives %v, want %v", what, name, got, want)
		}
	}
}

// TestACorrectedRowCountsOnce: whichever way games are asked for, only the last
// row of a game is given, wherever the rows before it were.
func TestACorrectedRowCountsOnce(t *testing.T) {
	stores(t, func(t *testing.T, g storage.Games) {
		add(t, g, "nao", row("bob", 1000, 1, 1), row("bob", 1001, 2, 2))
		wantViews(t, "in one batch", g, []int64{2}, []int64{1, 2})
		add(t, g, "nao", row("Bob", 999, 3, 3))
		wantViews(t, "in a later batch, by another end", g, []int64{3}, []int64{1, 2, 3})
		add(t, g, "nao", row("bob", 1000, 1, 1))
		wantViews(t, "an old row once more", g, []int64{3}, []int64{1, 2, 3})
		add(t, g, "eu", row("bob", 1000, 7, 1))
		wantViews(t, "on another source", g, []int64{3, 7}, []int64{1, 2, 3, 7})
		unknown := row("bob", 2000, 9, 1)
		unknown.Start = 0
		again := row("bob", 2000, 10, 1)
		again.Start = 0
		add(t, g, "nao", unknown, again)
		wantViews(t, "without a start", g, []int64{3, 7, 9, 10}, []int64{1, 2, 3, 7, 9, 10})
		if s, _, err := g.Source(t.Context(), "nao"); err != nil || s.Games != 3 || s.Fixed != 2 || s.Again != 1 {
			t.Errorf("%+v, %v", s, err)
		}
	})
}

// TestACopyOfALogCountsOnce: a line that another source has is that one's.
func TestACopyOfALogCountsOnce(t *testing.T) {
	stores(t, func(t *testing.T, g storage.Games) {
		add(t, g, "nao", row("bob", 1000, 1, 1))
		other := row("ann", 1000, 5, 3)
		added := add(t, g, "copy", row("bob", 1000, 1, 1), other)
		if added.Copies["nao"] != 1 || len(added.New) != 1 {
			t.Errorf("%+v", added)
		}
		if got := views(t, g); !slices.Equal(got["window"], []int64{1, 5}) || !slices.Equal(got["rows"], []int64{1}) {
			t.Errorf("%v", got)
		}
	})
}

func TestSourcesAreRenamedAndRemoved(t *testing.T) {
	stores(t, func(t *testing.T, g storage.Games) {
		ctx := t.Context()
		add(t, g, "nao", row("bob", 1000, 1, 1), row("bob", 1001, 2, 2), ended("ann", 3000, nil))
		add(t, g, "eu", row("bob", 1000, 7, 1))
		if _, err := g.Add(ctx, "nao", &storage.GameBatch{From: 1, To: storage.Position{Offset: 2}, Aside: []storage.AsideLine{{Pos: 5, Reason: "no name"}}}); err != nil {
			t.Fatal(err)
		}
		if err := g.RenameSource(ctx, "zork", "x"); !errors.Is(err, storage.ErrNoSource) {
			t.Errorf("a source that there is not: %v", err)
		}
		if err := g.RenameSource(ctx, "nao", "eu"); err == nil {
			t.Error("a name was given twice")
		}
		if err := g.RenameSource(ctx, "nao", "alt"); err != nil {
			t.Fatal(err)
		}
		var sources []string
		if err := g.Window(ctx, 0, 0, func(k *storage.Game) bool { sources = append(sources, k.Source); return true }); err != nil || !slices.Equal(sources, []string{"alt", "alt", "eu"}) {
			t.Errorf("sources %q, %v", sources, err)
		}
		if aside, err := g.AsideLines(ctx, "alt"); err != nil || len(aside) != 1 {
			t.Errorf("aside %v, %v", aside, err)
		}
		if added := add(t, g, "alt", ended("ann", 3000, nil)); added.Again != 1 {
			t.Errorf("a renamed source reads on: %+v", added)
		}
		if n, err := g.RemoveSource(ctx, "alt"); err != nil || n != 3 {
			t.Errorf("removed %d, %v", n, err)
		}
		wantViews(t, "removed", g, []int64{7}, []int64{7})
		if _, err := g.RemoveSource(ctx, "alt"); !errors.Is(err, storage.ErrNoSource) {
			t.Errorf("removed twice: %v", err)
		}
		if added := add(t, g, "alt", row("bob", 1000, 1, 1)); len(added.New) != 1 {
			t.Errorf("read again after it was removed: %+v", added)
		}
	})
}

// forgetful is a store without the entries that older ones do not have.
type forgetful struct{ storage.Store }

func (f forgetful) Update(ctx context.Context, fn func(storage.Tx) error) error {
	return f.Store.Update(ctx, func(tx storage.Tx) error { return fn(forgetfulTx{tx}) })
}

type forgetfulTx struct{ storage.Tx }

func (f forgetfulTx) Put(key, value []byte) error {
	if prefix := storage.Key("game-begun"); len(key) > len(prefix) && slices.Equal(key[:len(prefix)], prefix) {
		return nil
	}
	return f.Tx.Put(key, value)
}

// TestReindex: rows of a store from before corrections were marked are marked.
func TestReindex(t *testing.T) {
	stores(t, func(t *testing.T, g storage.Games) {
		old := storage.Games{Store: forgetful{g.Store}}
		for i, end := range []int64{1001, 1003, 1002} { // the last one read ended in between
			add(t, old, "nao", row("bob", end, int64(i), int64(i)))
		}
		wantViews(t, "before", g, []int64{0, 1, 2}, []int64{0, 1, 2})
		for range 2 {
			if err := g.Reindex(t.Context()); err != nil {
				t.Fatal(err)
			}
			wantViews(t, "after", g, []int64{2}, []int64{0, 1, 2})
		}
		if s, _, err := g.Source(t.Context(), "nao"); err != nil || s.Games != 1 || s.Fixed != 2 {
			t.Errorf("%+v, %v", s, err)
		}
	})
}

// TestOlderPlayerIndex: a store whose index of players has the games themselves goes
// on: they are found, corrected and removed, beside those of which it has the keys.
func TestOlderPlayerIndex(t *testing.T) {
	stores(t, func(t *testing.T, g storage.Games) {
		ctx := t.Context()
		add(t, g, "nao", row("bob", 1000, 5, 1))
		older := func(tx storage.Tx) error {
			prefix := storage.Key("game-asc")
			var key, value []byte
			for e, err := range storage.ScanPrefix(tx, prefix) {
				if err != nil {
					return err
				}
				key, value = slices.Concat(storage.Key("game-player", "bob"), e.Key[len(prefix):]), slices.Clone(e.Value)
			}
			if was, ok, err := tx.Get(key); err != nil || !ok || len(was) > 0 {
				t.Errorf("the index has %q, %v, %v", was, ok, err)
			}
			return tx.Put(key, value)
		}
		if err := g.Store.Update(ctx, older); err != nil {
			t.Fatal(err)
		}
		want := func(what string, rows bool, want ...string) {
			t.Helper()
			ask := g.Player
			if rows {
				ask = g.PlayerRows
			}
			got := collect(t, func(f func(*storage.Game) bool) error { return ask(ctx, "bob", 0, 0, f) })
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", what, got, want)
			}
		}
		want("as it was", false, "bob@1000")
		add(t, g, "nao", row("bob", 1001, 6, 2))
		want("corrected", false, "bob@1001")
		want("its rows", true, "bob@1001", "bob@1000")
		if problems, err := storage.Unreadable(ctx, g.Store); err != nil || len(problems) > 0 {
			t.Errorf("%v, %v", problems, err)
		}
		if n, err := g.RemoveSource(ctx, "nao"); err != nil || n != 2 {
			t.Errorf("%d removed, %v", n, err)
		}
		want("removed", true)
	})
}
