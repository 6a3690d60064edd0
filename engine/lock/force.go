package lock

import (
	"math"

	"delphi/engine/dice"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Force is a locked box and the weapon in hand that is to force its lock.
type Force struct {
	Rules    *rules.Locks
	LargeDie int  // the weapon's damage die against large monsters
	Blade    bool // it pries, and may break; otherwise it bashes
	Enchant  int
	Erosion  int // 0 to 3
	Cursed   bool
	Artifact bool
}

// How forcing a lock ends.
const (
	Forced    = "lock forced"
	Destroyed = "lock forced, box destroyed"
	Broken    = "the weapon breaks"
	GivenUp   = "you give up"
)

// Percent returns the chance in a hundred, at most 100, that a turn in which the
// weapon does not break forces the lock.
func (q *Force) Percent() int { return min(100, q.Rules.ForcePer*q.LargeDie) }

// Break returns the chance that the weapon breaks in a turn, before the lock can
// give.
func (q *Force) Break() odds.Fraction {
	if !q.Blade || q.Cursed {
		return odds.Never
	}
	die := q.Rules.ForceDie - q.Enchant
	faces := die - 1 - (q.Rules.ForceHolds - q.Rules.ForceErosion*q.Erosion)
	p := odds.Of(int64(min(max(faces, 0), die)), int64(die))
	if q.Artifact {
		p = p.Times(odds.Of(int64(100-q.Rules.ForceArtifact), 100))
	}
	return p
}

// Turn returns the chance that one turn forces the lock.
func (q *Force) Turn() odds.Fraction { return q.Break().Not().Times(odds.Of(int64(q.Percent()), 100)) }

// Within returns the chance that the lock gives within so many turns, at most as
// many as the hero tries, and that the weapon has broken by then.
func (q *Force) Within(turns int) (forced, broken float64) {
	turn, breaks := q.Turn().P, q.Break().P
	if turn+breaks == 0 {
		return 0, 0
	}
	ended := 1 - math.Pow(1-turn-breaks, float64(min(turns, q.Rules.MaxTurns)))
	return ended * turn / (turn + breaks), ended * breaks / (turn + breaks)
}

// Ends returns the ways in which trying for a number of turns ends, likeliest first.
func (q *Force) Ends(turns int) []dice.Case[string] {
	forced, broken := q.Within(turns)
	destroyed := 0.0
	if !q.Blade {
		destroyed = forced / float64(q.Rules.ForceDestroys)
	}
	return likeliest([]dice.Case[string]{
		{What: Forced, Chance: dice.Chance{P: forced - destroyed}}, {What: Destroyed, Chance: dice.Chance{P: destroyed}},
		{What: Broken, Chance: dice.Chance{P: broken}}, {What: GivenUp, Chance: dice.Chance{P: max(0, 1-forced-broken)}},
	})
}
