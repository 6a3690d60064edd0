package read

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"delphi/commands/read/lex"
	"delphi/commands/read/phrases"
)

//go:embed hunches.txt
var hunchesText string

// Hunches says how likely each kind of question is by the words of a line alone, whatever
// phrases know of them: a logistic regression over the words and the pairs of words. Phrases
// say what a line says; the words that nobody wrote a phrase for still tell what it is about.
type Hunches struct {
	labels []string
	at     map[string]int // label -> its number
	words  map[string]clues
}

// clues are what a word says for or against each kind, by the kind's number.
type clues []clue

type clue struct {
	label  uint16
	weight float32 // of the logarithm of the odds
}

// Again is the label of lines that change the last question.
const Again = "again"

// behind is the word that stands for the question before a line.
const behind = "behind:"

// Word is something that hunches go by, and how much it counts.
type Word struct {
	Text   string
	Counts float32
}

// toldCounts is how much the words of a sentence count that asks nothing where another does.
const toldCounts = 0.5

// NewHunches returns hunches about some labels that know no words.
func NewHunches(labels []string) *Hunches {
	h := &Hunches{labels: labels, at: map[string]int{}, words: map[string]clues{}}
	for i, l := range labels {
		h.at[l] = i
	}
	return h
}

// Learn sets what a word says for or against the labels, in their order.
func (h *Hunches) Learn(word string, weights []float32) {
	var out clues
	for i, w := range weights {
		if w = rounded(w); w != 0 {
			out = append(out, clue{uint16(i), w})
		}
	}
	if len(out) > 0 {
		h.words[word] = out
	}
}

// rounded returns a weight as the file keeps it; what is nearly nothing is nothing.
func rounded(w float32) float32 {
	if math.Abs(float64(w)) < leastClue {
		return 0
	}
	return float32(math.Round(float64(w)*10) / 10)
}

// leastClue is the smallest weight that is kept.
const leastClue = 0.25

// Guess returns the logarithm of how likely each label is, in their order. What no line alone
// can be, it cannot be without a question before it.
func (h *Hunches) Guess(words []Word, follows bool) []float32 {
	out := make([]float32, len(h.labels))
	for _, w := range words {
		for _, c := range h.words[w.Text] {
			out[c.label] += c.weight * w.Counts
		}
	}
	if i, ok := h.at[Again]; ok && !follows {
		out[i] = -1e3
	}
	most := slices.Max(append(out, -1e3))
	sum := 0.0
	for _, x := range out {
		sum += math.Exp(float64(x - most))
	}
	all := most + float32(math.Log(sum))
	for i := range out {
		out[i] -= all
	}
	return out
}

// Labels returns the labels, in their order.
func (h *Hunches) Labels() []string { return h.labels }

// Write writes what ReadHunches reads: the labels, and then each word with the weights of
// those of which it says something, in tenths.
func (h *Hunches) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "# What each word says for or against each kind of question. Made by go generate ./commands/read.")
	fmt.Fprintln(b, strings.Join(h.labels, "\t"))
	words := make([]string, 0, len(h.words))
	for t := range h.words {
		words = append(words, t)
	}
	slices.Sort(words)
	for _, t := range words {
		b.WriteString(t)
		for _, c := range h.words[t] {
			fmt.Fprintf(b, "\t%s%+d", h.labels[c.label], int(math.Round(float64(c.weight)*10)))
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}

// ReadHunches reads what Write wrote: behind a comment, the labels and the words.
func ReadHunches(in io.Reader) (*Hunches, error) {
	s := bufio.NewScanner(in)
	s.Buffer(nil, 1<<20)
	s.Scan() // the comment
	if !s.Scan() {
		return NewHunches(nil), s.Err()
	}
	h := NewHunches(strings.Split(s.Text(), "\t"))
	for s.Scan() {
		cells := strings.Split(s.Text(), "\t")
		of := make(clues, len(cells)-1)
		for i, c := range cells[1:] {
			sign := max(strings.LastIndexAny(c, "+-"), 0)
			n, err := strconv.Atoi(c[sign:])
			label, ok := h.at[c[:sign]]
			if err != nil || !ok {
				return nil, fmt.Errorf("hunches: %q is no kind of question with a weight", c)
			}
			of[i] = clue{uint16(label), float32(n) / 10}
		}
		h.words[cells[0]] = of
	}
	return h, s.Err()
}

// hunchWords lists what hunches go by: the words of a line, the sorts of things that it
// names, and which of these stand side by side.
func (c *chart) hunchWords(past *Past) []Word {
	asks := len(c.asking) > 0 || len(c.opening) > 0
	at := map[string]int{}
	var out []Word
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
		out = append(out, Word{text, counts})
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
	out = append(out, Word{"^", 1}) // what speaks for a kind whatever the words
	if past != nil {
		out = append(out, Word{behind + past.Kind, 1})
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
func (c *chart) expect(past *Past) {
	c.hunches = c.hunch.Guess(c.hunchWords(past), past != nil)
}

// unlikely is how likely a kind counts as that no row ever asked.
const unlikely = -9

// hunchOn sets how likely the kind of a sketch is by the words alone.
func (c *chart) hunchOn(sk *sketch, past *Past) {
	k := sk.kind
	p := c.hunchOf(k)
	if past != nil && (sk.same || !sk.follow && k.Name == past.Kind || sk.back) {
		if a, ok := c.hunch.at[Again]; ok {
			p = max(p, c.hunches[a])
		}
	}
	bin := 0
	for bin < len(hunchBounds) && p <= hunchBounds[bin] {
		bin++
	}
	sk.hunch, sk.likely = c.w.hunches[bin], p
	sk.least += c.w.of(sk.hunch)
}

// hunchOf returns the logarithm of how likely a kind is; of one that asks two things, that of
// the less likely half, doubled, as each is the whole to nobody.
func (c *chart) hunchOf(k *phrases.Kind) float32 {
	if i, ok := c.hunch.at[k.Name]; ok {
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
