package polypile

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"delphi/engine/rules"
)

// Answer is what an application of polymorph does. Every chance is
// unconditional: on a line of squares it counts that the beam may stop short.
type Answer struct {
	Golem     Golem          `json:"golem"`
	Stacks    []StackAnswer  `json:"stacks"`
	Items     Items          `json:"items"`
	Left      []Quantity     `json:"left,omitempty"`      // the whole distribution, up to MaxLeft items
	Quantiles *Quantiles     `json:"quantiles,omitempty"` // where there are more
	Materials []Material     `json:"materials"`           // of the items left, most first
	Want      *Wanted        `json:"want,omitempty"`
	Squares   []SquareAnswer `json:"squares,omitempty"` // nearest first; where there are several
	// Potions is how many potions of polymorph dipping uses up, on average.
	Potions *float64 `json:"potions_used,omitempty"`
	// Dropped is the sum of the chances of the states that were too rare to follow.
	Dropped float64 `json:"dropped"`

	Warnings []string `json:"-"` // where the game surprises
	Notes    []string `json:"-"` // what the figures rest on
	Cites    []string `json:"-"` // rules for rules.Set.Cite
}

// Golem is the chances of golems, of at least one where there are several squares.
type Golem struct {
	Decided float64            `json:"decided"` // a stack decided that there will be one
	Appears float64            `json:"appears"` // there was enough left for it
	Kinds   map[string]float64 `json:"kinds"`   // by kind; on one square they add up to Appears
}

// StackAnswer is one stack as it was written; the chances are those of each
// of its Count equal stacks, on average.
type StackAnswer struct {
	Name         string  `json:"name"`
	Quantity     int     `json:"quantity"`
	BUC          BUC     `json:"buc"`
	Count        int     `json:"count"`
	Resist       float64 `json:"resist"`
	Shudder      float64 `json:"shudder"`
	Polymorph    float64 `json:"polymorph"`
	Fuse         float64 `json:"fuse"`    // polymorphs and becomes one item
	Eaten        float64 `json:"eaten"`   // what is left of it is absorbed
	Decides      float64 `json:"decides"` // it is the one that decides on the golem
	ExpectedLeft float64 `json:"expected_left"`
	// ShudderLeaves is how many items a shudder leaves, each number equally
	// likely; 0 and 0: it destroys the stack.
	ShudderLeaves Range `json:"shudder_leaves"`
	Square        int   `json:"square,omitempty"` // from 1, where there are several

	Object *rules.Object `json:"-"`
}

// Range is the whole numbers from Min to Max.
type Range struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

// Items counts items, on average but for In.
type Items struct {
	In             int     `json:"in"`
	ExpectedLeft   float64 `json:"expected_left"`
	LostToShudder  float64 `json:"lost_to_shudder"`
	LostToGolem    float64 `json:"lost_to_golem"`
	LostToFusing   float64 `json:"lost_to_fusing"`
	LostToBackfire float64 `json:"lost_to_backfire"`
}

// Quantiles are numbers of items: with the chance p there are at most so many.
type Quantiles struct {
	P05 int `json:"p05"`
	P25 int `json:"p25"`
	P50 int `json:"p50"`
	P75 int `json:"p75"`
	P95 int `json:"p95"`
}

// Material is how many items of it are left, on average.
type Material struct {
	Material string  `json:"material"`
	Items    float64 `json:"items"`
}

// Wanted is about the wanted things that are left, those there before included.
type Wanted struct {
	Names         []string    `json:"names"`
	AtLeastOne    float64     `json:"at_least_one"`
	ExpectedItems float64     `json:"expected_items"`
	Per           []WantedOne `json:"per"`
}

// WantedOne is about one of the wanted things.
type WantedOne struct {
	Name          string  `json:"name"`
	AtLeastOne    float64 `json:"at_least_one"`
	ExpectedItems float64 `json:"expected_items"`
}

// SquareAnswer is one square of a line. What is in IfReached is given that
// the beam reaches it; nil for an empty square.
type SquareAnswer struct {
	PReached  float64 `json:"p_reached"`
	IfReached *Answer `json:"if_reached,omitempty"`
}

// MaxLeft is up to how many items the whole distribution of what is left is given.
const MaxLeft = 300

// Zap answers a question. Its errors are those of Question.Check and of ctx.
func Zap(ctx context.Context, q *Question) (*Answer, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	g := q.game()
	b := newBuilder(g, q.Luck, q.Apply == Dip, q.Want)
	var piles []*pile
	for i := range q.Squares {
		piles = append(piles, b.pile(q.Squares[i].Stacks))
	}
	for _, p := range piles {
		p.materials, p.types = b.materials, b.types // all of them, now
	}
	var solved []*solution
	for _, p := range piles {
		s, err := solve(ctx, p)
		if err != nil {
			return nil, err
		}
		solved = append(solved, s)
	}
	a := join(q, g, solved)
	a.remark(q, g, piles)
	return a, nil
}

// game is the rules with the materials that the question names. q must pass Check.
func (q *Question) game() *game {
	g := newGame(q.Rules, q.Level, q.Appearances)
	for i := range q.Squares {
		for j := range q.Squares[i].Stacks {
			if err := g.check(&q.Squares[i].Stacks[j], j); err != nil {
				panic(err) // Check let it pass
			}
		}
	}
	return g
}

// solution is one square, given that the beam reaches it.
type solution struct {
	pile   *pile
	answer *Answer
	resist float64 // all stacks resist: the pile costs the beam nothing

	left []float64 // by items; nil: too many
	// Of the wanted things, all together and one by one: the chance that none is left;
	// the part of it in which all stacks resist; the items left.
	none, noneCalm []float64
	wanted         []float64
	there          []bool // one lies there before
}

// most is for how many passes a pile's types of unknown material are kept
// apart; it bounds the states visited.
func most(pl *pile) int { return max(1, int(3e7/float64(pl.stacks*min(pl.items, MaxLeft)+1))) }

// solve answers for one square.
func solve(ctx context.Context, pl *pile) (*solution, error) {
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
	after := make([]float64, len(pl.materials)) // items by material
	s.wanted = make([]float64, len(pl.want))
	a.Items.In = pl.items
	for i := range pl.entries {
		e := &pl.entries[i]
		k, n := e.kind, float64(e.count)
		s.resist *= math.Pow(k.resist, n)
		name := e.stack.Name
		if name == "" {
			name = e.stack.Object.Name
		}
		x := StackAnswer{Name: name, Quantity: k.n, BUC: e.stack.BUC, Count: e.count, Object: e.stack.Object,
			Resist: k.resist, Shudder: k.shudder, Polymorph: k.poly, Fuse: k.fuse, Eaten: eaten.entries[i].p, Decides: l.entries[i]}
		x.ExpectedLeft = float64(k.n) - k.lostShudder - k.lostFuse - k.lostFire - eaten.entries[i].items
		if k.shudderLeaves() {
			x.ShudderLeaves = Range{1, k.n - 1}
		} else if k.mail {
			x.ShudderLeaves = Range{k.n, k.n}
		}
		a.Stacks = append(a.Stacks, x)
		a.Items.LostToShudder += k.lostShudder * n
		a.Items.LostToFusing += k.lostFuse * n
		a.Items.LostToBackfire += k.lostFire * n
		a.Items.LostToGolem += eaten.entries[i].items * n
		k.lie(func(y look, wanted uint32, items float64) {
			items *= n
			if y.typ < 0 {
				after[y.material] += items
			} else {
				for m, share := range pl.types[y.typ].share {
					after[m] += items * share
				}
			}
			for w := range pl.want {
				if wanted&(1<<w) != 0 {
					s.wanted[w] += items
				}
			}
		})
	}
	a.Items.ExpectedLeft = float64(pl.items) - a.Items.LostToShudder - a.Items.LostToFusing - a.Items.LostToBackfire - a.Items.LostToGolem
	for m, items := range after {
		if items -= eaten.materials[m]; items > 1e-15 {
			a.Materials = append(a.Materials, Material{pl.materials[m], items})
		}
	}
	for w := range s.wanted {
		s.wanted[w] -= eaten.wanted[w]
	}
	if err := s.leave(ctx); err != nil {
		return nil, err
	}
	return s, s.seek(ctx)
}

// lie goes through the items that lie there of a stack before absorption, on average.
func (k *kind) lie(f func(x look, wanted uint32, items float64)) {
	f(k.look, k.want, k.resist*float64(k.n))
	switch {
	case k.mail:
		f(k.look, k.want, k.shudder*float64(k.n))
	case k.n > 1:
		f(k.look, k.want, k.shudder*float64(k.n)/2)
	}
	for i := range k.parts {
		f(k.parts[i].look, k.parts[i].want, k.parts[i].p*float64(k.parts[i].qty))
	}
}

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
	for _, filter := range filters {
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
		none := c.undecided[0] + c.undecided[1] + c.undecided[2] + c.decided[0] + c.decided[1]
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

// join puts the squares together.
func join(q *Question, g *game, solved []*solution) *Answer {
	a := solved[0].answer
	if len(solved) > 1 {
		a = sum(q, g, solved)
	}
	a.Want = wantedOf(q, g, solved)
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

// wantedOf is the wanted things over all squares.
func wantedOf(q *Question, g *game, solved []*solution) *Wanted {
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

// remark says where the game surprises and what the figures rest on.
func (a *Answer) remark(q *Question, g *game, piles []*pile) {
	a.Cites = []string{rules.CiteResist, rules.CiteBecome}
	if q.Apply == Dip {
		a.Cites = append(a.Cites, rules.CiteDip)
		a.Notes = append(a.Notes, "dipping never shudders and never makes a golem; the potion is kept if the stack resists")
	} else {
		a.Cites = append(a.Cites, rules.CiteShudder, rules.CiteDecide, rules.CiteGolem, rules.CiteAbsorb)
	}
	for i := range q.Squares {
		if q.Squares[i].Monster {
			a.Notes = append(a.Notes, "where a monster stands no golem is seen, but what it is made of is absorbed all the same")
			break
		}
	}
	for i := range q.Squares {
		for _, s := range q.Squares[i].Stacks {
			if spread, ok := s.Spread(); ok {
				a.Notes = append(a.Notes, fmt.Sprintf("%s does not stack: taken as %d stacks of one", s.Object.Name, spread.Count))
			}
		}
	}
	gems, drawn, small, always := false, false, false, []string{}
	for _, p := range piles {
		small = small || p.items > 0 && p.items <= 2
		for _, e := range p.entries {
			gems = gems || e.stack.Object.Class == "gem" && e.kind.poly > 0
			if k := e.kind; k.shudder > 0 && k.poly < 1e-12 && !slices.Contains(always, e.stack.Object.Name) {
				always = append(always, e.stack.Object.Name)
			}
		}
		drawn = drawn || len(p.types) > 0
	}
	if q.Apply != Dip {
		if small {
			a.Warnings = append(a.Warnings, "two items or fewer never make a golem")
		}
		if len(always) > 0 {
			a.Warnings = append(a.Warnings, fmt.Sprintf("cursed stacks of %d or more always shudder unless they resist: %s never polymorph here", g.p.Large, strings.Join(always, ", ")))
		}
	}
	if drawn && a.Golem.Decided > 0 {
		a.Cites = append(a.Cites, rules.CiteLooks)
		a.Notes = append(a.Notes, "materials that each game draws are averaged, type by type; in a game they are a permutation, which differs a little: name the material where you know it")
	}
	if gems {
		a.Cites = append(a.Cites, rules.CiteGems)
		if g.p.GemsByDeepest {
			a.Notes = append(a.Notes, "gems follow the last level created, not the one you are on")
		}
	}
	if len(q.Squares) > 1 && q.Apply == Once {
		a.Cites = append(a.Cites, rules.CiteRange, rules.CiteBeam)
	}
	for _, s := range a.Stacks {
		if s.Eaten > 0.05 {
			a.Warnings = append(a.Warnings, fmt.Sprintf("a golem eats what it is made of: %s with %.0f%%", s.Name, 100*s.Eaten))
			break
		}
	}
}
