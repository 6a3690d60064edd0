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

// Hurt returns one application of a cursed horn.
func Hurt(r *rules.Crafts) []dice.Case[string] {
	return dice.Cases(func(d *dice.Dice) string { return pick(d, r.HornCursed) })
}
