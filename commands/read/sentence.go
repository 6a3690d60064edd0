package read

import (
	"slices"
	"strings"

	"delphi/commands/read/lex"
	"delphi/commands/read/phrases"
)

// place is the position of a sentence among the others of its line. Much of a post is
// told besides the question: the names in a sentence count only if it is about the
// question.
type place uint8

const (
	placeAlone  place = iota // it is the only one
	placeAsks                // it ends in a question mark
	placeNext                // it stands beside one that does
	placeFar                 // another does, further away
	placeNone                // none does
	placeOpens               // it begins as questions do
	placeFirst               // of several
	placeLast                //
	placePast                // it tells of what is over
	placeMany                // it is long
	placeUncued              // no word of it asks for the kind, and one of another does
	places
)

var placeNames = [places]string{"alone", "asks", "next", "far", "none", "opens", "first", "last", "past", "long", "uncued"}

// sentence is what it costs to take something from one sentence of a line, and the
// features that make it so.
type sentence struct {
	feats []int32
	cost  float32
}

// sentences works out what it costs to take something from each sentence.
func (c *chart) sentences() {
	if len(c.Tokens) == 0 {
		return
	}
	n := c.Tokens[len(c.Tokens)-1].Sentence + 1
	c.tells = make([]sentence, n)
	for s := range c.tells {
		add := func(p place) { c.tells[s].feats = append(c.tells[s].feats, c.w.place[p]) }
		if n == 1 {
			add(placeAlone)
			continue
		}
		switch {
		case c.asking[s]:
			add(placeAsks)
		case c.asking[s-1] || c.asking[s+1]:
			add(placeNext)
		case len(c.asking) > 0:
			add(placeFar)
		default:
			add(placeNone)
		}
		if c.opening[s] {
			add(placeOpens)
		}
		if s == 0 {
			add(placeFirst)
		} else if s == n-1 {
			add(placeLast)
		}
	}
	if n > 1 {
		words := make([]int, n)
		for i := range c.Tokens {
			t, s := &c.tells[c.Tokens[i].Sentence], c.Tokens[i].Sentence
			if words[s]++; words[s] == longSentence {
				t.feats = append(t.feats, c.w.place[placeMany])
			}
			if f := c.w.place[placePast]; c.past(i) && !slices.Contains(t.feats, f) {
				t.feats = append(t.feats, f)
			}
			if f, ok := c.w.telling[c.Tokens[i].Stem]; ok && !slices.Contains(t.feats, f) {
				t.feats = append(t.feats, f)
			}
		}
	}
	for s := range c.tells {
		for _, f := range c.tells[s].feats {
			c.tells[s].cost += c.w.Of(f)
		}
	}
}

// openings returns the sentences that begin like questions, after any greeting.
func (c *chart) openings() map[int]bool {
	out := map[int]bool{}
	begun := -1
	for i := range c.Tokens {
		t := &c.Tokens[i]
		if t.Sentence == begun || t.Kind == lex.Mark {
			continue
		}
		if l := c.Lits[i][0]; c.g.In(l, phrases.Asks) {
			out[t.Sentence] = true
		} else if c.g.Class(l) == "chat" && len(t.Word) > 1 {
			continue
		}
		begun = t.Sentence
	}
	return out
}

// longSentence is the number of words from which a sentence counts as long.
const longSentence = 14

// past reports whether a word is in the past tense, as most that end in -ed are.
func (c *chart) past(i int) bool {
	t := &c.Tokens[i]
	return t.Kind == lex.Word && len(t.Word) > 4 && strings.HasSuffix(t.Word, "ed") && len(c.Names[i]) == 0
}
