package life

import (
	"math"
	"testing"

	"delphi/engine/rules"
)

// By hand from exercise and exerchk.
func TestTrained(t *testing.T) {
	now, old := rules.Get("5.0.0").Exercises(), rules.Get("3.4.3").Exercises()
	for _, x := range []struct {
		rules        *rules.Exercises
		what         string
		value, times int
		abuse        bool
		counts, mean float64
		change       float64
	}{
		{now, "St", 16, 0, false, 2. / 19, 0, 0},
		{now, "St", 16, 1, false, 2. / 19, 2. / 19, 2. / 19 * 1 / 50}, // 1*2/3 is 0
		{now, "Wis", 16, 1, false, 2. / 19, 2. / 19, 2. / 19 * 2 / 50},
		{now, "Dex", 17, 2, false, 1. / 19, 2. / 19, (2. * 18 * 1 / 50 / 361) + 1./361*2/50}, // 2*2/3 is 1
		{now, "St", 18, 5, false, 0, 0, 0},
		{now, "Con", 18, 2, true, .5, 1, .5*1/50 + .25*2/50},
		{old, "Con", 18, 2, true, .5, 1, 0},
		{now, "Wis", 10, 10000, true, .5, 50, 1},
		{now, "Str", 3, 10000, false, 15. / 19, 50, 34. / 50}, // 50*2/3 is 33
	} {
		got := Trained(x.rules, x.what, x.value, x.times, x.abuse)
		if math.Abs(got.Counts.P-x.counts) > 1e-9 || math.Abs(got.Mean-x.mean) > 1e-9 || math.Abs(got.Change-x.change) > 1e-9 {
			t.Errorf("%s %d, %d times, abuse %v: %+v, want %g %g %g", x.what, x.value, x.times, x.abuse, got, x.counts, x.mean, x.change)
		}
	}
}
