package enchant

import (
	"delphi/engine/dice"
	"delphi/engine/rules"
)

// Confused returns what a scroll of remove curse that is read while confused makes of
// a thing, the likeliest first: the names of its new state. Only uncursed things
// change, and a cursed scroll changes nothing.
func Confused(r *rules.Enchanting, scroll, thing rules.BUC) Results {
	return dice.Cases(func(d *dice.Dice) string {
		if scroll == rules.Cursed || thing != rules.Uncursed || !d.OneIn(r.ConfusedOnce) {
			return thing.String()
		}
		if d.OneIn(2) {
			return rules.Cursed.String()
		}
		return rules.Blessed.String()
	})
}
