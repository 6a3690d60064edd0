package read

import (
	"cmp"
	"math/bits"
	"slices"

	"delphi/commands/read/lex"
	"delphi/commands/read/match"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
)

// Modes of a state.
const (
	inStory    uint8 = 1 << iota // the sentence only tells something
	correcting                   // "no wait": what follows replaces what was said
)

// state is how far a search for a kind has come.
type state struct {
	pos   int
	cost  float32
	mask  uint64
	mode  uint8
	how   said.How
	prev  *state
	edge  *match.Edge // what was taken last; nil: a token was passed over
	slot  int         // of kind.takes
	took  uint64      // the slots that what was taken last says
	feat  int32       // of what was done last, beside the edge's own
	more  int32
	aside int32 // that a denial stands before it, or that it is told beside a question of this kind
	also  int32 // that only part of a name is taken, or that a value stands apart from the other that is asked about
	from  int32 // 1 + the sentence that something was taken from last
	new   bool  // it is the first that is taken from it
}

// mostStates is how many states are kept at one position.
const mostStates = 16

// top is a phrase that a kind may take where it begins.
type top struct {
	edge  *match.Edge
	take  int
	mask  uint64
	after uint64 // the slot that must have been said before
	hush  uint64 // of a phrase that says nothing to the kind: the slots that names in it could fill
	bare  int32  // the feature of a figure by itself; 0: it is none
}

// offer is what a kind can take from a line, by position.
type offer struct {
	tops []top
	all  uint64 // the slots that it says something for
}

// offers lists what each kind can take.
func (c *chart) offers(tops [][]*match.Edge) []offer {
	out := make([]offer, len(c.g.Kinds))
	for _, edges := range tops {
		for _, e := range edges {
			for _, by := range c.g.Takers[e.Sym] {
				k := c.g.Kinds[by.Kind]
				t := &k.Takes[by.Take]
				mask, ok := c.fills(k, e, t)
				if !ok {
					continue
				}
				mask |= t.Cues
				o := &out[by.Kind]
				o.all |= mask
				o.tops = append(o.tops, top{edge: e, take: by.Take, mask: mask, after: c.alters(k, t, e)})
			}
		}
	}
	return out
}

// alters returns the slot of which a phrase changes what was said before it ("12 of them"),
// or 0.
func (c *chart) alters(k *phrases.Kind, t *phrases.Take, e *match.Edge) uint64 {
	if slot := k.Slots[t.Slot]; c.sense == nil || slot == nil || !slot.Many || e.To-e.From > longestAlters {
		return 0
	}
	if e.Prod >= 0 && !c.g.Prods[e.Prod].Marked() && c.named(e) { // "12 unicorn horns" says all of it
		return 0
	}
	for _, x := range c.values(nil, k, t, e) {
		if slot := k.Slots[x.Slot]; slot != nil && c.sense.Alters(x.Slot, x.Text) {
			return 1 << slot.Bit
		}
	}
	return 0
}

// longestAlters is the length of the longest phrase that only changes what was said.
const longestAlters = 8

// tops lists, for each position, the phrases that begin there and that some kind takes. It
// looks at the sentences that ask first, so that what bounds the work takes from the story.
func (c *chart) tops() [][]*match.Edge {
	out := make([][]*match.Edge, len(c.Tokens))
	for _, asks := range []bool{true, false} {
		for i := range out {
			if c.asking[c.Tokens[i].Sentence] == asks {
				out[i] = c.topsAt(i)
			}
		}
	}
	return out
}

// topsAt lists the phrases that begin at a position and that some kind takes.
func (c *chart) topsAt(i int) (out []*match.Edge) {
	last := int32(-1)
	for w, set := range c.Candidates(i) {
		for ; set != 0; set &= set - 1 {
			sym := c.g.Prods[w*64+bits.TrailingZeros64(set)].Sym
			if sym != last && len(c.g.Takers[sym]) > 0 {
				out = append(out, c.Phrases(sym, i)...)
			}
			last = sym
		}
	}
	return out
}

// sketch is what a kind can take from a line, and a lower bound on the cost of reading
// the line that way.
type sketch struct {
	kind   *phrases.Kind
	past   *said.Past // the question before the line
	back   bool       // that is not the last one: the line comes back to it
	follow bool
	same   bool   // it changes a question of the same kind, which need not be asked for again
	base   uint64 // slots that an earlier line said
	at     [][]top
	cued   []bool // sentence -> a word of it asks for the kind; nil: none of any does
	least  float32
	idle   []bool  // token -> a phrase that says nothing to the kind holds it; nil: not yet looked at
	hero   []bool  // names of roles that the kind could take for monsters, though there is another
	foes   uint64  // for these slots
	hunch  int32   // the feature of how likely the kind is by the words alone
	likely float32 // the logarithm of that
}

// uncued reports whether a sentence does not ask for the kind where another does.
func (s *sketch) uncued(sentence int) bool { return s.cued != nil && !s.cued[sentence] }

// sketch returns what a kind can take from a line. ok is false if the line contains
// nothing that the kind needs or is asked by.
func (c *chart) sketch(k *phrases.Kind, o *offer, past *said.Past, base uint64) (s sketch, ok bool) {
	follow := past != nil
	s = sketch{kind: k, past: past, follow: follow, same: follow && past.Kind == k.Name, base: base}
	all := base | o.all
	evident := follow || k.Command == nil || all&phrases.CueBit != 0
	for i := range k.Needs {
		evident = evident || all&k.Needs[i].Mask&^base != 0
	}
	if !evident || !s.same && len(k.Parts) > 0 && all&(phrases.CueBit|phrases.SecondCueBit) != phrases.CueBit|phrases.SecondCueBit {
		return s, false
	}
	n := len(c.Tokens)
	s.at = make([][]top, n)
	if all&(phrases.CueBit|phrases.SecondCueBit) != 0 {
		s.cued = make([]bool, len(c.tells))
	}
	for list := s.met(c, o.tops); len(list) > 0; {
		i, end := list[0].edge.From, 0
		for ; end < len(list) && list[end].edge.From == i; end++ {
			if list[end].mask&(phrases.CueBit|phrases.SecondCueBit) != 0 {
				s.cued[c.Tokens[i].Sentence] = true
			}
		}
		s.at[i], list = list[:end:end], list[end:]
	}
	s.figures(c)
	s.heroes(c)
	s.hushed(c)
	best := make([]float32, n+1)
	for i := range best {
		best[i] = 1e9
	}
	best[0] = s.asking(c.w, phrases.CueBit)
	for i := range n {
		cl := c.ClassOf[i]
		asked := c.w.Of(c.w.skips[0][cl])
		if l := c.Lits[i][0]; l >= 0 {
			asked += c.w.Of(c.w.passing[l])
		}
		best[i+1] = min(best[i+1], best[i]+min(asked, c.w.Of(c.w.skips[1][cl])))
		for _, t := range s.at[i] {
			best[t.edge.To] = min(best[t.edge.To], best[i]+t.edge.Cost)
		}
	}
	s.least = best[n]
	for i := range c.tells {
		s.least += min(0, c.tells[i].cost)
	}
	if all&phrases.CueBit == 0 {
		s.least += s.asking(c.w, 0) - s.asking(c.w, phrases.CueBit)
	}
	for i := range k.Needs {
		if !follow && all&k.Needs[i].Mask == 0 {
			s.least += c.w.Of(c.w.kind(k).needs[i])
		}
	}
	return s, true
}

// asking returns the cost of a line with that mask asking for the kind at all.
func (s *sketch) asking(w *weights, mask uint64) (cost float32) {
	for _, f := range s.askFeatures(w, mask) {
		cost += w.Of(f)
	}
	return cost
}

// askFeatures returns the features that say how a line asks for the kind. What changes a
// question of the same kind asks for it already.
func (s *sketch) askFeatures(w *weights, mask uint64) []int32 {
	f := w.kind(s.kind)
	switch {
	case s.same:
		return nil
	case mask&phrases.CueBit == 0:
		return f.uncued[:]
	}
	return f.uncued[:1]
}

// search finds the cheapest ways to read the line as a question of a kind.
func (c *chart) search(sk *sketch) []*state {
	k, n := sk.kind, len(c.Tokens)
	at := make([][]*state, n+1)
	first := c.states.Next()
	*first = state{mask: sk.base, feat: -1, more: -1, also: -1, aside: -1}
	at[0] = []*state{first}
	for i := 0; i < n; i++ {
		states := c.modes(at[i], i)
		at[i] = states
		for _, s := range states {
			c.pass(at, s, i)
		}
		for _, t := range sk.at[i] {
			for _, s := range states {
				c.take(at, sk, s, t)
			}
		}
	}
	var out []*state
	for _, s := range at[n] {
		f := c.states.Next()
		*f = *s
		f.cost += sk.asking(c.w, f.mask)
		if !sk.follow {
			for i := range k.Needs {
				if f.mask&k.Needs[i].Mask == 0 {
					f.cost += c.w.Of(c.w.kind(k).needs[i])
				}
			}
		}
		for _, clash := range c.w.clashes(k, f.mask&^sk.base) {
			f.cost += c.w.Of(clash)
		}
		f.prev, f.edge, f.feat, f.more, f.also, f.aside, f.new = s, nil, -1, -1, -1, -1, false
		if k.Command == nil && c.deaf(s) {
			f.feat = c.w.deaf
			f.cost += c.w.Of(f.feat)
		}
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b *state) int { return cmp.Compare(a.cost, b.cost) })
	return out[:min(len(out), 6)]
}

// deaf reports whether a way to read a line as talk has no answer to one of the sentences
// that ask something: "I'd rather not fight it. ... Can I outrun it?"
func (c *chart) deaf(s *state) bool {
	heard := 0
	for last := -1; s != nil; s = s.prev {
		if s.edge == nil || s.took == 0 {
			continue
		}
		if in := c.Tokens[s.edge.From].Sentence; c.asking[in] && in != last {
			heard, last = heard+1, in
		}
	}
	return heard < len(c.asking)
}

// pass continues after a token that is passed over.
func (c *chart) pass(at [][]*state, s *state, i int) {
	f := c.w.skips[s.mode&inStory][c.ClassOf[i]]
	t := state{pos: i + 1, cost: s.cost + c.w.Of(f), mask: s.mask, mode: s.mode, prev: s, feat: f, more: -1, also: -1, aside: -1, from: s.from}
	if l := c.Lits[i][0]; l >= 0 && s.mode&inStory == 0 {
		t.more = c.w.passing[l]
		t.cost += c.w.Of(t.more)
	}
	if c.hyphened(i) && s.edge != nil && s.took != 0 { // "arch" of "arch-lich"
		return
	}
	if c.Joined[i] && s.edge != nil && s.took != 0 { // "gnome" of "gnome king"
		c.beside(&t, c.w.split)
	}
	at[i+1] = c.keep(at[i+1], &t)
}

// hyphened reports whether a hyphen joins a token to the one before it within a whole name.
func (c *chart) hyphened(i int) bool {
	return c.Joined[i] && c.Text[c.Tokens[i].At-1] == '-'
}

// unit reports whether the word before a figure stands so close to it that it says what the figure
// is: "xl5" by a fountain is no five of anything.
func (c *chart) unit(i int) bool {
	return i > 0 && c.Tokens[i].Kind == lex.Number && c.Tokens[i].Glued && c.Tokens[i-1].Kind == lex.Word && len(c.Tokens[i-1].Word) > 1
}

// take continues after a phrase that is taken.
func (c *chart) take(at [][]*state, sk *sketch, s *state, from top) {
	k, e, ti, mask, base := sk.kind, from.edge, from.take, from.mask, sk.base
	if from.after&^s.mask != 0 || mask != 0 && (c.hyphened(e.From) || s.edge == nil && c.unit(e.From)) { // "lich" of "arch-lich"
		return
	}
	t := state{pos: e.To, cost: s.cost + e.Cost, mask: s.mask | mask, took: mask, mode: s.mode, prev: s, edge: e, slot: ti, feat: -1, more: -1, also: -1, aside: -1, from: s.from}
	if mask&^k.Idle != 0 { // "no, just fast"
		t.mode &^= correcting
	}
	if in := int32(c.Tokens[e.From].Sentence) + 1; mask != 0 && k.Command != nil && in != s.from {
		t.from, t.new = in, true
		t.cost += c.tells[in-1].cost
		if sk.uncued(int(in - 1)) {
			t.cost += c.w.Of(c.w.place[placeUncued])
		}
	}
	if mask != 0 && k.Command != nil && c.Joined[e.From] && s.edge == nil { // "orc" of "hill orc"
		c.beside(&t, c.w.split)
	}
	if sk.heroTaken(e, mask&^(phrases.CueBit|phrases.SecondCueBit)) {
		c.beside(&t, c.w.heroForFoe)
	}
	if k.Takes[ti].Lone {
		c.beside(&t, c.w.lone)
	}
	if c.tale != nil && c.tale[e.From] && mask != 0 && k.Command != nil {
		c.beside(&t, c.w.tale)
	}
	if from.bare != 0 {
		c.beside(&t, from.bare)
	}
	switch {
	case from.hush&^(s.mask&k.Singles) == 0:
	case s.mode&inStory == 0:
		c.beside(&t, c.w.hush)
	default:
		c.beside(&t, c.w.hushStory)
	}
	if c.stray(k, e, mask) {
		c.beside(&t, c.w.stray)
	}
	if c.deny(k, &t, e, base); t.how == said.TakenBack {
		at[e.To] = c.keep(at[e.To], &t)
		return
	}
	cue := mask & (phrases.CueBit | phrases.SecondCueBit)
	if cue != 0 && s.mask&cue == cue || mask != 0 && mask&^k.Idle == 0 && s.mask&mask == mask { // said twice, it says nothing more
		t.how, t.feat, t.cost = said.AskedAgain, c.w.again, t.cost-e.Cost+max(0, c.w.Of(c.w.again))
		at[e.To] = c.keep(at[e.To], &t)
		return
	}
	if k.Takes[ti].Anew {
		t.mode |= correcting
	}
	if cue != 0 {
		switch from := &c.Tokens[e.From]; {
		case s.mode&inStory != 0:
			t.feat = c.w.storyCue
		case c.asking[from.Sentence]:
		case c.asking[c.Tokens[len(c.Tokens)-1].Sentence]:
			t.feat = c.w.cueBefore
		case len(c.asking) > 0:
			t.feat = c.w.cueBeside
		}
		if t.feat >= 0 {
			t.cost += c.w.Of(t.feat)
		}
	} else if s.mode&inStory != 0 {
		t.feat = c.w.storyTake
		if slot := k.Slots[k.Takes[ti].Slot]; slot != nil {
			if t.feat = c.w.slot(k, slot).story; t.aside < 0 {
				t.aside = c.w.slot(k, slot).told
				t.cost += c.w.Of(t.aside)
			}
		}
		t.cost += c.w.Of(t.feat)
	}
	again := c.single(k, s.mask&mask&^base)
	if again != nil && s.mode&correcting == 0 {
		at[e.To] = c.repeat(at[e.To], k, s, &t, again)
		return
	}
	if s.mode&correcting != 0 {
		t.how = said.Later
	}
	at[e.To] = c.keep(at[e.To], &t)
}

// beside adds a feature to what a state took last.
func (c *chart) beside(t *state, feat int32) {
	t.also = feat
	t.cost += c.w.Of(feat)
}

// modes returns the states at a position with what a new sentence or clause there may be.
func (c *chart) modes(list []*state, i int) []*state {
	sentence := i == 0 || c.Tokens[i].Sentence != c.Tokens[i-1].Sentence
	clause := i > 0 && c.Tokens[i].Clause != c.Tokens[i-1].Clause
	if !sentence && !clause {
		return list
	}
	asks, opens := c.asking[c.Tokens[i].Sentence], c.opening[c.Tokens[i].Sentence]
	out := make([]*state, 0, 2*len(list))
	for _, s := range list {
		plain, told := *s, *s
		plain.mode &^= inStory
		told.mode |= inStory
		if sentence || s.mode&inStory == 0 {
			told.cost += c.w.Of(c.w.story)
			told.prev, told.edge, told.feat, told.more, told.also, told.aside, told.new = s, nil, c.w.story, -1, -1, -1, false
			switch {
			case asks:
				told.more = c.w.storyAsks
			case opens:
				told.more = c.w.storyOpens
			}
			if told.more >= 0 {
				told.cost += c.w.Of(told.more)
			}
		}
		if !sentence && s.mode&inStory != 0 {
			out = c.keep(out, &told)
			if told.mode != plain.mode {
				plain.prev, plain.edge, plain.feat, plain.more, plain.also, plain.aside, plain.new = s, nil, c.w.story, -1, -1, -1, false
				plain.cost += c.w.Of(c.w.story)
				out = c.keep(out, &plain)
			}
			continue
		}
		out = c.keep(out, &plain)
		out = c.keep(out, &told)
	}
	return out
}

// keep adds a copy of a state to those of a position, unless two that are as good are there.
func (c *chart) keep(list []*state, from *state) []*state {
	put := func() *state {
		s := c.states.Next()
		*s = *from
		return s
	}
	s := from
	same, worst := 0, -1
	for i, o := range list {
		if o.mask == s.mask && o.mode == s.mode {
			if same++; worst < 0 || o.cost > list[worst].cost {
				worst = i
			}
		}
	}
	if same >= 2 {
		if s.cost < list[worst].cost {
			list[worst] = put()
		}
		return list
	}
	if len(list) >= mostStates {
		w := 0
		for i := range list {
			if list[i].cost > list[w].cost {
				w = i
			}
		}
		if s.cost < list[w].cost {
			list[w] = put()
		}
		return list
	}
	return append(list, put())
}
