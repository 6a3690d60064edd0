package fight

import (
	"math"
	"testing"

	"delphi/engine/rules"
)

// A target is dead after so many hits that drain, each hit counted out by itself
// (artifact_hit, artifact.c).
func TestDrained(t *testing.T) {
	for _, x := range []struct {
		version string
		stops   bool
	}{{"3.4.3", false}, {"3.6.7", false}, {"5.0.0", true}} {
		q := asked(t, x.version, "soldier ant", "", "Stormbringer") // level 3
		// After one hit and after two, with 2d4 of the sword, a d2 of its
		// power and a d8 of the level.
		const dice = 8 * 2 * 4 * 4
		one, two := 0.0, 0.0
		for _, hp := range q.hitPoints().Values() {
			for w := range dice {
				h, most := hitOnce(x.stops, 3, hp.Value, hp.Value, w)
				if h <= 0 {
					one, two = one+hp.P/dice, two+hp.P/dice
					continue
				}
				for v := range dice {
					if h, _ := hitOnce(x.stops, 2, h, most, v); h <= 0 {
						two += hp.P / dice / dice
					}
				}
			}
		}
		got := q.deaths(q.hitPoints())
		if len(got) != 5 || got[0] != 0 || got[4] != 1 || math.Abs(got[1]-one) > 1e-12 || math.Abs(got[2]-two) > 1e-12 {
			t.Errorf("%s: dead after 0 to 4 hits %v, want 0, %g, %g, ..., 1", x.version, got, one, two)
		}
	}
}

// hitOnce returns what is left of a target's hit points and of their most after a hit, w
// being what four dice show.
func hitOnce(stops bool, level, hp, most, w int) (int, int) {
	drain := w%8 + 1 // a d8, then a d2 and two d4
	if stops && most-drain <= level {
		drain = 0
		if most > level {
			drain = most - level - 1
		}
	}
	most -= drain
	return min(hp-(w/8%2+1)-(w/16%4+1)-(w/64+1)-drain, most), most
}

// Of two weapons, one of which drains, levels are not followed, and the answer
// says so.
func TestDrainedByOneOfTwo(t *testing.T) {
	q := asked(t, "3.6.7", "soldier ant", "", "Stormbringer")
	alone := Attack(q)
	q.TwoWeapon, q.TwoWeaponSkill, q.Second = true, rules.Basic, weapon(t, "3.6.7", "dagger", "")
	both := Attack(q)
	if len(alone.Notes) != 0 || len(both.Notes) != 1 {
		t.Errorf("alone %q, with another weapon %q", alone.Notes, both.Notes)
	}
}

// The first turn at a sleeper has a roll of its own.
func TestDrainedAsleep(t *testing.T) {
	q := asked(t, "5.0.0", "soldier ant", "", "Stormbringer")
	q.XL, q.Turns, q.Asleep = 1, 2, true
	first := q.melee(&q.Weapon, false).chance(1).P
	a := Attack(q)
	q.Asleep = false
	next := q.melee(&q.Weapon, false).chance(1).P
	deaths := q.deaths(q.hitPoints())
	want := first*next*deaths[2] + (first*(1-next)+(1-first)*next)*deaths[1]
	if first <= next || a.Kill == nil || math.Abs(a.Kill.P-want) > 1e-12 {
		t.Errorf("hits %g, then %g: dead within 2 turns %v, want %g", first, next, a.Kill, want)
	}
}
