package lock

import (
	"delphi/engine/dice"
	"delphi/engine/odds"
	"delphi/engine/rnd"
	"delphi/engine/rules"
)

// Lock is a lock, and who opens it with what.
type Lock struct {
	Rules  *rules.Locks
	Tool   rules.LockTool
	Box    bool // a chest or large box; else a door
	Cursed bool // the box is cursed
	Dex    int
	Rogue  bool
}

// Percent returns the chance of one turn in a hundred, at most 100.
func (q *Lock) Percent() int {
	kind := q.Tool.Door
	if q.Box {
		kind = q.Tool.Box
	}
	n := kind.Of(q.Dex, q.Rogue)
	if q.Box && q.Cursed {
		n /= q.Rules.BoxCursed
	}
	return n
}

// Pick returns the chance that one turn opens the lock.
func Pick(q *Lock) odds.Fraction { return odds.Of(int64(min(100, q.Percent())), 100) }

// Trap is a trap next to the hero, or under them, and their state.
type Trap struct {
	Rules *rules.Locks
	Web   bool
	Bear  bool // a bear trap
	Own   bool // the hero made it

	XL                                 int
	Rogue, Ranger                      bool
	Artifact                           bool // carries the quest artifact
	Blade, Sting                       bool // wielded: a blade; Sting or an artifact of fire
	Confused, Blind, Stunned, Fumbling bool // Confused: or hallucinating
}

// Sides returns the die that must show 0, before a Rogue's own chance.
func (q *Trap) Sides() int {
	r := q.Rules
	n := r.UntrapBase
	if q.Web {
		switch {
		case q.Sting:
			n = r.WebSting
		case q.Blade:
			n = r.WebBlade
		default:
			n = r.WebBase
		}
	}
	for _, s := range []struct {
		is  bool
		add int
	}{{q.Confused, r.UntrapConfused}, {q.Blind, r.UntrapBlind}, {q.Stunned, r.UntrapStunned}} {
		if s.is {
			n += s.add
		}
	}
	if q.Fumbling {
		n *= 2
	}
	if q.Own {
		n -= r.UntrapOwn
	}
	return max(n, 1)
}

// Untrap returns the chance that one try takes the trap apart.
func Untrap(q *Trap) odds.Fraction {
	if q.Bear && q.Ranger && q.Rules.RangerBears && q.Sides() <= q.Rules.UntrapBase {
		return odds.Always
	}
	for _, c := range dice.Cases(func(d *dice.Dice) bool {
		n := q.Sides()
		if q.Rogue {
			if d.Chance(q.XL, q.Rules.UntrapRogueDie) {
				n--
			}
			if q.Artifact && n > 1 {
				n--
			}
		} else if q.Ranger && n > 1 {
			n--
		}
		return d.Rn2(max(n, 1)) == 0
	}) {
		if c.What {
			return odds.Of(c.Num, c.Den)
		}
	}
	return odds.Never
}

// Hidden is something hidden on a square next to the hero.
type Hidden struct {
	Rules *rules.Locks
	Luck  *rules.Luck
	At    int  // Luck
	Trap  bool // else a secret door or corridor
	Bonus int  // of an artifact in hand that seeks
	Lens  bool // wearing lenses
}

// Die returns the die that must show 0.
func (q *Hidden) Die() int {
	if q.Trap {
		return q.Rules.FindTrap
	}
	bonus := q.Bonus
	if q.Lens {
		bonus += q.Rules.FindLenses
	}
	return q.Rules.FindDoor - min(max(bonus, 0), q.Rules.FindMost)
}

// Search returns the chance that one turn of searching finds it.
func Search(q *Hidden) odds.Fraction { return rnd.RnlZero(q.Luck, q.Die(), q.At) }
