package match

import (
	"delphi/commands/read/learned"
	"delphi/commands/read/phrases"
	"delphi/commands/read/words"
)

// Costs holds the features of a phrase that stands in a line: what it is, and how its words and
// names were found.
type Costs struct {
	*learned.Weights
	Prods    []int32           // production -> that it is the phrase
	Ways     [words.Ways]int32 // how a name was found
	noise    int32             // a small word stands between the parts
	FuzzyLit int32             // a word of the grammar is misspelt
	same     int32             // another word stands for it
}

// NewCosts registers the features of the phrases of a grammar.
func NewCosts(w *learned.Weights, g *phrases.Grammar) Costs {
	c := Costs{Weights: w, noise: w.ID("noise", 0.1), FuzzyLit: w.ID("word.fuzzy", 0.5), same: w.ID("word.same", 0.3)}
	begins := [words.Ways]float32{0, 0.05, 0.35, 0.6, 0.8, 0.05, 0.5, 1.2}
	for i := range words.Ways {
		c.Ways[i] = w.ID(i.String(), begins[i])
	}
	c.Prods = make([]int32, len(g.Prods))
	for i := range g.Prods {
		c.Prods[i] = w.ID(g.Prods[i].Name, g.Prods[i].Cost)
	}
	return c
}
