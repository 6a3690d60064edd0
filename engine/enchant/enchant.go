package enchant

import (
	"fmt"

	"delphi/engine/dice"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Results holds what a scroll may do, the likeliest first.
type Results = []dice.Case[string]

// Evaporates and Explodes are the results in which the thing is gone.
const (
	Evaporates = "evaporates"
	Explodes   = "explodes"
)

// The enchantments that can be asked about. The game keeps them in a byte.
const (
	MinSpe = -99
	MaxSpe = 99
)

// Question is a scroll read over one thing.
type Question struct {
	Rules  *rules.Enchanting
	Spe    int       // its enchantment
	Scroll rules.BUC // not said: uncursed

	// Of armour:
	Special bool // elven, or a Wizard's cornuthaum
	Magic   bool // its type is magical
	Scales  bool // dragon scales

	// Of weapons: what it turns into instead, by a cursed scroll and by any
	// other; empty: nothing.
	Duller, Sharper string
	// Resists: nothing lowers it, as artifacts whose name is reserved (chwepon).
	Resists bool
}

// Check refuses enchantments that nothing has. Its errors are a *problem.Problem.
func (q *Question) Check() error {
	if q.Spe < MinSpe || q.Spe > MaxSpe {
		return problem.Newf("Nothing is enchanted to %+d: enchantments go from %+d to %+d.", q.Spe, MinSpe, MaxSpe).Try("enchant armor +3 plate mail with blessed scroll")
	}
	return nil
}

// Safe returns the highest enchantment at which armour does not evaporate.
func (q *Question) Safe() int {
	if q.Special {
		return q.Rules.SpecialSafe
	}
	return q.Rules.ArmorSafe
}

// signed returns an enchantment as the results have it.
func signed(n int) string { return fmt.Sprintf("%+d", n) }

// Armor returns a scroll of enchant armor. The question must pass Check.
func Armor(q *Question) Results {
	return dice.Cases(func(d *dice.Dice) string {
		cursed, blessed := q.Scroll == rules.Cursed, q.Scroll == rules.Blessed
		s := q.Spe
		if cursed {
			s = -s
		}
		if s > q.Safe() && d.Rn2(s) > 0 {
			return Evaporates
		}
		if q.Scales && !cursed {
			if blessed {
				return mail + signed(q.Spe+1) + " blessed"
			}
			return mail + signed(q.Spe) + " uncursed"
		}
		return signed(q.Spe + q.gain(d, s, cursed, blessed))
	})
}

// gain returns what a scroll adds to armour; s is the enchantment as the scroll
// counts it.
func (q *Question) gain(d *dice.Dice, s int, cursed, blessed bool) int {
	if q.Rules.HalfOf == 0 {
		return q.weaponGain(d, cursed, blessed)
	}
	n := (q.Rules.HalfOf - s) / 2
	for _, more := range []bool{q.Special, !q.Magic, blessed} {
		if more {
			n++
		}
	}
	switch {
	case n > 0:
		n = d.Rnd(n)
	case q.Spe > 0 && d.OneIn(q.Spe):
		n = 1
	default:
		n = 0
	}
	if cursed {
		n = -n
	}
	return n
}

// weaponGain returns what a scroll adds to a weapon, and to armour where that has no
// rule of its own.
func (q *Question) weaponGain(d *dice.Dice, cursed, blessed bool) int {
	switch {
	case cursed:
		return -1
	case q.Spe >= q.Rules.TopFrom:
		if d.OneIn(q.Spe) {
			return 1
		}
		return 0
	case blessed:
		return d.Rnd(q.Rules.BlessedMost - q.Spe/3)
	}
	return 1
}

// Weapon returns a scroll of enchant weapon. The question must pass Check.
func Weapon(q *Question) Results {
	return dice.Cases(func(d *dice.Dice) string {
		cursed := q.Scroll == rules.Cursed
		switch {
		case cursed && q.Duller != "":
			return "becomes " + q.Duller + " " + signed(q.Spe)
		case !cursed && q.Sharper != "":
			return "becomes " + q.Sharper + " " + signed(q.Spe)
		}
		if cursed && q.Resists {
			return signed(q.Spe)
		}
		risky := q.Spe > q.Rules.WeaponSafe && !cursed || q.Spe < -q.Rules.WeaponSafe && cursed
		if risky && !d.OneIn(q.Rules.WeaponOnce) {
			return Evaporates
		}
		return signed(q.Spe + q.weaponGain(d, cursed, q.Scroll == rules.Blessed))
	})
}

// Gone returns the chance that the thing is gone.
func Gone(r Results) float64 {
	return dice.P(r, func(what string) bool { return what == Evaporates || what == Explodes })
}
