package read

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/read/lex"
	"delphi/commands/read/match"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
	"delphi/commands/read/words"
)

// passedOver notes the tokens that a reading passes over, and what hangs on them: story are
// those told beside the question, could those that the kind could have taken.
func (c *chart) passedOver(rd *Reading, e end, skipped []int, story map[int]bool, could map[int]string) {
	k, s := e.sk.kind, e.state
	idle, counts := k.Idle, counts(k, s.mask)
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
		figure := cl.Figure()
		switch {
		case figure && e.sk.idles()[i]:
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
func (sk *sketch) idles() []bool {
	if sk.idle != nil {
		return sk.idle
	}
	sk.idle = make([]bool, len(sk.at))
	for _, tops := range sk.at {
		for _, t := range tops {
			if t.mask&^sk.kind.Idle == 0 && t.edge.Cost <= dearIdle {
				for i := t.edge.From; i < t.edge.To; i++ {
					sk.idle[i] = true
				}
			}
		}
	}
	return sk.idle
}

// idleFigures returns the figures, with the words around them, and what says how the hero is, that a
// phrase took and of which the question says nothing: "my ac is 2" behind what a priest gives for
// gold, "a gnome" behind a failure rate.
func (c *chart) idleFigures(rd *Reading, k *phrases.Kind) (out []Span) {
	for _, sp := range rd.Used {
		if slot := k.Slots[sp.Slot]; slot != nil && slot.Param != nil || sp.Told {
			continue
		}
		head, _, _ := strings.Cut(sp.Phrase, ":")
		if head == k.Name+".cue" { // it asks: "how long until it's back to 0"
			continue
		}
		if (len(said.Numbers(sp.Text)) > 0 || c.g.Facts[head]) && !slices.ContainsFunc(out, func(o Span) bool { return o.From == sp.From }) {
			out = append(out, sp)
		}
	}
	return out
}

// idleDenials returns what is denied of a pile of which nothing like it was said: "7 unicorn horns, no
// pick-axe".
func idleDenials(k *phrases.Kind, list []said.Value, base said.Slots) (out []Span) {
	for _, x := range list {
		slot := k.Slots[x.Slot]
		name, denied := strings.CutPrefix(x.Text, "!")
		if slot == nil || slot.Param == nil || !slot.Param.Pile || !denied || name == "all" {
			continue
		}
		has := slices.ContainsFunc(list, func(o said.Value) bool {
			return o.Slot == x.Slot && !strings.HasPrefix(o.Text, "!") && strings.Contains(o.Text, name)
		}) || slices.ContainsFunc(base[x.Slot], func(alts []string) bool {
			return slices.ContainsFunc(alts, func(a string) bool { return strings.Contains(a, name) })
		})
		if !has {
			out = append(out, Span{From: x.From, To: x.To, Text: "no " + name, Slot: x.Slot, Value: x.Text})
		}
	}
	return out
}

// dearIdle is what such a phrase may cost: dearer ones are hardly meant.
const dearIdle = 5

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
