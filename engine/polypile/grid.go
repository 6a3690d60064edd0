package polypile

import (
	"context"
	"math"
	"slices"
)

// grid follows, for one pass, how many items are eaten and how many stay: the
// states of walker, each with the distribution of what stays.
type grid struct {
	items    int
	unit     int     // how many items that stay make one unit of the count
	rare     float64 // states below it are dropped
	visits   float64 // states that may still be visited
	src, dst sheet
	landed   []landing
	sum      []float64 // of a row, or of rows
	dropped  float64
}

// sheet has a row for each number of items eaten, and in it a state for each
// number of items that stay, from the row's lo to its hi: undecided and decided.
type sheet struct {
	rows  []span
	cells [2][]float64
	any   [2]bool // whether there is something undecided, decided
}

// span is the states of a row; at is where they lie among the cells.
type span struct{ lo, hi, at int }

// units returns where a number of items lies: at n, and with the chance up at
// n+1, so that the mean is right.
func (g *grid) units(items int) (n int, up float64) {
	return items / g.unit, float64(items%g.unit) / float64(g.unit)
}

// shift adds c times x to y, moved by a number of items.
func (g *grid) shift(y, x []float64, items int, c float64) {
	n, up := g.units(items)
	axpy(y[n:], x, c*(1-up))
	if up > 0 {
		axpy(y[n+1:], x, c*up)
	}
}

// blur adds c times x to y, moved by 1..items items, each equally likely.
func (g *grid) blur(y, x []float64, items int, c float64) {
	if g.unit == 1 {
		smear(y, x, items, c)
		return
	}
	// Uniform on 1..n units has the mean (n+1)/2: mix two of them.
	n := float64(items+1)/float64(g.unit) - 1
	if n < 1 {
		up := (n + 1) / 2
		axpy(y, x, c*(1-up))
		axpy(y[1:], x, c*up)
		return
	}
	low := int(n)
	smear(y, x, low, c*(float64(low+1)-n))
	smear(y, x, low+1, c*(n-float64(low)))
}

// landing is what leaves the head of a walk.
type landing struct {
	d, eaten, stay int
	p              float64
}

func newGrid(items, stacks int) *grid {
	g := &grid{items: items, unit: 1, rare: rare, visits: math.Inf(1), sum: make([]float64, items+stacks+2)}
	if items > MaxLeft {
		g.rare, g.visits = dim, maxVisits
	}
	return g
}

// row returns the states of a row from stay = lo to hi, hi excluded.
func (s *sheet) row(d, e, lo, hi int) []float64 {
	r := &s.rows[e]
	return s.cells[d][r.at+lo-r.lo : r.at+hi-r.lo]
}

// plan makes a row as wide as lo to hi, before any is written to.
func (s *sheet) plan(e, lo, hi int) {
	for len(s.rows) <= e {
		s.rows = append(s.rows, span{lo: math.MaxInt})
	}
	r := &s.rows[e]
	r.lo, r.hi = min(r.lo, lo), max(r.hi, hi)
}

// open makes the planned rows, empty.
func (s *sheet) open() {
	at := 0
	for e := range s.rows {
		s.rows[e].at = at
		at += max(0, s.rows[e].hi-s.rows[e].lo)
	}
	for d := range s.cells {
		s.cells[d] = slices.Grow(s.cells[d][:0], at)[:at]
		clear(s.cells[d])
	}
}

// walk goes over the whole pile; then src has what the pass's golem leaves. It
// gives up where there are too many states.
func (g *grid) walk(ctx context.Context, l *plan, p *pass) (fits bool, err error) {
	g.src.rows, g.src.any = g.src.rows[:0], [2]bool{}
	all := steps(l, p, untold)
	after := futures(l, all)
	h := head{none: [2]float64{1, 0}}
	at := 0
	for i, e := range l.pile.entries {
		s := &all[i]
		for range e.count {
			if err := ctx.Err(); err != nil {
				return false, err
			}
			at++
			g.landed = g.landed[:0]
			if !h.empty() {
				h.advance(s, p.weight, func(d, eaten, stay int, p float64) {
					n, up := g.units(stay)
					g.landed = append(g.landed, landing{d, eaten, n, p * (1 - up)})
					if up > 0 {
						g.landed = append(g.landed, landing{d, eaten, n + 1, p * up})
					}
				})
			}
			g.over(s, p.weight, after[at].undecided[2] > 0)
			g.trim(&after[at], p.p)
			g.src, g.dst = g.dst, g.src
			n := len(g.src.cells[0])
			if g.visits -= float64(n); g.items > MaxLeft && (n > maxCells || g.visits < 0) {
				return false, nil
			}
		}
	}
	return true, nil
}

// trim drops what too rarely comes to the pass's golem.
func (g *grid) trim(after *future, p float64) {
	s := &g.dst
	f0, f1 := after.undecided[2]*p, after.decided[2]*p
	for e := range s.rows {
		x := &s.rows[e]
		if x.lo >= x.hi {
			continue
		}
		r0, r1 := s.row(0, e, x.lo, x.hi), s.row(1, e, x.lo, x.hi)
		from, to := 0, len(r0)
		for ; from < to; from++ {
			v := r0[from]*f0 + r1[from]*f1
			if v >= g.rare {
				break
			}
			g.dropped += v
		}
		for ; to > from; to-- {
			v := r0[to-1]*f0 + r1[to-1]*f1
			if v >= g.rare {
				break
			}
			g.dropped += v
		}
		x.at += from
		x.lo, x.hi = x.lo+from, x.lo+to
	}
	n := len(s.rows)
	for n > 0 && s.rows[n-1].lo >= s.rows[n-1].hi {
		n--
	}
	s.rows = s.rows[:n]
}

// over moves the grid over one stack. What is undecided is only looked at if
// a golem may still be decided on later.
func (g *grid) over(s *step, weight int, later bool) {
	src, dst := &g.src, &g.dst
	dst.rows = dst.rows[:0]
	dst.any[0] = src.any[0] && later
	dst.any[1] = src.any[1] || src.any[0] && s.counts > 0
	up := s.upTo
	for i := range s.n {
		up = max(up, s.taps[i].qty)
	}
	cols := g.items + 1
	if g.unit > 1 {
		up, cols = up/g.unit+1, math.MaxInt
	}
	eats := s.upTo > 0 && (s.shudder.match > 0 || s.shudder.other > 0)
	for e := range src.rows {
		lo, hi := src.rows[e].lo, src.rows[e].hi
		if lo >= hi {
			continue
		}
		dst.plan(e, lo, min(hi+up, cols))
		if e >= weight {
			continue
		}
		for i := range s.n {
			if t := &s.taps[i]; t.match > 0 || t.other > 0 {
				dst.plan(min(weight, e+t.qty), lo, hi)
			}
		}
		if eats {
			for to := e + 1; to <= min(weight, e+s.upTo); to++ {
				dst.plan(to, lo, hi)
			}
		}
	}
	for _, x := range g.landed {
		dst.plan(x.eaten, x.stay, x.stay+1)
	}
	dst.open()
	for e := range src.rows {
		lo, hi := src.rows[e].lo, src.rows[e].hi
		if lo >= hi {
			continue
		}
		if dst.any[0] {
			v := src.row(0, e, lo, hi)
			g.move(s, weight, e, lo, 0, v, v, 1-s.decides)
		}
		if !dst.any[1] {
			continue
		}
		v0, v1 := src.row(0, e, lo, hi), src.row(1, e, lo, hi)
		shaken := v1
		if s.counts > 0 { // what is decided on once the stack has shuddered
			shaken = g.sum[:len(v0)]
			for k, v := range v1 {
				shaken[k] = v + s.counts*v0[k]
			}
		}
		g.move(s, weight, e, lo, 1, v1, shaken, 1)
	}
	for d := range 2 {
		if dst.any[d] && eats {
			g.eat(s, weight, d)
		}
	}
	for _, x := range g.landed {
		dst.row(x.d, x.eaten, x.stay, x.stay+1)[0] += x.p
		dst.any[x.d] = true
	}
}

// move adds what becomes of the row e: of calm, where the stack does not
// shudder, and of shaken, share times, where it does. What a golem eats of what
// a shudder leaves is left to eat.
func (g *grid) move(s *step, weight, e, lo, d int, calm, shaken []float64, share float64) {
	hi := lo + len(calm)
	full := e >= weight
	esc := 0.0
	if !full {
		esc = 1 / float64(weight-e+1)
	}
	y := g.dst.row(d, e, lo, g.dst.rows[e].hi)
	for i := range s.n {
		t := &s.taps[i]
		c := t.full()
		if !full {
			c = t.stays(esc)
			if c := t.eaten(esc); c > 0 {
				axpy(g.dst.row(d, min(weight, e+t.qty), lo, hi), calm, c)
			}
		}
		if c > 0 {
			g.shift(y, calm, t.qty, c)
		}
	}
	axpy(y, shaken, s.gone*share)
	if s.upTo == 0 {
		return
	}
	c := s.shudder.full()
	if !full {
		c = s.shudder.stays(esc)
	}
	g.blur(y, shaken, s.upTo, c*share)
}

// eat adds what a shudder leaves and the golem eats, row by row of where it goes.
func (g *grid) eat(s *step, weight, d int) {
	src, dst := &g.src, &g.dst
	share := 1 - s.decides
	if d == 1 {
		share = s.counts
	}
	if s.upTo > many {
		g.eatMany(s, weight, d, share)
		return
	}
	each := 1 / float64(s.upTo)
	for to := range dst.rows {
		if to == weight { // all that goes beyond
			g.glut(s, weight, d, share)
			continue
		}
		last := min(to, len(src.rows)) // excluded
		for e := max(0, to-s.upTo); e < last; e += 4 {
			n := min(4, last-e)
			// Where all of the rows have states they are added at once.
			lo, hi := 0, math.MaxInt
			var c [4]float64
			for i := range n {
				lo, hi = max(lo, src.rows[e+i].lo), min(hi, src.rows[e+i].hi)
				c[i] = s.shudder.eaten(1/float64(weight-e-i+1)) * each
			}
			if d == 0 || share > 0 {
				g.axpy4(d, to, 0, e, n, lo, hi, c, share)
			}
			if d == 1 && src.any[1] {
				g.axpy4(d, to, 1, e, n, lo, hi, c, 1)
			}
		}
	}
}

// axpy4 adds up to four rows from e on, each with its factor, times share, to
// the row to. From lo to hi all of them have states.
func (g *grid) axpy4(d, to, from, e, n, lo, hi int, c [4]float64, share float64) {
	for i := range n {
		c[i] *= share
	}
	if n < 4 || hi-lo < 4 {
		for i := range n {
			if r := &g.src.rows[e+i]; r.lo < r.hi {
				axpy(g.dst.row(d, to, r.lo, r.hi), g.src.row(from, e+i, r.lo, r.hi), c[i])
			}
		}
		return
	}
	for i := range n {
		r := &g.src.rows[e+i]
		if r.lo < lo {
			axpy(g.dst.row(d, to, r.lo, lo), g.src.row(from, e+i, r.lo, lo), c[i])
		}
		if r.hi > hi {
			axpy(g.dst.row(d, to, hi, r.hi), g.src.row(from, e+i, hi, r.hi), c[i])
		}
	}
	y := g.dst.row(d, to, lo, hi)
	a0, a1 := g.src.row(from, e, lo, hi)[:len(y)], g.src.row(from, e+1, lo, hi)[:len(y)]
	a2, a3 := g.src.row(from, e+2, lo, hi)[:len(y)], g.src.row(from, e+3, lo, hi)[:len(y)]
	c0, c1, c2, c3 := c[0], c[1], c[2], c[3]
	for k := range y {
		y[k] += c0*a0[k] + c1*a1[k] + c2*a2[k] + c3*a3[k]
	}
}

// eatMany is like eat, for a shudder that may leave very many items: it keeps the sum
// of the rows that reach the one it is at.
func (g *grid) eatMany(s *step, weight, d int, share float64) {
	src, dst := &g.src, &g.dst
	sum := g.sum
	clear(sum)
	add := func(e int, sign float64) {
		if e < 0 || e >= min(len(src.rows), weight) || src.rows[e].lo >= src.rows[e].hi {
			return
		}
		lo, hi := src.rows[e].lo, src.rows[e].hi
		c := sign * s.shudder.eaten(1/float64(weight-e+1)) / float64(s.upTo)
		axpy(sum[lo:hi], src.row(0, e, lo, hi), c*share)
		if d == 1 {
			axpy(sum[lo:hi], src.row(1, e, lo, hi), c)
		}
	}
	for to := 1; to < len(dst.rows); to++ {
		add(to-1, 1)
		add(to-1-s.upTo, -1)
		if to == weight {
			g.glut(s, weight, d, share)
			continue
		}
		lo, hi := dst.rows[to].lo, dst.rows[to].hi
		if lo >= hi {
			continue
		}
		y := dst.row(d, to, lo, hi)
		for k, v := range sum[lo:hi] {
			y[k] += max(0, v)
		}
	}
}

// glut adds what fills the golem, and what is more than it can eat.
func (g *grid) glut(s *step, weight, d int, share float64) {
	for e := max(0, weight-s.upTo); e < min(weight, len(g.src.rows)); e++ {
		lo, hi := g.src.rows[e].lo, g.src.rows[e].hi
		if lo >= hi {
			continue
		}
		ways := float64(s.upTo-(weight-e)+1) / float64(s.upTo)
		c := s.shudder.eaten(1/float64(weight-e+1)) * ways
		y := g.dst.row(d, weight, lo, hi)
		axpy(y, g.src.row(0, e, lo, hi), c*share)
		if d == 1 {
			axpy(y, g.src.row(1, e, lo, hi), c)
		}
	}
}

// addTo adds what the pass's golem leaves, p times.
func (g *grid) addTo(left []float64, p float64) {
	for e := range g.src.rows {
		lo, hi := g.src.rows[e].lo, g.src.rows[e].hi
		if lo >= hi {
			continue
		}
		for k, v := range g.src.row(1, e, lo, hi) {
			left[min(len(left)-1, (lo+k)*g.unit)] += p * v
		}
	}
}

// axpy adds c times x to y.
func axpy(y, x []float64, c float64) {
	if c == 0 {
		return
	}
	y = y[:len(x)]
	for len(x) >= 4 && len(y) >= 4 {
		y[0] += c * x[0]
		y[1] += c * x[1]
		y[2] += c * x[2]
		y[3] += c * x[3]
		x, y = x[4:], y[4:]
	}
	for i, v := range x {
		y[i] += c * v
	}
}

// many is from how many equally likely moves on smear keeps a running sum.
const many = 24

// smear adds c times x to y, moved by 1..n, each equally likely.
func smear(y, x []float64, n int, c float64) {
	if c == 0 {
		return
	}
	c /= float64(n)
	if n <= many {
		q := 1
		for ; q+3 <= n; q += 4 {
			smear4(y[q:], x, c)
		}
		for ; q <= n; q++ {
			axpy(y[q:], x, c)
		}
		return
	}
	sum := 0.0
	for k := 1; k < len(x)+n; k++ {
		if k-1 < len(x) {
			sum += x[k-1]
		}
		if k-1-n >= 0 {
			sum -= x[k-1-n]
		}
		y[k] += c * max(0, sum)
	}
}

// smear4 adds c times x to y, moved by 0, by 1, by 2 and by 3.
func smear4(y, x []float64, c float64) {
	var a, b, d float64 // the last three of x
	y = y[:len(x)+3]
	for k, v := range x {
		y[k] += c * (v + a + b + d)
		a, b, d = v, a, b
	}
	n := len(x)
	y[n] += c * (a + b + d)
	y[n+1] += c * (a + b)
	y[n+2] += c * a
}
