package read

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"delphi/commands"
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
	Kind      string            // the command's path, or the name of a way to ask nothing
	Command   *commands.Command // nil: it asks nothing
	Lines     []string          // as canonical lines, one for each question
	Set       *rules.Set        // the version whose names were looked for
	Cost      float32
	P         float64 // how likely it is among the readings
	Sure      float64 // how likely it is what was meant
	Follows   bool    // it changes the last question
	Idle      []Span  // what it says that changes nothing: a figure for the last question, and what is denied of a pile without it
	Asked     bool    // a word asks for the kind
	Used      []Span
	Skipped   []Span
	Passed    []string // the words passed over, in the line's order, marks apart, and behind them those that phrases took whatever they are, and drop
	Bare      bool     // it says nothing of what the answer hangs on
	Weighty   []Span   // of what was skipped in what is asked, figures, names, denials and words that nobody knows; and what was said and then replaced
	Corrected bool     // what was said first was put right: "xl 10, no wait, xl 11"
	Heavy     []Span   // of what was skipped in what is asked, figures, what the kind could have taken, and denials of what it took: they could change the answer
	Slots     said.Slots

	before said.Slots // what the question said that it changes
	kept   said.Slots // the same, also where that is of another kind
	feats  []int32
	lacks  []string
	doubts [doubts]float32
}

// PassedName is the Slot of a skipped Span that is a name or part of one.
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

// Without drops the readings for which drop returns true, and recomputes how likely the others
// are.
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
		sp.Told = len(c.asking) > 0 && x.From < len(c.Tokens) && !c.asking[c.Tokens[x.From].Sentence]
		rd.Used = append(rd.Used, sp)
		switch {
		case !replaced(k, rd.Slots, x):
		case c.corrects(s, x, list):
			rd.Corrected = true
		default:
			rd.Weighty = append(rd.Weighty, sp)
		}
	}
	rd.Idle = idleDenials(k, list, base)
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
	c.lying(&rd, e, skipped, story)
	if r.Sense != nil && k.Command != nil && r.Sense.Odd(c.Set, k.Command, rd.Slots) {
		rd.pay(c.w, c.w.odd)
	}
	if follow && len(list) == 0 {
		return rd, false
	}
	if follow && past.Kind == k.Name && slices.Equal(rd.Lines, said.Lines(k, past.Slots)) {
		rd.pay(c.w, c.w.unchanged)
		rd.Idle = append(rd.Idle, c.idleFigures(&rd, k)...)
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

// pay adds a feature of a reading as a whole.
func (rd *Reading) pay(w *weights, feat int32) {
	rd.Cost += w.Of(feat)
	rd.feats = append(rd.feats, feat)
}

// replaced reports whether a line said something else for the same slot after x.
func replaced(k *phrases.Kind, in said.Slots, x said.Value) bool {
	slot := k.Slots[x.Slot]
	if slot == nil || slot.Many || slot.Flag() || strings.HasPrefix(x.Text, "!") || strings.HasPrefix(x.Text, phrases.Earlier) {
		return false
	}
	return !slices.ContainsFunc(in[x.Slot], func(alts []string) bool {
		return slices.ContainsFunc(alts, func(a string) bool { return strings.Contains(x.Text, a) })
	})
}

// corrects reports whether a way over a line puts x right: behind it stand a word such as "no wait"
// and what it should have been.
func (c *chart) corrects(s *state, x said.Value, list []said.Value) bool {
	for ; s != nil; s = s.prev {
		if s.mode&correcting == 0 || s.pos < x.To {
			continue
		}
		if slices.ContainsFunc(list, func(y said.Value) bool { return y.Slot == x.Slot && y.From >= s.pos }) {
			return true
		}
	}
	return false
}

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
	out = append(out, c.w.clashes(k, s.mask&^sk.base)...)
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
