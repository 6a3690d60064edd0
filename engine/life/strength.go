package life

import (
	"delphi/engine/dice"
	"delphi/engine/rules"
)

// Stronger returns the Strengths that st may become when it is raised as spinach raises it,
// on the game's scale, where 18/01 is 19; lost says that it is lowered instead. Strength above
// what most heroes can have stays as it is.
func Stronger(s *rules.Spinach, st int, lost bool) []dice.Case[int] {
	return dice.Cases(func(d *dice.Dice) int {
		by := 1
		switch {
		case st >= s.Plain && st < s.High:
			by = d.Rnd(s.Die)
		case st < s.Plain && d.OneIn(s.PlainOnce):
			by = d.Rnd(s.PlainDie)
		}
		if lost {
			return max(min(st, s.Least), st-by)
		}
		return min(max(st, s.Most), st+by)
	})
}
