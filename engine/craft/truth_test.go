package craft

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"delphi/engine/dice"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

var bucs = map[string]rules.BUC{"blessed": rules.Blessed, "uncursed": rules.Uncursed, "cursed": rules.Cursed}

var marker = truthtest.Table{
	Name: "marker", Files: "truth/divine/marker_cost.tsv", Whole: true, OneIn: 2,
	Columns: []string{"version", "item", "base_cost", "ink_min", "ink_max"},
}

func TestInk(t *testing.T) {
	marker.Check(t, func(t testing.TB, r truthtest.Row) {
		s := rules.Get(r["version"])
		o := s.Object(r["item"])
		if o == nil {
			t.Fatalf("%v: no such object", r)
		}
		base, ok := Ink(s.Ink(), o)
		if least, most := Used(base); !ok || base != r.Int(t, "base_cost") || least != r.Int(t, "ink_min") || most != r.Int(t, "ink_max") {
			t.Errorf("%v: %d, %d to %d", r, base, least, most)
		}
	})
}

// Every scroll and spellbook that can be written has a price.
func TestInkIsWhole(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0", "slashem", "xnethack", "evilhack"} {
		s := rules.Get(version)
		for _, o := range s.Objects() {
			_, ok := Ink(s.Ink(), o)
			if want := (o.Class == "scroll" || o.Class == "spellbook") && o.Name != "scroll of blank paper" && o.Name != "spellbook of blank paper" && o.Name != "Book of the Dead" && o.Name != "novel" && o.Name != "scroll of consecration"; ok != want {
				t.Errorf("%s: %s can be written: %t", version, o.Name, ok)
			}
		}
	}
}

var mix = truthtest.Table{
	Name: "mix", Files: "truth/divine/potion_mix.tsv", Whole: true, OneIn: 2,
	Columns: []string{"version", "dipped", "into", "result", "probability"},
}

func TestMix(t *testing.T) {
	mix.Check(t, func(t testing.TB, r truthtest.Row) {
		got := Mixed(&Mixing{Rules: rules.Get(r["version"]).Crafts(), Dipped: r["dipped"], Into: r["into"], Potion: true})
		p := dice.P(got, func(what string) bool { return what == r["result"] })
		if math.Abs(p-r.Float(t, "probability")) > 6e-10 || p == 0 {
			t.Errorf("%v: %v", r, got)
		}
	})
}

func TestMixByChance(t *testing.T) {
	c := rules.Get("5.0.0").Crafts()
	for _, tt := range []struct {
		m    Mixing
		want string
	}{
		{Mixing{Dipped: "oil", Into: "acid", Potion: true}, "evaporates 9/20, sickness 9/40, water 9/80, random potion 9/80, explodes 1/10"},
		{Mixing{Dipped: "oil", Into: "acid", Potion: true, Smock: true, Diluted: true}, "water 29/30, explodes 1/30"},
		{Mixing{Dipped: "acid", Into: "oil", Potion: true}, "explodes 1/1"},
		{Mixing{Dipped: "oil", Into: "water", Potion: true, Lit: true}, "explodes 1/1"},
		{Mixing{Dipped: "unicorn horn", Into: "sickness"}, "fruit juice 1/1"},
		{Mixing{Dipped: "unicorn horn", Into: "oil"}, "nothing happens 1/1"},
		{Mixing{Dipped: "healing", Into: "gain level", Potion: true, Cursed: true}, "explodes 1/1"},
	} {
		tt.m.Rules = c
		var says []string
		for _, x := range Mix(&tt.m) {
			says = append(says, fmt.Sprintf("%s %d/%d", x.What, x.Num, x.Den))
		}
		if got := strings.Join(says, ", "); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.m, got, tt.want)
		}
	}
}

func TestChanged(t *testing.T) {
	old, now := rules.Get("3.4.3").Crafts(), rules.Get("5.0.0").Crafts()
	for _, tt := range []struct {
		r                *rules.Crafts
		stack            int
		magical, diluted bool
		least, most      int
	}{
		{old, 20, true, false, 20, 20}, {now, 3, true, false, 3, 3}, {now, 5, true, false, 3, 5}, {now, 20, true, false, 3, 8},
		{now, 7, false, false, 7, 7}, {now, 20, false, false, 7, 20}, {now, 20, false, true, 2, 2}, {now, 2, true, true, 2, 2},
	} {
		if least, most := Changed(tt.r, tt.stack, tt.magical, tt.diluted); least != tt.least || most != tt.most {
			t.Errorf("%d potions, magical %t, diluted %t: %d to %d", tt.stack, tt.magical, tt.diluted, least, most)
		}
	}
}

var bag = truthtest.Table{
	Name: "bag", Files: "truth/divine/bag_explosion.tsv", Whole: true, Unread: map[string]string{"version": truthtest.Alike}, OneIn: 2,
	Columns: []string{"version", "item_put_in_bag_of_holding", "nesting_depth_0_is_direct", "spe", "probability_explodes"},
}

func TestBag(t *testing.T) {
	bag.Check(t, func(t testing.TB, r truthtest.Row) {
		thing := r["item_put_in_bag_of_holding"]
		if thing == "cancellation" {
			thing = "wand of cancellation"
		}
		got := Bag(rules.Get(r["version"]).Crafts(), thing, r.Int(t, "spe"), r.Int(t, "nesting_depth_0_is_direct"))
		if math.Abs(got.P-r.Float(t, "probability_explodes")) > 6e-10 {
			t.Errorf("%v: %s", r, got)
		}
	})
}

var horn = truthtest.Table{
	Name: "horn", Files: "truth/divine/unicorn_horn.tsv", Whole: true, OneIn: 2,
	Columns: []string{"version", "horn", "timed_troubles", "attribute_points_lost", "n", "troubles_fixed", "attributes_fixed", "count"},
}

func TestHorn(t *testing.T) {
	horn.Judge(t, func(t testing.TB, tally *truthtest.Tally, r truthtest.Row) {
		c := rules.Get(r["version"]).Crafts()
		p := 0.0
		if r["horn"] == "cursed" {
			named, other, _ := strings.Cut(r["troubles_fixed"], " (")
			p = dice.P(Hurt(c), func(what string) bool {
				if named == "other" { // the file sums up what it does not name
					return what == "attribute loss" || what == "deaf"
				}
				return what == named
			})
			_ = other
		} else {
			p = dice.P(Cure(&Horn{Rules: c, BUC: bucs[r["horn"]], Ails: r.Int(t, "timed_troubles"), Points: r.Int(t, "attribute_points_lost")}), func(x Cured) bool {
				return x == Cured{r.Int(t, "troubles_fixed"), r.Int(t, "attributes_fixed")}
			})
		}
		tally.Count(t, fmt.Sprint(r), r.Float(t, "count"), r.Float(t, "n"), p)
	})
}
