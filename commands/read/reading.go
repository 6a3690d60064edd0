package read

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/read/lex"
	"delphi/commands/read/match"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
	"delphi/commands/read/words"
	"delphi/engine/rules"
)

// Span is a piece of a line, and what was read from it.
type Span struct {
	From, To int // bytes
	Text     string
	Slot     string // what it says it for; empty: it only asks
	Value    string
	Phrase   string // the production that made it
	Cost     float32
	Told     bool // it stands in what is told beside the question
}

// Reading is one way to take a line.
type Reading struct {
	Kind    string            // the command's path, or the name of a way to ask nothing
	Command *commands.Command // nil: it asks nothing
	Lines   []string          // as canonical lines, one for each question
	Set     *rules.Set        // the version whose names were looked for
	Cost    float32
	P       float64 // how likely it is among the readings
	Sure    float64 // how likely it is what was meant
	Follows bool    // it changes the last question
	Asked   bool    // a word asks for the kind
	Used    []Span
	Skipped []Span
	Passed  []string // the words passed over, in the line's order, marks apart, and behind them those that phrases took whatever they are, and drop
	Bare    bool     // it says nothing of what the answer hangs on
	Weighty []Span   // of what was skipped in what is asked, figures, names, denials and words that nobody knows; and what was said and then replaced
	Heavy   []Span   // of what was skipped in what is asked, figures, what the kind could have taken, and denials of what it took: they could change the answer
	Slots   said.Slots

	before said.Slots // what the question said that it changes
	kept   said.Slots // the same, also where that is of another kind
	feats  []int32
	lacks  []string
	doubts [doubts]float32
}

// PassedName is the Slot of a skipped Span that is a name, or part of one.
const PassedName = "name"

// PassedState is the Slot of a skipped Span that is a state of a hero or a monster.
const PassedState = "state"

// nearly is by how much two ways to read the same from a line may differ in cost.
const nearly = 3

// mostReadings is how many readings are returned.
const mostReadings = 12

// settle sorts readings, joins those that say the same, and works out how likely each is. Of
// those that say the same, the one that passes over the fewest words tells what was read.
func settle(list []Reading) []Reading {
	slices.SortStableFunc(list, func(a, b Reading) int { return cmp.Compare(a.Cost, b.Cost) })
	out := list[:0]
	at := map[string]int{}
	for _, rd := range list {
		key := rd.Kind + "\x00" + strings.Join(rd.Lines, "\x00")
		i, known := at[key]
		switch {
		case !known:
			at[key] = len(out)
			out = append(out, rd)
		case len(rd.Passed) < len(out[i].Passed) && rd.Cost < out[i].Cost+nearly:
			rd.Cost, rd.feats = out[i].Cost, out[i].feats
			out[i] = rd
		}
	}
	out = out[:min(len(out), mostReadings)]
	for i := range out {
		out[i].P = math.Exp(float64(out[0].Cost - out[i].Cost))
	}
	return out
}

// share makes the chances of some readings add up to 1.
func share(list []Reading) {
	sum := 0.0
	for i := range list {
		sum += list[i].P
	}
	for i := range list {
		list[i].P /= sum
	}
}

// Without drops readings, and works out anew how likely those that are left are.
func (r *Reader) Without(list []Reading, drop func(*Reading) bool) []Reading {
	out := slices.DeleteFunc(list, func(rd Reading) bool { return drop(&rd) })
	share(out)
	r.trust(out)
	return out
}

// Sound drops the readings with a line that key refuses, and joins those whose lines have
// the same keys, which say the same in other words: together they are as likely as all of
// them.
func (r *Reader) Sound(list []Reading, key func(rd *Reading, line string) (string, bool)) []Reading {
	out := list[:0]
	at := map[string]int{}
	var as []int
	for i := range list {
		rd, good := &list[i], true
		k := rd.Kind
		if rd.Command != nil {
			k = ""
			for _, line := range rd.Lines {
				of, ok := key(rd, line)
				good = good && ok
				k += of + "\x00"
			}
			good = good && len(rd.Lines) > 0
		}
		if !good {
			continue
		}
		if _, known := at[k]; !known {
			at[k] = len(at)
		}
		as = append(as, at[k])
		out = append(out, *rd)
	}
	if len(out) == 0 {
		return out
	}
	joined := make([]Reading, 0, len(at))
	for i, rd := range out {
		if as[i] == len(joined) {
			joined = append(joined, rd)
		} else {
			joined[as[i]].P += rd.P
		}
	}
	slices.SortStableFunc(joined, func(a, b Reading) int { return -cmp.Compare(a.P, b.P) })
	share(joined)
	r.trust(joined)
	return joined
}

// reading makes a reading of where a search came to.
func (c *chart) reading(r *Reader, e end, past *said.Past) (Reading, bool) {
	k, s, follow := e.sk.kind, e.state, e.sk.follow
	var base said.Slots
	if follow {
		base = past.For(c.g, k)
	}
	list, skipped := c.says(k, s)
	rd := Reading{Kind: k.Name, Command: k.Command, Cost: e.cost, Set: c.Set, Asked: s.mask&phrases.CueBit != 0}
	if rd.Follows = base != nil; rd.Follows && past.Kind == k.Name {
		rd.before = past.Slots
	}
	if said.TakesBack(list) {
		base = past.Before
	}
	if base != nil {
		for i, x := range list {
			if slot := k.Slots[x.Slot]; slot != nil && !slot.Flag() {
				list[i].Text = past.Fuller(c.g, c.Line, x)
			}
		}
	}
	rd.kept = base
	rd.Slots = said.Gather(c.g, c.sense, c.Set, k, list, base, past)
	rd.Lines = said.Lines(k, rd.Slots)
	for _, x := range list {
		sp := c.span(x.From, x.To, x)
		rd.Used = append(rd.Used, sp)
		if replaced(k, rd.Slots, x) {
			rd.Weighty = append(rd.Weighty, sp)
		}
	}
	story := c.told(s)
	could, starts := c.could(e, rd.Slots, skipped, func(i int) bool { return !story[i] })
	c.passedOver(&rd, e, skipped, story, could)
	for t := s; t != nil; t = t.prev {
		if t.edge != nil {
			rd.Passed = c.unread(t.edge, rd.Passed)
			rd.Skipped = append(rd.Skipped, c.unsaid(k, t.edge)...)
		}
	}
	rd.feats = c.features(e.sk, s)
	rd.feats = append(rd.feats, e.more...)
	if c.lackLies(e) {
		rd.Cost += c.w.Of(c.w.lackLies)
		rd.feats = append(rd.feats, c.w.lackLies)
	}
	if k.Command != nil && c.meantLies(e) {
		rd.Cost += c.w.Of(c.w.meantLies)
		rd.feats = append(rd.feats, c.w.meantLies)
	}
	if tapped := c.tapped(s); k.Command != nil && len(tapped) > 0 {
		_, left := c.could(e, rd.Slots, skipped, func(i int) bool { return story[i] && tapped[c.Tokens[i].Sentence] })
		for range min(left, mostLeft) {
			rd.Cost += c.w.Of(c.w.left)
			rd.feats = append(rd.feats, c.w.left)
		}
	}
	if r.Sense != nil && k.Command != nil && r.Sense.Odd(c.Set, k.Command, rd.Slots) {
		rd.Cost += c.w.Of(c.w.odd)
		rd.feats = append(rd.feats, c.w.odd)
	}
	if follow && len(list) == 0 {
		return rd, false
	}
	if follow && past.Kind == k.Name && slices.Equal(rd.Lines, said.Lines(k, past.Slots)) {
		rd.Cost += c.w.Of(c.w.unchanged)
		rd.feats = append(rd.feats, c.w.unchanged)
	}
	for i := range k.Needs {
		if s.mask&k.Needs[i].Mask == 0 && k.Needs[i].Mask&(phrases.CueBit|phrases.SecondCueBit) == 0 {
			rd.lacks = append(rd.lacks, k.Needs[i].Slots[0])
		}
	}
	rd.Bare = len(k.Must) > 0 && !slices.ContainsFunc(k.Must, func(s string) bool { return len(rd.Slots[s]) > 0 }) &&
		!slices.ContainsFunc(c.Lits, func(l words.Lits) bool { return k.Unless[l[0]] })
	c.doubted(&rd, e, past, skipped, story, starts)
	return rd, true
}

// passedOver notes the tokens that a reading passes over, and what hangs on them: story are
// those told beside the question, could those that the kind could have taken.
func (c *chart) passedOver(rd *Reading, e end, skipped []int, story map[int]bool, could map[int]string) {
	k, s := e.sk.kind, e.state
	idle, counts := k.Idle, counts(k, s.mask)
	var idles []bool
	for _, i := range skipped {
		if c.Tokens[i].Kind != lex.Mark {
			rd.Passed = append(rd.Passed, c.Tokens[i].Word)
		}
		cl := c.ClassOf[i]
		if cl.Light() {
			continue
		}
		sp := c.span(i, i+1, said.Value{Slot: cl.String(), Prod: could[i]})
		if cl == words.Word && c.States(i) {
			sp.Slot = PassedState
		}
		sp.Told = story[i]
		rd.Skipped = append(rd.Skipped, sp)
		figure := cl == words.Number || cl == words.Percent
		if figure && idles == nil {
			idles = e.sk.idles(len(c.Tokens))
		}
		switch {
		case figure && idles[i]:
		case figure && s.naming(k, i+1): // "three cheap plastic ones", wherever it is told
			rd.Heavy = append(rd.Heavy, sp)
			rd.Weighty = append(rd.Weighty, sp)
		case story[i]:
		case figure && counts && !rd.repeats(c.Tokens[i].Word) || could[i] != "" || cl == words.Neg && c.denies(i, s, idle):
			rd.Heavy = append(rd.Heavy, sp)
			rd.Weighty = append(rd.Weighty, sp)
		case cl == words.Name || cl == words.Neg || cl == words.Unknown || figure:
			rd.Weighty = append(rd.Weighty, sp)
		}
	}
}

// idles marks the tokens of phrases that say nothing to the kind, though it can take them: "41 HP"
// to what hits. Where a story is passed over, that costs even less than to take them.
func (sk *sketch) idles(n int) []bool {
	out := make([]bool, n)
	for _, tops := range sk.at {
		for _, t := range tops {
			if t.mask&^sk.kind.Idle == 0 && t.edge.Cost <= dearIdle {
				for i := t.edge.From; i < t.edge.To; i++ {
					out[i] = true
				}
			}
		}
	}
	return out
}

// dearIdle is what such a phrase may cost: dearer ones are hardly meant.
const dearIdle = 2.5

// tapped returns the sentences that ask nothing and of which a reading takes something.
func (c *chart) tapped(s *state) map[int]bool {
	var out map[int]bool
	for ; s != nil; s = s.prev {
		if s.edge == nil || s.took&^(phrases.CueBit|phrases.SecondCueBit) == 0 {
			continue
		}
		if in := c.Tokens[s.edge.From].Sentence; !c.asking[in] {
			if out == nil {
				out = map[int]bool{}
			}
			out[in] = true
		}
	}
	return out
}

// mostLeft is how many phrases that lie in such sentences count.
const mostLeft = 3

// naming reports whether a phrase by which a reading names something begins at a token.
func (s *state) naming(k *phrases.Kind, at int) bool {
	for ; s != nil; s = s.prev {
		if s.edge != nil && s.edge.From == at && s.took&k.Names != 0 {
			return true
		}
	}
	return false
}

// counts reports whether a kind may have a use for another figure, where mask is said already.
func counts(k *phrases.Kind, mask uint64) bool {
	if k.Command == nil || !k.Command.Cacheable {
		return true
	}
	for _, s := range k.Slots {
		if p := s.Param; p != nil && p.Kind != commands.KindVersion && p.Kind != commands.KindFlag && p.Kind != commands.KindChoice && (p.Kind != commands.KindName || p.Counts || p.Pile || p.Gear) && (s.Many || mask&(1<<s.Bit) == 0) {
			return true
		}
	}
	return false
}

// repeats reports whether a figure stands in what a question said that the reading changes, and
// which it leaves as it was: "ten dips" behind ten quaffs.
func (rd *Reading) repeats(figure string) bool {
	if n, ok := lex.NumberWords[figure]; ok {
		figure = strconv.Itoa(n)
	}
	for s, v := range rd.kept {
		if slices.EqualFunc(v, rd.Slots[s], slices.Equal) && slices.ContainsFunc(v, func(alts []string) bool {
			return slices.ContainsFunc(alts, func(a string) bool { return slices.Contains(said.Numbers(a), figure) })
		}) {
			return true
		}
	}
	return false
}

// unsaid returns the states in words that a kind takes without any meaning: "slow" behind the
// fast hero of "outrun soldier ant very fast slow".
func (c *chart) unsaid(k *phrases.Kind, e *match.Edge) (out []Span) {
	if e.Prod < 0 {
		return nil
	}
	if name := c.g.Name(c.g.Prods[e.Prod].Sym); name != k.Name+".fill" && name != "idle" {
		return nil
	}
	for i := e.From; i < e.To; i++ {
		if c.States(i) {
			out = append(out, c.span(i, i+1, said.Value{Slot: PassedState}))
		}
	}
	return out
}

// unread adds to words those that a phrase took whatever they are, and says nothing of.
func (c *chart) unread(e *match.Edge, words []string) []string {
	if e.Prod < 0 {
		return words
	}
	p := &c.g.Prods[e.Prod]
	for _, ch := range e.Children {
		part := &p.Parts[ch.Part]
		if part.Drop && part.Kind == phrases.TermPart && (part.ID == phrases.WORD || part.ID == phrases.UNKNOWN || part.ID == phrases.TEXT || part.ID == phrases.REST) {
			for i := ch.Edge.From; i < ch.Edge.To; i++ {
				if c.Tokens[i].Kind != lex.Mark && !c.ClassOf[i].Light() {
					words = append(words, c.Tokens[i].Word)
				}
			}
			continue
		}
		words = c.unread(ch.Edge, words)
	}
	return words
}

// replaced reports whether a line said something else for the same slot after x.
func replaced(k *phrases.Kind, in said.Slots, x said.Value) bool {
	slot := k.Slots[x.Slot]
	if slot == nil || slot.Many || slot.Flag() || strings.HasPrefix(x.Text, "!") {
		return false
	}
	return !slices.ContainsFunc(in[x.Slot], func(alts []string) bool {
		return slices.ContainsFunc(alts, func(a string) bool { return strings.Contains(x.Text, a) })
	})
}

// told returns the tokens of what is told beside the question: of sentences that ask nothing
// and say nothing of it, and of clauses that are as long as one beside what is asked. A line
// that only tells is not a story beside a question.
func (c *chart) told(s *state) map[int]bool {
	story, asked := map[int]bool{}, map[int]bool{}
	for t := s; t != nil; t = t.prev {
		if t.edge != nil && t.mode&inStory == 0 && (t.took != 0 || t.how == said.AskedAgain) {
			asked[c.Tokens[t.edge.From].Sentence] = true
		}
		if t.prev != nil && t.edge == nil && t.pos > t.prev.pos && t.mode&inStory != 0 {
			story[t.prev.pos] = true
		}
	}
	if len(asked) == 0 {
		return nil
	}
	for i := range c.Tokens {
		if s := c.Tokens[i].Sentence; !asked[s] && !c.asking[s] && !c.opening[s] {
			story[i] = true
		}
	}
	words := map[int]int{}
	for i := range c.Tokens {
		if c.Tokens[i].Kind != lex.Mark {
			words[c.Tokens[i].Clause]++
		}
	}
	maps.DeleteFunc(story, func(i int, _ bool) bool {
		return asked[c.Tokens[i].Sentence] && words[c.Tokens[i].Clause] < shortClause
	})
	return story
}

// shortClause is the number of words from which a clause may tell something besides the
// question.
const shortClause = 4

// Past returns the reading in the form needed by lines that change it.
func (rd *Reading) Past() *said.Past {
	return &said.Past{Kind: rd.Kind, Slots: rd.Slots, Before: rd.before}
}

// Lacks lists the slots that the question needs and does not say.
func (rd *Reading) Lacks() []string { return rd.lacks }

func (c *chart) span(from, to int, x said.Value) Span {
	sp := Span{Slot: x.Slot, Value: x.Text, Phrase: x.Prod, Cost: x.Cost}
	if from < to && to <= len(c.Tokens) {
		sp.From, sp.To = c.Tokens[from].At, c.Tokens[to-1].End
		sp.Text = c.Text[sp.From:sp.To]
	}
	return sp
}

// features lists the features of a reading, each as often as it counts.
func (c *chart) features(sk *sketch, s *state) []int32 {
	k, out := sk.kind, slices.Clone(sk.askFeatures(c.w, s.mask))
	if !sk.follow {
		for i := range k.Needs {
			if s.mask&k.Needs[i].Mask == 0 {
				out = append(out, c.w.kind(k).needs[i])
			}
		}
	}
	for i := range k.Clashes {
		if k.Clashes[i].In(s.mask &^ sk.base) {
			out = append(out, c.w.kind(k).clash[i])
		}
	}
	for t := s; t != nil; t = t.prev {
		if t.feat >= 0 {
			out = append(out, t.feat)
		}
		if t.more >= 0 {
			out = append(out, t.more)
		}
		if t.also >= 0 {
			out = append(out, t.also)
		}
		if t.aside >= 0 {
			out = append(out, t.aside)
		}
		if t.new {
			out = append(out, c.tells[t.from-1].feats...)
			if sk.uncued(int(t.from - 1)) {
				out = append(out, c.w.place[placeUncued])
			}
		}
		if t.edge != nil && t.how != said.AskedAgain {
			out = c.edgeFeatures(t.edge, out)
		}
	}
	return out
}

func (c *chart) edgeFeatures(e *match.Edge, out []int32) []int32 {
	if e.Prod < 0 {
		if e.Feat >= 0 {
			out = append(out, e.Feat)
		}
		return out
	}
	out = append(out, c.w.Prods[e.Prod])
	for _, ch := range e.Children {
		out = c.edgeFeatures(ch.Edge, out)
	}
	return out
}
