package gamelog_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"delphi/storage"
	"delphi/storage/gamelog"
	"delphi/storage/memstore"
	"delphi/storage/storagetest"
)

func ended(name string, end int64, change func(*gamelog.Game)) gamelog.Game {
	g := gamelog.Game{
		Name: name, Variant: "nethack", Version: "3.6.7", Role: "Wiz", Race: "Elf", Gender: "Fem", Align: "Cha", Gender0: "Fem", Align0: "Cha",
		Points: 12, Turns: 34, Realtime: 56, Start: end - 100, End: end, Deaths: 1, MaxLvl: -3, Conducts: 7, Achieved: 2, Seen: end + 5, Pos: 99,
		Record: fmt.Appendf(nil, "%s %d", name, end),
	}
	if change != nil {
		change(&g)
	}
	return g
}

func TestGames(t *testing.T) {
	for name, open := range map[string]func(t *testing.T) storage.Store{
		"memory": func(*testing.T) storage.Store { return memstore.New() },
		"file":   func(t *testing.T) storage.Store { return openFile(t, filepath.Join(t.TempDir(), "g.db")) },
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			g := gamelog.Games{Store: open(t)}
			first := ended("Bob", 1000, func(g *gamelog.Game) { g.Outcome, g.Practice, g.Start = 1, true, 0 })
			batch := gamelog.GameBatch{Where: "x", To: gamelog.Position{Offset: 10, Tail: []byte("tail")}, Seen: 7, Lines: 4, Games: []gamelog.Game{
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
			if _, err := g.Add(ctx, "nao", &batch); !errors.Is(err, gamelog.ErrMoved) {
				t.Errorf("a batch from an old position: %v", err)
			}
			batch.From = 10
			if added, err := g.Add(ctx, "nao", &batch); err != nil || len(added.New) != 0 || added.Again != 4 {
				t.Errorf("known lines: %+v, %v", added, err)
			}
			if _, err := g.Add(ctx, "eu", &gamelog.GameBatch{Games: []gamelog.Game{ended("alice", 1500, nil)}, Aside: []gamelog.AsideLine{{Pos: 3, Reason: "no name", Line: "x"}}}); err != nil {
				t.Fatal(err)
			}

			var names []string
			rows := storagetest.Rows(t, g)
			for _, x := range rows {
				names = append(names, fmt.Sprintf("%s@%d", x.Name, x.End))
			}
			if want := []string{"Bob@1000", "alice@3000", "bob@2000", "alice@1500"}; !slices.Equal(names, want) {
				t.Errorf("rows %q, want %q", names, want)
			}
			want := first
			want.Source = "nao"
			got, id := *rows[0], batch.Games[0].ID()
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
func clearKey(g gamelog.Game) any {
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
	g := gamelog.Games{Store: memstore.New()}
	for i := range int64(130) {
		b := gamelog.GameBatch{From: i, To: gamelog.Position{Offset: i + 1}, Aside: []gamelog.AsideLine{{Pos: i, Reason: fmt.Sprint("reason ", i), Line: "x"}}}
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

// TestLastEnd: the end of the last game that a source had is not one of the future, which
// a store may have from before such games were set aside.
func TestLastEnd(t *testing.T) {
	g := gamelog.Games{Store: memstore.New()}
	at := int64(0)
	for _, tt := range []struct{ end, seen, want int64 }{
		{1e9, 1e9 + 5, 1e9}, {9e8, 1e9 + 5, 1e9}, {2e9, 1e9 + 5, 2e9}, {1e9 + 50, 1e9 + 60, 1e9 + 50}, {1e9 + 40, 1e9 + 60, 1e9 + 50},
	} {
		batch := gamelog.GameBatch{From: at, To: gamelog.Position{Offset: at + 1}, Games: []gamelog.Game{ended("ann", tt.end, func(g *gamelog.Game) { g.Seen = tt.seen })}}
		at++
		if _, err := g.Add(t.Context(), "nao", &batch); err != nil {
			t.Fatal(err)
		}
		if s, _, err := g.Source(t.Context(), "nao"); err != nil || s.LastEnd != tt.want {
			t.Errorf("after %d: the last ended at %d, want %d (%v)", tt.end, s.LastEnd, tt.want, err)
		}
	}
}
