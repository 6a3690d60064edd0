package polypile

import (
	"context"
	"slices"

	"delphi/engine/polymorph"
	"delphi/engine/rules"
)

const (
	// maxSettled is for how many wanted types of unknown material both cases are
	// thought through.
	maxSettled = 3
	// countedOut is up to how many wanted items each number has a chance of its own,
	// if nobody asks for more.
	countedOut = 20
	// maxAll is of how many wanted things it is told how often all are there.
	maxAll = 4
	// maxStates bounds the states of a tally, and heavy those that its walks visit
	// for each pass.
	maxStates = 512
	heavy     = 6_000_000
)

// untold is the tally that counts nothing.
var untold = newTally()

// seeking is what is counted of wanted things. A figure that another covers is
// the same tally.
type seeking struct {
	together *tally   // items of any of them
	any      *tally   // whether there are as many of one of them as asked
	all      *tally   // whether there are as many of each; nil: nobody tells
	each     []*tally // one by one, as far as asked
}

// seeking returns what a question counts; rough leaves out what only plans compared need not tell.
func (q *Question) seeking(rough bool) *seeking {
	n := len(q.Want)
	if n == 0 {
		return nil
	}
	visits, most := q.visits(), 1
	if !rough {
		most = max(1, min(countedOut, heavy/10/visits))
	}
	if n == 1 {
		most = max(most, q.atLeast(0))
	}
	every := uint32(1<<n - 1)
	s := &seeking{together: newTally(row{want: every, upTo: most})}
	s.any = s.together
	if n > 1 && q.asksMany() {
		s.any = newTally(q.rows(false)...)
	}
	if all := q.rows(true); n > 1 && n <= maxAll && !rough && statesOf(all) <= maxStates && statesOf(all)*visits <= heavy {
		s.all = newTally(all...)
	}
	for w := range q.Want {
		if n == 1 || rough {
			s.each = append(s.each, s.together)
			continue
		}
		s.each = append(s.each, newTally(row{want: 1 << w, upTo: q.atLeast(w)}))
	}
	return s
}

// rows counts each of the wanted things as far as asked.
func (q *Question) rows(hold bool) (out []row) {
	for w := range q.Want {
		out = append(out, row{want: 1 << w, upTo: q.atLeast(w), holds: hold})
	}
	return out
}

// atLeast returns how many of a wanted thing are asked after.
func (q *Question) atLeast(w int) int {
	if w < len(q.AtLeast) {
		return max(1, q.AtLeast[w])
	}
	return 1
}

// asksMany reports whether more than one of something is asked after.
func (q *Question) asksMany() bool {
	return slices.ContainsFunc(q.AtLeast, func(n int) bool { return n > 1 })
}

// visits estimates how many states a walk without a tally visits in each pass.
func (q *Question) visits() int {
	stacks, items := 0, 0
	for i := range q.Squares {
		for _, s := range q.Squares[i].Stacks {
			s, _ = s.Spread()
			stacks += s.Stacks()
			items += s.Stacks() * s.Quantity
		}
	}
	return 1 + stacks*min(items, MaxLeft)
}

// tallies returns the different ones.
func (s *seeking) tallies() (out []*tally) {
	if s == nil {
		return nil
	}
	for _, t := range append([]*tally{s.together, s.any, s.all}, s.each...) {
		if t != nil && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// counted is, by the states of a tally, the chance that it is what is left.
type counted struct {
	left []float64
	calm []float64 // the part of it in which all stacks resist
	lay  []float64 // that it lay there before
}

// seek counts the wanted things that are left.
func (s *solution) seek(ctx context.Context, of *seeking) error {
	s.counted = map[*tally]*counted{}
	for _, t := range of.tallies() {
		c, err := s.count(ctx, t)
		if err != nil {
			return err
		}
		s.counted[t] = c
	}
	return nil
}

// count works out a tally.
func (s *solution) count(ctx context.Context, t *tally) (*counted, error) {
	pl := s.pile
	l := newPlan(pl, most(pl))
	var types []int
	for i := range pl.types {
		if pl.want.bits(pl.types[i].object, rules.BUCNotSaid)&t.want != 0 && len(types) < maxSettled {
			types = append(types, i)
		}
	}
	if len(l.passes)<<len(types) <= 2*most(pl) {
		l.settle(types)
	}
	c := &counted{
		left: make([]float64, t.states),
		calm: t.lies(pl, func(x *own) float64 { return x.resist }),
		lay:  t.lies(pl, func(x *own) float64 { return x.share }),
	}
	for i, layer := range quiet(l, t) {
		c.left[i] = layer.total()
	}
	w := newLayers(pl, t)
	for i := range l.passes {
		if err := w.appears(ctx, l, &l.passes[i], c.left); err != nil {
			return nil, err
		}
	}
	for _, x := range w.walkers {
		x.done()
	}
	c.left[0] = min(1, c.left[0]+s.missing())
	return c, nil
}

// lies is, by the states of a tally, the chance that each stack is as p tells of
// its types, and that so much of the wanted lies there.
func (t *tally) lies(pl *pile, p func(*own) float64) []float64 {
	out := make([]float64, t.states)
	out[0] = 1
	for _, e := range pl.entries {
		rest, of := 0.0, make([]float64, len(t.rows))
		for i := range e.kind.own {
			x := &e.kind.own[i]
			if r := t.row(x.want); r >= 0 {
				of[r] += p(x)
			} else {
				rest += p(x)
			}
		}
		for range e.count {
			next := make([]float64, t.states)
			for at, was := range out {
				next[at] += was * rest
				for r, p := range of {
					if to := t.add(at, r, e.kind.n); to >= 0 {
						next[to] += was * p
					}
				}
			}
			out = next
		}
	}
	return out
}

// missing returns the chance of the states that a rough walk dropped. A walk that
// looks for wanted things drops nearly the same ones, so none of it counts as found.
func (s *solution) missing() float64 {
	if !s.pile.rough {
		return 0
	}
	return 1 - quiet(newPlan(s.pile, most(s.pile)), untold)[0].total() - s.answer.Golem.Appears
}

// countAlong is, by the states of a tally, the chance that so much is left on all squares.
func countAlong(q *Question, g *polymorph.Game, solved []*solution, t *tally) []float64 {
	at := make([][]float64, g.Rules.RangeMax+1)
	for r, p := range starts(q, g) {
		at[r] = make([]float64, t.states)
		at[r][0] = p
	}
	for i, s := range solved {
		c := s.counted[t]
		affected := make([]float64, t.states)
		for k := range affected {
			affected[k] = c.left[k] - c.calm[k]
		}
		next := make([][]float64, len(at))
		for r := range next {
			next[r] = make([]float64, t.states)
		}
		t.join(next[0], at[0], c.lay)
		for r := 1; r < len(at); r++ {
			calm, hit := costs(q, g, i, r)
			t.join(next[calm], at[r], c.calm)
			t.join(next[hit], at[r], affected)
		}
		at = next
	}
	out := make([]float64, t.states)
	for _, p := range at {
		axpy(out, p, 1)
	}
	return out
}

// join adds to out what x and y come to together.
func (t *tally) join(out, x, y []float64) {
	for i, p := range x {
		if p == 0 {
			continue
		}
		for j, q := range y {
			if to := t.sum(i, j); q != 0 && to >= 0 {
				out[to] += p * q
			}
		}
	}
}

// sum returns the state of two together; negative: the tally leaves it out.
func (t *tally) sum(x, y int) int {
	for i := range t.rows {
		n := t.rows[i].states()
		if x = t.add(x, i, y%n); x < 0 {
			return x
		}
		y /= n
	}
	return x
}

// wantedOf returns the wanted things over all squares.
func wantedOf(q *Question, g *polymorph.Game, solved []*solution, of *seeking) *Wanted {
	if of == nil {
		return nil
	}
	reach := reached(q, g, solved)
	items := make([]float64, len(q.Want))
	for i, s := range solved {
		for w := range q.Want {
			items[w] += reach[i]*s.wanted[w] + (1-reach[i])*s.pile.lying(1<<w)
		}
	}
	left := map[*tally][]float64{}
	for _, t := range of.tallies() {
		left[t] = countAlong(q, g, solved, t)
	}
	return q.wanted(of, items, left)
}

// lying returns how many items of wanted things lie there before, on average.
func (p *pile) lying(want uint32) (items float64) {
	for _, e := range p.entries {
		for i := range e.kind.own {
			if x := &e.kind.own[i]; x.want&want != 0 {
				items += float64(e.count*e.kind.n) * x.share
			}
		}
	}
	return items
}

// alone returns the question limited to the wanted items of one square.
func (s *solution) alone(q *Question, of *seeking) *Wanted {
	if of == nil {
		return nil
	}
	left := map[*tally][]float64{}
	for t, c := range s.counted {
		left[t] = c.left
	}
	return q.wanted(of, s.wanted, left)
}

// wanted puts the figures of wanted things together.
func (q *Question) wanted(of *seeking, items []float64, left map[*tally][]float64) *Wanted {
	// at least is the chance of more than the first n states; where nothing holds,
	// the tally has left out what is more than it tells apart.
	atLeast := func(t *tally, n int) float64 {
		sum := 0.0
		for _, p := range left[t][:n] {
			sum += p
		}
		return probability(1 - sum)
	}
	out := &Wanted{AtLeastOne: atLeast(of.together, 1)}
	for w, o := range q.Want {
		t := of.each[w]
		out.Names = append(out.Names, o.Name)
		out.ExpectedItems += items[w]
		one := WantedOne{Name: o.Name, AtLeastOne: atLeast(t, 1), ExpectedItems: items[w], Asked: q.atLeast(w)}
		one.Enough = atLeast(t, min(one.Asked, t.states))
		out.Per = append(out.Per, one)
	}
	for n, p := range left[of.together] {
		out.Counts = append(out.Counts, polymorph.Quantity{Items: n, P: probability(p)})
	}
	out.More = atLeast(of.together, of.together.states)
	switch {
	case len(q.Want) == 1:
		out.Enough = out.Per[0].Enough
	case of.any == of.together:
		out.Enough = out.AtLeastOne
	default:
		out.Enough = atLeast(of.any, of.any.states)
	}
	if of.all != nil {
		all := probability(left[of.all][of.all.most()])
		out.All = &all
	}
	return out
}
