package life

import (
	"math"
	"testing"

	"delphi/engine/rules"
)

// St 16 rises by one 19 times in 24, 18/50 to each of 18/51 to 18/60 alike, 18/90 by one, and
// 18/** stays; a cursed tin takes the same, down to 3 (gainstr and adjattrib, attrib.c).
func TestStronger(t *testing.T) {
	s, err := rules.Of[rules.Spinach](rules.Get("3.6.7"))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		st   int
		lost bool
		to   int
		p    float64
	}{
		{16, false, 17, 19. / 24}, {16, false, 22, 1. / 24}, {17, false, 23, 1. / 24}, {18, false, 28, .1}, {68, false, 69, .1}, {68, false, 78, .1},
		{102, false, 112, .1}, {103, false, 104, 1}, {108, false, 109, 1}, {118, false, 118, 1}, {121, false, 121, 1},
		{68, true, 58, .1}, {19, true, 9, .1}, {16, true, 15, 19. / 24}, {4, true, 3, 1}, {3, true, 3, 1},
	} {
		got, all := 0.0, 0.0
		for _, c := range Stronger(s, x.st, x.lost) {
			all += c.P
			if c.What == x.to {
				got = c.P
			}
		}
		if math.Abs(got-x.p) > 1e-12 || math.Abs(all-1) > 1e-12 {
			t.Errorf("%d to %d: %g of %g, want %g", x.st, x.to, got, all, x.p)
		}
	}
}
