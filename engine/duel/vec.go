package duel

import (
	"delphi/engine/dist"
	"delphi/engine/lanes"
)

// dust is a chance too small to follow among hit points.
const dust = 1e-8

// row holds chances by hit points, from low up. They sum to 1 and never change, so that
// clouds may share a row, and what has become of it is not worked out again.
type row struct {
	low    int
	p      []float64
	hurts  *wounded
	heals  *healed
	copied *row    // in other memory, for keep
	middle float64 // its mean, once known
}

// wounded is what a blow has made of a row: those alive, whose chances summed to alive, those
// who flee, whose chances summed to ran, and the chance of those with no hit points left.
type wounded struct {
	by          *blow
	row         *row
	alive, dead float64
	runs        *row
	ran         float64
	next        *wounded
}

// healed is what a cure has made of a row.
type healed struct {
	by   *cure
	row  *row
	next *healed
}

// cure is a gain of hit points, up to some most; those above it stay.
type cure struct {
	dist.Dist
	most int
}

// end returns the number after the most hit points.
func (v *row) end() int { return v.low + len(v.p) }

// mean returns the mean of its hit points.
func (v *row) mean() float64 {
	if v.middle == 0 {
		v.middle = float64(v.low) + lanes.Places(v.p)
	}
	return v.middle
}

// certain returns hit points that are n for certain.
func (m *arena) certain(n int) *row {
	v := m.row(n, m.chances(1))
	v.p[0] = 1
	return v
}

// normal returns a row of chances, which it makes sum to 1, without dust at both ends. total
// is what they summed to.
func (m *arena) normal(low int, p []float64) (v *row, total float64) {
	total = lanes.Sum(p)
	if total == 0 {
		return nil, 0
	}
	v = m.dusted(low, p, dust*total)
	lanes.Scale(v.p, 1/total)
	return v, total
}

// dusted returns a row of chances without those below least at both ends.
func (m *arena) dusted(low int, p []float64, least float64) *row {
	from, to := 0, len(p)
	for p[from] < least {
		from++
	}
	for p[to-1] < least {
		to--
	}
	return m.row(low+from, p[from:to:to])
}

// mean returns one row and a share of another.
func (m *arena) mean(a, b []float64, share float64) []float64 {
	if len(a) == len(b) && &a[0] == &b[0] {
		return a
	}
	out := m.chances(max(len(a), len(b)))
	lanes.Axpy(out, a, 1-share)
	lanes.Axpy(out, b, share)
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
	m.shares = m.shares[:0]
	for i := range list {
		m.shares = added(m.shares, list[i].hero, list[i].p/out.p)
	}
	out.hero = m.mixed(m.shares)
	m.shares = m.shares[:0]
	for i := range list {
		m.shares = added(m.shares, list[i].foe, list[i].p/out.p)
	}
	out.foe = m.mixed(m.shares)
	return out
}

// portion is a share of something with the hit points of a row.
type portion struct {
	*row
	of float64
}

// added returns shares with one more; those of a row are one.
func added(list []portion, v *row, p float64) []portion {
	for i := range list {
		if list[i].row == v {
			list[i].of += p
			return list
		}
	}
	return append(list, portion{v, p})
}

// mixed returns the hit points of several rows, with shares that sum to 1.
func (m *arena) mixed(list []portion) *row {
	if len(list) == 1 {
		return list[0].row
	}
	low, end := list[0].low, list[0].end()
	for _, v := range list[1:] {
		low, end = min(low, v.low), max(end, v.end())
	}
	out := m.row(low, m.chances(end-low))
	for ; len(list) > 1; list = list[2:] {
		out.addBoth(&list[0], &list[1])
	}
	if len(list) > 0 {
		v := list[0]
		lanes.Axpy(out.p[v.low-low:], v.p, v.of)
	}
	return out
}

// addBoth adds two portions at once where both have chances.
func (v *row) addBoth(a, b *portion) {
	from, to := max(a.low, b.low), min(a.end(), b.end())
	if from >= to {
		lanes.Axpy(v.p[a.low-v.low:], a.p, a.of)
		lanes.Axpy(v.p[b.low-v.low:], b.p, b.of)
		return
	}
	lanes.Axpy2(v.p[from-v.low:to-v.low], a.p[from-a.low:], b.p[from-b.low:], a.of, b.of)
	for _, x := range [...]*portion{a, b} {
		lanes.Axpy(v.p[x.low-v.low:], x.p[:from-x.low], x.of)
		lanes.Axpy(v.p[to-v.low:], x.p[to-x.low:], x.of)
	}
}

// blow is damage made ready for many hit points. Its chances may sum to less than 1.
type blow struct {
	dist.Dist
	least []float64 // by its place among the damage, the chance of as much or more
	taps  [][lanes.Taps]float64
	miss  float64 // how often it misses, of one that counts those among the living
	total float64 // of all its chances
	// How often one flees whom a hit leaves with less than half.
	scares float64
	half   int
}

// newBlow returns damage made ready.
func newBlow(d dist.Dist) *blow {
	if len(d.P) == 0 {
		d.P = []float64{0}
	}
	b := &blow{Dist: d, least: make([]float64, len(d.P)+1)}
	for i := len(b.P) - 1; i >= 0; i-- {
		b.least[i] = b.least[i+1] + b.P[i]
	}
	b.taps = make([][lanes.Taps]float64, (len(b.P)+lanes.Taps-1)/lanes.Taps)
	for i, p := range b.P {
		b.taps[i/lanes.Taps][i%lanes.Taps] = p
	}
	b.total = b.least[0]
	return b
}

// hurt returns what a blow makes of a row.
func (m *arena) hurt(v *row, b *blow) *wounded {
	for w := v.hurts; w != nil; w = w.next {
		if w.by == b {
			return w
		}
	}
	w := &m.wounds.Take(1, recordsBlock)[0]
	if *w = (wounded{by: b, next: v.hurts}); b.Max() == 0 && b.miss == 0 {
		w.row, w.alive = v, b.P[0]
	} else {
		m.work(w, v, b)
	}
	v.hurts = w
	return w
}

// work works out what hurt returns.
func (m *arena) work(out *wounded, v *row, b *blow) {
	low, end := max(1, v.low-b.Max()), v.end()-b.Min
	if b.miss > 0 {
		end = v.end()
	}
	for i := 0; i < len(v.p) && v.low+i <= b.Max(); i++ {
		out.dead += v.p[i] * b.least[max(0, v.low+i-b.Min)]
	}
	if end <= low {
		return
	}
	n := 0 // of those alive, how many hit points are so few that some flee
	if b.scares > 0 {
		n = min(max(0, b.half-low), end-low)
	}
	by, alive := 1.0, b.total-out.dead
	known := n == 0 && alive > faint // how many live; their chances are made to sum to 1 on the way
	if known {
		by = 1 / alive
	}
	to := m.battered(v, b, low, end, by)
	if n > 0 {
		runs := m.numbers.Take(n, numbersBlock)
		copy(runs, to)
		lanes.Scale(runs, b.scares)
		out.runs, out.ran = m.normal(low, runs)
		lanes.Scale(to[:n], 1-b.scares)
	}
	if b.miss > 0 {
		lanes.Axpy(to[v.low-low:], v.p, b.miss*by)
	}
	if known {
		out.row, out.alive = m.dusted(low, to, dust), alive
	} else {
		out.row, out.alive = m.normal(low, to)
	}
}

// faint is a share of a row below which it is added up instead of taken from all.
const faint = 1e-4

// battered returns the chances, times by, of those whom a blow hits and leaves with low to end-1
// hit points. Several values of the damage are taken at once, from those whom the least of them
// leaves alive: the others of them leave some with no hit points, down to bottom.
func (m *arena) battered(v *row, b *blow, low, end int, by float64) []float64 {
	bottom := max(2-lanes.Taps, v.low-b.Min-len(b.taps)*lanes.Taps+1)
	to := m.chances(end - bottom)
	for k, p := range b.taps {
		least := b.Min + k*lanes.Taps
		from := max(0, least+1-v.low)
		if from >= len(v.p) {
			break
		}
		if p == ([lanes.Taps]float64{}) {
			continue
		}
		for i := range p {
			p[i] *= by
		}
		lanes.Tap(to[v.low+from-least-lanes.Taps+1-bottom:], v.p[from:], &p)
	}
	return to[low-bottom:]
}

// heal returns what a cure makes of a row.
func (m *arena) heal(v *row, c *cure) *row {
	for h := v.heals; h != nil; h = h.next {
		if h.by == c {
			return h.row
		}
	}
	h := &m.cures.Take(1, recordsBlock)[0]
	*h = healed{c, m.cured(v, c), v.heals}
	v.heals = h
	return h.row
}

// cured works out what heal returns.
func (m *arena) cured(v *row, c *cure) *row {
	switch {
	case v.low >= c.most:
		return v
	case len(c.P) == 1 && v.end()-1+c.Min <= c.most:
		return m.row(v.low+c.Min, v.p)
	}
	end := max(v.end(), min(c.most+1, v.end()+c.Max()))
	to := m.chances(end - v.low)
	some := min(len(v.p), max(0, c.most-c.Max()-v.low+1)) // who do not come to the most
	for k, p := range c.P {
		lanes.Axpy(to[min(len(to), c.Min+k):], v.p[:some], p)
	}
	for i, x := range v.p[some:] {
		h := v.low + some + i
		if h >= c.most {
			to[some+i] += x
			continue
		}
		for k, p := range c.P {
			to[min(c.most, h+c.Min+k)-v.low] += x * p
		}
	}
	return m.dusted(v.low, to, dust)
}

// weaken moves hit points down, to no less than 1 and no more than most.
func (m *arena) weaken(v *row, n, most int) *row {
	to := m.chances(max(1, min(most, v.end()-1-n)))
	first := min(max(0, 1+n-v.low), len(v.p))       // of those with 1 left or more
	last := max(first, min(len(v.p), most+n-v.low)) // who come to the most or more
	copy(to[min(max(0, v.low+first-n-1), len(to)):], v.p[first:last])
	to[0] += lanes.Sum(v.p[:first])
	to[len(to)-1] += lanes.Sum(v.p[last:])
	return m.dusted(1, to, dust)
}

// cut returns those with from to to hit points, and their share.
func (m *arena) cut(v *row, from, to int) (*row, float64) {
	from, to = max(from, v.low), min(to+1, v.end())
	if from >= to {
		return nil, 0
	}
	if from == v.low && to == v.end() {
		return v, 1
	}
	out := m.numbers.Take(to-from, numbersBlock)
	copy(out, v.p[from-v.low:to-v.low])
	return m.normal(from, out)
}

// less returns v without a share of those with from to to hit points, and how much is
// left.
func (m *arena) less(v *row, from, to int, share float64) (*row, float64) {
	out := m.numbers.Take(len(v.p), numbersBlock)
	copy(out, v.p)
	if from, to = max(from, v.low), min(to+1, v.end()); from < to {
		lanes.Scale(out[from-v.low:to-v.low], 1-share)
	}
	return m.normal(v.low, out)
}
