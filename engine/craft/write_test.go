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
