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

// Faints returns the turns on average from the first faint until a hero of some Con starves, whose
// food takes a point on base of a rule's Turns turns, and all else on extra of them; ok is false if
// nothing takes any.
func Faints(h *rules.Hunger, base, extra, con int) (turns float64, ok bool) {
	if base+extra == 0 {
		return 0, false
	}
	f := fast{h: h, least: Starves(h, con), more: float64(extra) / float64(h.Turns)}
	f.awake = float64(base) / float64(h.Turns)
	if f.asleep = f.awake; h.FaintSleeps {
		f.asleep /= float64(h.AsleepOnce)
	}
	for n := f.least - spared; n <= 0; n++ {
		f.after = append(f.after, f.at(n))
	}
	_, lasts := f.faint(0)
	return f.after[len(f.after)-1][lasts-1], true
}

// spared is how many points below the nutrition at which one starves are followed: each turn
// there spares fewer than half.
const spared = 60

// fast is a hero without food.
type fast struct {
	h             *rules.Hunger
	least         int
	awake, asleep float64 // how often food takes a point in a turn
	more          float64 // points that all else takes in a turn
	// after holds, from spared below the nutrition at which one starves, the turns on average until
	// one does, by how many turns of a faint are left.
	after [][]float64
}

// faint returns how often a roll at some nutrition has one faint, and for how many turns.
func (f *fast) faint(nutrition int) (chance float64, turns int) {
	tenths := -nutrition / 10
	if !f.h.FaintCuts {
		tenths = (-nutrition + 5) / 10
	}
	of := f.h.FaintOf + tenths
	return float64(of-f.h.FaintFrom) / float64(of), f.h.FaintTurns + tenths
}

// takes returns the chances that a turn takes 0, 1, 2 and so on points.
func (f *fast) takes(food float64) []float64 {
	whole := int(f.more)
	part := f.more - float64(whole)
	out := make([]float64, whole+3)
	out[whole] = (1 - food) * (1 - part)
	out[whole+1] = food*(1-part) + (1-food)*part
	out[whole+2] = food * part
	return out
}

// at works out a nutrition from those below it. Each number of turns left is a sum of which one
// part is known and the other so many times what it is awake, which the last step finds.
func (f *fast) at(n int) []float64 {
	_, lasts := f.faint(n)
	known, times := make([]float64, lasts), make([]float64, lasts)
	times[0] = 1
	for left := 1; left < lasts; left++ {
		known[left], times[left] = f.turn(n, left, f.asleep, known, times)
	}
	still, again := f.turn(n, 0, f.awake, known, times)
	awake := still / (1 - again)
	for left := range known {
		known[left] += times[left] * awake
	}
	return known
}

// turn passes a turn of which so many of a faint are left; known and times are what stands at
// n for fewer.
func (f *fast) turn(n, left int, food float64, known, times []float64) (still, again float64) {
	still = 1
	for points, p := range f.takes(food) {
		to := n - points
		faints, lasts := f.faint(to)
		next := []struct {
			p    float64
			left int
		}{{p * faints, max(left-1, 0)}, {p * (1 - faints), max(left-1, 0)}}
		if left == 0 {
			next[0].left = lasts - 1
		}
		if to <= f.least {
			next[1].p = 0
		}
		for _, x := range next {
			switch at := to - f.least + spared; {
			case x.p == 0 || at < 0:
			case points == 0:
				still += x.p * known[x.left]
				again += x.p * times[x.left]
			default:
				still += x.p * f.after[at][min(x.left, len(f.after[at])-1)]
			}
		}
	}
	return still, again
}
