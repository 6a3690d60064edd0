package lock

import (
	"cmp"
	"slices"

	"delphi/engine/dice"
	"delphi/engine/odds"
	"delphi/engine/rnd"
	"delphi/engine/rules"
)

// Door is a closed door, or a box, and the hero who kicks it or pulls it open.
type Door struct {
	Rules *rules.Locks
	Die   *rules.Luck

	Str, Dex, Con int // Str as rules.ReadStrength counts it
	Luck          int
	Martial       bool // a Samurai or Monk
	Boots         bool // wearing kicking boots
	Shop          bool // the door is a shop's
}

// What becomes of what is kicked or pulled at.
const (
	Crashes  = "crashes open"
	Shatters = "shatters"
	Whammm   = "stays shut"
	Opens    = "opens"
	Bursts   = "lock broken open"
	Slams    = "lid slams open, then falls shut"
	Thud     = "nothing happens"
)

// Counts returns Strength on the scale of the other attributes: 18/xx is 19 to 21.
func (q *Door) Counts() int {
	switch {
	case q.Str <= 18:
		return q.Str
	case q.Str <= 121:
		return 19 + q.Str/50
	}
	return min(q.Str, 125) - 100
}

// Fitness returns the mean of Strength, Dexterity and Constitution, rounded down.
func (q *Door) Fitness() int { return (q.Counts() + q.Dex + q.Con) / 3 }

// Fit returns the number below which the die of a kick must stay.
func (q *Door) Fit() int {
	fit := q.Fitness()
	if q.Boots {
		fit = q.Rules.KickBoots
	}
	if q.kicker() {
		fit += q.Dex
	}
	return fit
}

func (q *Door) kicker() bool { return q.Martial || q.Boots }

// Kick returns the chance that a kick opens the door, locked or not.
func (q *Door) Kick() odds.Fraction {
	return rnd.RnlAtMost(q.Die, q.Rules.KickDie, q.Luck, q.Fit()-1)
}

// Pull returns the chance that a door that is closed but not locked opens by hand.
func (q *Door) Pull() odds.Fraction {
	return rnd.RnlAtMost(q.Die, q.Rules.OpenDie, q.Luck, q.Fitness()-1)
}

// KickDoor returns the ends of a kick at a door, the likeliest first.
func (q *Door) KickDoor() []dice.Case[string] {
	p := q.Kick()
	shatters := odds.Never
	if q.Str > 18 && !q.Shop {
		shatters = odds.Of(1, int64(q.Rules.ShatterOnce))
	}
	return likeliest([]dice.Case[string]{exactly(Crashes, p.Times(shatters.Not())), exactly(Shatters, p.Times(shatters)), exactly(Whammm, p.Not())})
}

// PullDoor returns the ends of a pull at a closed door, the likeliest first.
func (q *Door) PullDoor() []dice.Case[string] {
	p := q.Pull()
	return likeliest([]dice.Case[string]{exactly(Opens, p), exactly(Whammm, p.Not())})
}

// KickBox returns the ends of a kick at a chest or large box, the likeliest first.
func (q *Door) KickBox(locked bool) []dice.Case[string] {
	once, what := q.Rules.LidOnce, Slams
	if locked {
		once, what = q.Rules.BurstOnce, Bursts
	}
	fails := odds.Of(1, int64(once)).Not()
	if q.kicker() {
		fails = fails.Times(odds.Of(1, 2))
	}
	return likeliest([]dice.Case[string]{exactly(what, fails.Not()), exactly(Thud, fails)})
}

func exactly(what string, p odds.Fraction) dice.Case[string] {
	return dice.Case[string]{What: what, Chance: dice.Chance{P: p.P, Num: p.Num, Den: p.Den}}
}

// likeliest returns the ends that can come, the likeliest first.
func likeliest(list []dice.Case[string]) []dice.Case[string] {
	list = slices.DeleteFunc(list, func(c dice.Case[string]) bool { return c.P <= 0 })
	slices.SortStableFunc(list, func(a, b dice.Case[string]) int { return cmp.Compare(b.P, a.P) })
	return list
}
