package fight

import (
	"slices"
	"strings"

	"delphi/engine/dist"
	"delphi/engine/rules"
)

// hitPoints returns the distribution of hit points for the target's kind and level outside
// the endgame (newmonhp, makemon.c).
func (q *Question) hitPoints() dist.Dist {
	m, level := q.Monster, q.level()
	var hp dist.Dist
	least := max(1, level) // what all ones on the dice give
	switch fixed := q.Rules.GolemHP[m.Name]; {
	case fixed > 0:
		return dist.Exactly(fixed)
	case m.Name == "Death" || m.Name == "Famine" || m.Name == "Pestilence":
		hp, least = dist.Dice(10, 8), 10
	case m.Level > 49: // such a level stands for hit points
		return dist.Exactly(2 * (m.Level - 6))
	case dragon(m):
		return dist.Dice(level, 4).Add(4 * level)
	case level == 0:
		hp = dist.Die(4)
	default:
		hp = dist.Dice(level, 8)
	}
	if q.Rules.NoLeastHP {
		hp = hp.Map(func(v int) int { return max(v, least+1) })
	}
	return hp
}

// elsewhere says where the target's kind has other hit points, or "".
func (q *Question) elsewhere() string {
	switch m := q.Monster; {
	case dragon(m):
		return "not in the endgame, where it has 8 HP a level"
	case slices.Contains([]string{"air elemental", "earth elemental", "fire elemental", "water elemental"}, m.Name):
		return "not on its own plane, where it has three times the HP"
	}
	return ""
}

// dragon reports whether a monster is an adult dragon.
func dragon(m *rules.Monster) bool {
	return m.Symbol == "D" && !strings.HasPrefix(m.Name, "baby ")
}

// confidences holds the chances of a kill for which turns are counted.
var confidences = []float64{0.5, 0.9, 0.99}

// A fate returns the chance that the target is dead, after one more turn with each call.
type fate func() float64

// killing adds how likely the target is dead within the turns asked, and how
// many turns make that likely. of is its fate with given hit points.
func (q *Question) killing(a *Answer, of func(hp dist.Dist) fate) {
	hp := q.hitPoints()
	if note := q.elsewhere(); note != "" {
		a.Notes = append(a.Notes, note)
	}
	a.HP = &Range{hp.Min, hp.Max(), hp.Mean()}
	next := of(hp)
	was, confidences := 0.0, confidences
	if q.Confidence > 0 {
		confidences = []float64{q.Confidence}
	}
	for turn := 1; turn <= MaxTurns; turn++ {
		dead := min(1, next())
		if dead < 1e-12 { // a difference of sums
			dead = 0
		}
		if turn == q.Turns {
			a.Kill = &Kill{turn, dead}
		}
		for _, c := range confidences {
			if was < c && dead >= c {
				a.Needed = append(a.Needed, Turns{c, turn})
			}
		}
		if was = dead; len(a.Needed) == len(confidences) && turn >= q.Turns {
			break
		}
	}
}

// wounded returns the fate of a target that takes damage: first in the first turn, next
// in those after it, which leave out what kills at once.
func wounded(first, next dist.Dist) func(hp dist.Dist) fate {
	return func(hp dist.Dist) fate {
		left := make([]float64, hp.Max()+1) // of those alive, by hit points
		for i, p := range hp.P {
			left[hp.Min+i] = p
		}
		d := first
		return func() float64 {
			left, d = wound(left, d), next
			dead := 1.0
			for _, p := range left {
				dead -= p
			}
			return dead
		}
	}
}

// wound returns what is left of those alive after damage d.
func wound(left []float64, d dist.Dist) []float64 {
	out := make([]float64, len(left))
	for hp, p := range left {
		if p < 1e-15 {
			continue
		}
		for i, x := range d.P {
			if rest := hp - d.Min - i; rest > 0 {
				out[rest] += p * x
			}
		}
	}
	return out
}
