package craft

import (
	"math"
	"testing"

	"delphi/engine/dice"
	"delphi/engine/rules"
)

// The chance that ink is enough is that of the sums of all draws.
func TestEnough(t *testing.T) {
	for _, base := range []int{8, 16, 30} {
		least, most := Used(base)
		sums := map[int]float64{0: 1}
		for n := 1; n <= 4; n++ {
			next := map[int]float64{}
			for sum, p := range sums {
				for used := least; used <= most; used++ {
					next[sum+used] += p / float64(most-least+1)
				}
			}
			sums = next
			for ink := 0; ink <= 127; ink++ {
				want := 0.0
				for sum, p := range sums {
					if sum <= ink {
						want += p
					}
				}
				if got := Enough(base, ink, n); math.Abs(got.P-want) > 1e-9 {
					t.Fatalf("%d ink for %d of base %d: %v, not %v", ink, n, base, got.P, want)
				}
			}
		}
	}
	if got := Enough(30, 20, 1); got.Num != 2 || got.Den != 5 {
		t.Errorf("20 ink for genocide: %v", got)
	}
}

// Ink decides whether a try succeeds, and how many there are.
func TestTry(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		s := rules.Get(version)
		for _, c := range []struct {
			known        bool
			ink          int
			end          string
			p, over, ten float64 // of one try, of two, of ten
		}{
			{true, 14, TooDry, 0, 0, 0},
			{true, 15, DriesOut, 1.0 / 15, 1.0 / 15, 1.0 / 15},
			{true, 28, DriesOut, 14.0 / 15, 14.0 / 15, 14.0 / 15},
			{true, 29, Written, 1, 1, 1},
			{false, 29, NotKnown, 1.0 / 15, 1.0 / 15, 1.0 / 15},
			// the second of two has 15 ink where the first took 15
			{false, 30, NotKnown, 1.0 / 15, 1.0/15 + 14.0/15/15/15/15, 1.0/15 + 14.0/15/15/15/15},
		} {
			w := &Writing{Rules: s.Crafts(), Luck: s.Luck(), Object: s.Object("scroll of genocide"), Known: c.known}
			ends := w.Try(30, c.ink)
			p := dice.P(ends, func(what string) bool { return what == Written })
			if math.Abs(p-c.p) > 1e-12 || c.end != Written && dice.P(ends, func(what string) bool { return what == c.end }) == 0 {
				t.Errorf("%s, %+v: %v", version, c, ends)
			}
			for n, want := range map[int]float64{1: c.p, 2: c.over, 10: c.ten} {
				if got := w.Within(30, c.ink, n); math.Abs(got-want) > 1e-12 {
					t.Errorf("%s, %+v: %g in %d tries, not %g", version, c, got, n, want)
				}
			}
		}
	}
}

// Several tries are those of one after the other, as long as the ink lasts.
func TestWithin(t *testing.T) {
	s := rules.Get("5.0.0")
	for _, luck := range []int{0, 10} {
		w := &Writing{Rules: s.Crafts(), Luck: s.Luck(), Object: s.Object("scroll of identify"), At: luck}
		p := w.Written().P
		least, most := Used(14)
		var follow func(ink, n int) float64
		follow = func(ink, n int) float64 {
			if n == 0 {
				return 0
			}
			sum := 0.0
			for used := least; used <= min(most, ink); used++ {
				sum += p + (1-p)*follow(ink-used, n-1)
			}
			return sum / float64(most-least+1)
		}
		for n := 0; n <= 4; n++ {
			for _, ink := range []int{6, 7, 13, 20, 60, 127} {
				if got, want := w.Within(14, ink, n), follow(ink, n); math.Abs(got-want) > 1e-12 {
					t.Errorf("%d ink, %d tries: %g, want %g", ink, n, got, want)
				}
			}
		}
		w.Known = true
		for n, want := range []float64{0, 1, 1} {
			if got := w.Within(14, 50, n); got != want {
				t.Errorf("known, %d tries: %g, want %g", n, got, want)
			}
		}
	}
}

// What a Wizard writes is likelier than what others do, but not every book.
func TestDie(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		s := rules.Get(version)
		r := s.Crafts()
		for _, x := range []struct {
			object         string
			wizard, fading bool
			wizards        bool
		}{
			{"scroll of identify", false, false, false}, {"scroll of identify", true, false, true}, {"spellbook of sleep", false, true, false},
			{"spellbook of sleep", true, false, !r.WizardScrolls}, {"spellbook of sleep", true, true, true},
		} {
			w := &Writing{Rules: r, Luck: s.Luck(), Object: s.Object(x.object), Wizard: x.wizard, Fading: x.fading}
			want := r.WriteDie
			if x.wizards {
				want = r.WizardDie
			}
			if got := w.Die(); got != want || w.Object == nil || r.WriteDie == r.WizardDie {
				t.Errorf("%s, %+v: %d, want %d", version, x, got, want)
			}
		}
	}
}

// Enough ink is sure, and too little is none.
func TestSureInk(t *testing.T) {
	if got := Enough(30, 29, 1); got != (dice.Chance{P: 1, Num: 1, Den: 1}) {
		t.Errorf("29 of 29: %+v", got)
	}
	if got := Enough(30, 14, 1); got.P != 0 {
		t.Errorf("14 of 15: %+v", got)
	}
}

// A thing of a recipe is known to mix, and potions are.
func TestKnown(t *testing.T) {
	r := rules.Get("5.0.0").Crafts()
	for _, x := range []struct {
		m    Mixing
		want bool
	}{{Mixing{Rules: r, Potion: true}, true}, {Mixing{Rules: r, Dipped: r.Recipes[0].Dipped}, true}, {Mixing{Rules: r, Dipped: "no such thing"}, false}} {
		if x.m.Known() != x.want {
			t.Errorf("%q: %t", x.m.Dipped, x.m.Known())
		}
	}
}
