package polypile

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"delphi/engine/rules"
)

// ForQuestion asks how much fodder something wanted takes.
type ForQuestion struct {
	Rules *rules.Set
	To    []*rules.Object // any of them will do; 1 to MaxWanted
	From  *Stack          // what is polymorphed, one item of it; nil: rank what could be
	BUC   BUC             // of what is ranked
	Level Level
}

// ForAnswer is about single items, each zapped alone.
type ForAnswer struct {
	From string   `json:"from,omitempty"`
	To   []string `json:"to"`

	PerPolymorph float64 `json:"per_polymorph"` // given that it polymorphs
	PerZap       float64 `json:"per_zap"`
	// UntilLost is the chance that an item becomes wanted if it is zapped
	// until it does or is destroyed.
	UntilLost float64 `json:"until_lost"`
	// MeanZaps is how many zaps that takes, on average.
	MeanZaps float64 `json:"mean_zaps"`
	// Stuck is the chance that it becomes something that polymorph does not affect.
	Stuck  float64  `json:"stuck"`
	Needed []Needed `json:"needed,omitempty"`

	Sources []Source `json:"sources,omitempty"` // best first

	Cites []string `json:"-"`
}

// Needed is how many it takes for a chance of at least one; nil: no number does.
type Needed struct {
	Confidence     float64 `json:"confidence"`
	Polymorphs     *int    `json:"polymorphs"`       // that really happen
	ItemsSingleUse *int    `json:"items_single_use"` // each zapped once
	ItemsUntilLost *int    `json:"items_until_lost"` // each zapped until it is destroyed
}

// Source is something to polymorph.
type Source struct {
	From         string  `json:"from"`
	Magic        bool    `json:"magic"`
	PerPolymorph float64 `json:"per_polymorph"`
	PerZap       float64 `json:"per_zap"`
	UntilLost    float64 `json:"until_lost"`

	Object *rules.Object `json:"-"`
}

// For answers a ForQuestion. Its errors are those of Question.Check.
func For(ctx context.Context, q *ForQuestion) (*ForAnswer, error) {
	if _, err := known(q.Rules); err != nil {
		return nil, err
	}
	if err := within("wanted things", len(q.To), 1, MaxWanted); err != nil {
		return nil, err
	}
	a := &ForAnswer{Cites: []string{rules.CiteResist, rules.CiteShudder, rules.CiteBecome, rules.CiteDraw}}
	for _, o := range q.To {
		a.To = append(a.To, o.Name)
		if o.Class == "gem" {
			a.Cites = append(a.Cites, rules.CiteGems)
		}
	}
	g := newGame(q.Rules, q.Level, nil)
	if q.From == nil {
		return a, a.rank(ctx, g, q)
	}
	s := *q.From
	s.Count, s.Quantity = 1, 1
	if err := (&Question{Rules: q.Rules, Squares: []Square{{Stacks: []Stack{s}}}}).Check(); err != nil {
		return nil, err
	}
	c := newChain(g, q.To)
	x := c.ask(&s)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a.From = s.Object.Name
	a.PerPolymorph, a.PerZap, a.UntilLost, a.MeanZaps, a.Stuck = x.once, x.zap, x.won, x.zaps, x.stuck
	for _, p := range []float64{.25, .50, .75, .95, .99} {
		a.Needed = append(a.Needed, Needed{p, needed(x.once, p), needed(x.zap, p), needed(x.won, p)})
	}
	return a, nil
}

// needed is the least number of trials with the chance p of which at least
// one succeeds with the confidence; nil if there is none.
func needed(p, confidence float64) *int {
	n := 1
	if p < confidence {
		trials := math.Log1p(-confidence) / math.Log1p(-p)
		if !(trials < math.MaxInt32) {
			return nil
		}
		// A whole number may come out with its last digits off.
		n = int(math.Ceil(trials - 1e-9))
	}
	return &n
}

// rank lists everything of the wanted things' classes, and what becomes them
// from another class.
func (a *ForAnswer) rank(ctx context.Context, g *game, q *ForQuestion) error {
	var from []Stack
	for _, o := range g.set.Objects() {
		common := o.Prob > 0 || o.Prob1 > 0
		if common && slices.ContainsFunc(q.To, func(t *rules.Object) bool { return t.Class == o.Class }) {
			from = append(from, Stack{Object: o, Quantity: 1, BUC: q.BUC})
		}
		if o.Class == "food" && o.Name == "corpse" {
			from = append(from, Stack{Object: o, Quantity: 1, BUC: q.BUC, Corpse: "crocodile", Name: "crocodile corpse"})
		}
	}
	for i := range from {
		if err := ctx.Err(); err != nil {
			return err
		}
		s := &from[i]
		if g.safe(s) {
			continue
		}
		x := newChain(g, q.To).ask(s)
		if x.won == 0 {
			continue
		}
		name := s.Name
		if name == "" {
			name = s.Object.Name
		}
		a.Sources = append(a.Sources, Source{name, s.Object.Magic, x.once, x.zap, x.won, s.Object})
	}
	slices.SortStableFunc(a.Sources, func(x, y Source) int {
		return cmp.Or(closer(y.UntilLost, x.UntilLost), closer(y.PerZap, x.PerZap), cmp.Compare(y.Object.Prob1, x.Object.Prob1))
	})
	return nil
}

// closer compares chances, but for their last digits.
func closer(x, y float64) int {
	if math.Abs(x-y) <= 1e-12 {
		return 0
	}
	return cmp.Compare(x, y)
}

// chain is one item zapped again and again. Its types fall into nodes: what
// it becomes next depends on the class, the magic flag and the count of readings alone.
type chain struct {
	game  *game
	to    []*rules.Object
	nodes map[node]int
	list  []Stack // by node, one item that stands for it
}

type node struct {
	class string
	magic bool
	read  int
	buc   BUC
	name  string // of what stays what it is
}

func newChain(g *game, to []*rules.Object) *chain {
	return &chain{game: g, to: to, nodes: map[node]int{}}
}

// index finds or makes the node of something that an item became.
func (c *chain) index(s Stack) int {
	n := node{class: s.Object.Class, magic: s.Object.Magic, read: s.Read, buc: s.BUC}
	if c.game.safe(&s) || c.game.p.Mail(s.Object.Name) {
		n.name = s.Object.Name
	}
	i, ok := c.nodes[n]
	if !ok {
		i = len(c.list)
		c.nodes[n] = i
		c.list = append(c.list, s)
	}
	return i
}

// outlook is what comes of an item.
type outlook struct {
	once, zap        float64 // it becomes wanted: by a polymorph, by a zap
	won, stuck, zaps float64 // zapped until it is wanted or lost
}

// after is what an item becomes if it polymorphs: wanted, or another node.
func (c *chain) after(s *Stack) (won float64, next map[int]float64) {
	next = map[int]float64{}
	for _, r := range c.game.become(s) {
		if slices.Contains(c.to, r.to) {
			won += r.p
			continue
		}
		t := Stack{Object: r.to, Quantity: 1, BUC: s.BUC, Read: r.read}
		if s.Corpse != "" && t.BUC == Cursed {
			t.BUC = Uncursed // what a corpse becomes is not cursed
		}
		next[c.index(t)] += r.p
	}
	return won, next
}

// ask solves the chain that begins with an item.
func (c *chain) ask(first *Stack) (x outlook) {
	if c.game.safe(first) {
		return outlook{stuck: 1}
	}
	won, next := c.after(first)
	x.once = won
	// Every node's equation: value = own + sum of p times the next one's
	// value, for winning, being stuck, and zaps.
	type equation struct {
		next map[int]float64
		own  [3]float64
	}
	var equations []equation
	zap := func(s *Stack, won float64, next map[int]float64) equation {
		resist, shudder := c.game.chances(s)
		e := equation{next: map[int]float64{}}
		p := (1 - resist - shudder) / (1 - resist) // of the zaps that do anything
		e.own = [3]float64{p * won, 0, 1 / (1 - resist)}
		for i, q := range next {
			e.next[i] = p * q
		}
		return e
	}
	resist, shudder := c.game.chances(first)
	x.zap = (1 - resist - shudder) * won
	start := zap(first, won, next)
	for i := 0; i < len(c.list); i++ { // after adds to the list
		s := &c.list[i]
		if c.game.safe(s) {
			equations = append(equations, equation{own: [3]float64{0, 1, 0}})
			continue
		}
		s2 := *s
		won, next := c.after(&s2)
		equations = append(equations, zap(&s2, won, next))
	}
	n := len(equations)
	rows := make([][]float64, n)
	for i, e := range equations {
		rows[i] = make([]float64, n+3)
		rows[i][i] = 1
		for j, p := range e.next {
			rows[i][j] -= p
		}
		copy(rows[i][n:], e.own[:])
	}
	solveLinear(rows)
	value := start.own
	for _, i := range slices.Sorted(maps.Keys(start.next)) { // in one order: floats do not add up alike in another
		for v := range value {
			value[v] += start.next[i] * rows[i][n+v]
		}
	}
	x.won, x.stuck, x.zaps = value[0], value[1], value[2]
	return x
}

// solveLinear turns the left square of the rows into the unit matrix. The
// rows are those of a chain that ends: the diagonal leads.
func solveLinear(rows [][]float64) {
	for i := range rows {
		pivot := rows[i][i]
		for j := range rows[i] {
			rows[i][j] /= pivot
		}
		for k := range rows {
			f := rows[k][i]
			if k == i || f == 0 {
				continue
			}
			for j := i; j < len(rows[k]); j++ {
				rows[k][j] -= f * rows[i][j]
			}
		}
	}
}
