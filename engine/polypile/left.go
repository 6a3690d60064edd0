package polypile

import (
	"context"
	"math"

	"delphi/engine/polymorph"
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
func (s *solution) leave(ctx context.Context) (err error) {
	pl := s.pile
	if pl.stacks == 0 {
		s.left = []float64{1}
		s.answer.Left = []polymorph.Quantity{{Items: 0, P: 1}}
		return nil
	}
	most := max(1, int(1e6/float64(pl.stacks*min(pl.items, MaxLeft)*8)))
	l := newPlan(pl, most)
	if types := pl.repeated(); len(types) <= maxSettled && len(l.passes)<<len(types) <= most {
		l.settle(types) // several stacks of a type are absorbed together or not
	}
	left, dropped := undecided(pl)
	c := quiet(l, untold)[0]
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

// repeated lists the types of unknown material of which there are several
// stacks, random things not counted.
func (pl *pile) repeated() (types []int) {
	stacks := map[int]int{}
	for _, e := range pl.entries {
		if t := e.kind.own[0].look.typ; t >= 0 && len(e.kind.own) == 1 {
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
			a.Left = append(a.Left, polymorph.Quantity{Items: n, P: p})
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

// undecided returns the distribution of the items left where no stack decides on a golem.
func undecided(pl *pile) (left []float64, dropped float64) {
	l := &plan{pile: pl}
	all := steps(l, nil, untold)
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
