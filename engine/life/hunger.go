package life

import "delphi/engine/rules"

// Appetite is what makes a hero hungry.
type Appetite struct {
	// SlowRing and SlowArmor: slow digestion, from a ring or from armour.
	SlowRing, SlowArmor bool
	// Halves counts what takes a point every second turn.
	Halves int
	// Worn counts the rings that count, an amulet that is worn and the Amulet of Yendor.
	Worn int
}

// Parts returns how many points of nutrition a rule's Turns turns take on average.
func (a *Appetite) Parts(h *rules.Hunger) int {
	parts := a.Halves*h.Halves + a.Worn*h.Worn
	switch {
	case a.SlowRing:
	case a.SlowArmor:
		parts += h.Digested
	default:
		parts += h.Turns
	}
	return parts
}

// Lasts returns the turns after which nutrition is down from one number to another that is
// no higher, on average, with parts of the rule's Turns a turn; ok is false if it never is.
func Lasts(h *rules.Hunger, parts, from, to int) (turns float64, ok bool) {
	if from <= to {
		return 0, true
	}
	if parts == 0 {
		return 0, false
	}
	return float64((from-to)*h.Turns) / float64(parts), true
}

// Starves returns the nutrition at which a hero of some Con starves.
func Starves(h *rules.Hunger, con int) int { return -(h.StarveBase + h.StarveCon*con) - 1 }
