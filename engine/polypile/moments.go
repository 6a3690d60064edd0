package polypile

import (
	"context"
	"math"
)

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
	all := steps(l, p, untold)
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
