package spawn

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// weights holds those of the game's own function, walked through.
var weights = truthtest.Table{
	Name: "spawn", Files: "truth/fight/spawn.tsv.gz", Whole: true, OneIn: 3, Unread: map[string]string{"dlevel_in_branch": "the difficulty of the row is what counts; TestDifficulty has how it comes of the level"},
	Columns: []string{"version", "place", "difficulty", "dlevel_in_branch", "xl", "total_weight", "n_monsters", "top5", "weights"},
}

// places holds the names of the rows.
var places = map[string]string{
	"main": "Dungeons of Doom", "gehennom": "Gehennom", "mines": "Gnomish Mines", "sokoban": "Sokoban", "quest_rnd": "Quest", "vlad": "Vlad's Tower", "oracle": "Oracle", "medusa": "Medusa", "rogue": "Rogue level",
}

func TestWeights(t *testing.T) {
	weights.Check(t, func(t testing.TB, r truthtest.Row) {
		set := rules.Get(r["version"])
		q := &Question{Rules: set.Spawn(), Monsters: set.Bestiary(), Place: set.Spawn().Place(places[r["place"]]), Difficulty: r.Int(t, "difficulty"), XL: r.Int(t, "xl")}
		if q.Place == nil {
			t.Fatalf("no place %s", r["place"])
		}
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
		a := At(q)
		got := map[string]int{}
		for _, m := range a.Monsters {
			got[m.Name] = m.Weight
		}
		if a.Weight != r.Int(t, "total_weight") {
			t.Errorf("%s %s difficulty %s xl %s: weight %d, want %s", r["version"], r["place"], r["difficulty"], r["xl"], a.Weight, r["total_weight"])
		}
		if len(a.Monsters) != r.Int(t, "n_monsters") {
			t.Errorf("%s %s difficulty %s xl %s: %d monsters, want %s", r["version"], r["place"], r["difficulty"], r["xl"], len(a.Monsters), r["n_monsters"])
		}
		for cell := range strings.SplitSeq(r["top5"], "; ") {
			name, percent, _ := strings.Cut(cell, ":")
			if p := fmt.Sprintf("%.3f%%", 100*float64(got[name])/float64(a.Weight)); p != percent {
				t.Errorf("%s %s difficulty %s xl %s: %s %s, want %s", r["version"], r["place"], r["difficulty"], r["xl"], name, p, percent)
			}
		}
		for cell := range strings.SplitSeq(r["weights"], ";") {
			name, weight, _ := strings.Cut(cell, "=")
			if strconv.Itoa(got[name]) != weight {
				t.Errorf("%s %s difficulty %s xl %s: %s weighs %d, want %s", r["version"], r["place"], r["difficulty"], r["xl"], name, got[name], weight)
			}
			delete(got, name)
		}
		if len(got) > 0 {
			t.Errorf("%s %s: and %v", r["version"], r["place"], got)
		}
	})
}

func TestDifficulty(t *testing.T) {
	for _, tt := range []struct {
		version, place string
		depth, level   int
		aggravate      bool
		want           int
	}{
		{"3.4.3", "Sokoban", 7, 2, false, 7}, {"3.6.7", "Sokoban", 9, 4, false, 11}, {"3.6.7", "Sokoban", 7, 2, false, 13},
		{"5.0.0", "Dungeons of Doom", 10, 0, true, 20}, {"5.0.0", "Gehennom", 30, 0, true, 50}, {"3.6.7", "Gehennom", 30, 0, true, 30},
	} {
		set := rules.Get(tt.version)
		q := &Question{Rules: set.Spawn(), Monsters: set.Bestiary(), Place: set.Spawn().Place(tt.place), Depth: tt.depth, Level: tt.level, XL: 8, Aggravate: tt.aggravate}
		if got := At(q).Difficulty; got != tt.want {
			t.Errorf("%+v: %d", tt, got)
		}
	}
}

func BenchmarkAt(b *testing.B) {
	set := rules.Get("5.0.0")
	q := &Question{Rules: set.Spawn(), Monsters: set.Bestiary(), Place: set.Spawn().Places[0], Depth: 10, XL: 8}
	for b.Loop() {
		At(q)
	}
}
