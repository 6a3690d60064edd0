package polypile

import (
	"context"
	"math/bits"
)

// losses is what golems absorb, on average.
type losses struct {
	golems    map[string]float64 // by name: the chance that it appears
	entries   []loss             // by entry, of each of its stacks
	materials []float64          // items, by material
	wanted    []float64          // items, by wanted thing
	dropped   float64
}

type loss struct {
	p     float64 // what is left of the stack is absorbed
	items float64
}

// calm is the states without a golem, of one layer of a tally: the chances that
// there lies nothing, one single item, or more.
type calm struct {
	undecided [3]float64
	decided   [3]float64
}

// total returns the chance that no golem appears: no stack decides on one, or there
// is too little left for it.
func (c *calm) total() float64 {
	return c.undecided[0] + c.undecided[1] + c.undecided[2] + c.decided[0] + c.decided[1]
}

// quiet walks the pile without absorption, for each state of a tally.
func quiet(l *plan, t *tally) []calm {
	layers := make([]calm, t.states)
	layers[0].undecided[0] = 1
	before := make([]calm, t.states)
	all := steps(l, nil, t)
	for i, e := range l.pile.entries {
		s := &all[i]
		var stay, shudder [3]float64 // by items of this stack: none, one, more
		for j := range s.n {
			stay[min(2, s.taps[j].qty)] += s.taps[j].full()
		}
		shudder[0] = s.gone
		if s.upTo > 0 {
			shudder[1] = s.shudder.full() / float64(s.upTo)
			shudder[2] = s.shudder.full() - shudder[1]
		}
		for range e.count {
			copy(before, layers)
			for at := range layers {
				c, u, d := &before[at], &layers[at].undecided, &layers[at].decided
				*u, *d = [3]float64{}, [3]float64{}
				for was := range 3 {
					for adds := range 3 {
						to := min(2, was+adds)
						u[to] += c.undecided[was] * (stay[adds] + shudder[adds]*(1-s.decides))
						d[to] += c.decided[was]*(stay[adds]+shudder[adds]) + c.undecided[was]*shudder[adds]*s.decides
					}
				}
			}
			for i := range s.gains {
				s.gains[i].quiet(t, s.decides, before, layers)
			}
		}
	}
	return layers
}

// quiet moves what a gain makes of each layer to the one above it.
func (g *gain) quiet(t *tally, decides float64, before, layers []calm) {
	if !g.shudder {
		decides = 0
	}
	for at := range before {
		next := t.add(at, g.row, g.items)
		if next < 0 {
			continue
		}
		for was := range 3 {
			to := min(2, was+2)
			if g.single {
				to = min(2, was+1)
			}
			u := before[at].undecided[was] * g.full()
			layers[next].undecided[to] += u * (1 - decides)
			layers[next].decided[to] += u*decides + before[at].decided[was]*g.full()
		}
	}
}

// future is the chance, for states of 0, 1 or more items lying there, that
// the pass's golem appears in the end.
type future struct{ undecided, decided [3]float64 }

// futures works out, for each moment of a pass from the end back, the chance
// of its golem: futures[i] is after i stacks.
func futures(l *plan, all []step) []future {
	out := make([]future, l.pile.stacks+1)
	at := l.pile.stacks
	out[at].decided[2] = 1
	for i := len(all) - 1; i >= 0; i-- {
		s := &all[i]
		var stay, shudder [3]float64
		for j := range s.n {
			stay[min(2, s.taps[j].qty)] += s.taps[j].full()
		}
		shudder[0] = s.gone
		if s.upTo > 0 {
			shudder[1] = s.shudder.full() / float64(s.upTo)
			shudder[2] = s.shudder.full() - shudder[1]
		}
		counts := s.counts
		for range l.pile.entries[i].count {
			next, now := &out[at], &out[at-1]
			for was := range 3 {
				for adds := range 3 {
					to := min(2, was+adds)
					now.decided[was] += (stay[adds] + shudder[adds]) * next.decided[to]
					now.undecided[was] += stay[adds]*next.undecided[to] + shudder[adds]*((1-s.decides)*next.undecided[to]+counts*next.decided[to])
				}
			}
			at--
		}
	}
	return out
}

// meets is how often a stack meets a golem that can still eat, and the same
// weighted by 1/(left+1), summed over where the walk stands.
type meets struct{ at, esc float64 }

func (m *meets) eaten(match, p float64) float64 {
	return p * (match*(m.at-m.esc) + (1-match)*m.esc)
}

// absorb walks every pass and adds up what the golems absorb.
func absorb(ctx context.Context, l *plan) (*losses, error) {
	pl := l.pile
	out := &losses{golems: map[string]float64{}, entries: make([]loss, len(pl.entries)), materials: make([]float64, len(pl.materials)), wanted: make([]float64, len(pl.want.objects))}
	w := newWalker(pl)
	for i := range l.passes {
		p := &l.passes[i]
		w.start(p.weight)
		all := steps(l, p, untold)
		after := futures(l, all)
		at := 0
		for j, e := range pl.entries {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			// By whether the stack then has one item or more, and whether it shudders.
			var calm, shudder [2]meets
			for range e.count {
				at++
				w.meet(&all[j], &after[at], &calm, &shudder)
				w.over(&all[j])
			}
			out.collect(l, p, j, &calm, &shudder)
		}
		out.golems[p.golem] += w.total() * p.p
	}
	for j := range out.entries {
		n := float64(pl.entries[j].count)
		out.entries[j].p /= n
		out.entries[j].items /= n
	}
	out.dropped = w.dropped
	w.done()
	return out, nil
}

// meet sums where the walk stands before a stack, by what then becomes of it.
func (w *walker) meet(s *step, after *future, calm, shudder *[2]meets) {
	counts := s.counts
	add := func(lies int, v0, v1, esc float64) {
		if v0+v1 == 0 {
			return
		}
		for more := range 2 {
			to := min(2, lies+1+more)
			f := v0*after.undecided[to] + v1*after.decided[to]
			calm[more].at += f
			calm[more].esc += f * esc
			f = v0*((1-s.decides)*after.undecided[to]+counts*after.decided[to]) + v1*after.decided[to]
			shudder[more].at += f
			shudder[more].esc += f * esc
		}
	}
	add(0, w.head.none[0], w.head.none[1], w.esc[0])
	add(1, w.head.one[0][0], w.head.one[1][0], w.esc[0])
	add(1, w.head.one[0][1], w.head.one[1][1], w.esc[1])
	var m [2]meets
	top := min(w.src.hi, len(w.esc)-1)
	for d := range m {
		at, esc := 0.0, 0.0
		for e := w.src.lo; e < top; e++ {
			v := w.src.p[d][e]
			at += v
			esc += v * w.esc[e]
		}
		m[d] = meets{at, esc}
	}
	if m[0].at+m[1].at > 0 {
		// Two sums instead of one for each state: the future is the same for all.
		add(2, m[0].at, m[1].at, 0)
		esc := func(v0, v1 float64) (calm, shudder float64) {
			return v0*after.undecided[2] + v1*after.decided[2], v0*((1-s.decides)*after.undecided[2]+counts*after.decided[2]) + v1*after.decided[2]
		}
		c, sh := esc(m[0].esc, m[1].esc)
		for more := range 2 {
			calm[more].esc += c
			shudder[more].esc += sh
		}
	}
}

// collect turns what a stack met in a pass into what is absorbed of it.
func (o *losses) collect(l *plan, p *pass, j int, calm, shudder *[2]meets) {
	pl, k := l.pile, l.pile.entries[j].kind
	size := func(qty int) int { return min(1, qty-1) }
	add := func(w *what, m *meets, chance, items float64) {
		if w.kept || chance == 0 {
			return
		}
		x := w.look
		match := l.match(p, x)
		eaten := m.eaten(match, chance) * p.p
		o.entries[j].p += eaten
		o.entries[j].items += eaten * items
		same := chance * match * (m.at - m.esc) * p.p * items
		if match > 0 {
			o.materials[p.material] += same
		}
		if rest := eaten*items - same; rest > 0 && match < 1 {
			if x.typ < 0 {
				o.materials[x.material] += rest
			} else {
				share := l.share(x.typ, p.material)
				for m, s := range pl.types[x.typ].share {
					if m != p.material {
						o.materials[m] += rest * s / (1 - share)
					}
				}
			}
		}
		for wanted := w.want; wanted != 0; wanted &= wanted - 1 {
			o.wanted[bits.TrailingZeros32(wanted)] += eaten * items
		}
	}
	for i := range k.own {
		x := &k.own[i]
		add(&x.what, &calm[size(k.n)], x.resist, float64(k.n))
		if k.shudderLeaves() && x.shudder > 0 {
			each, n := x.shudder/float64(k.n-1), float64(k.n)
			add(&x.what, &shudder[0], each, 1)
			if k.n > 2 {
				add(&x.what, &shudder[1], each*(n-2), (n*(n-1)/2-1)/(n-2))
			}
		}
	}
	for i := range k.parts {
		x := &k.parts[i]
		add(&x.what, &calm[size(x.qty)], x.p, float64(x.qty))
	}
}
