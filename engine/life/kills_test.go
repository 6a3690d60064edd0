package life

import (
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/rules"
)

// Kills is what killing one after another comes to.
func TestKills(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := rules.Get(rapid.SampledFrom([]string{"3.4.3", "3.6.7", "5.0.0"}).Draw(t, "version")).Growth()
		xl := rapid.IntRange(1, 9).Draw(t, "xl")
		before := rapid.IntRange(LeastAt(g, xl), LeastAt(g, xl+1)-1).Draw(t, "before")
		points := rapid.IntRange(1, 4000).Draw(t, "points")
		target := rapid.IntRange(1, 11).Draw(t, "target")
		want := 0
		for at, has := xl, before; at < target; want++ {
			gain := Gains(g, at, has, points)
			at, has = gain.XL, gain.After
		}
		if got := Kills(g, xl, before, points, target); got != want {
			t.Fatalf("%d kills of %d points from %d at XL %d to %d, want %d", got, points, before, xl, target, want)
		}
		if level, _ := Spree(g, xl, before, points, want); level != max(xl, target) {
			t.Fatalf("%d kills of %d points from %d at XL %d lead to XL %d, want %d", want, points, before, xl, level, target)
		}
	})
	if got := Kills(rules.Get(rules.Default).Growth(), 3, 40, 0, 9); got != 0 {
		t.Errorf("%d kills of nothing", got)
	}
}
