package polymorph

import (
	"context"
	"maps"
	"math"
	"slices"
	"sort"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// ForQuestion asks how much fodder something wanted takes.
type ForQuestion struct {
	Rules *rules.Set
	To    []*rules.Object // any of them will do; 1 to MaxWanted
	From  *Stack          // what is polymorphed, one item of it; nil: find what to use
	BUC   rules.BUC       // of what is found
	Level Level
	Times int   // of the wanted things Needed is about so many, of any kind; 0 is 1
	After []int // turns after which it is looked at, where things turn back

	// Percent is a confidence that Needed has besides the usual ones, 1 to 99; 0: none.
	Percent int
}

// ForAnswer is about single items, each zapped alone. The chances and Needed
// are those of From; without one, Groups and Sources have them.
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
	Times  int      `json:"times,omitempty"` // how many wanted things Needed is about; 0 is 1

	Groups  []Group  `json:"groups,omitempty"`  // best first
	Sources []Source `json:"sources,omitempty"` // those of the groups, one by one

	// Reverts is how the wanted things turn back; nil: none of them does.
	Reverts *Reverts `json:"reverts,omitempty"`

	// Reason says why nothing wanted can come of it; empty if it can.
	Reason string `json:"reason,omitempty"`

	Zapped Zapped   `json:"-"` // what one zap does to From
	Cites  []string `json:"-"`
}

// Needed is how many it takes for a chance of at least one wanted thing, or of
// ForAnswer.Times; nil if no number does.
type Needed struct {
	Confidence     float64 `json:"confidence"`
	Polymorphs     *int    `json:"polymorphs"`       // that really happen
	ItemsSingleUse *int    `json:"items_single_use"` // each zapped once
	ItemsUntilLost *int    `json:"items_until_lost"` // each zapped until it is destroyed
}

// For answers a ForQuestion. Its errors are a *problem.Problem and those of ctx.
func For(ctx context.Context, q *ForQuestion) (*ForAnswer, error) {
	g, err := NewGame(q.Rules, q.Level, nil)
	if err != nil {
		return nil, err
	}
	if n := len(q.To); n < 1 || n > MaxWanted {
		return nil, refuse("You can ask for 1 to %d wanted things at a time, not %d.", MaxWanted, n)
	}
	if q.Times < 0 || q.Times > MaxTimes {
		return nil, refuse("You can ask for 1 to %d of a wanted thing.", MaxTimes)
	}
	a := &ForAnswer{Times: q.Times, Cites: []string{rules.CiteBecome, rules.CiteShudder, rules.CiteResist, rules.CiteDraw}}
	for _, o := range q.To {
		a.To = append(a.To, o.Name)
		if o.Class == "gem" {
			a.Cites = append(a.Cites, rules.CiteGems)
		}
	}
	turning := !slices.ContainsFunc(q.To, func(o *rules.Object) bool { return g.Rules.Stays(o.Name) })
	if q.From == nil {
		if err := a.find(ctx, g, q); err != nil {
			return nil, err
		}
		if turning && len(a.Groups) > 0 {
			a.Reverts = g.Timer("what it was", q.After...)
			a.worth(g, q)
		}
		return a, nil
	}
	s := *q.From
	s.Count, s.Quantity = 1, 1
	if err := g.Learn(s); err != nil {
		return nil, err
	}
	x := newChain(g, q.To).ask(s)[0]
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a.From, a.Zapped = s.Object.Name, g.zapped(&s)
	a.PerPolymorph, a.PerZap, a.UntilLost, a.MeanZaps, a.Stuck = x.once, x.zap, x.won, x.zaps, x.stuck
	a.Needed = x.needed(q.Times, q.Percent)
	switch {
	case x.won == 0:
		a.Reason = g.never(&s, q.To)
	case turning:
		a.Reverts = g.Reverting(&s, q.After...)
		a.worth(g, q)
	}
	return a, nil
}

// worth says why what is wanted is worth having although it turns back.
func (a *ForAnswer) worth(g *Game, q *ForQuestion) {
	if a.Reverts == nil {
		return
	}
	a.Reverts.Remarks = nil
	for _, o := range q.To {
		if worth := g.worth(o); worth != "" {
			a.Reverts.Remarks = append(a.Reverts.Remarks, worth)
		}
	}
}

// needed lists how many items the usual confidences of so many wanted ones take, and that of so
// many percent; 0: none but the usual.
func (x *outlook) needed(times, percent int) (out []Needed) {
	usual := []float64{.25, .50, .75, .95, .99}
	if p := float64(percent) / 100; percent > 0 && !slices.Contains(usual, p) {
		usual = append(usual, p)
		slices.Sort(usual)
	}
	for _, p := range usual {
		out = append(out, Needed{p, needed(x.once, p, times), needed(x.zap, p, times), needed(x.won, p, times)})
	}
	return out
}

// needed returns the least number of trials with the chance p of which so many succeed
// with the confidence, or nil if there is none. times 0 is 1.
func needed(p, confidence float64, times int) *int {
	if times > 1 {
		if p <= 0 || float64(times)/p > math.MaxInt32/16 {
			return nil
		}
		enough := func(n int) bool { return odds.AtLeast(n, times, p) >= confidence }
		most := max(times, int(float64(times)/p)) // about the median
		for !enough(most) {
			most *= 2
		}
		n := times + sort.Search(most-times, func(n int) bool { return enough(times + n) })
		return &n
	}
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

// chain is one item zapped again and again. Its types fall into nodes: what
// it becomes next depends on the class, the magic flag and the count of readings alone.
type chain struct {
	game  *Game
	to    []*rules.Object
	nodes map[node]int
	list  []Stack // by node, one item that stands for it
}

type node struct {
	class string
	magic bool
	read  int
	buc   rules.BUC
	name  string // of what stays what it is
}

func newChain(g *Game, to []*rules.Object) *chain {
	return &chain{game: g, to: to, nodes: map[node]int{}}
}

// index finds or makes the node of something that an item became.
func (c *chain) index(s Stack) int {
	n := node{class: s.Object.Class, magic: s.Object.Magic, read: s.Read, buc: s.BUC}
	if c.game.Safe(&s) || c.game.stays(&s) {
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

// after returns what an item becomes if it polymorphs: wanted, or another node.
func (c *chain) after(s *Stack) (won float64, next map[int]float64) {
	next = map[int]float64{}
	for _, r := range c.game.Become(s) {
		if slices.Contains(c.to, r.To) {
			won += r.P
			continue
		}
		t := Stack{Object: r.To, Quantity: 1, BUC: s.Becoming(), Read: r.Read}
		next[c.index(t)] += r.P
	}
	return won, next
}

// equation is that of one node: value = own + the sum of p times the next
// node's value, for winning, for being stuck, and for the number of zaps.
type equation struct {
	next map[int]float64
	own  [3]float64
}

// zap returns the equation of an item that polymorph affects, and its chance to be
// wanted after one polymorph.
func (c *chain) zap(s *Stack) (e equation, won float64) {
	won, next := c.after(s)
	resist, shudder := c.game.Chances(s)
	e.next = map[int]float64{}
	p := (1 - resist - shudder) / (1 - resist) // of the zaps that do anything
	e.own = [3]float64{p * won, 0, 1 / (1 - resist)}
	for i, q := range next {
		e.next[i] = p * q
	}
	return e, won
}

// ask solves the chains that begin with each of the items.
func (c *chain) ask(first ...Stack) []outlook {
	out := make([]outlook, len(first))
	starts := make([]equation, len(first))
	for i := range first {
		s := &first[i]
		if c.game.Safe(s) {
			out[i].stuck = 1
			continue
		}
		starts[i], out[i].once = c.zap(s)
		resist, shudder := c.game.Chances(s)
		out[i].zap = (1 - resist - shudder) * out[i].once
	}
	value := c.solve()
	for i, e := range starts {
		if e.next == nil {
			continue
		}
		sum := e.own
		for _, n := range slices.Sorted(maps.Keys(e.next)) { // in one order: floats do not add up alike in another
			for v := range sum {
				sum[v] += e.next[n] * value[n][v]
			}
		}
		out[i].won, out[i].stuck, out[i].zaps = sum[0], sum[1], sum[2]
	}
	return out
}

// solve returns the value of each node, and of those that it leads to.
func (c *chain) solve() [][]float64 {
	var equations []equation
	for i := 0; i < len(c.list); i++ { // zap adds to the list
		s := c.list[i]
		e := equation{own: [3]float64{0, 1, 0}}
		if !c.game.Safe(&s) {
			e, _ = c.zap(&s)
		}
		equations = append(equations, e)
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
	eliminate(rows)
	for i := range rows {
		rows[i] = rows[i][n:]
	}
	return rows
}

// eliminate turns the left square of the rows into the unit matrix. The
// rows are those of a chain that ends: the diagonal leads.
func eliminate(rows [][]float64) {
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
