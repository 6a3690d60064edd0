package read

import (
	"math"

	"delphi/commands/read/learned"
	"delphi/commands/read/lex"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
)

// behind is the word that stands for the question before a line.
const behind = "behind:"

// toldCounts is how much the words of a sentence count that asks nothing where another does.
const toldCounts = 0.5

// hunchWords lists what hunches go by: the words of a line, the sorts of things that it
// names, and which of these stand side by side.
func (c *chart) hunchWords(past *said.Past) []learned.Word {
	asks := len(c.asking) > 0 || len(c.opening) > 0
	at := map[string]int{}
	var out []learned.Word
	add := func(text string, sentence int) {
		counts := float32(1)
		if asks && !c.asking[sentence] && !c.opening[sentence] {
			counts = toldCounts
		}
		if i, ok := at[text]; ok {
			out[i].Counts = max(out[i].Counts, counts)
			return
		}
		at[text] = len(out)
		out = append(out, learned.Word{Text: text, Counts: counts})
	}
	before := "^"
	for i := 0; i < len(c.Tokens); {
		t := &c.Tokens[i]
		text, next := c.hunchWord(i)
		if text == "" {
			i = next
			continue
		}
		add(text, t.Sentence)
		add(before+" "+text, t.Sentence)
		for j := i; j < next && text[0] == '<'; j++ {
			if c.Tokens[j].Kind == lex.Word {
				add(c.Tokens[j].Stem, t.Sentence)
			}
		}
		before, i = text, next
	}
	if n := len(c.Tokens); n > 0 {
		add(before+" $", c.Tokens[n-1].Sentence)
	}
	out = append(out, learned.Word{Text: "^", Counts: 1}) // what speaks for a kind whatever the words
	if past != nil {
		out = append(out, learned.Word{Text: behind + past.Kind, Counts: 1})
	}
	return out
}

// hunchWord returns what a token is to hunches, and the token after it: the sort of thing of
// which it begins the name, a word, or the shape of a figure.
func (c *chart) hunchWord(i int) (string, int) {
	t := &c.Tokens[i]
	vocab, to := int32(math.MaxInt32), i
	for k := range c.Names[i] {
		switch n := &c.Names[i][k]; {
		case !n.Whole() || n.To < to:
		case n.To > to, n.Vocab < vocab:
			vocab, to = n.Vocab, n.To
		}
	}
	if to > i && (to > i+1 || t.Kind != lex.Word || c.Lits[i][0] < 0) {
		if p := c.g.Vocabs[vocab-phrases.Builtins]; p != nil {
			return "<" + p.Name + ">", to
		}
	}
	switch t.Kind {
	case lex.Word:
		if l := c.Lits[i][1]; c.Lits[i][0] < 0 && l >= 0 {
			return c.g.Text(l), i + 1
		}
		return t.Stem, i + 1
	case lex.Number:
		if t.Ordinal {
			return "#th", i + 1
		}
		return "#", i + 1
	case lex.Fraction, lex.Decimal:
		return "#%", i + 1
	case lex.Dice:
		return "#d", i + 1
	case lex.Version:
		return "#v", i + 1
	case lex.Glyph:
		return "#glyph", i + 1
	}
	switch t.Word {
	case "?", "%", "+":
		return t.Word, i + 1
	}
	return "", i + 1
}

// expect works out how likely each kind is by the line's words alone.
func (c *chart) expect(past *said.Past) {
	c.hunches = c.hunch.Guess(c.hunchWords(past), past != nil)
}

// unlikely is how likely a kind counts as that no row ever asked.
const unlikely = -9

// hunchOn sets how likely the kind of a sketch is by the words alone.
func (c *chart) hunchOn(sk *sketch, past *said.Past) {
	k := sk.kind
	p := c.hunchOf(k)
	if past != nil && (sk.same || !sk.follow && k.Name == past.Kind || sk.back) {
		if a, ok := c.hunch.Index(learned.Again); ok {
			p = max(p, c.hunches[a])
		}
	}
	bin := 0
	for bin < len(hunchBounds) && p <= hunchBounds[bin] {
		bin++
	}
	sk.hunch, sk.likely = c.w.hunches[bin], p
	sk.least += c.w.Of(sk.hunch)
}

// hunchOf returns the logarithm of how likely a kind is; of one that asks two things, that of
// the less likely half, doubled, as each is the whole to nobody.
func (c *chart) hunchOf(k *phrases.Kind) float32 {
	if i, ok := c.hunch.Index(k.Name); ok {
		return max(c.hunches[i], unlikely)
	}
	if len(k.Parts) == 0 {
		return unlikely
	}
	least := float32(0)
	for _, part := range k.Parts {
		least = min(least, c.hunchOf(part))
	}
	return min(least+math.Ln2, 0)
}

// hunchBounds are the logarithms of chances that the features of hunches part.
var hunchBounds = []float32{-0.05, -0.2, -0.7, -1.4, -2.1, -3, -4, -5, -6.5, -8.9}
