package polypile

import (
	"context"
	"math"
)

// Above MaxLeft items the distribution is still followed state by state
// while there are no more than so many of them; with more, each state of the walk
// carries the mean and the variance of what stays instead.
const (
	maxCells = 300_000
	maxSteps = 4e7
)

// leave works out the distribution of the items left.
func (s *solution) leave(ctx context.Context, l *plan) error {
	pl := s.pile
	if pl.stacks == 0 {
		s.left = []float64{1}
		s.answer.Left = []Quantity{{0, 1}}
		return nil
	}
	// What is decided by rare types is as well taken together here.
	l = newPlan(pl, max(1, int(2.5e6/float64(pl.stacks*min(pl.items, MaxLeft)*8))))
	left, dropped := undecided(pl)
	c := quiet(l, 0)
	for i, p := range c.decided[:2] { // too little is left for a golem
		if i < len(left) {
			left[i] += p
		}
	}
	cells := float64(min(pl.items, heaviest(l))+1) * float64(pl.items+1)
	exact := pl.items <= MaxLeft || cells <= maxCells && cells/16*float64(pl.stacks*len(l.passes)) <= maxSteps
	var g *grid
	for i := range l.passes {
		p := &l.passes[i]
		if exact {
			if g == nil {
				g = newGrid(pl.items, heaviest(l))
			}
			if err := g.walk(ctx, l, p); err != nil {
				return err
			}
			g.addTo(left, p.p)
			continue
		}
		if err := moments(ctx, l, p, left); err != nil {
			return err
		}
	}
	if g != nil {
		dropped += g.dropped
	}
	s.answer.Dropped += dropped
	s.left = left
	s.answer.leave(left)
	return nil
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

func heaviest(l *plan) int {
	w := 0
	for i := range l.passes {
		w = max(w, l.passes[i].weight)
	}
	return w
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
	for i, v := range x {
		y[i] += c * v
	}
}

// smear adds c times x to y, moved by 1..n, each equally likely.
func smear(y, x []float64, n int, c float64) {
	if c == 0 {
		return
	}
	c /= float64(n)
	if n <= few {
		for q := 1; q <= n; q++ {
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

// grid follows, for one pass, how many items are eaten and how many stay: the
// states of walker, each with the distribution of what stays.
type grid struct {
	items    int
	src, dst sheet
	sum      []float64
	dropped  float64
	all      []step
	after    []future
}

// sheet has a row for each number of items eaten, and in it an index for each
// number of items that stay; undecided and decided.
type sheet struct {
	cells  [2][]float64
	lo, hi []int // of a row, of what is not zero
	top    int   // rows in use
}

func newGrid(items, heaviest int) *grid {
	g := &grid{items: items, sum: make([]float64, items+1)}
	rows := min(items, heaviest) + 1
	for _, s := range []*sheet{&g.src, &g.dst} {
		for d := range s.cells {
			s.cells[d] = make([]float64, rows*(items+1))
		}
		s.lo, s.hi = make([]int, rows), make([]int, rows)
	}
	return g
}

func (s *sheet) clear(stride int) {
	for e := range s.top {
		if s.lo[e] < s.hi[e] {
			clear(s.cells[0][e*stride+s.lo[e] : e*stride+s.hi[e]])
			clear(s.cells[1][e*stride+s.lo[e] : e*stride+s.hi[e]])
		}
		s.lo[e], s.hi[e] = stride, 0
	}
	s.top = 0
}

// open makes room in a row and returns it.
func (s *sheet) open(e, lo, hi int) {
	for s.top <= e {
		s.lo[s.top], s.hi[s.top] = len(s.cells[0]), 0
		s.top++
	}
	s.lo[e], s.hi[e] = min(s.lo[e], lo), max(s.hi[e], hi)
}

// walk goes over the whole pile; then src has what the pass's golem leaves.
func (g *grid) walk(ctx context.Context, l *plan, p *pass) error {
	stride := g.items + 1
	g.src.clear(stride)
	g.dst.clear(stride)
	g.all = steps(l, p, 0)
	g.after = futures(l, g.all)
	h := head{none: [2]float64{1, 0}}
	at := 0
	for i, e := range l.pile.entries {
		s := &g.all[i]
		for range e.count {
			if err := ctx.Err(); err != nil {
				return err
			}
			at++
			g.over(s, p.weight)
			if !h.empty() {
				h.advance(s, p.weight, func(d, eaten, stay int, p float64) {
					g.dst.open(eaten, stay, stay+1)
					g.dst.cells[d][eaten*stride+stay] += p
				})
			}
			g.src.clear(stride)
			g.trim(&g.after[at], p.p)
			g.src, g.dst = g.dst, g.src
		}
	}
	return nil
}

// trim drops what too rarely comes to the pass's golem.
func (g *grid) trim(after *future, p float64) {
	stride := g.items + 1
	s := &g.dst
	f0, f1 := after.undecided[2]*p, after.decided[2]*p
	for e := range s.top {
		r0, r1 := s.cells[0][e*stride:(e+1)*stride], s.cells[1][e*stride:(e+1)*stride]
		cut := func(k int) bool {
			v := r0[k]*f0 + r1[k]*f1
			if v >= rare {
				return false
			}
			g.dropped += v
			r0[k], r1[k] = 0, 0
			return true
		}
		for s.lo[e] < s.hi[e] && cut(s.lo[e]) {
			s.lo[e]++
		}
		for s.lo[e] < s.hi[e] && cut(s.hi[e]-1) {
			s.hi[e]--
		}
	}
}

// over moves the grid over one stack.
func (g *grid) over(s *step, weight int) {
	stride := g.items + 1
	src, dst := &g.src, &g.dst
	counts := 0.0
	if s.counts {
		counts = s.decides
	}
	up := s.upTo
	for i := range s.n {
		up = max(up, s.taps[i].qty)
	}
	for e := range src.top {
		lo, hi := src.lo[e], src.hi[e]
		if lo >= hi {
			continue
		}
		v0, v1 := src.cells[0][e*stride+lo:e*stride+hi], src.cells[1][e*stride+lo:e*stride+hi]
		// What is decided on once the stack has shuddered.
		sum := g.sum[:len(v0)]
		for k, v := range v1 {
			sum[k] = v + counts*v0[k]
		}
		full := e >= weight
		esc := 0.0
		if !full {
			esc = 1 / float64(weight-e+1)
		}
		dst.open(e, lo, min(hi+up, stride))
		y0, y1 := dst.cells[0][e*stride+lo:(e+1)*stride], dst.cells[1][e*stride+lo:(e+1)*stride]
		for i := range s.n {
			t := &s.taps[i]
			c := t.full()
			if !full {
				c = t.stays(esc)
			}
			axpy2(y0[t.qty:], y1[t.qty:], v0, v1, c, c)
			if c := t.eaten(esc); !full && c > 0 {
				to := min(weight, e+t.qty)
				dst.open(to, lo, hi)
				axpy2(dst.cells[0][to*stride+lo:], dst.cells[1][to*stride+lo:], v0, v1, c, c)
			}
		}
		axpy2(y0, y1, v0, sum, s.gone*(1-s.decides), s.gone)
		if s.upTo == 0 {
			continue
		}
		c := s.shudder.full()
		if !full {
			c = s.shudder.stays(esc)
		}
		smear(y0, v0, s.upTo, c*(1-s.decides))
		smear(y1, sum, s.upTo, c)
		if full {
			continue
		}
		if c := s.shudder.eaten(esc) / float64(s.upTo); c > 0 {
			for q := 1; q <= s.upTo; q++ {
				to := min(weight, e+q)
				dst.open(to, lo, hi)
				axpy2(dst.cells[0][to*stride+lo:], dst.cells[1][to*stride+lo:], v0, sum, c*(1-s.decides), c)
			}
		}
	}
}

// axpy2 adds c0 times x0 to y0 and c1 times x1 to y1, all of x0's length.
func axpy2(y0, y1, x0, x1 []float64, c0, c1 float64) {
	if c0 == 0 && c1 == 0 {
		return
	}
	n := len(x0)
	y0, y1, x1 = y0[:n], y1[:n], x1[:n]
	for i, v := range x0 {
		y0[i] += c0 * v
		y1[i] += c1 * x1[i]
	}
}

// addTo adds what the pass's golem leaves, p times.
func (g *grid) addTo(left []float64, p float64) {
	stride := g.items + 1
	for e := range g.src.top {
		lo, hi := g.src.lo[e], g.src.hi[e]
		if lo < hi {
			axpy(left[lo:], g.src.cells[1][e*stride+lo:e*stride+hi], p)
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
		if q*p.p < 1e-12 {
			continue
		}
		mean := w[1].src.p[1][e] / q
		spread(left, q*p.p, mean, math.Sqrt(max(0, w[2].src.p[1][e]/q-mean*mean)))
	}
	return nil
}

// stay adds the items of a stack that stay to the first and second moments.
func stay(s *step, w [3]*walker) {
	weight := len(w[0].esc) - 1
	counts := 0.0
	if s.counts {
		counts = s.decides
	}
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
	lo, hi := max(0, int(mean-9*sd)), min(len(left)-1, int(mean+9*sd)+1)
	was := 0.0
	for n := lo; n <= hi; n++ {
		now := below(float64(n) + 0.5)
		if n == hi {
			now = 1
		}
		left[n] += p * (now - was)
		was = now
	}
}
