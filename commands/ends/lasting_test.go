package ends

import (
	"math"
	"testing"

	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/odds"
	"delphi/engine/rules"
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

// TestOnAll tries two things one after the other, each at most three times, until it works.
func TestOnAll(t *testing.T) {
	f, gone := odds.Of(1, 8), odds.Of(1, 4)
	e := &Ends{Once: "sit", Last: &Lasting{Name: "throne", Goes: "vanishes", Gone: gone, Number: 2}}
	var chance func(things, left int) float64
	chance = func(things, left int) float64 {
		switch {
		case things == 0:
			return 0
		case left == 0:
			return chance(things-1, 3)
		}
		return f.P + gone.P*chance(things-1, 3) + (1-f.P-gone.P)*chance(things, left-1)
	}
	l := &lasts{Ever: e.Last.ever(f)}
	want := " On 2 thrones, with at most 3 sits on each: " + wording.Chance(chance(2, 3)) + "."
	if got := e.onAll(steps.New(rules.Get(rules.Default)), f.P, &tries.Over{Tries: 3}, l); got != want || math.Abs(*l.Together-chance(2, 3)) > 1e-12 {
		t.Errorf("%q, %g; counted %q, %g", got, *l.Together, want, chance(2, 3))
	}
}
