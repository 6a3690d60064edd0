package layout

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/polymorph"
	"delphi/engine/polypile"
	"delphi/engine/rules"
)

// mixed returns stacks of several materials, classes and numbers.
func mixed(set *rules.Set, stacks int) []polymorph.Stack {
	kinds := []struct {
		name string
		n    int
	}{{"long sword", 1}, {"elven cloak", 1}, {"scroll of identify", 7}, {"potion of booze", 3}, {"unicorn horn", 1}, {"rock", 5}, {"dagger", 8}, {"ruby", 2}, {"wax candle", 5}, {"ring of hunger", 1}, {"wand of sleep", 1}, {"egg", 4}}
	var out []polymorph.Stack
	for i := range stacks {
		k := kinds[i%len(kinds)]
		out = append(out, polymorph.Stack{Object: set.Object(k.name), Quantity: k.n, BUC: rules.BUC(3 - i%3)})
	}
	return out
}

func compare(t testing.TB, q *Question) *Answer {
	t.Helper()
	q.Rules, q.Level.Depth = rules.Get("5.0.0"), 10
	a, err := Compare(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// plan finds a plan by its name, or the one that it comes to the same as.
func (a *Answer) plan(name string) *Plan {
	for i := range a.Plans {
		for _, n := range append(a.Plans[i].Same, a.Plans[i].Plan) {
			if n == name {
				return &a.Plans[i]
			}
		}
	}
	return nil
}

func TestCompareWanted(t *testing.T) {
	set := rules.Get("5.0.0")
	horns := compare(t, &Question{Stacks: []polymorph.Stack{{Object: set.Object("unicorn horn"), Quantity: 14}}, Want: []*rules.Object{set.Object("magic marker")}})
	if len(horns.Plans) != 2 || horns.Advice != "One pile is best. Rocks and meatballs on top hardly help." || len(horns.Plans[0].Same) != 2 {
		t.Errorf("14 unicorn horns: %+v, %s", horns.Plans, horns.Advice)
	}
	if one, line := horns.Plans[0].Want.AtLeastOne, horns.plan("7 piles in a line").Want.AtLeastOne; math.Abs(one-0.366) > 5e-4 || math.Abs(line-0.276) > 5e-4 {
		t.Errorf("14 unicorn horns: %.4f in one pile, %.4f in a line", one, line)
	}
	scrolls := compare(t, &Question{Stacks: []polymorph.Stack{{Object: set.Object("scroll of identify"), Quantity: 28}}, Want: []*rules.Object{set.Object("scroll of charging")}})
	for plan, want := range map[string]float64{"one pile": 0.0110, "7 piles in a line, each stack split over them": 0.0638, "one pile of stacks of 4 or fewer": 0.0812} {
		if p := scrolls.plan(plan); p == nil || math.Abs(p.Want.AtLeastOne-want) > 1e-4 {
			t.Errorf("28 scrolls, %s: %+v, want %.4f", plan, p, want)
		}
	}
	never := compare(t, &Question{Stacks: []polymorph.Stack{{Object: set.Object("dagger"), Quantity: 1}}, Want: []*rules.Object{set.Object("magic marker")}})
	if !strings.HasPrefix(never.Advice, "Nothing here") || len(never.Plans) != 1 {
		t.Errorf("a dagger for a marker: %+v, %s", never.Plans, never.Advice)
	}
}

// Without a wanted thing what polymorphs counts, not what is left: otherwise
// doing nothing would be best.
func TestComparePolymorphed(t *testing.T) {
	set := rules.Get("5.0.0")
	a := compare(t, &Question{Stacks: []polymorph.Stack{{Object: set.Object("elven cloak"), Quantity: 20}, {Object: set.Object("plate mail"), Quantity: 20}}, Luck: 10})
	if line := a.plan("7 piles in a line"); line != &a.Plans[len(a.Plans)-1] || line.ExpectedLeft < a.Plans[0].ExpectedLeft {
		t.Errorf("a line polymorphs least and leaves most: %+v", a.Plans)
	}
	if p := a.plan("one pile"); math.Abs(p.Polymorphed-40*0.95*7/8) > 1e-9 {
		t.Errorf("one pile: %+v", p)
	}
	if a.Advice != "One pile is best. Rocks and meatballs on top hardly help." {
		t.Errorf("40 pieces of armour: %s", a.Advice)
	}
	// Where a golem comes for sure, one of stone or straw spares the rest.
	gold := compare(t, &Question{Luck: -13, Stacks: []polymorph.Stack{{Object: set.Object("scroll of identify"), Quantity: 4, Count: 60, BUC: rules.Cursed}}})
	if !strings.Contains(gold.Plans[0].Plan, "under 40 stacks of 5 cursed") || !strings.HasSuffix(gold.Advice, " is best.") {
		t.Errorf("60 stacks of scrolls: %s", gold.Advice)
	}
	lots := compare(t, &Question{Stacks: []polymorph.Stack{{Object: set.Object("scroll of identify"), Quantity: 9900, Count: 2}}})
	if lots.plan("one pile of stacks of 4 or fewer") != nil || len(lots.Notes) < 2 {
		t.Errorf("4,950 stacks are too many: %+v", lots.Notes)
	}
}

// A plan's figures are those of a zap at it.
func TestCompareAgainstZap(t *testing.T) {
	set := rules.Get("5.0.0")
	q := &Question{Rules: set, Stacks: mixed(set, 30), Luck: 3, Level: polymorph.Level{Depth: 10}, Want: []*rules.Object{set.Object("magic marker"), set.Object("wand of death")}}
	a := compare(t, q)
	for name, squares := range map[string][]polypile.Square{"one pile": {{Stacks: q.Stacks}}, "7 piles in a line": Deal(q.Stacks, 7), "7 piles in a line, each stack split over them": Share(q.Stacks, 7)} {
		p := a.plan(name)
		x, err := polypile.Zap(t.Context(), &polypile.Question{Rules: set, Squares: squares, Luck: 3, Level: q.Level, Want: q.Want})
		if err != nil || p == nil {
			t.Fatal(name, p, err)
		}
		if p.Plan != name {
			continue // its equal stands for it
		}
		near := func(what string, got, want float64) {
			if math.Abs(got-want) > 1e-3*want {
				t.Errorf("%s: %s %.6f, zapped %.6f", name, what, got, want)
			}
		}
		near("left", p.ExpectedLeft, x.Items.ExpectedLeft)
		near("golem", p.Golem, x.Golem.Appears)
		near("wanted", p.Want.AtLeastOne, x.Want.AtLeastOne)
		near("wanted items", p.Want.ExpectedItems, x.Want.ExpectedItems)
	}
}

// However stacks are dealt, shared or split, every item is still there.
func TestLayoutsKeepItems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := rules.Get(rules.Default)
		all := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) polymorph.Stack {
			s := rapid.SampledFrom(mixed(set, 12)).Draw(t, "kind")
			s.Quantity, s.Count = rapid.IntRange(1, 9).Draw(t, "quantity"), rapid.IntRange(0, 3).Draw(t, "count")
			return s
		}), 1, 12).Draw(t, "stacks")
		count := func(stacks []polymorph.Stack) map[string]int {
			out := map[string]int{}
			for _, s := range stacks {
				out[s.Object.Name] += s.Stacks() * s.Quantity
			}
			return out
		}
		same := func(what string, stacks []polymorph.Stack) {
			got, want := count(stacks), count(all)
			for name, n := range want {
				if got[name] != n {
					t.Fatalf("%s: %d %s of %d", what, got[name], name, n)
				}
			}
		}
		squares, most := rapid.IntRange(1, 13).Draw(t, "squares"), rapid.IntRange(1, 9).Draw(t, "most")
		for what, line := range map[string][]polypile.Square{"dealt": Deal(all, squares), "shared": Share(all, squares)} {
			var stacks []polymorph.Stack
			for _, s := range line {
				stacks = append(stacks, s.Stacks...)
			}
			if len(line) > squares || len(line) == 0 {
				t.Fatalf("%s over %d squares of %d", what, len(line), squares)
			}
			same(what, stacks)
		}
		split, _ := Split(all, most)
		same("split", split)
		for _, s := range split {
			if s.Quantity > most {
				t.Fatalf("%+v has more than %d", s, most)
			}
		}
	})
}

func TestDeal(t *testing.T) {
	set := rules.Get("5.0.0")
	fodder := []polymorph.Stack{{Object: set.Object("elven cloak"), Count: 12, Quantity: 1, BUC: rules.Uncursed}, {Object: set.Object("unicorn horn"), Count: 2, Quantity: 2, BUC: rules.Uncursed}, {Object: set.Object("boulder"), Count: 1, Quantity: 1, BUC: rules.Cursed}}
	small := Deal(fodder, 7)
	stacks := 0
	for _, s := range small {
		for _, x := range s.Stacks {
			stacks += x.Stacks()
		}
	}
	if len(small) != 7 || stacks != 17 || small[0].Stacks[0].Count != 2 {
		t.Errorf("dealt %+v", small)
	}
	if few := Deal(fodder[2:], 7); len(few) != 1 {
		t.Errorf("one stack dealt over %d squares", len(few))
	}
}

func TestCompareStops(t *testing.T) {
	set := rules.Get("5.0.0")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Compare(ctx, &Question{Rules: set, Stacks: mixed(set, 60)}); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped Compare: %v", err)
	}
	if _, err := Compare(t.Context(), &Question{Rules: set}); err == nil {
		t.Error("nothing was compared")
	}
}

// BenchmarkCompare holds the two bounds: 100 ms for 60 stacks, 400 ms for the
// worst line that is accepted.
func BenchmarkCompare(b *testing.B) {
	set := rules.Get("5.0.0")
	want := []*rules.Object{set.Object("magic marker"), set.Object("wand of death"), set.Object("ring of conflict")}
	for name, stacks := range map[string]int{"60 stacks": 60, "960 stacks": 960} {
		b.Run(name, func(b *testing.B) {
			q := &Question{Rules: set, Stacks: mixed(set, stacks), Level: polymorph.Level{Depth: 10}, Want: want}
			for b.Loop() {
				if _, err := Compare(b.Context(), q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
