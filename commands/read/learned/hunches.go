package learned

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// HunchesText is what ReadHunches reads, as learned.
//
//go:embed hunches.txt
var HunchesText string

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

// Word is something that hunches go by, and how much it counts.
type Word struct {
	Text   string
	Counts float32
}

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

// Index returns the place of a label in their order.
func (h *Hunches) Index(label string) (i int, ok bool) {
	i, ok = h.at[label]
	return i, ok
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
