package craft

import (
	"delphi/engine/dice"
	"delphi/engine/rules"
)

// Horn is a unicorn horn that is applied, and what ails the hero.
type Horn struct {
	Rules  *rules.Crafts
	BUC    rules.BUC // not said: uncursed
	Ails   int       // troubles that it cures
	Points int       // attribute points lost
}

// Cured is what a horn cures.
type Cured struct {
	Troubles   int `json:"troubles_fixed"`
	Attributes int `json:"attributes_fixed"`
}

// Cure returns one application of a horn that is not cursed. Which troubles are
// cured is drawn from all of them.
func Cure(q *Horn) []dice.Case[Cured] {
	points := q.Points
	if q.Rules.HornAttributes == 0 {
		points = 0
	}
	die := q.Rules.HornUncursed
	if q.BUC == rules.Blessed {
		die = q.Rules.HornBlessed
	}
	return dice.Cases(func(d *dice.Dice) Cured {
		left, lost := q.Ails, points
		for n := d.Rn2(d.D(2, die)); n > 0 && left+lost > 0; n-- {
			if d.Chance(left, left+lost) {
				left--
			} else {
				lost--
			}
		}
		return Cured{q.Ails - left, points - lost}
	})
}

// Within returns the chance that a horn which is applied again and again has cured everything
// within n applications: what one of them cures stays cured. It may be called for n from 0 up
// in any order.
func Within(q *Horn) func(n int) float64 {
	if q.Rules.HornAttributes == 0 {
		whole := *q
		whole.Points = 0
		q = &whole
	}
	one := map[Cured][]dice.Case[Cured]{} // by what ails the hero
	left := map[Cured]float64{{q.Ails, q.Points}: 1}
	done := []float64{left[Cured{}]}
	return func(n int) float64 {
		for len(done) <= n && done[len(done)-1] < 1 {
			next := map[Cured]float64{}
			for i := range (q.Ails + 1) * (q.Points + 1) { // in one order, so that the last digit is the same each time
				at := Cured{i / (q.Points + 1), i % (q.Points + 1)}
				if left[at] == 0 {
					continue
				}
				if one[at] == nil {
					one[at] = Cure(&Horn{Rules: q.Rules, BUC: q.BUC, Ails: at.Troubles, Points: at.Attributes})
				}
				for _, x := range one[at] {
					next[Cured{at.Troubles - x.What.Troubles, at.Attributes - x.What.Attributes}] += left[at] * x.P
				}
			}
			left = next
			done = append(done, left[Cured{}])
		}
		return done[min(n, len(done)-1)]
	}
}

// Hurt returns one application of a cursed horn.
func Hurt(r *rules.Crafts) []dice.Case[string] {
	return dice.Cases(func(d *dice.Dice) string { return pick(d, r.HornCursed) })
}
