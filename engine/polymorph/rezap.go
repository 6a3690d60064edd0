package polymorph

import (
	"cmp"
	"context"
	"slices"

	"delphi/engine/rules"
)

// RezapQuestion asks what comes of items that are zapped again and again. What is
// wanted is taken out as soon as it is there.
type RezapQuestion struct {
	Rules *rules.Set
	To    []*rules.Object // any of them will do, at most MaxWanted; nil: it is only counted what is left
	From  []Stack
	Zaps  int // 1 to MaxZaps
	Level Level
	// Percent is a confidence that zaps are counted for, 1 to 99; 0: 90.
	Percent int
}

// MaxZaps is how many zaps of the same items are followed.
const MaxZaps = 100

// RezapAnswer is about items each of which is zapped alone, on a square of its own
// or taken out of the pile for it, so that no golem takes it.
type RezapAnswer struct {
	Items int      `json:"items"`
	From  []string `json:"from"`
	To    []string `json:"to"`
	Zaps  []Rezap  `json:"zaps"` // after each of them
	// Number is the chance of each number of wanted items after the last.
	Number []float64 `json:"number"`
	// Ever and EverMean are of zaps until every item is wanted, gone, or what
	// polymorph does not affect.
	Ever     float64 `json:"ever"`
	EverMean float64 `json:"ever_mean"`
	// MeanZaps is how many zaps that takes each item, on average.
	MeanZaps float64 `json:"mean_zaps"`
	// Stuck is how many items are or become, on average, what polymorph does not affect.
	Stuck float64 `json:"stuck"`
	// Needed is the fewest zaps, of up to MaxZaps, that give at least one wanted
	// item with the confidence that is asked for.
	Needed RezapNeeded `json:"needed"`

	Each  []RezapStack `json:"-"` // by their place in From
	Cites []string     `json:"-"`
}

// RezapStack is what becomes of one item of a stack.
type RezapStack struct {
	Items int     // in the stack
	Won   float64 // the chance that it is wanted after the zaps
	Ever  float64 // or after as many as it takes
	Mean  float64 // how many that is, on average
}

// Rezap is how the items stand after some zaps.
type Rezap struct {
	Zap        int     `json:"zap"`
	AtLeastOne float64 `json:"at_least_one"`
	Mean       float64 `json:"mean"` // wanted items
	Gone       float64 `json:"gone"` // items that shuddered away, on average
}

// RezapNeeded is how many zaps a confidence takes; nil: none of those followed.
type RezapNeeded struct {
	Confidence float64 `json:"confidence"`
	Zaps       *int    `json:"zaps"`
}

// Again answers a RezapQuestion. Its errors are a *problem.Problem and those of ctx.
func Again(ctx context.Context, q *RezapQuestion) (*RezapAnswer, error) {
	g, err := NewGame(q.Rules, q.Level, nil)
	if err != nil {
		return nil, err
	}
	switch n := len(q.To); {
	case n > MaxWanted:
		return nil, refuse("You can ask for at most %d wanted things at a time, not %d.", MaxWanted, n)
	case q.Zaps < 1 || q.Zaps > MaxZaps:
		return nil, refuse("You can ask about 1 to %d zaps, not %d.", MaxZaps, q.Zaps)
	case len(q.From) == 0:
		return nil, refuse("Name what you zap.")
	}
	a := &RezapAnswer{Cites: []string{rules.CiteBecome, rules.CiteShudder, rules.CiteResist, rules.CiteDraw}}
	for _, o := range q.To {
		a.To = append(a.To, o.Name)
	}
	if a.Items, err = g.singles(q.From); err != nil {
		return nil, err
	}
	miss := make([]float64, MaxZaps+1) // the chance that nothing is wanted yet
	mean, gone := make([]float64, MaxZaps+1), make([]float64, MaxZaps+1)
	for i := range miss {
		miss[i] = 1
	}
	a.Number, a.Ever = []float64{1}, 1
	for i := range q.From {
		s := q.From[i]
		n := s.Quantity * max(1, s.Count)
		a.From = append(a.From, s.Object.Name)
		s.Quantity, s.Count = 1, 1
		won, lost, end := g.follow(q.To, &s)
		ever := end.won
		a.Each = append(a.Each, RezapStack{n, won[q.Zaps], ever, end.zaps})
		a.EverMean += float64(n) * ever
		a.Stuck += float64(n) * end.stuck
		a.MeanZaps += float64(n) / float64(a.Items) * end.zaps
		for range n {
			a.Ever *= 1 - ever
			a.Number = oneMore(a.Number, won[q.Zaps])
			for z := range miss {
				miss[z] *= 1 - won[z]
				mean[z] += won[z]
				gone[z] += lost[z]
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	a.Ever = 1 - a.Ever
	for z := 1; z <= q.Zaps; z++ {
		a.Zaps = append(a.Zaps, Rezap{z, 1 - miss[z], mean[z], gone[z]})
	}
	a.Needed.Confidence = float64(cmp.Or(q.Percent, 90)) / 100
	for z := MaxZaps; z > 0 && 1-miss[z] >= a.Needed.Confidence; z-- {
		a.Needed.Zaps = &z
	}
	return a, nil
}

// singles returns how many items stacks hold. It refuses what cannot be followed.
func (g *Game) singles(stacks []Stack) (items int, err error) {
	if err := g.Learn(stacks...); err != nil {
		return 0, err
	}
	for i := range stacks {
		items += stacks[i].Quantity * max(1, stacks[i].Count)
	}
	if items > MaxItems {
		return 0, refuse("I can work out at most %d items, not %d.", MaxItems, items)
	}
	return items, nil
}

// follow returns the chances that an item is wanted, and gone, within each number of zaps up to
// MaxZaps, and what comes of it until it is wanted, gone, or safe. A random one is of each type
// as often as the game makes it.
func (g *Game) follow(to []*rules.Object, s *Stack) (won, lost []float64, end outlook) {
	kinds, weights := []*rules.Object{s.Object}, []int{1}
	if s.Random {
		kinds, weights = g.Draw(s.Object.Class)
	}
	total := 0
	for _, w := range weights {
		total += w
	}
	won, lost = make([]float64, MaxZaps+1), make([]float64, MaxZaps+1)
	zaps, until := newChain(g, to), newChain(g, to)
	for i, o := range kinds {
		if weights[i] == 0 {
			continue
		}
		one, share := *s, float64(weights[i])/float64(total)
		one.Object, one.Random = o, false
		w, l := zaps.rezap(one, MaxZaps)
		stays := 0.0 // one that was wanted all along is there if it resists the first zap
		if s.Random && slices.Contains(to, o) {
			stays, _ = g.Chances(&one)
		}
		for z := 1; z <= MaxZaps; z++ {
			won[z] += share * (w[z] - stays*w[z-1] + stays)
			lost[z] += share * (l[z] - stays*l[z-1])
		}
		last := until.ask(one)[0]
		end.won += share * (last.won*(1-stays) + stays)
		end.stuck += share * last.stuck * (1 - stays)
		end.zaps += share * last.zaps * (1 - stays)
	}
	return won, lost, end
}

// oneMore adds an item that is wanted with a chance to the chances of numbers.
func oneMore(numbers []float64, p float64) []float64 {
	out := make([]float64, len(numbers)+1)
	for i, x := range numbers {
		out[i] += x * (1 - p)
		out[i+1] += x * p
	}
	return out
}

// rezap returns the chances that an item is wanted, and gone, within each number of
// zaps.
func (c *chain) rezap(s Stack, zaps int) (won, lost []float64) {
	won, lost = make([]float64, zaps+1), make([]float64, zaps+1)
	type step struct {
		resist, shudder, won float64
		next                 map[int]float64
	}
	var steps []step
	stepOf := func(s *Stack) step {
		if c.game.Safe(s) {
			return step{resist: 1}
		}
		x := step{}
		x.resist, x.shudder = c.game.Chances(s)
		x.won, x.next = c.after(s)
		return x
	}
	// The first item may differ from what stands for its node.
	first, here := stepOf(&s), 1.0
	at := []float64{}
	for z := 1; z <= zaps; z++ {
		won[z], lost[z] = won[z-1], lost[z-1]
		next := make([]float64, len(at))
		move := func(x step, p float64) {
			lost[z] += p * x.shudder
			changed := p * (1 - x.resist - x.shudder)
			won[z] += changed * x.won
			for i, q := range x.next {
				for len(next) <= i {
					next = append(next, 0)
				}
				next[i] += changed * q
			}
		}
		for i, p := range at {
			if p == 0 {
				continue
			}
			for len(steps) <= i {
				stands := c.list[len(steps)]
				steps = append(steps, stepOf(&stands))
			}
			move(steps[i], p)
			next[i] += p * steps[i].resist
		}
		move(first, here)
		here *= first.resist
		at = next
	}
	return won, lost
}
