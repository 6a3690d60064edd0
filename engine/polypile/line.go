package polypile

import (
	"maps"
	"math"
	"slices"

	"delphi/engine/polymorph"
)

// A beam's range falls by one for each square and by one more for each pile
// of which a stack was affected; it stops when nothing is left of it.

// starts returns the chance of each range that a beam starts with. What reaches
// every square has no range to lose.
func starts(q *Question, g *polymorph.Game) []float64 {
	at := make([]float64, g.Rules.RangeMax+1)
	if q.Apply != Once {
		at[g.Rules.RangeMax] = 1
		return at
	}
	for r := g.Rules.RangeMin; r <= g.Rules.RangeMax; r++ {
		at[r] = 1 / float64(g.Rules.RangeMax-g.Rules.RangeMin+1)
	}
	return at
}

// costs returns the range after a square, if its pile was not affected and if it was.
func costs(q *Question, g *polymorph.Game, i, r int) (calm, affected int) {
	if q.Apply != Once {
		return r, r
	}
	r -= g.Rules.SquareCost
	if q.Squares[i].Monster {
		r -= g.Rules.MonsterCost
	}
	return max(0, r), max(0, r-g.Rules.PileCost)
}

// along moves a beam over the squares, telling each the chances of the range
// it comes with. over gives the chances that the pile resists whole, that it does
// not, and what counts of it if it is not reached; they may be less than the
// whole: then what along returns is.
func along(q *Question, g *polymorph.Game, each func(i int, at []float64), over func(i int) (calm, affected, missed float64)) float64 {
	at := starts(q, g)
	for i := range q.Squares {
		each(i, at)
		calm, affected, missed := over(i)
		next := make([]float64, len(at))
		next[0] = at[0] * missed
		for r := 1; r < len(at); r++ {
			c, a := costs(q, g, i, r)
			next[c] += at[r] * calm
			next[a] += at[r] * affected
		}
		at = next
	}
	sum := 0.0
	for _, p := range at {
		sum += p
	}
	return sum
}

// reached returns the chance that the beam reaches each square.
func reached(q *Question, g *polymorph.Game, solved []*solution) []float64 {
	out := make([]float64, len(solved))
	along(q, g, func(i int, at []float64) {
		for _, p := range at[1:] {
			out[i] += p
		}
	}, func(i int) (float64, float64, float64) {
		return solved[i].resist, 1 - solved[i].resist, 1
	})
	return out
}

func ignore(int, []float64) {}

// least returns the chance that something that only happens to an affected pile
// happens on at least one square; p is its chance on each.
func least(q *Question, g *polymorph.Game, solved []*solution, p func(*Answer) float64) float64 {
	return probability(1 - along(q, g, ignore, func(i int) (calm, affected, missed float64) {
		s := solved[i]
		return s.resist, 1 - s.resist - p(s.answer), 1
	}))
}

// probability returns p without floating-point noise: what is practically impossible
// becomes 0, and nothing exceeds 1.
func probability(p float64) float64 {
	if p < 1e-14 {
		return 0
	}
	if p > 1-1e-14 {
		return 1
	}
	return p
}

// sum returns the answer for several squares.
func sum(q *Question, g *polymorph.Game, solved []*solution, of *seeking) *Answer {
	reach := reached(q, g, solved)
	a := &Answer{Golem: Golem{Kinds: map[string]float64{}}}
	materials := map[string]float64{}
	kinds := map[string]bool{}
	for i, s := range solved {
		r, x := reach[i], s.answer
		square := SquareAnswer{PReached: r}
		if s.pile.stacks > 0 {
			square.IfReached = x
			x.Want = s.alone(q, of)
		}
		a.Squares = append(a.Squares, square)
		a.Dropped += x.Dropped
		for k := range x.Golem.Kinds {
			kinds[k] = true
		}
		for _, y := range x.Stacks {
			y.Square = i + 1
			y.Resist *= r
			y.Shudder *= r
			y.Polymorph *= r
			y.Fuse *= r
			y.Eaten *= r
			y.Decides *= r
			y.ExpectedLeft = r*y.ExpectedLeft + (1-r)*float64(y.Quantity)
			a.Stacks = append(a.Stacks, y)
		}
		a.Items.In += x.Items.In
		a.Items.ExpectedLeft += r*x.Items.ExpectedLeft + (1-r)*float64(x.Items.In)
		a.Items.LostToShudder += r * x.Items.LostToShudder
		a.Items.LostToGolem += r * x.Items.LostToGolem
		a.Items.LostToFusing += r * x.Items.LostToFusing
		a.Items.LostToBackfire += r * x.Items.LostToBackfire
		for _, m := range x.Materials {
			materials[m.Material] += r * m.Items
		}
		for m, items := range s.before() {
			materials[m] += (1 - r) * items
		}
	}
	for _, m := range slices.Sorted(maps.Keys(materials)) {
		if materials[m] > 1e-15 {
			a.Materials = append(a.Materials, Material{m, materials[m]})
		}
	}
	a.Golem.Decided = least(q, g, solved, func(x *Answer) float64 { return x.Golem.Decided })
	a.Golem.Appears = least(q, g, solved, func(x *Answer) float64 { return x.Golem.Appears })
	for k := range kinds {
		a.Golem.Kinds[k] = least(q, g, solved, func(x *Answer) float64 { return x.Golem.Kinds[k] })
	}
	return a
}

// before returns the items of a pile that is not reached, by material.
func (s *solution) before() map[string]float64 {
	out := map[string]float64{}
	for _, e := range s.pile.entries {
		for _, x := range e.kind.own {
			items := float64(e.count*e.kind.n) * x.share
			if x.look.typ < 0 {
				out[s.pile.materials[x.look.material]] += items
				continue
			}
			for m, share := range s.pile.types[x.look.typ].share {
				out[s.pile.materials[m]] += items * share
			}
		}
	}
	return out
}

// maxJoined is up to how many items on all squares their distributions are
// joined item by item; above, by mean and variance.
const maxJoined = 2000

// leftAlong returns the distribution of the items left on all squares.
func leftAlong(q *Question, g *polymorph.Game, solved []*solution) []float64 {
	items := 0
	for _, s := range solved {
		items += s.pile.items
	}
	out := make([]float64, items+1)
	if items > maxJoined {
		leftByMoments(q, g, solved, out)
		return out
	}
	at := make([][]float64, g.Rules.RangeMax+1)
	for r, p := range starts(q, g) {
		if p > 0 {
			at[r] = []float64{p}
		}
	}
	for i, s := range solved {
		next := make([][]float64, len(at))
		add := func(r int, from []float64, qty int, p float64) {
			if p <= 0 {
				return
			}
			for len(next[r]) < len(from)+qty {
				next[r] = append(next[r], 0)
			}
			axpy(next[r][qty:], from, p)
		}
		for r, from := range at {
			if from == nil {
				continue
			}
			if r == 0 {
				add(0, from, s.pile.items, 1)
				continue
			}
			calm, affected := costs(q, g, i, r)
			add(calm, from, s.pile.items, s.resist)
			for n, p := range s.left {
				if n == s.pile.items {
					p -= s.resist
				}
				add(affected, from, n, p)
			}
		}
		at = next
	}
	for _, from := range at {
		axpy(out, from, 1)
	}
	return out
}

// leftByMoments adds normal distributions, one for each place where the beam stops.
func leftByMoments(q *Question, g *polymorph.Game, solved []*solution, out []float64) {
	type state struct{ p, one, two float64 } // chance, and moments of the items times it
	at := make([]state, g.Rules.RangeMax+1)
	for r, p := range starts(q, g) {
		at[r].p = p
	}
	rest := len(out) - 1
	emit := func(s state, rest int) {
		if s.p < 1e-12 {
			return
		}
		mean := s.one / s.p
		spread(out, s.p, mean+float64(rest), math.Sqrt(max(0, s.two/s.p-mean*mean)))
	}
	for i, s := range solved {
		rest -= s.pile.items
		all := float64(s.pile.items)
		var one, two float64
		for n, p := range s.left {
			one += p * float64(n)
			two += p * float64(n) * float64(n)
		}
		next := make([]state, len(at))
		add := func(r int, x state, p, one, two float64) {
			next[r].p += x.p * p
			next[r].one += x.one*p + x.p*one
			next[r].two += x.two*p + 2*x.one*one + x.p*two
		}
		for r, x := range at {
			if r == 0 || x.p == 0 {
				continue
			}
			calm, affected := costs(q, g, i, r)
			add(calm, x, s.resist, s.resist*all, s.resist*all*all)
			add(affected, x, 1-s.resist, one-s.resist*all, two-s.resist*all*all)
		}
		emit(next[0], rest)
		next[0] = state{}
		at = next
	}
	for _, x := range at {
		emit(x, 0)
	}
}
