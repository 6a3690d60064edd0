package life

import (
	"math"
	"math/rand/v2"
	"testing"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

func TestBad(t *testing.T) {
	for _, c := range []struct {
		version  string
		in, cha  int
		num, den int64
	}{{"3.4.3", 16, 10, 8, 35}, {"3.4.3", 18, 18, 0, 1}, {"5.0.0", 18, 18, 2, 35}, {"5.0.0", 16, 10, 8, 35}, {"slashem", 25, 25, 0, 1}, {"evilhack", 25, 25, 2, 35}} {
		if got := Bad(rules.Get(c.version).Visits(), c.in, c.cha); got != odds.Of(c.num, c.den) {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestNurse(t *testing.T) {
	v := rules.Get("5.0.0").Visits()
	rng := rand.New(rand.NewPCG(3, 9))
	for _, c := range []struct{ xl, most, nurses int }{{11, 88, 1}, {3, 45, 1}, {5, 80, 2}, {1, 25, 1}, {2, 60, 1}} {
		got := Nurse(v, c.xl, c.most, c.nurses)
		sum := 0.0
		for _, p := range got.Chances {
			sum += p
		}
		const games = 20000
		total := 0
		for range games {
			for hp, n := c.most, 0; n < c.nurses; {
				if rng.IntN(7) == 0 {
					limit := 5 * c.xl
					for range 2 * c.xl {
						limit += 1 + rng.IntN(10)
					}
					if hp < limit {
						hp++
						total++
					}
					if rng.IntN(13) == 0 {
						n++
					}
				}
			}
		}
		played := float64(total) / games
		if math.Abs(sum-1) > 1e-9 || math.Abs(played-got.Mean) > 0.03*got.Mean+0.01 {
			t.Errorf("%+v: %g, played %g, sum %g", c, got.Mean, played, sum)
		}
	}
}
