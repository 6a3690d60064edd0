package polypile

import (
	"strconv"
	"testing"

	"delphi/engine/polymorph"
	"delphi/engine/rules"
)

// largePile returns the one large pile of so many stacks: stacks of five cursed
// rocks over single treasures, one treasure for each five of rocks.
func largePile(set *rules.Set, stacks int) []polymorph.Stack {
	treasure := []string{"elven cloak", "unicorn horn", "plate mail", "magic marker", "speed boots", "amulet of life saving",
		"ring of free action", "wand of digging", "spellbook of sleep", "crystal plate mail", "gray dragon scale mail", "long sword"}
	n := stacks / 6
	var out []polymorph.Stack
	if stacks > n {
		out = append(out, polymorph.Stack{Object: set.Object("rock"), Quantity: 5, Count: stacks - n, BUC: rules.Cursed})
	}
	for i := range n {
		out = append(out, polymorph.Stack{Object: set.Object(treasure[i%len(treasure)]), Quantity: 1, BUC: rules.BUC(3 - i%3)})
	}
	return out
}

// mixedPile returns a pile of stacks of many materials, a few of them drawn each game.
func mixedPile(set *rules.Set, stacks int) []polymorph.Stack {
	kinds := []struct {
		name string
		n    int
	}{{"long sword", 1}, {"elven cloak", 1}, {"scroll of identify", 7}, {"potion of booze", 3}, {"unicorn horn", 1}, {"club", 1}, {"rock", 5}, {"dagger", 8},
		{"leather armor", 1}, {"gold piece", 30}, {"ruby", 2}, {"food ration", 2}, {"wax candle", 5}, {"ring of adornment", 1}, {"gray dragon scales", 1}, {"wand of digging", 1},
		{"credit card", 1}, {"egg", 4}, {"worthless piece of red glass", 9}, {"ring of hunger", 1}, {"elven mithril-coat", 1}, {"spellbook of light", 1}, {"wand of sleep", 1}}
	var out []polymorph.Stack
	for i := range stacks {
		k := kinds[i%len(kinds)]
		out = append(out, polymorph.Stack{Object: set.Object(k.name), Quantity: k.n, BUC: rules.BUC(3 - i%3)})
	}
	return out
}

func benchmarkZap(b *testing.B, pile func(*rules.Set, int) []polymorph.Stack, luck int) {
	set := rules.Get(rules.Default)
	for _, n := range []int{1, 10, 60, 300, 1000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			q := &Question{Rules: set, Squares: []Square{{Stacks: pile(set, n)}}, Luck: luck, Level: polymorph.Level{Depth: 10}}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Zap(b.Context(), q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkLargePile(b *testing.B) { benchmarkZap(b, largePile, 10) }
func BenchmarkMixedPile(b *testing.B) { benchmarkZap(b, mixedPile, 0) }

func BenchmarkRocks60(b *testing.B) {
	set := rules.Get(rules.Default)
	q := &Question{Rules: set, Squares: []Square{{Stacks: []polymorph.Stack{{Object: set.Object("rock"), Quantity: 5, Count: 60, BUC: rules.Cursed}}}}, Luck: 10, Level: polymorph.Level{Depth: 10}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Zap(b.Context(), q); err != nil {
			b.Fatal(err)
		}
	}
}

// Piles with a wanted thing: as many of it as the default tells apart, and as
// many as anybody may ask for.
func BenchmarkWanted(b *testing.B) {
	set := rules.Get(rules.Default)
	for _, c := range []struct{ stacks, atLeast int }{{10, 1}, {60, 3}, {300, 20}, {1000, 19}} {
		b.Run(strconv.Itoa(c.stacks)+"for"+strconv.Itoa(c.atLeast), func(b *testing.B) {
			q := &Question{Rules: set, Squares: []Square{{Stacks: mixedPile(set, c.stacks)}}, Level: polymorph.Level{Depth: 10}, Want: []*rules.Object{set.Object("magic marker")}, AtLeast: []int{c.atLeast}}
			for b.Loop() {
				if _, err := Zap(b.Context(), q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
