package life

import (
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Bad returns the chance that an encounter with a foocubus goes badly for a hero.
func Bad(v *rules.Visits, intelligence, charisma int) odds.Fraction {
	counts := intelligence + charisma
	if v.MostCounts > 0 {
		counts = min(counts, v.MostCounts)
	}
	return odds.Of(int64(max(0, v.Die-1-counts)), int64(v.Die))
}

// Nursed is the maximum hit points after the last nurse has vanished.
type Nursed struct {
	Limit   int       `json:"limit"` // which no nurse exceeds
	Mean    float64   `json:"mean_gain"`
	Hits    int       `json:"hits"` // of a nurse until she vanishes, on average
	Chances []float64 `json:"-"`    // of each gain
}

// AtLeast returns the chance to gain at least n.
func (n *Nursed) AtLeast(gain int) float64 {
	p := 0.0
	for k := len(n.Chances) - 1; k >= max(0, gain); k-- {
		p += n.Chances[k]
	}
	return min(1, p)
}

// Nurse returns what a number of nurses do for a hero with the given level and maximum hit
// points, if each stays until she vanishes.
func Nurse(v *rules.Visits, xl, most, nurses int) Nursed {
	out := Nursed{Limit: v.LimitPerLevel*xl + v.LimitDice*xl*v.LimitDie, Hits: v.RaiseOnce * v.VanishOnce}
	// below[s] is the chance that the dice come to more than s.
	sums := []float64{1}
	for range v.LimitDice * xl {
		next := make([]float64, len(sums)+v.LimitDie)
		for s, p := range sums {
			for face := 1; face <= v.LimitDie; face++ {
				next[s+face] += p / float64(v.LimitDie)
			}
		}
		sums = next
	}
	raises := func(hp int) float64 {
		p := 0.0
		for s := len(sums) - 1; s > hp-v.LimitPerLevel*xl && s >= 0; s-- {
			p += sums[s]
		}
		return min(1, p)
	}
	room := max(0, out.Limit-most)
	at := make([]float64, room+1)
	at[0] = 1
	goes := 1 / float64(v.VanishOnce)
	for range nurses {
		next, here := make([]float64, room+1), at
		for k := range here {
			if here[k] == 0 {
				continue
			}
			up := raises(most + k)
			if k == room {
				up = 0
			}
			leaves := up*goes + (1-up)*goes + up*(1-goes) // all but that nothing changes
			next[k] += here[k] * (1 - up) * goes / leaves
			if k < room {
				next[k+1] += here[k] * up * goes / leaves
				here[k+1] += here[k] * up * (1 - goes) / leaves
			}
		}
		at = next
	}
	out.Chances = at
	for k, p := range at {
		out.Mean += float64(k) * p
	}
	return out
}
