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

// sum adds in four lanes, which do not wait for each other.
func sum(x []float64) float64 {
	var a, b, c, d float64
	for ; len(x) >= 4; x = x[4:] {
		a += x[0]
		b += x[1]
		c += x[2]
		d += x[3]
	}
	for _, p := range x {
		a += p
	}
	return a + b + (c + d)
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

// mean returns one row and a share of another.
func (m *arena) mean(a, b []float64, share float64) []float64 {
	if len(a) == len(b) && &a[0] == &b[0] {
		return a
	}
	out := m.chances(max(len(a), len(b)))
	axpy(out, a, 1-share)
	axpy(out, b, share)
	return out
}

// joined returns one part of several.
func (m *arena) joined(list []part) part {
	out := list[0]
	if len(list) == 1 {
		return out
	}
	out.p = 0
	for i := range list {
		out.p += list[i].p
	}
	out.hero = m.mixed(list, out.p, func(p *part) *vec { return &p.hero })
	out.foe = m.mixed(list, out.p, func(p *part) *vec { return &p.foe })
	return out
}

// mixed returns the hit points of several parts, which are all together.
func (m *arena) mixed(list []part, all float64, of func(*part) *vec) vec {
	first := of(&list[0])
	low, end, same := first.low, first.end(), true
	for i := range list[1:] {
		v := of(&list[i+1])
		low, end, same = min(low, v.low), max(end, v.end()), same && v.is(*first)
	}
	if same {
		return *first
	}
	out := vec{low, m.chances(end - low)}
	if len(list) > few {
		clear(m.shared)
		for i := range list {
			m.shared[of(&list[i]).place()] += list[i].p
		}
		for i := range list {
			v := of(&list[i])
			if share := m.shared[v.place()]; share > 0 {
				axpy(out.p[v.low-low:], v.p, share/all)
				m.shared[v.place()] = 0
			}
		}
		return out
	}
	for i := range list {
		v := of(&list[i])
		axpy(out.p[v.low-low:], v.p, list[i].p/all)
	}
	return out
}

// few parts are not looked through for those that share hit points.
const few = 4

// place returns where hit points are in memory.
func (v vec) place() readying { return readying{&v.p[0], len(v.p), v.low} }

// blow is damage made ready for many hit points.
type blow struct {
	dist.Dist
	least []float64 // by its place among the damage, the chance of as much or more
}

// never is the damage of a blow that cannot hit.
var never = []float64{0}

// ready returns damage, whose chances may sum to less than 1, made
// ready.
func (m *arena) ready(d dist.Dist) blow {
	if len(d.P) == 0 {
		d.P = never
	}
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

// taps is how much damage tap takes at once.
const taps = 4

// tap adds to hit points those of a row after damage of 3 to 0, in the order of the
// chances backwards: to has 3 more than row.
func tap(to, row []float64, p *[taps]float64) {
	n := len(row)
	to = to[: n+taps-1 : n+taps-1]
	p0, p1, p2, p3 := p[0], p[1], p[2], p[3]
	var x, y, z float64 // the three before in the row
	for i, v := range row {
		to[i] += p3*v + p2*x + p1*y + p0*z
		x, y, z = v, x, y
	}
	to[n] += p2*x + p1*y + p0*z
	to[n+1] += p1*x + p0*y
	to[n+2] += p0 * x
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
	// Those with no hit points left are worked out as well, since it takes longer to pass
	// over them; and four values of the damage at once.
	bottom := v.low - b.Max()
	to := m.chances(end - bottom)
	k := 0
	for ; k+taps <= len(b.P); k += taps {
		tap(to[len(b.P)-taps-k:], v.p, (*[taps]float64)(b.P[k:]))
	}
	for ; k < len(b.P); k++ {
		axpy(to[len(b.P)-1-k:], v.p, b.P[k])
	}
	to = to[low-bottom:]
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
