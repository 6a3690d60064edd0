package polypile

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"delphi/engine/polymorph"
)

// Zap answers a question. Its errors are those of Check and of ctx.
func Zap(ctx context.Context, q *Question) (*Answer, error) {
	g, err := q.game()
	if err != nil {
		return nil, err
	}
	return answer(ctx, q, g, true)
}

// Rough answers a question in far less time than Zap: the distribution of the items left
// is missing, and so are the wanted things one by one; the other figures are good to
// about three digits.
func Rough(ctx context.Context, q *Question) (*Answer, error) {
	g, err := q.game()
	if err != nil {
		return nil, err
	}
	return answer(ctx, q, g, false)
}

// answer is Zap for a question that the game has checked, without whole Rough.
func answer(ctx context.Context, q *Question, g *polymorph.Game, whole bool) (*Answer, error) {
	b := newBuilder(g, q.Luck, q.Apply == Dip, want{q.Want, q.WantBUC})
	b.after = q.After
	var piles []*pile
	for i := range q.Squares {
		piles = append(piles, b.pile(q.Squares[i].Stacks))
	}
	of := q.seeking(!whole)
	var solved []*solution
	for _, p := range piles {
		p.materials, p.types = b.materials, b.types // all of them, now
		p.rough = !whole
		s, err := weigh(ctx, p)
		if err == nil && whole {
			err = s.leave(ctx)
		}
		if err == nil {
			err = s.seek(ctx, of)
		}
		if err != nil {
			return nil, err
		}
		solved = append(solved, s)
	}
	a := join(q, g, solved, of)
	if whole && len(solved) > 1 {
		a.leave(leftAlong(q, g, solved))
	}
	a.Reverts = reverting(q, g)
	a.remark(q, g, piles)
	return a, nil
}

// reverting returns how what changed turns back: into the same where all of the pile
// is of one type.
func reverting(q *Question, g *polymorph.Game) *polymorph.Reverts {
	var first *polymorph.Stack
	some, one := false, true
	for i := range q.Squares {
		for j := range q.Squares[i].Stacks {
			s, _ := q.Squares[i].Stacks[j].Spread()
			resist, shudder := g.Chances(&s)
			if q.Apply == Dip {
				shudder = 0
			}
			if !s.Random && g.Reverting(&s) == nil || resist+shudder > 1-1e-12 {
				continue
			}
			if first == nil {
				first = &s
			}
			some, one = true, one && first.Object == s.Object && !s.Random
		}
	}
	switch {
	case !some:
		return nil
	case one:
		return g.Reverting(first, q.After)
	}
	return g.Timer("what it was", q.After)
}

// solution is one square, given that the beam reaches it.
type solution struct {
	pile   *pile
	answer *Answer
	resist float64 // all stacks resist: the pile costs the beam nothing

	left []float64 // by items; nil: too many
	// The wanted things: how many are left, by what is counted, and on average.
	counted map[*tally]*counted
	wanted  []float64
}

// most returns for how many passes a pile's types of unknown material are kept apart,
// which bounds the states visited.
func most(pl *pile) int {
	states := 3e7
	if pl.rough {
		states = 1e6
	}
	return max(1, int(states/float64(pl.stacks*min(pl.items, MaxLeft)+1)))
}

// weigh answers for one square, but for leave and seek.
func weigh(ctx context.Context, pl *pile) (*solution, error) {
	l := newPlan(pl, most(pl))
	eaten, err := absorb(ctx, l)
	if err != nil {
		return nil, err
	}
	s := &solution{pile: pl, resist: 1}
	a := &Answer{Golem: Golem{Decided: l.decided, Kinds: eaten.golems}, Dropped: eaten.dropped}
	s.answer = a
	for _, kind := range slices.Sorted(maps.Keys(eaten.golems)) { // in one order: floats do not add up alike in another
		a.Golem.Appears += eaten.golems[kind]
	}
	a.Items.In = pl.items
	for i := range pl.entries {
		e := &pl.entries[i]
		s.resist *= math.Pow(e.kind.resist, float64(e.count))
		a.add(e, l.entries[i], eaten.entries[i])
	}
	a.Items.ExpectedLeft = float64(pl.items) - a.Items.LostToShudder - a.Items.LostToFusing - a.Items.LostToBackfire - a.Items.LostToGolem
	s.remain(eaten)
	return s, nil
}

// add adds a stack, as it was written, to an answer for one square.
func (a *Answer) add(e *entry, decides float64, eaten loss) {
	k, n := e.kind, float64(e.count)
	x := StackAnswer{Name: e.stack.Shown(), Quantity: k.n, BUC: e.stack.BUC, Count: e.count, Object: e.stack.Object, Random: e.stack.Random,
		Resist: k.resist, Shudder: k.shudder, Polymorph: k.poly, Fuse: k.fuse, Eaten: eaten.p, Decides: decides}
	x.ExpectedLeft = float64(k.n) - k.lostShudder - k.lostFuse - k.lostFire - eaten.items
	if k.shudderLeaves() {
		x.ShudderLeaves = Range{1, k.n - 1}
	} else if k.mail {
		x.ShudderLeaves = Range{k.n, k.n}
	}
	a.Stacks = append(a.Stacks, x)
	a.Items.LostToShudder += k.lostShudder * n
	a.Items.LostToFusing += k.lostFuse * n
	a.Items.LostToBackfire += k.lostFire * n
	a.Items.LostToGolem += eaten.items * n
}

// remain adds up the items that are left, by material and by wanted thing.
func (s *solution) remain(eaten *losses) {
	pl := s.pile
	after := make([]float64, len(pl.materials)) // items by material
	s.wanted = make([]float64, len(pl.want.objects))
	for i := range pl.entries {
		n := float64(pl.entries[i].count)
		pl.entries[i].kind.lie(func(y look, wanted uint32, items float64) {
			items *= n
			if y.typ < 0 {
				after[y.material] += items
			} else {
				for m, share := range pl.types[y.typ].share {
					after[m] += items * share
				}
			}
			for w := range pl.want.objects {
				if wanted&(1<<w) != 0 {
					s.wanted[w] += items
				}
			}
		})
	}
	for m, items := range after {
		if items -= eaten.materials[m]; items > 1e-15 {
			s.answer.Materials = append(s.answer.Materials, Material{pl.materials[m], items})
		}
	}
	for w := range s.wanted {
		s.wanted[w] -= eaten.wanted[w]
	}
}

// lie goes through the items that lie there of a stack before absorption, on average.
func (k *kind) lie(f func(x look, wanted uint32, items float64)) {
	for _, x := range k.own {
		f(x.look, x.want, x.resist*float64(k.n))
		switch {
		case k.mail:
			f(x.look, x.want, x.shudder*float64(k.n))
		case k.n > 1:
			f(x.look, x.want, x.shudder*float64(k.n)/2)
		}
	}
	for i := range k.parts {
		f(k.parts[i].look, k.parts[i].want, k.parts[i].p*float64(k.parts[i].qty))
	}
}

// join puts the squares together.
func join(q *Question, g *polymorph.Game, solved []*solution, of *seeking) *Answer {
	a := solved[0].answer
	if len(solved) > 1 {
		a = sum(q, g, solved, of)
	}
	a.Want = wantedOf(q, g, solved, of)
	slices.SortStableFunc(a.Materials, func(x, y Material) int { return cmp.Compare(y.Items, x.Items) })
	if q.Apply == Dip {
		used := 0.0
		for _, s := range a.Stacks {
			used += float64(s.Count) * s.Polymorph
		}
		a.Potions = &used
	}
	return a
}
