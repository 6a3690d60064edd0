package read

import (
	"context"
	"io"
	"strings"

	"delphi/commands/budget"
	"delphi/commands/read/learned"
	"delphi/commands/read/lex"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
	"delphi/engine/rules"
)

// Expecting returns a copy of the reader that uses other hunches.
func (r *Reader) Expecting(h *learned.Hunches) *Reader {
	c := *r
	c.hunch = h
	return &c
}

// Hunches returns the hunches that the reader uses.
func (r *Reader) Hunches() *learned.Hunches { return r.hunch }

// HunchWords lists what a guess at a line behind a question, or behind none, goes by.
func (r *Reader) HunchWords(ctx context.Context, line string, set *rules.Set, past *said.Past) []learned.Word {
	c := newChart(r, line, set, past != nil, budget.From(ctx))
	defer c.release()
	return c.hunchWords(past)
}

// Words lists for each command, by its path, the words that its own phrases are made of,
// and those by which it is asked for, in their order: for tests that make lines of them.
func (r *Reader) Words() map[string][]string {
	out := map[string][]string{}
	for i := range r.grammar.Prods {
		p := &r.grammar.Prods[i]
		path, _, ok := strings.Cut(r.grammar.Name(p.Sym), ".")
		if !ok {
			continue
		}
		for _, part := range p.Parts {
			if part.Kind == phrases.LitPart {
				out[path] = append(out[path], r.grammar.Text(part.Lits[0]))
			}
		}
	}
	return out
}

// Features lists the features of a reading, by number, each as often as it counts.
func (rd *Reading) Features() []int32 { return rd.feats }

// Tunable is access to the weights, for the program that tunes them.
type Tunable struct {
	*learned.Weights
	w *weights
}

// Tunable returns the weights of a reader, which no longer shares them from then on.
// Nobody may use the reader at the same time.
func (r *Reader) Tunable() Tunable {
	if !r.tunes {
		r.weights, r.tunes = r.weights.clone(), true
	}
	return Tunable{r.weights.Weights, r.weights}
}

// Written lists the features of the phrases that come from phrase files.
func (r *Reader) Written() []int32 {
	var out []int32
	for i := range r.grammar.Prods {
		if r.grammar.Prods[i].Written {
			out = append(out, r.weights.Prods[i])
		}
	}
	return out
}

// Doubts returns the numbers of the features that decide how far a reading of a kind
// can be trusted: those of Reading.Doubts, and the kind's own.
func (t Tunable) Doubts(kind string) []int32 {
	return append(t.w.doubts[:len(t.w.doubts):len(t.w.doubts)], t.ID("doubt.kind."+kind, 0))
}

// Reset restores the cost of all features, except doubts, to what the files say.
func (t Tunable) Reset() {
	cost, begin := t.Cost(), t.Begin()
	for i, name := range t.Names() {
		if !strings.HasPrefix(name, "doubt.") {
			cost[i] = begin[i]
		}
	}
}

// Know registers the words of a line as ones that may tell whether a sentence is about
// the question.
func (t Tunable) Know(word string) { t.w.know(word) }

// Stems returns the stemmed words of a line, in the form that Tunable.Know takes.
func Stems(line string) []string {
	var out []string
	for _, t := range lex.Line(line) {
		if t.Kind == lex.Word {
			out = append(out, t.Stem)
		}
	}
	return out
}

// Load reads what Write wrote.
func (t Tunable) Load(in io.Reader) error { return t.w.read(in) }
