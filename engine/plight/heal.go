package plight

import (
	"fmt"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Healing is what a thing gives back.
type Healing struct {
	Mean   float64 `json:"mean"`
	Least  int     `json:"least"`
	Most   int     `json:"most"`
	Enough float64 `json:"enough"` // the chance that the hit points are low no more
}

// heals returns what a thing gives a hero who needs this many hit points for them to be low
// no more; ok is false for what heals nothing.
func heals(set *rules.Set, thing string, buc rules.BUC, need int) (h Healing, ok bool) {
	r := set.Remedies()
	x := r.Heal(thing)
	if x == nil {
		return Healing{}, false
	}
	dice := x.Dice
	switch buc {
	case rules.Blessed:
		dice += x.Step
	case rules.Cursed:
		dice -= x.Step
	}
	if dice == 0 {
		h = Healing{Mean: float64(x.Base), Least: x.Base, Most: x.Base}
		if x.Base >= need {
			h.Enough = 1
		}
		return h, true
	}
	roll, err := odds.ParseRoll(fmt.Sprintf("%dd%d+%d", dice, x.Sides, x.Base))
	if err != nil {
		return Healing{}, false
	}
	h = Healing{Mean: roll.Mean(), Least: x.Base + dice, Most: x.Base + dice*x.Sides}
	h.Enough, _ = roll.Sums().Chance(odds.AtLeastOp, need).Float64()
	return h, true
}
