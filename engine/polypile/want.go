package polypile

import (
	"context"

	"delphi/engine/polymorph"
)

// maxSettled is for how many wanted types of unknown material both cases are
// thought through.
const maxSettled = 3

// seek works out the chances that none of the wanted things is left.
func (s *solution) seek(ctx context.Context) error {
	pl := s.pile
	if len(pl.want) == 0 {
		return nil
	}
	filters := []uint32{1<<len(pl.want) - 1}
	for w := range pl.want {
		filters = append(filters, 1<<w)
	}
	for i, filter := range filters {
		if i > 0 && (filter == filters[0] || pl.rough) { // a single wanted thing, or nobody asks after each
			s.there, s.none, s.noneCalm = append(s.there, s.there[0]), append(s.none, s.none[0]), append(s.noneCalm, s.noneCalm[0])
			continue
		}
		l := newPlan(pl, most(pl))
		var types []int
		there := false
		for t := range pl.types {
			if pl.want.bits(pl.types[t].object)&filter != 0 && len(types) < maxSettled {
				types = append(types, t)
			}
		}
		if len(l.passes)<<len(types) <= 2*most(pl) {
			l.settle(types)
		}
		c := quiet(l, filter)
		none := c.total() + s.missing()
		w := newWalker(pl)
		for i := range l.passes {
			p, err := w.appears(ctx, l, &l.passes[i], filter)
			if err != nil {
				return err
			}
			none += p
		}
		for i := range pl.entries {
			there = there || pl.entries[i].kind.want&filter != 0
		}
		s.there = append(s.there, there)
		s.none = append(s.none, min(1, none))
		calm := s.resist
		if there {
			calm = 0
		}
		s.noneCalm = append(s.noneCalm, calm)
	}
	return nil
}

// missing is the chance of the states that a rough walk dropped. A walk that
// looks for wanted things drops nearly the same ones, so none of it counts as found.
func (s *solution) missing() float64 {
	if !s.pile.rough {
		return 0
	}
	c := quiet(newPlan(s.pile, most(s.pile)), 0)
	return 1 - c.total() - s.answer.Golem.Appears
}

// noneOf is the chance that nothing of the wanted things is left on any
// square; f is 0 for all of them and counts them from 1.
func noneOf(q *Question, g *polymorph.Game, solved []*solution, f int) float64 {
	return along(q, g, ignore, func(i int) (calm, affected, missed float64) {
		s := solved[i]
		missed = 1
		if s.there[f] {
			missed = 0
		}
		return s.noneCalm[f], s.none[f] - s.noneCalm[f], missed
	})
}

// wantedOf is the wanted things over all squares.
func wantedOf(q *Question, g *polymorph.Game, solved []*solution) *Wanted {
	if len(q.Want) == 0 {
		return nil
	}
	reach := reached(q, g, solved)
	out := &Wanted{}
	for w, o := range q.Want {
		items := 0.0
		for i, s := range solved {
			before := 0
			for _, e := range s.pile.entries {
				if e.stack.Object == o {
					before += e.count * e.stack.Quantity
				}
			}
			items += reach[i]*s.wanted[w] + (1-reach[i])*float64(before)
		}
		out.Names = append(out.Names, o.Name)
		out.ExpectedItems += items
		out.Per = append(out.Per, WantedOne{o.Name, probability(1 - noneOf(q, g, solved, 1+w)), items})
	}
	out.AtLeastOne = probability(1 - noneOf(q, g, solved, 0))
	return out
}

// alone is about the wanted things of one square.
func (s *solution) alone() *Wanted {
	if len(s.pile.want) == 0 {
		return nil
	}
	out := &Wanted{AtLeastOne: probability(1 - s.none[0])}
	for w, o := range s.pile.want {
		out.Names = append(out.Names, o.Name)
		out.ExpectedItems += s.wanted[w]
		out.Per = append(out.Per, WantedOne{o.Name, probability(1 - s.none[1+w]), s.wanted[w]})
	}
	return out
}
