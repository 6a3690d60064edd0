package gamelog_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"delphi/storage/gamelog"
	"delphi/storage/memstore"
	"delphi/storage/storagetest"
)

// stores are the stores that games are kept in.
func stores(t *testing.T, each func(t *testing.T, g gamelog.Games)) {
	t.Run("memory", func(t *testing.T) { each(t, gamelog.Games{Store: memstore.New()}) })
	t.Run("file", func(t *testing.T) {
		each(t, gamelog.Games{Store: openFile(t, filepath.Join(t.TempDir(), "g.db"))})
	})
}

// row returns a game of bob that began at 900; points tell its rows apart.
func row(name string, end, points, pos int64) gamelog.Game {
	return ended(name, end, func(g *gamelog.Game) {
		g.Start, g.Points, g.Pos, g.Outcome, g.Seen = 900, points, pos, 1, 50
		g.Record = fmt.Appendf(nil, "%s %d %d", name, end, points)
	})
}

func add(t *testing.T, g gamelog.Games, source string, games ...gamelog.Game) gamelog.Added {
	t.Helper()
	s, _, err := g.Source(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	at := s.Position.Offset
	added, err := g.Add(t.Context(), source, &gamelog.GameBatch{From: at, To: gamelog.Position{Offset: at + 1}, Games: games, Seen: 50})
	if err != nil {
		t.Fatal(err)
	}
	return added
}

func wantRows(t *testing.T, what string, g gamelog.Games, standing, rows []int64) {
	t.Helper()
	points := func(of []*gamelog.Game) (out []int64) {
		for _, k := range of {
			out = append(out, k.Points)
		}
		slices.Sort(out)
		return out
	}
	if got := points(storagetest.Standing(t, g)); !slices.Equal(got, standing) {
		t.Errorf("%s: %v stand, want %v", what, got, standing)
	}
	if got := points(storagetest.Rows(t, g)); !slices.Equal(got, rows) {
		t.Errorf("%s: rows %v, want %v", what, got, rows)
	}
}

// TestACorrectedRowCountsOnce: only the last row of a game counts, wherever the rows
// before it were.
func TestACorrectedRowCountsOnce(t *testing.T) {
	stores(t, func(t *testing.T, g gamelog.Games) {
		add(t, g, "nao", row("bob", 1000, 1, 1), row("bob", 1001, 2, 2))
		wantRows(t, "in one batch", g, []int64{2}, []int64{1, 2})
		add(t, g, "nao", row("Bob", 999, 3, 3))
		wantRows(t, "in a later batch, by another end", g, []int64{3}, []int64{1, 2, 3})
		add(t, g, "nao", row("bob", 1000, 1, 1))
		wantRows(t, "an old row once more", g, []int64{3}, []int64{1, 2, 3})
		add(t, g, "eu", row("bob", 1000, 7, 1))
		wantRows(t, "on another source", g, []int64{3, 7}, []int64{1, 2, 3, 7})
		unknown := row("bob", 2000, 9, 1)
		unknown.Start = 0
		again := row("bob", 2000, 10, 1)
		again.Start = 0
		add(t, g, "nao", unknown, again)
		wantRows(t, "without a start", g, []int64{3, 7, 9, 10}, []int64{1, 2, 3, 7, 9, 10})
		if s, _, err := g.Source(t.Context(), "nao"); err != nil || s.Games != 3 || s.Fixed != 2 || s.Again != 1 {
			t.Errorf("%+v, %v", s, err)
		}
	})
}

// TestACopyOfALogCountsOnce: a line that another source has is that one's.
func TestACopyOfALogCountsOnce(t *testing.T) {
	stores(t, func(t *testing.T, g gamelog.Games) {
		add(t, g, "nao", row("bob", 1000, 1, 1))
		other := row("ann", 1000, 5, 3)
		added := add(t, g, "copy", row("bob", 1000, 1, 1), other, row("bob", 1000, 1, 1))
		if added.Copies["nao"] != 1 || len(added.New) != 1 || added.Again != 1 {
			t.Errorf("%+v", added)
		}
		wantRows(t, "two sources", g, []int64{1, 5}, []int64{1, 5})
	})
}

func TestSourcesAreRenamedAndRemoved(t *testing.T) {
	stores(t, func(t *testing.T, g gamelog.Games) {
		ctx := t.Context()
		add(t, g, "nao", row("bob", 1000, 1, 1), row("bob", 1001, 2, 2), ended("ann", 3000, nil))
		add(t, g, "eu", row("bob", 1000, 7, 1))
		if _, err := g.Add(ctx, "nao", &gamelog.GameBatch{From: 1, To: gamelog.Position{Offset: 2}, Aside: []gamelog.AsideLine{{Pos: 5, Reason: "no name"}}}); err != nil {
			t.Fatal(err)
		}
		if err := g.RenameSource(ctx, "zork", "x"); !errors.Is(err, gamelog.ErrNoSource) {
			t.Errorf("a source that there is not: %v", err)
		}
		if err := g.RenameSource(ctx, "nao", "eu"); err == nil {
			t.Error("a name was given twice")
		}
		if err := g.RenameSource(ctx, "nao", "alt"); err != nil {
			t.Fatal(err)
		}
		var sources []string
		for _, k := range storagetest.Standing(t, g) {
			sources = append(sources, k.Source)
		}
		if !slices.Equal(sources, []string{"alt", "alt", "eu"}) {
			t.Errorf("sources %q", sources)
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
		wantRows(t, "removed", g, []int64{7}, []int64{7})
		if _, err := g.RemoveSource(ctx, "alt"); !errors.Is(err, gamelog.ErrNoSource) {
			t.Errorf("removed twice: %v", err)
		}
		if added := add(t, g, "alt", row("bob", 1000, 1, 1)); len(added.New) != 1 {
			t.Errorf("read again after it was removed: %+v", added)
		}
	})
}
