package polypile

import (
	"context"
	"math"
	"slices"
)

// Above MaxLeft items only quantiles are told. States below dim are then
// dropped; and where that leaves more than maxCells states at a time, the items
// that stay are counted in units that blur them by maxBlur at most, as a share of all.
// Where that does not do either, or would visit more than maxVisits states,
// or there are manyStacks, each state of the walk carries the mean and the
// variance of what stays instead.
const (
	dim        = 1e-12
	maxCells   = 400_000
	maxVisits  = 10e6
	manyStacks = 300
	maxBlur    = 0.005
)

// leave works out the distribution of the items left.
func (s *solution) leave(ctx context.Context, l *plan) (err error) {
	pl := s.pile
	if pl.stacks == 0 {
		s.left = []float64{1}
		s.answer.Left = []Quantity{{0, 1}}
		return nil
	}
	most := max(1, int(1e6/float64(pl.stacks*min(pl.items, MaxLeft)*8)))
	l = newPlan(pl, most)
	if types := pl.repeated(); len(types) <= maxSettled && len(l.passes)<<len(types) <= most {
		l.settle(types) // several stacks of a type are absorbed together or not
	}
	left, dropped := undecided(pl)
	c := quiet(l, 0)
	for i, p := range c.decided[:2] { // too little is left for a golem
		if i < len(left) {
			left[i] += p
		}
	}
	g := newGrid(pl.items, pl.stacks)
	coarse := max(1, int(2*maxBlur*float64(pl.items)/math.Sqrt(float64(pl.stacks))))
	for i := range l.passes {
		p := &l.passes[i]
		fits := false
		for _, unit := range []int{1, coarse} {
			if fits || pl.items > MaxLeft && (pl.stacks > manyStacks || g.visits < 0) {
				break
			}
			g.unit = unit
			if fits, err = g.walk(ctx, l, p); err != nil {
				return err
			}
		}
		if fits {
			g.addTo(left, p.p)
		} else if err := moments(ctx, l, p, left); err != nil {
			return err
		}
	}
	if pl.items <= MaxLeft {
		s.answer.Dropped += dropped + g.dropped
	}
	s.left = left
	s.answer.leave(left)
	return nil
}

// repeated lists the types of unknown material of which there are several stacks.
func (pl *pile) repeated() (types []int) {
	stacks := map[int]int{}
	for _, e := range pl.entries {
		if t := e.kind.look.typ; t >= 0 {
			before := stacks[t]
			stacks[t] += e.count
			if before < 2 && stacks[t] >= 2 {
				types = append(types, t)
			}
		}
	}
	return types
}

// leave shows a distribution whole or by its quantiles.
func (a *Answer) leave(left []float64) {
	if len(left)-1 > MaxLeft {
		a.Quantiles = quantiles(left)
		return
	}
	for n, p := range left {
		if p > 0 {
			a.Left = append(a.Left, Quantity{n, p})
		}
	}
}

func quantiles(left []float64) *Quantiles {
	total := 0.0
	for _, p := range left {
		total += p
	}
	at := func(q float64) int {
		sum := 0.0
		for n, p := range left {
			if sum += p; sum >= q*total {
				return n
			}
		}
		return len(left) - 1
	}
	return &Quantiles{at(.05), at(.25), at(.5), at(.75), at(.95)}
}

// undecided is the distribution of the items left where no stack decides on a golem.
func undecided(pl *pile) (left []float64, dropped float64) {
	l := &plan{pile: pl}
	all := steps(l, nil, 0)
	src, dst := make([]float64, pl.items+1), make([]float64, pl.items+1)
	src[0] = 1
	lo, hi := 0, 1
	for i, e := range pl.entries {
		s := &all[i]
		for range e.count {
			up := s.upTo
			for j := range s.n {
				t := &s.taps[j]
				up = max(up, t.qty)
				axpy(dst[lo+t.qty:], src[lo:hi], t.full())
			}
			axpy(dst[lo:], src[lo:hi], s.gone*(1-s.decides))
			if s.upTo > 0 {
				smear(dst[lo:], src[lo:hi], s.upTo, s.shudder.full()*(1-s.decides))
			}
			clear(src[lo:hi])
			hi += up
			for lo < hi-1 && dst[lo] < rare {
				dropped += dst[lo]
				dst[lo] = 0
				lo++
			}
			for lo < hi-1 && dst[hi-1] < rare {
				dropped += dst[hi-1]
				dst[hi-1] = 0
				hi--
			}
			src, dst = dst, src
		}
	}
	return src, dropped
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

// grid follows, for one pass, how many items are eaten and how many stay: the
// states of walker, each with the distribution of what stays.
type grid struct {
	items    int
	unit     int     // items that stay are counted in units of so many
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

// units is where a number of items lies: at n, and with the chance up at
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

// row is the states of a row from stay = lo to hi, hi excluded.
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
	all := steps(l, p, 0)
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

// eatMany is eat for a shudder that may leave very many: it keeps the sum of
// the rows that reach the one it is at.
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

// moments adds to left what a pass's golem leaves of a pile of very many
// items: each state of the walk knows the mean and the variance of what stays, and is
// taken to be normal. Chances and means do not come from here.
func moments(ctx context.Context, l *plan, p *pass, left []float64) error {
	w := [3]*walker{newWalker(l.pile), newWalker(l.pile), newWalker(l.pile)}
	for i, x := range w {
		x.start(p.weight)
		if i > 0 {
			x.head = head{}
		}
	}
	all := steps(l, p, 0)
	for i, e := range l.pile.entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		s := &all[i]
		for range e.count {
			for _, x := range w {
				x.begin()
				x.bulk(s)
			}
			stay(s, w)
			w[0].advance(s, func(d, eaten, stay int, p float64) {
				w[1].dst.add(d, eaten, p*float64(stay))
				w[2].dst.add(d, eaten, p*float64(stay*stay))
			})
			for _, x := range w {
				x.finish()
			}
		}
	}
	for e := w[0].src.lo; e < w[0].src.hi; e++ {
		q := w[0].src.p[1][e]
		if q*p.p < rare {
			continue
		}
		mean := w[1].src.p[1][e] / q
		sd := math.Sqrt(max(0, w[2].src.p[1][e]/q-mean*mean))
		if q*p.p < 1e-9 {
			sd = 0 // it does not show
		}
		spread(left, q*p.p, mean, sd)
	}
	return nil
}

// stay adds the items of a stack that stay to the first and second moments.
func stay(s *step, w [3]*walker) {
	weight := len(w[0].esc) - 1
	counts := s.counts
	n := float64(s.upTo)
	one, two := (n+1)/2, (n+1)*(2*n+1)/6 // of what a shudder leaves
	for e := w[0].src.lo; e < w[0].src.hi; e++ {
		var b, c float64
		part := func(t *tap) float64 {
			if e == weight {
				return t.full()
			}
			return t.stays(w[0].esc[e])
		}
		for i := range s.n {
			q := float64(s.taps[i].qty)
			x := part(&s.taps[i])
			b += x * q
			c += x * q * q
		}
		var sh float64
		if s.upTo > 0 {
			sh = part(&s.shudder)
		}
		p0, p1 := w[0].src.p[0][e], w[0].src.p[1][e]
		m0, m1 := w[1].src.p[0][e], w[1].src.p[1][e]
		w[1].dst.p[0][e] += p0 * (b + sh*one*(1-s.decides))
		w[1].dst.p[1][e] += p1*(b+sh*one) + p0*sh*one*counts
		w[2].dst.p[0][e] += 2*m0*(b+sh*one*(1-s.decides)) + p0*(c+sh*two*(1-s.decides))
		w[2].dst.p[1][e] += 2*(m1*(b+sh*one)+m0*sh*one*counts) + p1*(c+sh*two) + p0*sh*two*counts
	}
	for _, x := range w[1:] {
		x.dst.lo, x.dst.hi = min(x.dst.lo, w[0].src.lo), max(x.dst.hi, w[0].src.hi)
	}
}

// spread adds p, spread over the whole numbers as a normal distribution.
func spread(left []float64, p, mean, sd float64) {
	if sd < 1e-6 {
		left[min(len(left)-1, max(0, int(math.Round(mean))))] += p
		return
	}
	below := func(x float64) float64 { return math.Erfc((mean-x)/(sd*math.Sqrt2)) / 2 }
	lo, hi := max(0, int(mean-7*sd)), min(len(left)-1, int(mean+7*sd)+1)
	was := below(float64(lo) - 0.5)
	whole := below(float64(hi)+0.5) - was
	block := max(1, int(sd/4)) // within it, evenly
	for n := lo; n <= hi; n += block {
		end := min(n+block, hi+1)
		now := below(float64(end) - 0.5)
		each := p * (now - was) / whole / float64(end-n)
		for i := n; i < end; i++ {
			left[i] += each
		}
		was = now
	}
}
