package making

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/eating"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// sizes holds those of monsters, as the game numbers them, with a gap before the last.
var sizes = []string{"tiny", "small", "medium", "large", "huge", "", "", "gigantic"}

// corpses holds the game's chances of corpses.
var corpses = truthtest.Table{
	Name: "corpse", Files: "truth/fight/corpse.tsv.gz", Whole: true, OneIn: 2, Columns: []string{"version", "monster", "p_corpse_chance", "G_NOCORPSE", "msize", "freq", "unique"},
}

func TestCorpses(t *testing.T) {
	corpses.Check(t, func(t testing.TB, r truthtest.Row) {
		set := rules.Get(r["version"])
		// A human and an animal share the name of a were.
		i := slices.IndexFunc(set.Bestiary().Monsters, func(m *rules.Monster) bool {
			return slices.Contains(m.Names, r["monster"]) && (r["G_NOCORPSE"] == "1" || !slices.Contains(m.Geno, "NOCORPSE"))
		})
		if i < 0 {
			t.Fatalf("%s has no %s", r["version"], r["monster"])
		}
		m := set.Bestiary().Monsters[i]
		if size := slices.Index(sizes, m.Size); m.Frequency != r.Int(t, "freq") || slices.Contains(m.Geno, "UNIQ") != (r["unique"] == "1") || strconv.Itoa(size) != r["msize"] {
			t.Errorf("%s %s: frequency %d, size %d, %v; want %v", r["version"], r["monster"], m.Frequency, size, m.Geno, r)
		}
		if got := eating.CorpseChance(rules.EatingOf(set.Name), m); math.Abs(got.P-r.Float(t, "p_corpse_chance")) > 1e-5 {
			t.Errorf("%s %s: %s, want %s", r["version"], r["monster"], got, r["p_corpse_chance"])
		}
		// Some leave another's corpse, whatever their flag says.
		if left := Kill(set, m); (r["G_NOCORPSE"] == "1") != slices.Contains(m.Geno, "NOCORPSE") || r["G_NOCORPSE"] == "1" && left.Corpse.P > 0 && !left.Old && set.Bestiary().OtherForm(m) == nil {
			t.Errorf("%s %s: %+v, no corpse %s", r["version"], r["monster"], left, r["G_NOCORPSE"])
		}
	})
}

// items holds the shares of objects in their classes.
var items = truthtest.Table{
	Name: "items", Files: "truth/fight/item_prob.tsv.gz", Whole: true, OneIn: 2, Columns: []string{"version", "class", "item", "prob", "out_of"},
}

func TestItems(t *testing.T) {
	items.Check(t, func(t testing.TB, r truthtest.Row) {
		set := rules.Get(r["version"])
		want := 0.0
		if of := r.Float(t, "out_of"); of > 0 {
			want = r.Float(t, "prob") / of
		}
		got := 0.0
		for _, d := range Objects(set, r["class"], 1) {
			if d.Name == r["item"] || d.Name == full(r["class"], r["item"]) {
				got = d.P
			}
		}
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%v: %g", r, got)
		}
	})
}

// full returns an object's name as the facts have it.
func full(class, item string) string {
	if item == "slime mold" {
		return "fruit"
	}
	switch class {
	case "potion", "scroll", "ring", "wand", "spellbook":
		return class + " of " + item
	}
	return item
}

// gemsOf holds the shares of gems by level.
var gemsOf = truthtest.Table{
	Name: "gems", Files: "truth/fight/gem_prob.tsv.gz", Whole: true, Unread: map[string]string{"version": truthtest.Alike}, Columns: []string{"version", "dungeon", "dlevel", "ledger", "out_of", "probs"},
}

func TestGems(t *testing.T) {
	gemsOf.Check(t, func(t testing.TB, r truthtest.Row) {
		// The levels of the Dungeons come first in a saved game, and the Mines behind Gehennom.
		if of := r["dungeon"]; of == "The Dungeons of Doom" && r["ledger"] != r["dlevel"] || of == "The Gnomish Mines" && r.Int(t, "ledger") < 29 {
			t.Errorf("level %s of %s is %s in a saved game", r["dlevel"], of, r["ledger"])
		}
		got := map[string]float64{}
		for _, d := range Objects(rules.Get(r["version"]), "gem", r.Int(t, "ledger")) {
			got[d.Name] = d.P
		}
		for cell := range strings.SplitSeq(r["probs"], ";") {
			name, p, _ := strings.Cut(cell, "=")
			want := 0.0
			for _, c := range p {
				want = want*10 + float64(c-'0')
			}
			if math.Abs(got[name]-want/r.Float(t, "out_of")) > 1e-9 {
				t.Errorf("%s %s ledger %s: %s %g, want %s", r["version"], r["dungeon"], r["ledger"], name, got[name], p)
			}
			delete(got, name)
		}
		if len(got) > 0 {
			t.Errorf("%s ledger %s: and %v", r["version"], r["ledger"], got)
		}
	})
}
