package duel

import (
	"math"
	"testing"

	"delphi/engine/rules"
)

// Every monster of every version that is known gives chances that sum to 1, whether
// it is chased or not.
func TestEveryMonsterEnds(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		for i, m := range rules.BestiaryOf(version).Monsters {
			q := samurai(t, version, m.Name, 70)
			q.Foe.Monster, q.Hero.Monster = m, m
			q.Waits, q.Turns = i%2 == 0, 40
			a := Fight(q)
			if all := a.Win.P + a.Lose.P + a.Open.P; math.Abs(all-1) > 1e-9 || a.Lost > 0.01 {
				t.Errorf("%s: %s: win %v, lose %v, open %v, %v lost", version, m.Name, a.Win.P, a.Lose.P, a.Open.P, a.Lost)
			}
			if a.HPLeft.Mean < 0 || a.HPLeft.Mean > 70 || a.Turns.Mean < 1 || a.Turns.Mean > 40 {
				t.Errorf("%s: %s: %v HP left after %v turns", version, m.Name, a.HPLeft, a.Turns)
			}
		}
	}
}
