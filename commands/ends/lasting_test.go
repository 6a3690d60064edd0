package ends

import (
	"math"
	"testing"

	"delphi/engine/odds"
)

// TestWarned counts the tries on a thing that warns before it goes one after another.
func TestWarned(t *testing.T) {
	l := &Lasting{Gone: odds.Of(9, 10), Warns: odds.Of(3, 10), First: "warns"}
	f := odds.Of(1, 20)
	fresh, warned, won, tries := 1.0, 0.0, 0.0, 0.0
	for n := 1; n <= 400; n++ {
		tries += fresh + warned
		won += (fresh + warned) * f.P
		fresh, warned = fresh*(1-f.P-l.Warns.P), warned*(1-f.P-l.Gone.P)+fresh*l.Warns.P
		if got := l.within(f.P, n); math.Abs(got-won) > 1e-12 {
			t.Fatalf("within %d tries: %g, counted %g", n, got, won)
		}
	}
	if got := l.ever(f); math.Abs(got.P-won) > 1e-12 || got.Den == 0 || math.Abs(float64(got.Num)/float64(got.Den)-won) > 1e-12 {
		t.Errorf("ever: %+v, counted %g", got, won)
	}
	if got := l.used(f.P); math.Abs(got-1/tries) > 1e-12 {
		t.Errorf("used up by a try: %g, counted %g", got, 1/tries)
	}
}
