package divine

import (
	"fmt"

	"delphi/engine/dice"
	"delphi/engine/rnd"
	"delphi/engine/rules"
)

// The results of the die for the pat on the head.
const (
	PatNothing  = "nothing"
	PatWeapon   = "weapon_fixed_or_blessed"
	PatGlow     = "golden_glow"
	PatTune     = "castle_tune_hint"
	PatUncurse  = "uncurse_all_aura"
	PatGift     = "gift_of_intrinsic"
	PatBook     = "spellbook_or_spell"
	PatCrowning = "crowned"
)

// Fixes returns what the hero's own god does after a prayer of class Answered.
func (q *Prayer) Fixes() []Fixed {
	type key struct {
		major, minor int
		pat          string
	}
	var out []Fixed
	for _, c := range dice.Cases(func(d *dice.Dice) key {
		k, pat := key{}, false
		record, trouble := q.Record, q.Trouble()
		if record < 2 && trouble != rules.MajorTrouble {
			record++
		}
		if trouble == rules.NoTrouble && record >= q.Rules.Devout {
			pat = true
		} else {
			k.major, k.minor, pat = q.helped(q.action(d, record))
		}
		if pat {
			k.pat = q.pat(d, record)
		}
		return k
	}) {
		out = append(out, Fixed{Major: c.What.major, Minor: c.What.minor, Pat: c.What.pat, P: c.P})
	}
	return out
}

// Actions returns the number of sides of the die that decides how much a god does.
func (q *Prayer) Actions() int {
	switch {
	case q.Altar == NoAltar:
		return q.Luck + q.Rules.Actions
	case q.Shrine:
		return q.Luck + q.Rules.AltarActions + 1
	}
	return q.Luck + q.Rules.AltarActions
}

// action returns the distribution of how much a god does, from 0 to 5 or more.
func (q *Prayer) action(d *dice.Dice, record int) int {
	sides := q.Actions()
	switch {
	case record > 0 && record < q.Rules.Strident:
		return 1
	case record <= 0:
		f := rnd.RnlZero(q.Die, 2, q.Luck)
		if d.Chance(int(f.Num), int(f.Den)) {
			return 1
		}
		return 0
	}
	action := 1 + d.Rn2(sides)
	if q.Altar == NoAltar {
		action = min(action, q.Rules.OpenMost)
	}
	return action
}

// helped returns what an action fixes, and whether a pat on the head follows.
func (q *Prayer) helped(action int) (major, minor int, pat bool) {
	switch {
	case action <= 0:
		return 0, 0, false
	case action == 1:
		return min(1, q.Majors), 0, false
	case action == 2:
		return q.Majors, 0, false
	case action == 3 && q.Majors == 0:
		return 0, min(1, q.Minors), false
	case action == 3:
		return q.Majors, 0, false
	}
	return q.Majors, q.Minors, action >= 5
}

// PatFaces returns how many faces the pat on the head has.
func (q *Prayer) PatFaces() int { return (q.Luck + q.Rules.PatLuck) / 2 }

// pat returns the distribution of the pat on the head.
func (q *Prayer) pat(d *dice.Dice, record int) string {
	switch d.Rn2(q.PatFaces()) {
	case 0:
		return PatNothing
	case 1:
		return PatWeapon
	case 2:
		return PatGlow
	case 3:
		if q.TuneKnown {
			return PatGlow
		}
		return PatTune
	case 4:
		return PatUncurse
	case 5:
		return PatGift
	case 6:
		return PatBook
	}
	if record >= q.Rules.Pious && !q.Crowned {
		return PatCrowning
	}
	return PatBook
}

// fixedWords describes what a god fixes. Without trouble it describes only the pat on the
// head.
func (q *Prayer) fixedWords(f Fixed) string {
	var what string
	switch {
	case q.Trouble() == rules.NoTrouble && f.Pat != "":
		return f.Pat
	case q.Trouble() == rules.NoTrouble:
		return PatNothing
	case f.Major+f.Minor == q.Majors+q.Minors && f.Major+f.Minor == 1:
		what = "the trouble is fixed"
	case f.Major+f.Minor == q.Majors+q.Minors:
		what = "all troubles are fixed"
	case f.Major+f.Minor == 0:
		what = "nothing is fixed"
	case f.Major == q.Majors && q.Majors > 0:
		what = "all major troubles are fixed"
	case f.Major == 1:
		what = "the worst major trouble is fixed"
	case f.Minor == 1 && q.Majors == 0:
		what = "the worst minor trouble is fixed"
	default:
		what = fmt.Sprintf("%d major and %d minor are fixed", f.Major, f.Minor)
	}
	if f.Pat != "" {
		what += ", then " + f.Pat
	}
	return what
}
