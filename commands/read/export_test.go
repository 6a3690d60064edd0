package read

import "delphi/engine/rules"

// Forget makes the next reader compile its phrases again.
func Forget() {
	made.Lock()
	defer made.Unlock()
	clear(made.all)
}

// Mistaken reports whether a word would be read as another.
func (r *Reader) Mistaken(word string) bool {
	set := rules.Get(rules.Default)
	c := &chart{g: r.grammar, lex: r.lexicons.of(r.grammar, set), tokens: lex(word)}
	c.lits, c.names = make([][mostWords]int32, len(c.tokens)), make([][]named, len(c.tokens))
	if len(c.tokens) != 1 || !c.misspelt(0) {
		return false
	}
	stem := c.tokens[0].stem
	if _, lit := c.g.lits[stem]; lit && len(r.litsNear(stem)) == 0 {
		return false
	}
	return len(r.litsNear(stem))+len(near(c.lex.wordIndex, stem))+len(near(numberIndex, stem)) > 0
}
