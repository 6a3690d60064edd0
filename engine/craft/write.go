package craft

import (
	"strings"

	"delphi/engine/dice"
	"delphi/engine/odds"
	"delphi/engine/rnd"
	"delphi/engine/rules"
)

// Writing is a scroll or spellbook that is to be written.
type Writing struct {
	Rules  *rules.Crafts
	Luck   *rules.Luck
	Object *rules.Object
	Wizard bool
	Fading bool // it is the book of a spell that is about to be forgotten
	At     int  // Luck
	Known  bool // its type is identified
}

// Ink is the base cost of a scroll or spellbook; what is used is at least half
// of it, and less than all. ok is false for what cannot be written.
func Ink(r *rules.Crafts, o *rules.Object) (base int, ok bool) {
	for _, x := range r.Ink {
		if x.Scroll == o.Name {
			return x.Base, true
		}
	}
	return r.InkPerLevel * o.Oc2, o.Class == "spellbook" && o.Oc2 > 0 && !o.Unique && strings.HasPrefix(o.Name, "spellbook of ")
}

// Used is the least and the most ink that is used up for a base cost.
func Used(base int) (least, most int) { return base / 2, base/2 + max(1, base/2) - 1 }

// Enough is the chance that so much ink is enough to write n times for a base
// cost. A marker that runs dry halfway is not enough.
func Enough(base, ink, n int) dice.Chance {
	least, most := Used(base)
	switch {
	case ink < n*least:
		return dice.Chance{}
	case ink >= n*most:
		return dice.Chance{P: 1, Num: 1, Den: 1}
	}
	const dry = -1
	left := []dice.Case[int]{{What: ink, Chance: dice.Chance{P: 1, Num: 1, Den: 1}}}
	for range n { // n is at most ink/least
		left = dice.Then(left, func(has int) []dice.Case[int] {
			if has == dry {
				return []dice.Case[int]{{What: dry, Chance: dice.Chance{P: 1, Num: 1, Den: 1}}}
			}
			return dice.Cases(func(d *dice.Dice) int { return max(dry, has-least-d.Rn2(most-least+1)) })
		})
	}
	for _, c := range dice.Merge(left, func(has int) bool { return has != dry }) {
		if c.What {
			return c.Chance
		}
	}
	return dice.Chance{}
}

// Die is the die whose 0, adjusted by Luck, writes an unknown type.
func (w *Writing) Die() int {
	book := w.Object.Class == "spellbook"
	if w.Wizard && (!book || !w.Rules.WizardScrolls || w.Fading) {
		return w.Rules.WizardDie
	}
	return w.Rules.WriteDie
}

// Written is the chance that it is written, given ink enough.
func (w *Writing) Written() odds.Fraction {
	if w.Known {
		return odds.Always
	}
	return rnd.RnlZero(w.Luck, w.Die(), w.At)
}
