package read

import (
	"math"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/read/match"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
	"delphi/commands/read/words"
)

// doubt is what decides how far a reading can be trusted, apart from how likely it is
// among the others: most wrong answers are not near misses, but answers to lines that
// say something for which there is no phrase.
type doubt uint8

const (
	doubtAlways     doubt = iota
	doubtOdds             // the logarithm of the odds that it is right, going by the others
	doubtWord             // words passed over in the question, of each class
	doubtUnknown          //
	doubtName             //
	doubtNumber           //
	doubtNeg              //
	doubtToldName         // words passed over in what is told beside it
	doubtToldNumber       //
	doubtTold             //
	doubtUnasked          // no word asks for the kind
	doubtFollows          // it changes the last question
	doubtFresh            // it follows a question, and does not change it
	doubtLacks            // it lacks what the kind needs
	doubtFuzzy            // names that are misspelt
	doubtPart             // names of which only a part is said
	doubtLong             // the line's length, in doublings
	doubtCorrected        // values that a later one replaced
	doubtKind             // the logarithm of the odds that it is of the right kind, going by the others
	doubtShare            // which share of the question's words is passed over
	doubtSaid             // how much it says
	doubtCould            // phrases of the question that the kind could have taken
	doubtBeside           // what asks for the kind stands in another sentence than the one that asks
	doubtAsking           // words passed over in the sentence that asks
	doubtSeveral          // it asks more than one thing
	doubtPassed           // what passing words over costs, in what is asked
	doubtHeard            // and in what is told
	doubtPhrases          // what its phrases cost
	doubtTaken            // what it costs to take something from its sentences
	doubtHunch            // how unlikely its kind is by the words alone
	doubtLeft             // phrases that lie in what is told, in sentences of which it takes something
	doubtFigure           // figures that do
	doubtLies             // it passes over a name that it has room for
	doubtMeant            // and what is asked refers to something by no name
	doubts
)

var doubtNames = [doubts]string{"always", "odds", "word", "unknown", "name", "number", "neg", "told.name", "told.number", "told", "unasked", "follows", "fresh", "lacks", "fuzzy", "part", "long", "corrected", "kind", "share", "said", "could", "beside", "asking", "several", "passed", "heard", "phrases", "taken", "hunch", "left", "figure", "lies", "meant"}

var doubtBegin = [doubts]float32{-1.5, -1, .2, .5, .7, 1, .5, .1, .1, 0, .3, .2, .5, .5, .3, .1, .1, .2, 0, .5, 0, .5, .5, .2, .2, 0, 0, 0, 0, .2, .3, .2, .2, .4}

// mostDoubted is the number from which more doubts of the same kind no longer count.
const mostDoubted = 4

// doubtOf returns the doubt that a passed-over word of a class counts as.
func doubtOf(cl words.Class, story bool) doubt {
	if story {
		switch cl {
		case words.Name, words.Unknown:
			return doubtToldName
		case words.Number, words.Percent:
			return doubtToldNumber
		}
		return doubtTold
	}
	switch cl {
	case words.Unknown:
		return doubtUnknown
	case words.Name:
		return doubtName
	case words.Number, words.Percent:
		return doubtNumber
	case words.Neg:
		return doubtNeg
	}
	return doubtWord
}

// doubted counts what makes a reading doubtful, apart from its odds.
func (c *chart) doubted(rd *Reading, e end, past *said.Past, skipped []int, story map[int]bool, could int) {
	d := &rd.doubts
	count := func(x doubt) { d[x] = min(d[x]+1, mostDoubted) }
	d[doubtAlways] = 1
	passed := 0
	for _, i := range skipped {
		if c.ClassOf[i].Light() {
			continue
		}
		count(doubtOf(c.ClassOf[i], story[i]))
		if !story[i] {
			passed++
		}
		if c.asking[c.Tokens[i].Sentence] {
			count(doubtAsking)
		}
	}
	taken := 0
	asks := len(c.asking) > 0
	var passing, hearing, phrasing, taking float32
	for t := e.state; t != nil; t = t.prev {
		if t.edge == nil {
			if t.prev != nil && t.pos > t.prev.pos {
				cost := c.w.Of(t.feat)
				if t.more >= 0 {
					cost += c.w.Of(t.more)
				}
				if t.mode&inStory != 0 {
					hearing += cost
				} else {
					passing += cost
				}
			}
			continue
		}
		phrasing += t.edge.Cost
		if t.new {
			taking += c.tells[t.from-1].cost
		}
		taken += t.edge.To - t.edge.From
		if t.took&(phrases.CueBit|phrases.SecondCueBit) != 0 && c.asking[c.Tokens[t.edge.From].Sentence] {
			asks = false
		}
		if t.how == said.Later && t.replaces() && t.prev.mode&correcting == 0 { // where no word says so
			count(doubtCorrected)
		}
	}
	d[doubtCould] = min(float32(could), mostDoubted)
	d[doubtShare] = float32(passed) / float32(passed+taken+1)
	d[doubtSaid] = min(float32(len(rd.Slots)), 6) / 2
	if e.state.mask&phrases.CueBit == 0 && !e.sk.same {
		d[doubtUnasked] = 1
	}
	if rd.Follows {
		d[doubtFollows] = 1
	} else if past != nil {
		d[doubtFresh] = 1
	}
	if len(rd.lacks) > 0 {
		d[doubtLacks] = 1
	}
	for _, f := range rd.feats {
		switch f {
		case c.w.Ways[words.Fuzzy], c.w.FuzzyLit:
			count(doubtFuzzy)
		case c.w.Ways[words.Tail], c.w.Ways[words.Head], c.w.Ways[words.Shared], c.w.Ways[words.Plain]:
			count(doubtPart)
		}
	}
	bounded := func(x float32) float32 { return min(max(x, -mostDoubted), 2*mostDoubted) / 2 }
	d[doubtPassed], d[doubtHeard], d[doubtPhrases], d[doubtTaken] = bounded(passing), bounded(hearing), bounded(phrasing), bounded(taking)
	d[doubtHunch] = min(-e.sk.likely, 2*mostDoubted) / 2
	if asks {
		d[doubtBeside] = 1
	}
	if len(rd.Lines) > 1 {
		d[doubtSeveral] = 1
	}
	d[doubtLong] = float32(math.Log2(1 + float64(passed+taken)/4))
}

// replaces reports whether what was taken last stands in the place of something that the line
// itself said: what corrects an earlier line is no more doubtful than what changes it.
func (s *state) replaces() bool {
	for o := s.prev; o != nil; o = o.prev {
		if o.edge != nil && o.took&s.took != 0 {
			return true
		}
	}
	return false
}

// could lists the tokens of the phrases that a kind could have taken where a reading passes
// words over, with what the phrases are called; starts are those that begin one. Only the
// tokens that are looked at count.
func (c *chart) could(e end, in said.Slots, skipped []int, look func(i int) bool) (tokens map[int]string, starts int) {
	free := make([]bool, len(c.Tokens)+1)
	for _, i := range skipped {
		free[i] = look(i)
	}
	idle := e.sk.kind.Idle
	if slot := e.sk.kind.Slots[said.Matters]; slot != nil && compares(e.sk.kind, in) { // "worse in this than in that"
		idle |= 1 << slot.Bit
	}
	for i := 0; i < len(c.Tokens); i++ {
		longest, phrase := i, ""
		for _, t := range e.sk.at[i] {
			says := t.mask &^ (phrases.CueBit | phrases.SecondCueBit | idle)
			if says == 0 || t.edge.To <= longest || e.sk.kind.Clash(e.state.mask, says) || says&^e.sk.kind.Lacking == 0 && c.denied[i] >= 0 && free[c.denied[i]] {
				continue
			}
			if !slices.Contains(free[i:t.edge.To], false) && c.adds(e, t, in) {
				longest, phrase = t.edge.To, c.g.Name(t.edge.Sym)
				if t.edge.Prod >= 0 {
					phrase = c.g.Prods[t.edge.Prod].Name
				}
			}
		}
		if longest == i {
			continue
		}
		if tokens == nil {
			tokens = map[int]string{}
		}
		starts++
		for ; i < longest; i++ {
			tokens[i] = phrase
		}
		i--
	}
	return tokens, starts
}

// compares reports whether a question has several things side by side for a slot. Of figures,
// "3 lower" may be one of them.
func compares(k *phrases.Kind, in said.Slots) bool {
	for s, values := range in {
		slot := k.Slots[s]
		if slot != nil && slot.Param != nil && slot.Param.Kind == commands.KindName && slices.ContainsFunc(values, func(alts []string) bool { return len(alts) > 1 }) {
			return true
		}
	}
	return false
}

// adds reports whether a phrase that was not taken would change what a reading says: it
// fills a slot that is empty, or one of several values with another. Everyday words that
// are names as well ("can", "club") add nothing.
func (c *chart) adds(e end, t top, in said.Slots) bool {
	if c.named(t.edge) && !slices.ContainsFunc(c.ClassOf[t.edge.From:t.edge.To], words.Class.Weighty) {
		return false
	}
	k := e.sk.kind
	if t.mask&^(phrases.CueBit|phrases.SecondCueBit)&^e.state.mask != 0 {
		return true
	}
	return slices.ContainsFunc(c.values(nil, k, &k.Takes[t.take], t.edge), func(x said.Value) bool {
		slot := k.Slots[x.Slot]
		return slot != nil && slot.Many && x.Text != "-" && !slices.ContainsFunc(in[x.Slot], func(alts []string) bool {
			return slices.ContainsFunc(alts, func(a string) bool { return strings.Contains(a, x.Text) })
		})
	})
}

// named reports whether a phrase holds a name.
func (c *chart) named(e *match.Edge) bool {
	if e.Prod < 0 {
		return e.Feat >= 0 && e.Feat != c.w.FuzzyLit
	}
	return slices.ContainsFunc(e.Children, func(ch match.Child) bool { return c.named(ch.Edge) })
}

// Misspelt reports whether a reading takes a word or a name for another that is near to it.
func (rd *Reading) Misspelt() bool { return rd.doubts[doubtFuzzy] > 0 }

// Doubts returns what makes a reading doubtful, in the order of Tunable.Doubts.
func (rd *Reading) Doubts() []float32 { return append(rd.doubts[:len(rd.doubts):len(rd.doubts)], 1) }

// trust works out how far each reading, whose P is known, can be trusted.
func (r *Reader) trust(list []Reading) {
	kinds := map[string]float64{}
	for i := range list {
		kinds[list[i].Kind] += list[i].P
	}
	odds := func(p float64) float32 {
		p = min(max(p, 0.02), 0.998)
		return float32(math.Log(p / (1 - p)))
	}
	for i := range list {
		rd := &list[i]
		k, p := r.grammar.Kind(rd.Kind), rd.P
		for j := range list {
			if saysMore(k, rd, &list[j]) {
				p += list[j].P
			}
		}
		rd.doubts[doubtOdds], rd.doubts[doubtKind] = odds(p), odds(kinds[rd.Kind])
		x := 0.0
		if k != nil {
			x = float64(r.weights.Of(r.weights.kind(k).doubt))
		}
		for d, n := range rd.doubts {
			x += float64(n * r.weights.Of(r.weights.doubts[d]))
		}
		// However certain the kind is, one of two equally likely readings is wrong.
		rd.Sure = min(1/(1+math.Exp(x)), math.Pow(p, 0.65))
	}
}

// saysMore reports whether a reading says all that another one of the same kind does, and more:
// that one, which only leaves something out, is no rival. Another pile is another question.
func saysMore(k *phrases.Kind, rd, than *Reading) bool {
	if than.Kind != rd.Kind || k == nil || k.Command == nil || k.Command.Acts() || slices.Equal(rd.Lines, than.Lines) {
		return false
	}
	for slot, values := range than.Slots {
		own := rd.Slots[slot]
		if s := k.Slots[slot]; s != nil && s.Param != nil && s.Param.Pile && len(own) != len(values) {
			return false
		}
		if slices.ContainsFunc(values, func(v []string) bool {
			return !slices.ContainsFunc(own, func(o []string) bool {
				return slices.EqualFunc(o, v, func(o, v string) bool { return o == v || strings.HasSuffix(o, " "+v) }) // "2 soldier ants"
			})
		}) {
			return false
		}
	}
	return true
}
