package life

import "delphi/engine/rules"

// Dig is a hole to dig, or something to dig through.
type Dig struct {
	Rules *rules.Digging
	// Help is what is added to each turn's effort: the bonuses of Strength, level
	// and Dexterity to hit, the tool's enchantment without its erosion, and rings of
	// increase damage.
	Help  int
	Dwarf bool
	// Need is the effort that must be exceeded.
	Need int
}

// Dug is how long it takes: Chances[i] is the chance that it is done in turn i+1.
type Dug struct {
	Mean    float64   `json:"mean_turns"`
	Min     int       `json:"min"`
	Max     int       `json:"max"`
	Chances []float64 `json:"chances"`
}

// Turns returns how long it takes; ok is false if it is never finished.
func Turns(q *Dig) (out Dug, ok bool) {
	r := q.Rules
	if r.Base+r.Die-1+q.Help <= 0 {
		return out, false
	}
	// at holds the chance of each effort that is not enough yet. Efforts may be negative,
	// so they are indexed from an offset.
	offset := 0
	if r.Base+q.Help < 0 {
		offset = 400
	}
	at := make([]float64, q.Need+1+offset)
	at[offset] = 1
	for turn := 1; ; turn++ {
		next := make([]float64, len(at))
		done, left := 0.0, 0.0
		for i, p := range at {
			if p == 0 {
				continue
			}
			for roll := range r.Die {
				effort := i - offset + r.Base + roll + q.Help
				if q.Dwarf {
					effort *= r.Dwarf
				}
				if effort > q.Need {
					done += p / float64(r.Die)
					continue
				}
				next[max(0, effort+offset)] += p / float64(r.Die)
				left += p / float64(r.Die)
			}
		}
		at = next
		out.Chances = append(out.Chances, done)
		out.Mean += float64(turn) * done
		if done > 0 && out.Min == 0 {
			out.Min = turn
		}
		if left < 1e-12 || turn >= 5000 {
			out.Max = turn
			return out, turn < 5000
		}
	}
}

// After returns how long two diggings take, one after the other.
func After(a, b *Dug) Dug {
	out := Dug{Mean: a.Mean + b.Mean, Min: a.Min + b.Min, Max: a.Max + b.Max, Chances: make([]float64, len(a.Chances)+len(b.Chances))}
	for i, p := range a.Chances {
		for j, q := range b.Chances {
			out.Chances[i+j+1] += p * q
		}
	}
	return out
}
