package duel

import (
	"delphi/engine/dist"
)

// dust is a chance too small to follow among hit points.
const dust = 1e-10

// vec holds chances by hit points, from low up. They sum to 1 and never change, so
// that clouds may share them.
type vec struct {
	low int
	p   []float64
}

// end returns the number after the most hit points.
func (v vec) end() int { return v.low + len(v.p) }

// is reports whether v and w are the same chances in memory.
func (v vec) is(w vec) bool {
	return v.low == w.low && len(v.p) == len(w.p) && (len(v.p) == 0 || &v.p[0] == &w.p[0])
}

// certain returns hit points that are n for certain.
func (m *arena) certain(n int) vec {
	v := vec{n, m.chances(1)}
	v.p[0] = 1
	return v
}

// normal makes chances sum to 1 in place and takes dust off both ends. total is what
// they summed to.
func (v vec) normal() (out vec, total float64) {
	total = sum(v.p)
	if total == 0 {
		return vec{}, 0
	}
	from, to := 0, len(v.p)
	for least := dust * total; v.p[from] < least; from++ {
	}
	for least := dust * total; v.p[to-1] < least; to-- {
	}
	out = vec{v.low + from, v.p[from:to:to]}
	scale(out.p, 1/total)
	return out, total
}

func sum(x []float64) (total float64) {
	for _, p := range x {
		total += p
	}
	return total
}

func scale(x []float64, by float64) {
	for i := range x {
		x[i] *= by
	}
}

// axpy adds p times a row to another.
func axpy(to, row []float64, p float64) {
	to = to[:len(row)]
	i := 0
	for ; i+4 <= len(row); i += 4 {
		x, y := (*[4]float64)(row[i:]), (*[4]float64)(to[i:])
		y[0] += p * x[0]
		y[1] += p * x[1]
		y[2] += p * x[2]
		y[3] += p * x[3]
	}
	for ; i < len(row); i++ {
		to[i] += p * row[i]
	}
}

// mix returns a share a of v and b of w, where a+b is 1. If mine, v is changed where it
// has room.
func (m *arena) mix(v, w vec, a, b float64, mine bool) vec {
	low, end := min(v.low, w.low), max(v.end(), w.end())
	if !mine || low < v.low || end > v.end() {
		old := v
		v = vec{low, m.chances(end - low)}
		axpy(v.p[old.low-low:], old.p, a)
	} else {
		scale(v.p, a)
	}
	axpy(v.p[w.low-v.low:], w.p, b)
	return v
}

// blow is damage made ready for many hit points.
type blow struct {
	dist.Dist
	least []float64 // by its place among the damage, the chance of as much or more
}

// ready returns damage, whose chances may sum to less than 1, made
// ready.
func (m *arena) ready(d dist.Dist) blow {
	key := readying{&d.P[0], len(d.P), d.Min}
	if r, ok := m.blows[key]; ok {
		return r
	}
	b := blow{Dist: d}
	b.least = m.chances(len(b.P) + 1)
	for i := len(b.P) - 1; i >= 0; i-- {
		b.least[i] = b.least[i+1] + b.P[i]
	}
	m.blows[key] = b
	return b
}

// hurt takes damage: those alive, whose chances summed to alive, and the chance of those
// with no hit points left.
func (m *arena) hurt(v vec, b *blow) wounded {
	if b.Max() == 0 {
		return wounded{v, b.P[0], 0}
	}
	key := wounding{&v.p[0], &b.P[0], v.low, len(v.p), b.Min, 0}
	out, ok := m.hurts[key]
	if !ok {
		out = m.worked(v, b)
		m.hurts[key] = out
	}
	return out
}

// worked works out what hurt returns.
func (m *arena) worked(v vec, b *blow) (out wounded) {
	low, end := max(1, v.low-b.Max()), v.end()-b.Min
	for i := 0; i < len(v.p) && v.low+i <= b.Max(); i++ {
		out.dead += v.p[i] * b.least[max(0, v.low+i-b.Min)]
	}
	if end <= low {
		return out
	}
	to := m.chances(end - low)
	for i, p := range b.P {
		at := v.low - b.Min - i - low // of the fewest that are left
		if from := max(0, -at); p != 0 && from < len(v.p) {
			axpy(to[at+from:], v.p[from:], p)
		}
	}
	out.vec, out.alive = vec{low, to}.normal()
	return out
}

// heal adds hit points, up to some most; those above it stay.
func (m *arena) heal(v vec, d dist.Dist, most int) vec {
	if len(d.P) == 1 && (v.end()-1+d.Min <= most || v.low >= most) {
		if v.low < most {
			v.low += d.Min
		}
		return v
	}
	key := wounding{&v.p[0], &d.P[0], v.low, len(v.p), d.Min, most}
	out, ok := m.heals[key]
	if !ok {
		out = m.healed(v, d, most)
		m.heals[key] = out
	}
	return out
}

// healed works out what heal returns.
func (m *arena) healed(v vec, d dist.Dist, most int) vec {
	end := max(v.end(), min(most+1, v.end()+d.Max()))
	out := vec{v.low, m.chances(end - v.low)}
	for i, x := range v.p {
		h := v.low + i
		if h >= most {
			out.p[i] += x
			continue
		}
		for k, p := range d.P {
			out.p[min(most, h+d.Min+k)-v.low] += x * p
		}
	}
	out, _ = out.normal()
	return out
}

// weaken moves hit points down, to no less than 1 and no more than most.
func (m *arena) weaken(v vec, n, most int) vec {
	out := vec{1, m.chances(max(1, min(most, v.end()-1-n)))}
	for i, x := range v.p {
		out.p[min(most, max(1, v.low+i-n))-1] += x
	}
	out, _ = out.normal()
	return out
}

// cut returns those with from to to hit points, and their share.
func (m *arena) cut(v vec, from, to int) (vec, float64) {
	from, to = max(from, v.low), min(to+1, v.end())
	if from >= to {
		return vec{}, 0
	}
	if from == v.low && to == v.end() {
		return v, 1
	}
	out := vec{from, m.chances(to - from)}
	copy(out.p, v.p[from-v.low:to-v.low])
	return out.normal()
}

// less returns v without a share of those with from to to hit points, and how much is
// left.
func (m *arena) less(v vec, from, to int, share float64) (vec, float64) {
	out := vec{v.low, m.chances(len(v.p))}
	copy(out.p, v.p)
	if from, to = max(from, v.low), min(to+1, v.end()); from < to {
		scale(out.p[from-v.low:to-v.low], 1-share)
	}
	return out.normal()
}
