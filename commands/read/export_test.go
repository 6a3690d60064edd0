package read

import (
	"context"

	"delphi/commands/budget"
	"delphi/commands/read/lex"
	"delphi/engine/rules"
)

// Forget makes the next reader compile its phrases again.
func Forget() {
	made.Lock()
	defer made.Unlock()
	clear(made.all)
}

// Mistaken reports whether a word would be read as another.
func (r *Reader) Mistaken(word string) bool {
	c := &chart{g: r.grammar, lex: r.lexicons.of(r.grammar, rules.Get(rules.Default)), budget: budget.New(context.Background()), tokens: lex.Line(word)}
	c.lits, c.names = make([][mostWords]int32, len(c.tokens)), make([][]named, len(c.tokens))
	for i, t := range c.tokens {
		c.lits[i] = noWords
		if id, ok := c.g.Literal(t.Stem); ok {
			c.lits[i][0] = id
		}
	}
	c.correct(r)
	return len(c.tokens) == 1 && (c.lits[0][1] >= 0 || len(c.meant) > 0)
}
