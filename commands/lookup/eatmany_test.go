package lookup

import (
	"math"
	"testing"

	"delphi/engine/eating"
	"delphi/engine/odds"
)

// Of several corpses one at least gives what each gives with some chance, and what each gives
// always or never need not be said.
func TestOfSeveral(t *testing.T) {
	for _, x := range []struct {
		p    odds.Fraction
		n    int
		want float64 // -1: nothing
	}{
		{odds.Of(3, 10), 5, 1 - math.Pow(.7, 5)},
		{odds.Of(1, 2), 2, .75},
		{odds.Of(1, 2), 1, -1},
		{odds.Of(1, 2), 0, -1},
		{odds.Always, 4, -1},
		{odds.Never, 4, -1},
	} {
		p := within(x.p.P, x.n)
		if p == nil != (x.want < 0) || p != nil && math.Abs(*p-x.want) > 1e-12 {
			t.Errorf("within %d of %v: %v, not %v", x.n, x.p, p, x.want)
		}
	}
	a := &eating.Answer{Gains: []eating.Gain{{What: "telepathy", Fraction: odds.Always}, {What: "cold resistance", Fraction: odds.Of(1, 3)}}}
	if got, want := ofSeveral(a, 2), " Of 2, at least one gives cold resistance 55.6% of the time."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := ofSeveral(a, 1); got != "" {
		t.Errorf("of one: %q", got)
	}
}
