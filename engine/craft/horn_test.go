package craft

import (
	"math"
	"testing"

	"delphi/engine/rules"
)

// What one try cures stays cured: of two troubles within two tries both at once, one each, or
// none and then both.
func TestCuredWithin(t *testing.T) {
	both, one, last := 7.0/24, 17.0/48, 31.0/48
	within := Within(&Horn{Rules: rules.Get("3.6.7").Crafts(), Ails: 2})
	for n, want := range []float64{0, both, both + one*last + one*both} {
		if got := within(n); math.Abs(got-want) > 1e-12 {
			t.Errorf("within %d tries: %.6f, not %.6f", n, got, want)
		}
	}
	if p := within(200); p < 0.999999 || p > 1+1e-9 {
		t.Errorf("within 200 tries: %v", p)
	}
	if got := Within(&Horn{Rules: rules.Get("3.4.3").Crafts(), BUC: rules.Blessed, Points: 18})(40); got < 0.99 {
		t.Errorf("18 points within 40 tries: %v", got)
	}
}

// TestCuredWithinIsTheSame wants the same chance to the last bit each time it is counted.
func TestCuredWithinIsTheSame(t *testing.T) {
	count := func() float64 { return Within(&Horn{Rules: rules.Get("5.0.0").Crafts(), Ails: 4, Points: 6})(12) }
	first := count()
	for range 50 {
		if again := count(); again != first {
			t.Fatalf("%v, and then %v", first, again)
		}
	}
}
