package words

import (
	"slices"
	"sync"

	"delphi/commands/budget"
	"delphi/commands/read/lex"
	"delphi/commands/read/phrases"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// Vocabulary is all that words may be: those of a grammar, and the names of each version. Any
// number of goroutines may share it.
type Vocabulary struct {
	g        *phrases.Grammar
	lexicons lexicons
	litIndex *names.Index
	uses     []int                     // literal -> how many parts of phrases hold it
	odds     map[int32][]*phrases.Part // some of the parts that hold a literal that is no everyday English
	litNear  sync.Map                  // of []int32, by literal: those that it misspells
	bare     map[string][]int32        // consonants -> the words that have these
	versions map[string]*rules.Set     // words that mean a version: "slash"
}

// New returns the vocabulary of a grammar.
func New(g *phrases.Grammar) *Vocabulary {
	uses := usesOf(g)
	v := &Vocabulary{g: g, litIndex: names.NewIndex(), uses: uses, odds: oddIn(g), bare: bareOf(g, uses), versions: g.VersionWords()}
	for _, l := range g.Literals() {
		if len(l) >= 4 {
			v.litIndex.Add(&names.Entry{Name: l})
		}
	}
	return v
}

// Line is a line, and what each of its words may be.
type Line struct {
	Text    string
	Set     *rules.Set // whose names are looked for
	Tokens  []lex.Token
	Lits    []Lits    // token -> the literals that it may be
	Names   [][]Named // token -> the names that begin there
	Joined  []bool    // token -> a whole name holds it and the one before it
	ClassOf []Class   // token -> its class where it is passed over

	// Plays reports whether games are known of a player, whose name is then no slip of an
	// everyday word; nil: of none.
	Plays func(name string) bool

	g       *phrases.Grammar
	lex     *lexicon
	budget  *budget.Budget
	meant   map[int]meant // token -> what it may have been meant to be
	guesses int
	pairs   int // of words that were looked up as a misspelt name
}

// Lits are the literals that a token may be: as typed, then those that it may misspell, then
// those for which it may stand; -1: none.
type Lits [1 + MostMeant + phrases.MostSame]int32

// noLits are those of a token that is none of the grammar.
var noLits = Lits(slices.Repeat([]int32{-1}, len(Lits{})))

// Line returns a line with what its words may be, under the version that it names, or else a
// default. It ends within a budget.
func (v *Vocabulary) Line(text string, set *rules.Set, b *budget.Budget) *Line {
	tokens := v.amended(lex.Line(text))
	if found, ok := v.versionIn(tokens); ok {
		set = found
	}
	n := len(tokens)
	c := &Line{Text: text, Set: set, Tokens: tokens, Lits: make([]Lits, n), Names: make([][]Named, n), Joined: make([]bool, n+1), ClassOf: make([]Class, n), g: v.g, lex: v.lexicons.of(v.g, set), budget: b}
	for i := range tokens {
		c.Lits[i] = noLits
		if t := &tokens[i]; t.Kind == lex.Word && stretched(t.Word) {
			t.Shorten(c.shortened(t.Stem))
		}
		if id, ok := c.g.Literal(tokens[i].Stem); ok {
			c.Lits[i][0] = id
		}
	}
	c.part()
	c.findNames()
	for i := range c.Names {
		for k := range c.Names[i] {
			if w := &c.Names[i][k]; w.Whole() {
				for j := w.from + 1; j < w.To; j++ {
					c.Joined[j] = true
				}
			}
		}
	}
	c.correct(v)
	for i := range tokens {
		if tokens[i].Kind != lex.Number || c.asWord(i) {
			copy(c.Lits[i][1+MostMeant:], c.g.Same[c.Lits[i][0]])
		}
		if c.unknown(i) {
			c.guess(i)
		}
	}
	for i := range tokens {
		c.guessPair(i)
	}
	c.fill(v.bare)
	for i := range c.ClassOf {
		c.ClassOf[i] = c.class(i)
	}
	return c
}

// asWord reports whether a figure may be read as a word, as in "ok 2 pray": an everyday word
// follows it that is neither a thing nor several.
func (c *Line) asWord(i int) bool {
	if i == 0 || i+1 == len(c.Tokens) {
		return false
	}
	last, next := &c.Tokens[i-1], &c.Tokens[i+1]
	return last.Kind == lex.Word && next.Kind == lex.Word && !next.Glued && next.Stem == next.Word && len(c.Names[i+1]) == 0
}

// part separates sentences that a line does not separate by punctuation: "... with a
// robe The last one died", where a small word begins with a capital.
func (c *Line) part() {
	more := 0
	for i := range c.Tokens {
		t := &c.Tokens[i]
		if i > 0 && opens(t, &c.Tokens[i-1]) && c.small(i) {
			more++
		}
		t.Sentence += more
		t.Clause += more
	}
}

// opens reports whether a word is capitalised and the one before it is not.
func opens(t, before *lex.Token) bool {
	return t.Kind == lex.Word && before.Kind != lex.Mark && len(t.Text) > 1 && capital(t.Text[0]) && !capital(t.Text[1]) && !capital(before.Text[0])
}

func capital(b byte) bool { return 'A' <= b && b <= 'Z' }

// small reports whether a word is one of those that are passed over without a thought.
func (c *Line) small(i int) bool {
	l := c.Lits[i][0]
	return c.g.In(l, phrases.Noise) || c.g.Class(l) == "chat"
}
