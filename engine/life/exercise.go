package life

import (
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Training is what exercise or abuse of one attribute comes to.
type Training struct {
	Counts odds.Fraction // how often it counts
	Mean   float64       // of what is kept after all of it
	Change float64       // the chance that the attribute changes at the next check
}

// MaxExercise is the most times that Trained takes.
const MaxExercise = 10000

// Trained returns what a number of times of exercise, or of abuse, comes to. The attribute is
// named as Exercises names it; nothing is kept from before.
func Trained(x *rules.Exercises, attribute string, value, times int, abuse bool) (t Training) {
	if t.Counts = odds.Of(int64(max(0, x.Die-1-value)), int64(x.Die)); abuse {
		t.Counts = odds.Of(1, int64(x.AbuseOnce))
	}
	kept := make([]float64, x.Most+1) // chances by what is kept
	kept[0] = 1
	for range times {
		for n := x.Most - 1; n >= 0; n-- {
			kept[n+1] += kept[n] * t.Counts.P
			kept[n] *= 1 - t.Counts.P
		}
	}
	safe := value >= x.Top && (!abuse || x.TopSafe)
	for n, p := range kept {
		t.Mean += p * float64(n)
		if n > 0 && !safe {
			t.Change += p * Changes(x, attribute, n).P
		}
	}
	return t
}

// Changes returns the chance that an attribute changes at a check, by how much exercise
// or abuse is kept.
func Changes(x *rules.Exercises, attribute string, kept int) odds.Fraction {
	if attribute != x.Whole {
		kept = kept * x.Num / x.Den
	}
	return odds.Of(int64(min(x.Most, kept+1)), int64(x.Most))
}
