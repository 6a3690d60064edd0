package polypile

import (
	"context"
	"slices"
)

// tally counts wanted things that stay, each of its rows on its own. A walk
// with a tally has a layer for each state of it: how many of each row there are,
// as far as anybody asks. The tally without rows counts nothing and has a single state.
type tally struct {
	rows   []row
	states int
	want   uint32 // of all rows
}

// row is a set of wanted things, of which 0 to upTo-1 items are told apart.
type row struct {
	want uint32
	upTo int
	// holds keeps what is more, as upTo. Without it the walk leaves it out,
	// which is a layer less to walk.
	holds bool
}

func (r *row) states() int {
	if r.holds {
		return r.upTo + 1
	}
	return r.upTo
}

// newTally counts rows of different things.
func newTally(rows ...row) *tally {
	t := &tally{rows: rows, states: statesOf(rows)}
	for i := range rows {
		t.want |= rows[i].want
	}
	return t
}

// statesOf returns how many states the tally of rows has; beyond maxStates it is only
// more than that.
func statesOf(rows []row) int {
	states := 1
	for i := range rows {
		if states *= rows[i].states(); states > maxStates {
			break
		}
	}
	return states
}

// row returns the row that counts a thing; negative: it is not counted.
func (t *tally) row(want uint32) int {
	return slices.IndexFunc(t.rows, func(r row) bool { return r.want&want != 0 })
}

// add returns the state after another qty items of a row; negative: the row leaves
// them out.
func (t *tally) add(at, row, qty int) int {
	stride := 1
	for i := range row {
		stride *= t.rows[i].states()
	}
	r := &t.rows[row]
	have := at / stride % r.states()
	now := min(r.upTo, have+qty)
	if now == r.upTo && !r.holds {
		return -1
	}
	return at + (now-have)*stride
}

// most returns the state in which every row, all of which hold, has upTo.
func (t *tally) most() int { return t.states - 1 }

// gain is what a stack adds to a row of a tally if what it has stays.
type gain struct {
	gainKey
	tap // only its chances of staying are used
}

type gainKey struct {
	row, items int  // what is counted, as far as the row counts
	single     bool // the stack has one item
	shudder    bool // it is what a shudder leaves, which may decide on a golem
}

// adds notes that items of a thing may stay and are counted.
func (s *step) adds(t *tally, want uint32, qty int, p, match float64, skips, shudder bool) {
	i := t.row(want)
	if i < 0 {
		return
	}
	key := gainKey{i, min(qty, t.rows[i].upTo), qty == 1, shudder}
	if key.items >= t.rows[i].states() {
		return
	}
	at := slices.IndexFunc(s.gains, func(g gain) bool { return g.gainKey == key })
	if at < 0 {
		at = len(s.gains)
		s.gains = append(s.gains, gain{gainKey: key})
	}
	s.gains[at].add(p, match, skips, true)
}

// layers is a walk for each state of a tally.
type layers struct {
	*tally
	walkers []*walker
	before  []head // of the walkers, before the stack at hand
}

func newLayers(p *pile, t *tally) *layers {
	w := &layers{tally: t, before: make([]head, t.states)}
	for range t.states {
		w.walkers = append(w.walkers, newWalker(p))
	}
	return w
}

func (w *layers) start(weight int) {
	for i, x := range w.walkers {
		x.start(weight)
		if i > 0 {
			x.head = head{}
		}
	}
}

// over moves the walks over one stack.
func (w *layers) over(s *step) {
	for i, x := range w.walkers {
		w.before[i] = x.head
		x.begin()
		x.bulk(s)
		x.advance(s, func(_, _, _ int, _ float64) {})
	}
	for i := range s.gains {
		for at := range w.walkers {
			if to := w.add(at, s.gains[i].row, s.gains[i].items); to >= 0 {
				w.climb(s, &s.gains[i], at, to)
			}
		}
	}
	for _, x := range w.walkers {
		x.finish()
	}
}

// climb moves from a layer to another what a gain makes of it.
func (w *layers) climb(s *step, g *gain, at, to int) {
	from, src, dst := &w.before[at], &w.walkers[at].src, w.walkers[to]
	esc := dst.esc
	not, dec := 1.0, 0.0 // of the undecided, those that stay so and that decide
	if g.shudder {
		not, dec = 1-s.decides, s.counts
	}
	land := func(eaten int, p0, p1 float64, single bool) {
		stays := g.stays(esc[eaten])
		v0, v1 := p0*not*stays, (p1+p0*dec)*stays
		switch {
		case v0+v1 == 0:
		case single:
			dst.head.one[0][0] += v0
			dst.head.one[1][0] += v1
		default:
			dst.dst.add(0, eaten, v0)
			dst.dst.add(1, eaten, v1)
		}
	}
	land(0, from.none[0], from.none[1], g.single)
	land(0, from.one[0][0], from.one[1][0], false)
	land(1, from.one[0][1], from.one[1][1], false)
	if src.lo >= src.hi {
		return
	}
	last := len(esc) - 1
	dst.dst.lo, dst.dst.hi = min(dst.dst.lo, src.lo), max(dst.dst.hi, src.hi)
	q0, q1 := dst.dst.p[0], dst.dst.p[1]
	for e := src.lo; e < src.hi; e++ {
		stays := g.full()
		if e < last {
			stays = g.stays(esc[e])
		}
		q0[e] += src.p[0][e] * not * stays
		q1[e] += (src.p[1][e] + src.p[0][e]*dec) * stays
	}
}

// appears walks a pass and adds to out, by the states of the tally, the chance
// that its golem appears and leaves that.
func (w *layers) appears(ctx context.Context, l *plan, p *pass, out []float64) error {
	w.start(p.weight)
	all := steps(l, p, w.tally)
	for i, e := range l.pile.entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		for range e.count {
			w.over(&all[i])
		}
	}
	for i, x := range w.walkers {
		out[i] += x.total() * p.p
	}
	return nil
}
