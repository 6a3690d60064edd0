package match

import (
	"cmp"
	"math/bits"
	"slices"

	"delphi/commands/read/lex"
	"delphi/commands/read/phrases"
	"delphi/commands/read/words"
)

// Chart is a line, and the phrases that stand in it.
type Chart struct {
	*words.Line
	g      *phrases.Grammar
	costs  *Costs
	room   *scratch
	stack  []Child      // the parts that were matched so far
	found  [][]terminal // position -> the terminals that were looked for
	words  int          // of a set of productions
	syms   int
	opened []bool // position -> a question begins there, behind what one says before it
	closed []bool // position -> a question ends there, before what one says behind it
	deep   int
	work   int
}

// Edge is a phrase over some tokens.
type Edge struct {
	Sym      int32
	Prod     int32 // -1: a terminal
	From, To int
	Cost     float32
	Children []Child
	Feat     int32  // of a terminal that has one
	Text     string // of a terminal
}

// Child is a part of an edge: the part's index in the production.
type Child struct {
	Part int8
	Edge *Edge
}

// Bounds of the work for one line. Anything beyond them is not found.
const (
	mostEdges    = 3    // edges kept for one symbol over one span
	mostPerStart = 14   // edges kept for one symbol at one position
	maxDepth     = 24   // phrases within phrases
	maxWork      = 80e3 // matches tried for one line
	maxNoise     = 2    // words passed over between two parts of a phrase
)

// numberAsWord is what it costs besides to read a figure as a word: "ok 2 pray".
const numberAsWord = 1.5

// Find returns what stands in a line of the phrases of a grammar. They are found as they are asked
// for. Those that refer to what was said earlier are none unless the line follows a question.
// Release must be called in the end.
func Find(l *words.Line, g *phrases.Grammar, costs *Costs, follows bool) *Chart {
	n := len(l.Tokens)
	c := &Chart{Line: l, g: g, costs: costs, room: scratches.Get().(*scratch), found: make([][]terminal, n+1), opened: make([]bool, n+1), closed: make([]bool, n+1), words: (len(g.Prods) + 63) / 64, syms: g.SymbolCount()}
	if need := c.syms * (n + 1); len(c.room.memo) < need {
		c.room.memo = make([]int32, need)
	}
	c.room.cands = emptied(c.room.cands, c.words*(n+1))
	c.begin(follows)
	c.open()
	c.close()
	return c
}

// Release returns the memory of the edges for reuse. None of them may be used afterwards.
func (c *Chart) Release() { c.room.release() }

// Candidates returns the productions that may begin at a position.
func (c *Chart) Candidates(at int) []uint64 { return c.room.cands[at*c.words : (at+1)*c.words] }

// begin notes which productions may begin at each position: those whose first terminal
// is found there, if the line has everything else that they require.
func (c *Chart) begin(follows bool) {
	there := emptied(c.room.there, c.g.Wants())
	c.room.there = there
	for i := 0; i <= len(c.Tokens); i++ {
		c.starts(i, func(id int32) {
			c.g.Have(id, there)
		})
	}
	hope := emptied(c.room.hope, c.words)
	c.room.hope = hope
	c.g.Hopeful(there, hope)
	if !follows {
		c.g.Unfollowed(hope)
	}
	for i := 0; i <= len(c.Tokens); i++ {
		into := c.Candidates(i)
		c.starts(i, func(id int32) {
			c.g.Begin(id, hope, into)
		})
	}
}

// starts yields the terminals that may begin at a position.
func (c *Chart) starts(i int, set func(id int32)) {
	set(phrases.END)
	if i >= len(c.Tokens) {
		return
	}
	t := &c.Tokens[i]
	for _, l := range c.Lits[i] {
		if l >= 0 {
			set(l)
		}
	}
	switch t.Kind {
	case lex.Number:
		for _, x := range []int32{phrases.NUM, phrases.INT, phrases.PERCENT, phrases.CHANCE, phrases.ORD} {
			set(x)
		}
	case lex.Fraction:
		set(phrases.FRAC)
		set(phrases.CHANCE)
	case lex.Decimal:
		set(phrases.PERCENT)
		set(phrases.CHANCE)
		set(phrases.DEC)
		set(phrases.VERSION)
	case lex.Dice:
		set(phrases.DICE)
		set(phrases.DEPTH)
	case lex.Version:
		set(phrases.VERSION)
	case lex.Mark:
		if t.Word == "+" || t.Word == "-" {
			set(phrases.SIGNED)
			set(phrases.INT)
		}
	case lex.Word:
		set(phrases.WORD)
		set(phrases.SIGN)
		set(phrases.VERSION)
		set(phrases.TITLE)
		if t.Word == "plus" || t.Word == "minus" || t.Word == "negative" {
			set(phrases.SIGNED)
			set(phrases.INT)
		}
		if _, ok := c.NumberMeant(i); ok {
			set(phrases.NUM)
			set(phrases.INT)
		}
		if c.MayBeUnknown(i) {
			set(phrases.UNKNOWN)
		}
	}
	set(phrases.TEXT)
	set(phrases.REST)
	last := int32(-1)
	for k := range c.Names[i] {
		if v := c.Names[i][k].Vocab; v != last {
			set(v)
			last = v
		}
	}
}

// Phrases returns the phrases of a symbol that begin at a position.
func (c *Chart) Phrases(sym int32, at int) []*Edge {
	k := at*c.syms + int(sym)
	if m := c.room.memo[k]; m > 0 {
		return c.room.lists[m-1]
	}
	first, end := c.g.Productions(sym)
	set := c.Candidates(at)
	var out []*Edge
	if c.deep++; c.deep <= maxDepth {
		for p := first; p < end; p++ {
			if w := set[p/64] >> (p % 64); w == 0 {
				p |= 63
				continue
			} else if w&1 == 0 {
				p += int32(bits.TrailingZeros64(w)) - 1
				continue
			}
			if c.work < maxWork {
				m := matcher{c: c, prod: p, from: at, base: len(c.stack), out: out}
				m.match(0, at, c.costs.Of(c.costs.Prods[p]))
				out = m.out
			}
		}
	}
	c.deep--
	out = prune(out)
	c.room.lists = append(c.room.lists, out)
	c.room.memo[k] = int32(len(c.room.lists))
	c.room.touched = append(c.room.touched, int32(k))
	return out
}

// prune keeps the cheapest edges over each span, and limits their total number.
func prune(list []*Edge) []*Edge {
	if len(list) < 2 {
		return list
	}
	slices.SortStableFunc(list, func(a, b *Edge) int { return cmp.Compare(a.Cost, b.Cost) })
	out := list[:0]
	for _, e := range list {
		same := 0
		for _, o := range out {
			if o.To == e.To {
				same++
			}
		}
		if same < mostEdges && len(out) < mostPerStart {
			out = append(out, e)
		}
	}
	return out
}

// matcher finds the ways to match one production from one position.
type matcher struct {
	c    *Chart
	prod int32
	from int
	base int // where its parts begin on the stack
	out  []*Edge
}

// match matches the parts of a production from part k on, at a position.
func (m *matcher) match(k, at int, cost float32) {
	c := m.c
	if c.work++; c.work > maxWork {
		return
	}
	p := &c.g.Prods[m.prod]
	if k == len(p.Parts) {
		if at > m.from {
			e := c.room.edges.Next()
			*e = Edge{Sym: p.Sym, Prod: m.prod, From: m.from, To: at, Cost: cost, Children: c.room.children.copied(c.stack[m.base:])}
			m.out = append(m.out, e)
		}
		return
	}
	part := &p.Parts[k]
	m.step(part, k, at, cost)
	if part.Opt {
		m.match(k+1, at, cost)
	}
	if k > 0 && at > m.from && !part.Glued && !part.Tight { // a small word may stand between
		for skip := 1; skip <= maxNoise && at+skip < len(c.Tokens)+1; skip++ {
			l := c.Lits[at+skip-1][0]
			if !c.g.In(l, phrases.Noise) {
				break
			}
			if at+skip < len(c.Tokens) {
				m.step(part, k, at+skip, cost+float32(skip)*c.costs.Of(c.costs.noise))
			}
		}
		if p.Sym != c.g.Between {
			for _, e := range c.Phrases(c.g.Between, at) { // "ac maybe 4"
				m.step(part, k, e.To, cost+e.Cost)
			}
		}
	}
}

// step matches one part at a position, and then the others.
func (m *matcher) step(part *phrases.Part, k, at int, cost float32) {
	c := m.c
	if part.Glued && at < len(c.Tokens) && !c.Tokens[at].Glued {
		return
	}
	switch part.Kind {
	case phrases.LitPart:
		if at >= len(c.Tokens) {
			return
		}
		for which, l := range c.Lits[at] {
			if l < 0 {
				continue
			}
			for _, x := range part.Lits {
				if x == l {
					extra, text, feat := float32(0), c.Tokens[at].Word, int32(-1)
					switch {
					case which > words.MostMeant:
						extra, text = c.costs.Of(c.costs.same), c.g.Text(l)
						if c.Tokens[at].Kind == lex.Number {
							extra += numberAsWord
						}
					case which > 0:
						extra, text, feat = c.costs.Of(c.costs.FuzzyLit), c.g.Text(l), c.costs.FuzzyLit
					}
					e := c.room.edges.Next()
					*e = Edge{Prod: -1, From: at, To: at + 1, Text: text, Feat: feat}
					c.stack = append(c.stack, Child{int8(k), e})
					m.match(k+1, at+1, cost+extra)
					c.stack = c.stack[:len(c.stack)-1]
					return
				}
			}
		}
	case phrases.SymPart:
		for _, e := range c.Phrases(part.ID, at) {
			c.stack = append(c.stack, Child{int8(k), e})
			m.match(k+1, e.To, cost+e.Cost)
			c.stack = c.stack[:len(c.stack)-1]
		}
	case phrases.TermPart:
		for _, e := range c.terminals(part.ID, at) {
			c.stack = append(c.stack, Child{int8(k), e})
			m.match(k+1, e.To, cost+e.Cost)
			c.stack = c.stack[:len(c.stack)-1]
		}
	}
}
