package read

import (
	"sync"

	"delphi/commands/budget"
	"delphi/commands/read/learned"
	"delphi/commands/read/match"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
	"delphi/engine/rules"
)

// chart is a line with the phrases that stand in it, and all else that a way over it hangs on.
type chart struct {
	*match.Chart
	g       *phrases.Grammar
	w       *weights
	sense   said.Sense
	states  *match.Slab[state]
	roles   []bool       // the token is part of the hero's role or race; nil: none is
	heroes  []bool       // or of what the hero's own beasts are called
	refers  bool         // a word refers to what was said before
	returns bool         // a word comes back to an earlier question
	follows bool         // it stands behind a question
	joins   bool         // it begins with a word that joins it to that
	asking  map[int]bool // the sentences that end in a question mark
	opening map[int]bool // those that begin as questions do
	denied  []int        // token -> the denial that reaches it; -1: none
	over    []bool       // token -> it tells what was so, where something else is asked; nil: none does
	tale    []bool       // token -> it tells of another game or hero; nil: none does
	tells   []sentence   // what it costs to take something from each sentence
	hunch   *learned.Hunches
	hunches []float32 // by its labels: the logarithm of how likely each is by the words alone
}

var stateSlabs = sync.Pool{New: func() any { return new(match.Slab[state]) }}

func newChart(r *Reader, line string, set *rules.Set, follows bool, b *budget.Budget) *chart {
	words := r.vocabulary.Line(line, set, b)
	words.Plays = r.Plays
	c := &chart{Chart: match.Find(words, r.grammar, &r.weights.Costs, follows), g: r.grammar, w: r.weights, sense: r.Sense, states: stateSlabs.Get().(*match.Slab[state]), hunch: r.hunch, asking: map[int]bool{}}
	for i := range c.Tokens {
		c.refers = c.refers || c.g.In(c.Lits[i][0], phrases.Refers)
		c.returns = c.returns || c.g.In(c.Lits[i][0], phrases.Returns)
		if c.Tokens[i].Word == "?" {
			c.asking[c.Tokens[i].Sentence] = true
		}
	}
	c.denials()
	c.overs()
	c.roles, c.heroes = c.ours()
	c.joins = len(c.Tokens) > 0 && c.g.In(c.Lits[0][0], phrases.Joins)
	c.opening = c.openings()
	c.sentences()
	c.tales()
	return c
}

// release returns the chart's memory for reuse. Nothing that points into it may be used
// afterwards.
func (c *chart) release() {
	c.Chart.Release()
	if c.states.Reset() {
		stateSlabs.Put(c.states)
	}
}
