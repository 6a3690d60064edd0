package lock

import (
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Armed is the trap on a box or a door, and who disarms it. There is one try at
// it: what fails sets it off.
type Armed struct {
	Rules *rules.Locks
	Box   bool // else a door

	XL, Dex, Depth     int
	Rogue              bool
	Confused, Fumbling bool // Confused: or hallucinating
}

// Skill returns the highest roll that disarms it.
func (q *Armed) Skill() int {
	r := q.Rules
	switch {
	case q.Confused, q.Fumbling:
		return 0
	case q.Box && q.Rogue:
		return r.BoxRogue * (q.Dex + q.XL)
	case q.Box:
		return q.Dex + q.XL
	case q.Rogue:
		return r.DoorBase + r.DoorRogue*q.XL
	}
	return r.DoorBase + q.XL
}

// Die returns what Skill is rolled against.
func (q *Armed) Die() int { return q.Rules.DisarmDie + q.Depth/2 }

// Disarm returns the chance that the trap comes off.
func Disarm(q *Armed) odds.Fraction {
	return odds.Of(int64(min(q.Skill(), q.Die())), int64(q.Die()))
}

// Find returns the chance that one search of the box or door shows its trap.
func Find(q *Armed) odds.Fraction {
	r := q.Rules
	if q.Confused {
		return odds.Of(1, int64(r.FindConfused))
	}
	die := r.FindBox - q.XL
	if !q.Box {
		die = r.FindArmed - q.XL
	}
	return odds.Of(int64(min(r.FindBelow, die)), int64(die))
}
