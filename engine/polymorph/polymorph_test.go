package polymorph

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/odds"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

func ExampleFrom() {
	set := rules.Get("3.6.7")
	a, _ := From(context.Background(), set, Stack{Object: set.Object("unicorn horn"), Quantity: 1}, Level{})
	for _, to := range a.To {
		if to.Name == "magic marker" {
			fmt.Printf("%.2f%% of polymorphed unicorn horns become a %s.\n", 100*to.P, to.Name)
		}
	}
	// Output: 3.85% of polymorphed unicorn horns become a magic marker.
}

func ExampleFor() {
	set := rules.Get("5.0.0")
	a, _ := For(context.Background(), &ForQuestion{Rules: set, To: []*rules.Object{set.Object("magic marker")}})
	best := a.Groups[0]
	fmt.Printf("%s, such as a %s: %.1f%% a zap; half the time %d of them are enough.\n", best.Name, best.From[0], 100*best.PerZap, *best.Needed[1].ItemsSingleUse)
	// Output: any magic tool, such as a unicorn horn: 3.2% a zap; half the time 22 of them are enough.
}

// Figures that are well known.
func TestKnownFigures(t *testing.T) {
	set := rules.Get("3.6.7")
	from := func(s Stack) map[string]float64 {
		a, err := From(t.Context(), set, s, Level{Depth: 1})
		if err != nil {
			t.Fatal(err)
		}
		out, magic := map[string]float64{}, 0.0
		for _, o := range a.To {
			out[o.Name] = o.P
			if o.To.Magic {
				magic += o.P
			}
		}
		out["magic"] = magic
		return out
	}
	for _, c := range []struct {
		s    Stack
		what string
		want float64
		room float64
	}{
		{Stack{Object: set.Object("unicorn horn"), Quantity: 1}, "magic marker", .0386, 2e-4},
		{Stack{Object: set.Object("unicorn horn"), Quantity: 1, Degraded: true}, "magic marker", .00035, 5e-6},
		{Stack{Object: set.Object("elven cloak"), Quantity: 1}, "magic", 1 - .5473, 5e-5},
		{Stack{Object: set.Object("magic marker"), Quantity: 1}, "magic", 1 - .6483, 5e-5},
		{Stack{Object: set.Object("plate mail"), Quantity: 1}, "magic", .00603, 5e-6},
		{Stack{Object: set.Object("pick-axe"), Quantity: 1}, "magic", .0032, 5e-5},
		{Stack{Object: set.Object("potion of water"), Quantity: 1}, "magic", .407, 5e-4},
		{Stack{Object: set.Object("scroll of blank paper"), Quantity: 1}, "magic", .918, 5e-4},
		{Stack{Object: set.Object("spellbook of blank paper"), Quantity: 1}, "magic", .947, 5e-4},
		{Stack{Object: set.Object("wand of nothing"), Quantity: 1}, "magic", .926, 5e-4},
	} {
		if got := from(c.s)[c.what]; math.Abs(got-c.want) > c.room {
			t.Errorf("%s to %s: %.5f, want %.5f", c.s.Object.Name, c.what, got, c.want)
		}
	}
	// Zapping until it comes or is lost.
	for buc, want := range map[rules.BUC][2]float64{rules.Blessed: {.0539, 11.95}, rules.Uncursed: {.0492, 8.00}, rules.Cursed: {.0327, 3.05}} {
		a, err := For(t.Context(), &ForQuestion{Rules: set, To: []*rules.Object{set.Object("magic marker")}, From: &Stack{Object: set.Object("unicorn horn"), Quantity: 1, BUC: buc}})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(a.UntilLost-want[0]) > .001 || math.Abs(a.MeanZaps-want[1]) > .02 {
			t.Errorf("%v unicorn horn: %.4f in %.2f zaps, want %v", buc, a.UntilLost, a.MeanZaps, want)
		}
		for i, n := range a.Needed {
			if *n.Polymorphs > *n.ItemsSingleUse || *n.ItemsUntilLost > *n.ItemsSingleUse || i > 0 && *n.Polymorphs < *a.Needed[i-1].Polymorphs {
				t.Errorf("needed %+v", n)
			}
		}
	}
}

func TestRanking(t *testing.T) {
	set := rules.Get("5.0.0")
	rank := func(to string) *ForAnswer {
		a, err := For(t.Context(), &ForQuestion{Rules: set, To: []*rules.Object{set.Object(to)}})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Sources) < 2 {
			t.Fatalf("%d sources of a %s", len(a.Sources), to)
		}
		for i, s := range a.Sources[1:] {
			if s.UntilLost > a.Sources[i].UntilLost+1e-12 {
				t.Errorf("%s: %+v ranks below %+v", to, s, a.Sources[i])
			}
		}
		return a
	}
	if a := rank("magic marker"); !a.Sources[0].Magic {
		t.Errorf("the best fodder for markers is %+v", a.Sources[0])
	}
	if a := rank("low boots"); a.Sources[0].From != "crocodile corpse" || !near(a.Sources[0].PerPolymorph, 1) {
		t.Errorf("the best fodder for low boots is %+v", a.Sources[0])
	}
	none, err := For(t.Context(), &ForQuestion{Rules: set, To: []*rules.Object{set.Object("wand of wishing")}, From: &Stack{Object: set.Object("wand of digging"), Quantity: 1}})
	if err != nil || none.UntilLost != 0 || none.Needed[0].Polymorphs != nil {
		t.Errorf("a wand of wishing from polymorph: %+v, %v", none, err)
	}
}

// Each object is asked for in one version by day, and in all of them at night.
func TestGroups(t *testing.T) {
	versions := rules.PolypileNames()
	for v, version := range versions {
		set := rules.Polypiling(version)
		for i, o := range set.Objects() {
			if !truthtest.Nightly() && (i+v)%len(versions) != 0 {
				continue
			}
			a, err := For(t.Context(), &ForQuestion{Rules: set, To: []*rules.Object{o}, Level: Level{Depth: 40}})
			if err != nil {
				t.Fatal(err)
			}
			if (len(a.Groups) == 0) != (a.Reason != "") {
				t.Errorf("%s %s: %d groups, reason %q", version, o.Name, len(a.Groups), a.Reason)
			}
			members := 0
			for i, g := range a.Groups {
				members += len(g.From)
				if i > 0 && g.UntilLost > a.Groups[i-1].UntilLost+1e-12 {
					t.Errorf("%s %s: %s ranks too low", version, o.Name, g.Name)
				}
				for _, name := range g.From {
					if keep[name] || name == o.Name {
						t.Errorf("%s %s: suggests %s", version, o.Name, name)
					}
				}
				if len(g.Needed) != 5 || (len(g.From) > 1) != strings.HasPrefix(g.Name, "any ") {
					t.Errorf("%s %s: %+v", version, o.Name, g)
				}
			}
			if members != len(a.Sources) {
				t.Errorf("%s %s: %d members, %d sources", version, o.Name, members, len(a.Sources))
			}
		}
	}
}

// The list of what players have and keep names objects that there are.
func TestFodder(t *testing.T) {
	if len(plenty) < 100 || len(keep) < 100 {
		t.Errorf("%d in plenty, %d to keep", len(plenty), len(keep))
	}
	known := map[string]bool{}
	for _, version := range rules.PolypileNames() {
		for _, o := range rules.Polypiling(version).Objects() {
			known[o.Name] = true
		}
	}
	for name := range plenty {
		if !known[name] || keep[name] {
			t.Errorf("%s is no object, or both in plenty and to keep", name)
		}
	}
	for name := range keep {
		if !known[name] {
			t.Errorf("%s is no object", name)
		}
	}
}

func TestNever(t *testing.T) {
	set := rules.Get("5.0.0")
	stack := func(name string) *Stack { return &Stack{Object: set.Object(name), Quantity: 1} }
	crocodile := stack("corpse")
	crocodile.Corpse = "crocodile"
	for name, c := range map[string]struct {
		from  *Stack
		to    string
		depth int
		want  string
	}{
		"wishing":      {nil, "wand of wishing", 10, "When polymorph draws a wand of wishing, the game draws something else instead."},
		"lamp":         {stack("unicorn horn"), "magic lamp", 10, "When polymorph draws a magic lamp, it becomes an oil lamp instead."},
		"class":        {stack("dagger"), "magic marker", 10, "Polymorph keeps the class of an object: a dagger is of the class weapon and a magic marker of the class tool."},
		"safe":         {stack("wand of polymorph"), "wand of sleep", 10, "Polymorph never affects a wand of polymorph."},
		"crocodile":    {crocodile, "apple", 10, "A crocodile corpse always becomes low boots."},
		"gem":          {nil, "diamond", 1, "A diamond does not occur this high up in the Dungeons; go deeper first."},
		"Amulet":       {nil, "Amulet of Yendor", 10, "Polymorph only makes what the game generates at random, which the Amulet of Yendor never is."},
		"unicorn horn": {nil, "unicorn horn", 10, "Polymorph only makes what the game generates at random, which a unicorn horn never is."},
	} {
		a, err := For(t.Context(), &ForQuestion{Rules: set, To: []*rules.Object{set.Object(c.to)}, From: c.from, Level: Level{Depth: c.depth}})
		if err != nil || a.Reason != c.want || a.UntilLost != 0 {
			t.Errorf("%s: %q, %v; want %q", name, a.Reason, err, c.want)
		}
	}
}

func TestRefused(t *testing.T) {
	set := rules.Get("5.0.0")
	rock := Stack{Object: set.Object("rock")}
	for name, err := range map[string]error{
		"no rock":   second(From(t.Context(), set, rock, Level{})),
		"no object": second(From(t.Context(), set, Stack{}, Level{})),
		"version":   second(From(t.Context(), rules.Get("fiqhack"), Stack{Object: rock.Object, Quantity: 1}, Level{})),
		"no wish":   second(For(t.Context(), &ForQuestion{Rules: set})),
		"17 wishes": second(For(t.Context(), &ForQuestion{Rules: set, To: slices.Repeat([]*rules.Object{rock.Object}, 17)})),
	} {
		var p *problem.Problem
		if !errors.As(err, &p) || len(p.Hints) == 0 || !strings.HasSuffix(p.Text, ".") {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := second(For(ctx, &ForQuestion{Rules: set, To: []*rules.Object{set.Object("magic marker")}})); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped For: %v", err)
	}
	if err := second(From(ctx, set, Stack{Object: rock.Object, Quantity: 1}, Level{})); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped From: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

// Whatever polymorphs becomes something, with chances that add up to 1.
func TestBecomeAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := rules.Polypiling(rapid.SampledFrom(rules.PolypileNames()).Draw(t, "version"))
		s := Stack{Object: rapid.SampledFrom(set.Objects()).Draw(t, "object"), Quantity: rapid.IntRange(1, 1200).Draw(t, "quantity"), Read: rapid.IntRange(0, 9).Draw(t, "read")}
		g, err := NewGame(set, Level{Depth: rapid.IntRange(0, 50).Draw(t, "depth")}, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, _ = s.Spread()
		sum := 0.0
		for _, r := range g.Become(&s) {
			if sum += r.P; r.P <= 0 || r.Quantity < 1 || r.Quantity > s.Quantity {
				t.Fatalf("%+v of %+v", r, s)
			}
		}
		if resist, shudder := g.Chances(&s); math.Abs(sum-1) > 1e-12 || resist < 0 || shudder < 0 || resist+shudder > 1 {
			t.Fatalf("%s: adds up to %v; resists %v, shudders %v", s.Object.Name, sum, resist, shudder)
		}
	})
}

func BenchmarkFor(b *testing.B) {
	set := rules.Get(rules.Default)
	q := &ForQuestion{Rules: set, To: []*rules.Object{set.Object("magic marker")}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := For(b.Context(), q); err != nil {
			b.Fatal(err)
		}
	}
}

// So many wanted things take the fewest items that have them with the confidence.
func TestTimes(t *testing.T) {
	set := rules.Get(rules.Default)
	horn := Stack{Object: set.Object("unicorn horn"), Quantity: 1, BUC: rules.Uncursed}
	tin := Stack{Object: set.Object("tin whistle"), Quantity: 1, BUC: rules.Uncursed}
	for _, from := range []Stack{horn, tin} {
		for times := 1; times <= 5; times++ {
			a, err := For(t.Context(), &ForQuestion{Rules: set, To: []*rules.Object{set.Object("magic marker")}, From: &from, Times: times})
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range a.Needed {
				for p, items := range map[float64]int{a.PerPolymorph: *n.Polymorphs, a.PerZap: *n.ItemsSingleUse, a.UntilLost: *n.ItemsUntilLost} {
					if odds.AtLeast(items, times, p) < n.Confidence || odds.AtLeast(items-1, times, p) >= n.Confidence {
						t.Errorf("%s, %d times with %v: %d items for %v", a.From, times, p, items, n.Confidence)
					}
				}
			}
		}
	}
	if _, err := For(t.Context(), &ForQuestion{Rules: set, To: []*rules.Object{set.Object("magic marker")}, Times: 101}); err == nil {
		t.Error("101 of a thing are worked out")
	}
}
