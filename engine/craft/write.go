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

// Ink returns the base cost of a scroll or spellbook; the ink used is at least half of
// it, and less than all of it. ok is false for what cannot be written.
func Ink(k *rules.Ink, o *rules.Object) (base int, ok bool) {
	for _, x := range k.Costs {
		if x.Scroll == o.Name {
			return x.Base, true
		}
	}
	return k.PerLevel * o.Oc2, o.Class == "spellbook" && o.Oc2 > 0 && !o.Unique && strings.HasPrefix(o.Name, "spellbook of ")
}

// Used returns the least and the most ink that is used up for a base cost.
func Used(base int) (least, most int) { return base / 2, base/2 + max(1, base/2) - 1 }

// Enough returns the chance that so much ink is enough to write n times for a base
// cost. A marker that runs dry halfway is not enough.
func Enough(base, ink, n int) dice.Chance {
	bases := make([]int, min(n, ink+1)) // more than ink are too many: each takes one at least
	for i := range bases {
		bases[i] = base
	}
	return EnoughFor(bases, ink)
}

// EnoughFor returns the chance that so much ink is enough to write once for each of
// some base costs.
func EnoughFor(bases []int, ink int) dice.Chance {
	fewest, greatest := 0, 0
	for _, base := range bases {
		least, most := Used(base)
		fewest, greatest = fewest+least, greatest+most
	}
	switch {
	case ink < fewest:
		return dice.Chance{}
	case ink >= greatest:
		return dice.Chance{P: 1, Num: 1, Den: 1}
	}
	const dry = -1
	left := []dice.Case[int]{{What: ink, Chance: dice.Chance{P: 1, Num: 1, Den: 1}}}
	for _, base := range bases {
		least, most := Used(base)
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

// Die returns the die whose 0, adjusted by Luck, writes an unknown type.
func (w *Writing) Die() int {
	book := w.Object.Class == "spellbook"
	if w.Wizard && (!book || !w.Rules.WizardScrolls || w.Fading) {
		return w.Rules.WizardDie
	}
	return w.Rules.WriteDie
}

// Written returns the chance that it is written, given ink enough.
func (w *Writing) Written() odds.Fraction {
	if w.Known {
		return odds.Always
	}
	return rnd.RnlZero(w.Luck, w.Die(), w.At)
}

// The ends of a try to write.
const (
	Written    = "written"
	NotKnown   = "not known well enough"
	DriesOut   = "the marker dries out"
	TooDry     = "the marker is too dry"
	InkAplenty = -1 // of Try: more ink than is ever needed
)

// Try returns one try to write for a base cost, with so much ink in the marker.
func (w *Writing) Try(base, ink int) []dice.Case[string] {
	least, most := Used(base)
	p := w.Written()
	return dice.Cases(func(d *dice.Dice) string {
		switch {
		case ink == InkAplenty || ink >= most:
		case ink < least:
			return TooDry
		case !d.Chance(ink-least+1, most-least+1):
			return DriesOut
		}
		if d.Weighted(p.Den-p.Num, p.Num) == 1 {
			return Written
		}
		return NotKnown
	})
}

// Within returns the chance that one of n tries writes it, with so much ink for all of
// them.
func (w *Writing) Within(base, ink, n int) float64 {
	least, most := Used(base)
	p := w.Written().P
	if p == 1 && n > 0 { // nothing but ink stops the first, and none comes after a dry marker
		return Enough(base, ink, 1).P
	}
	written, left := 0.0, map[int]float64{ink: 1} // not written so far, by the ink left
	for ; n > 0 && len(left) > 0; n-- {
		next := map[int]float64{}
		for has, q := range left {
			for used := least; used <= min(most, has); used++ {
				each := q / float64(most-least+1)
				written += each * p
				next[has-used] += each * (1 - p)
			}
		}
		left = next
	}
	return written
}
