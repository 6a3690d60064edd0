package storage_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/boltstore"
	"delphi/storage/memstore"
)

func ended(name string, end int64, change func(*storage.Game)) storage.Game {
	g := storage.Game{
		Name: name, Variant: "nethack", Version: "3.6.7", Role: "Wiz", Race: "Elf", Gender: "Fem", Align: "Cha", Gender0: "Fem", Align0: "Cha",
		Points: 12, Turns: 34, Realtime: 56, Start: end - 100, End: end, Deaths: 1, MaxLvl: -3, Conducts: 7, Achieved: 2, Seen: end + 5, Pos: 99,
		Record: fmt.Appendf(nil, "%s %d", name, end),
	}
	if change != nil {
		change(&g)
	}
	return g
}

func collect(t *testing.T, scan func(func(*storage.Game) bool) error) (out []string) {
	t.Helper()
	err := scan(func(g *storage.Game) bool {
		out = append(out, fmt.Sprintf("%s@%d", g.Name, g.End))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestGames(t *testing.T) {
	for name, open := range map[string]func(t *testing.T) storage.Store{
		"memory": func(*testing.T) storage.Store { return memstore.New() },
		"file":   func(t *testing.T) storage.Store { return openFile(t, filepath.Join(t.TempDir(), "g.db")) },
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			g := storage.Games{Store: open(t)}
			first := ended("Bob", 1000, func(g *storage.Game) { g.Outcome, g.Practice, g.Start = 1, true, 0 })
			batch := storage.GameBatch{Where: "x", To: storage.Position{Offset: 10, Tail: []byte("tail")}, Seen: 7, Lines: 4, Games: []storage.Game{
				first, ended("alice", 3000, nil), ended("bob", 2000, nil), ended("alice", 3000, nil),
			}}
			added, err := g.Add(ctx, "nao", &batch)
			if err != nil || !slices.Equal(added.New, []int{0, 1, 2}) || added.Again != 1 {
				t.Fatalf("Add = %+v, %v", added, err)
			}
			if batch.Games[0].ID() == batch.Games[1].ID() || batch.Games[0].ID() == "" {
				t.Error("games have no ID of their own")
			}
			// The same again from where it was read is refused, and a second
			// source with the same lines is another source.
			if _, err := g.Add(ctx, "nao", &batch); !errors.Is(err, storage.ErrMoved) {
				t.Errorf("a batch from an old position: %v", err)
			}
			batch.From = 10
			if added, err := g.Add(ctx, "nao", &batch); err != nil || len(added.New) != 0 || added.Again != 4 {
				t.Errorf("known lines: %+v, %v", added, err)
			}
			if _, err := g.Add(ctx, "eu", &storage.GameBatch{Games: []storage.Game{ended("alice", 1500, nil)}, Aside: []storage.AsideLine{{Pos: 3, Reason: "no name", Line: "x"}}}); err != nil {
				t.Fatal(err)
			}

			check := func(what string, got []string, want ...string) {
				t.Helper()
				if !slices.Equal(got, want) {
					t.Errorf("%s: %q, want %q", what, got, want)
				}
			}
			window := func(from, until int64) []string {
				return collect(t, func(f func(*storage.Game) bool) error { return g.Window(ctx, from, until, f) })
			}
			check("all", window(0, 0), "alice@3000", "bob@2000", "alice@1500", "Bob@1000")
			check("from is included, until is not", window(1500, 2000), "alice@1500")
			check("from", window(2000, 0), "alice@3000", "bob@2000")
			check("until", window(0, 1500), "Bob@1000")
			for begin, want := range map[string][]string{"": {"alice", "bob"}, "B": {"bob"}, "bobb": nil, "al": {"alice"}} {
				if got, err := g.Players(ctx, begin, 9); err != nil || !slices.Equal(got, want) {
					t.Errorf("players that begin with %q: %q, %v, want %q", begin, got, err, want)
				}
			}
			if got, err := g.Players(ctx, "", 1); err != nil || len(got) != 1 {
				t.Errorf("one player: %q, %v", got, err)
			}
			check("player", collect(t, func(f func(*storage.Game) bool) error { return g.Player(ctx, "BOB", 0, 0, f) }), "bob@2000", "Bob@1000")
			check("ascensions", collect(t, func(f func(*storage.Game) bool) error { return g.Ascensions(ctx, 0, 0, f) }), "Bob@1000")

			var kept *storage.Game
			if err := g.Player(ctx, "bob", 0, 1001, func(x *storage.Game) bool { kept = x.Keep(); return false }); err != nil || kept == nil {
				t.Fatal(err)
			}
			if err := g.Fill(ctx, kept); err != nil {
				t.Fatal(err)
			}
			want := first
			want.Source = "nao"
			got, id := *kept, batch.Games[0].ID()
			if got.ID() != id {
				t.Errorf("ID %s, want %s", got.ID(), id)
			}
			if a, b := fmt.Sprintf("%+v", clearKey(got)), fmt.Sprintf("%+v", clearKey(want)); a != b {
				t.Errorf("came back as\n%s, want\n%s", a, b)
			}

			s, ok, err := g.Source(ctx, "nao")
			if err != nil || !ok || s.Games != 3 || s.Again != 5 || s.Lines != 8 || s.Position.Offset != 10 || s.LastEnd != 3000 {
				t.Errorf("source %+v, %v, %v", s, ok, err)
			}
			if all, err := g.Sources(ctx); err != nil || len(all) != 2 || all[0].ID == all[1].ID {
				t.Errorf("sources %+v, %v", all, err)
			}
			if err := g.Failed(ctx, "eu", "x", "gone", 9); err != nil {
				t.Fatal(err)
			}
			if s, _, _ := g.Source(ctx, "eu"); s.Failure != "gone" || s.Games != 1 || s.Reasons["no name"] != 1 {
				t.Errorf("failed source %+v", s)
			}
		})
	}
}

// clearKey leaves what a Game says of itself in the open.
func clearKey(g storage.Game) any {
	type open struct {
		Source, Name, Variant, Version, Role, Race, Gender, Align, Gender0, Align0 string
		Outcome                                                                    uint8
		Practice                                                                   bool
		Points, Turns, Realtime, Start, End, Deaths, MaxLvl                        int64
		Conducts, Achieved                                                         int
		Seen, Pos                                                                  int64
		Record                                                                     string
	}
	return open{g.Source, g.Name, g.Variant, g.Version, g.Role, g.Race, g.Gender, g.Align, g.Gender0, g.Align0, g.Outcome, g.Practice,
		g.Points, g.Turns, g.Realtime, g.Start, g.End, g.Deaths, g.MaxLvl, g.Conducts, g.Achieved, g.Seen, g.Pos, string(g.Record)}
}

func TestAsideLinesAreBounded(t *testing.T) {
	g := storage.Games{Store: memstore.New()}
	for i := range int64(130) {
		b := storage.GameBatch{From: i, To: storage.Position{Offset: i + 1}, Aside: []storage.AsideLine{{Pos: i, Reason: fmt.Sprint("reason ", i), Line: "x"}}}
		if _, err := g.Add(t.Context(), "nao", &b); err != nil {
			t.Fatal(err)
		}
	}
	lines, err := g.AsideLines(t.Context(), "nao")
	if err != nil || len(lines) != 100 || lines[99].Pos != 129 {
		t.Errorf("%d lines, %v", len(lines), err)
	}
	s, _, _ := g.Source(t.Context(), "nao")
	if s.Aside != 130 || len(s.Reasons) != 51 {
		t.Errorf("%d aside for %d reasons", s.Aside, len(s.Reasons))
	}
}

// BenchmarkGamesLookup looks things up in a store of 2,000,000 games; say where
// it is with DELPHI_GAMES_DB (delphi games import makes it).
func BenchmarkGamesLookup(b *testing.B) {
	path := os.Getenv("DELPHI_GAMES_DB")
	if path == "" {
		b.Skip("DELPHI_GAMES_DB names no store")
	}
	s, err := boltstore.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	g := storage.Games{Store: s}
	var last storage.Game
	if err := g.Window(b.Context(), 0, 0, func(x *storage.Game) bool { last = *x.Keep(); return false }); err != nil {
		b.Fatal(err)
	}
	count := func(b *testing.B, scan func(func(*storage.Game) bool) error) {
		n := 0
		for b.Loop() {
			n = 0
			if err := scan(func(*storage.Game) bool { n++; return true }); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(n), "games")
	}
	from := last.End - int64(200*24*time.Hour/time.Second)
	b.Run("week", func(b *testing.B) {
		count(b, func(f func(*storage.Game) bool) error { return g.Window(b.Context(), from, from+7*86400, f) })
	})
	b.Run("player", func(b *testing.B) {
		count(b, func(f func(*storage.Game) bool) error { return g.Player(b.Context(), last.Name, 0, 0, f) })
	})
	b.Run("ascensions", func(b *testing.B) {
		count(b, func(f func(*storage.Game) bool) error { return g.Ascensions(b.Context(), 0, 0, f) })
	})
	b.Run("everything", func(b *testing.B) {
		count(b, func(f func(*storage.Game) bool) error { return g.Window(b.Context(), 0, 0, f) })
	})
	b.Run("busiest player", func(b *testing.B) {
		count(b, func(f func(*storage.Game) bool) error { return g.Player(b.Context(), "player0", 0, 0, f) })
	})
}
