package fight

import (
	"slices"

	"delphi/engine/dist"
)

// drains reports whether a weapon's hits drain levels from the target.
func (q *Question) drains(w *Weapon) bool {
	a := q.Rules.Artifact(w.Artifact)
	return a != nil && slices.Contains(drainers, w.Artifact) && q.applies(a) > 0 && q.level() > 0
}

// sapped returns the fate of a target that each hit of the only weapon takes a level
// from, with the chance of a hit in the first turn and in those after it
// (artifact_hit).
func (q *Question) sapped(first, next float64) func(hp dist.Dist) fate {
	return func(hp dist.Dist) fate {
		deaths := q.deaths(hp)
		hits := make([]float64, len(deaths)) // by number of hits; the last number is enough
		hits[0] = 1
		p := first
		return func() float64 {
			for n := len(hits) - 1; n >= 0; n-- {
				if n < len(hits)-1 {
					hits[n] *= 1 - p
				}
				if n > 0 {
					hits[n] += hits[n-1] * p
				}
			}
			p = next
			dead := 0.0
			for n, x := range hits {
				dead += x * deaths[n]
			}
			return dead
		}
	}
}

// deaths returns the chances that 0 hits have killed the target, 1, and so on until it
// is certain: what has no level left dies.
func (q *Question) deaths(hp dist.Dist) []float64 {
	dry := *q
	dry.noDrain = true
	blow, drain := dry.Damage(&q.Weapon, false).Dist, q.drained()
	left := bodies(hp.Max())
	for _, v := range hp.Values() {
		left[v.Value][v.Value] = v.P
	}
	out := []float64{0}
	for lev := q.level(); lev > 0; lev-- {
		next, alive := bodies(hp.Max()), 0.0
		for most, row := range left {
			for hp, p := range row {
				if p < 1e-15 {
					continue
				}
				for i, x := range drain.P {
					d := drain.Min + i
					if q.Rules.DrainStops && most-d <= lev {
						d = max(0, most-lev-1)
					}
					for k, y := range blow.P {
						if rest := min(hp-max(1, blow.Min+k+d), most-d); rest > 0 {
							next[most-d][rest] += p * x * y
							alive += p * x * y
						}
					}
				}
			}
		}
		out = append(out, 1-alive)
		if left = next; alive < 1e-12 {
			return out
		}
	}
	return append(out, 1)
}

// bodies returns chances by a target's maximum and current hit points.
func bodies(most int) [][]float64 {
	out := make([][]float64, most+1)
	for i := range out {
		out[i] = make([]float64, i+1)
	}
	return out
}
