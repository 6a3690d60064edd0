package words

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"delphi/commands/read/lex"
	"delphi/commands/read/phrases"
	"delphi/engine/names"
)

// A word that is neither in the grammar nor in a name nor everyday English is taken for the
// words that it is with a typo: a letter that is missing, added or wrong, or two that are
// swapped.

const (
	shortestMisspelt = 4 // words of fewer letters are taken as they are
	longMisspelt     = 6 // words of so many may begin with the wrong letter
	twiceMisspelt    = 9 // words of so many may have two typos
	mostMisspelt     = 8 // so many words of a line are looked up
	MostMeant        = 3 // each is taken for at most so many
)

//go:embed english.txt
var englishText string

// english holds English words that are near to one of the grammar or of a name, but are meant
// as they stand: "notion" is no potion. TestEnglish makes the list from a dictionary.
var english = sync.OnceValue(func() map[string]bool { return names.Set(englishText) })

// typosIn returns how many typos a word of n letters may have.
func typosIn(n int) int {
	if n >= twiceMisspelt {
		return 2
	}
	return 1
}

// meant is what a misspelt word may be: a word of the grammar, of names, a number.
type meant struct {
	lits   []int32
	stems  []string // of names
	typos  int      // how many make each of these of the word
	number string   // "eight"; empty: none
}

// correct finds what the words that nobody knows were meant to be, in the grammar and in
// names.
func (c *Line) correct(v *Vocabulary) {
	for i, tried := 0, 0; i < len(c.Tokens) && tried < mostMisspelt; i++ {
		if l := c.Lits[i][0]; !c.misspelt(i) || l >= 0 && !v.odd(l) && len(v.litsNear(c.Tokens[i].Stem)) == 0 { // "dagers" may stand in one phrase and be misspelt in all others
			continue
		}
		if tried++; !c.budget.Edge(100) {
			return
		}
		m := c.meantBy(v, c.Tokens[i].Stem)
		copy(c.Lits[i][1:], m.lits)
		if m.number == "" && len(m.stems) == 0 {
			continue
		}
		if c.meant == nil {
			c.meant = map[int]meant{}
		}
		c.meant[i] = m
	}
	if c.meant != nil {
		c.nameMeant()
	}
}

// meantBy returns what a misspelt word may be.
func (c *Line) meantBy(v *Vocabulary, word string) meant {
	m := meant{lits: v.litsNear(word)}
	for _, n := range near(c.lex.wordIndex, word) {
		if len(m.stems) < MostMeant {
			m.stems, m.typos = append(m.stems, n.Name), n.Typos
		}
	}
	if len(word) > shortestMisspelt {
		if n := near(numberIndex, word); len(n) > 0 {
			m.number = n[0].Name
		}
	}
	return m
}

// NumberMeant returns the number that a misspelt word was meant to be.
func (c *Line) NumberMeant(i int) (n int, ok bool) {
	n, ok = lex.NumberWords[c.meant[i].number]
	return n, ok
}

// Mistaken reports whether a line of one word is taken for another word. english.txt is made
// with it.
func (c *Line) Mistaken() bool {
	return len(c.Tokens) == 1 && (c.Lits[0][1] >= 0 || len(c.meant) > 0)
}

// litsNear returns the literals that a word may be with a typo. A literal may be one, too, if
// some phrase has it beside the word that it misspells: "wizzard|wizard".
func (v *Vocabulary) litsNear(word string) (out []int32) {
	own, lit := v.g.Literal(word)
	if lit {
		if known, ok := v.litNear.Load(own); ok {
			return known.([]int32)
		}
	}
	for _, n := range near(v.litIndex, word) {
		if l, ok := v.g.Literal(n.Name); ok && len(out) < MostMeant && (lit && v.beside(own, l) || !lit && !v.odd(l)) {
			out = append(out, l)
		}
	}
	if lit {
		v.litNear.Store(own, out)
	}
	return out
}

// odd reports whether a literal is hardly a word: few phrases hold it, and it is no everyday
// English.
func (v *Vocabulary) odd(l int32) bool {
	return v.uses[l] <= rarely && !names.Everyday(v.g.Text(l))
}

// beside reports whether a literal stands beside a commoner one in some part of a phrase.
func (v *Vocabulary) beside(own, l int32) bool {
	return v.uses[l] >= 2*v.uses[own] && slices.ContainsFunc(v.odds[own], func(p *phrases.Part) bool { return slices.Contains(p.Lits, l) }) && !inflects(v.g.Text(l), v.g.Text(own))
}

// rarely is how many parts of phrases hold a literal that hardly is a word.
const rarely = 4

// oddIn returns some of the parts that hold each literal that is no everyday English.
func oddIn(g *phrases.Grammar) map[int32][]*phrases.Part {
	everyday := make([]bool, g.Terms)
	for l, text := range g.Literals() {
		everyday[l] = names.Everyday(text)
	}
	out := map[int32][]*phrases.Part{}
	for i := range g.Prods {
		for k := range g.Prods[i].Parts {
			p := &g.Prods[i].Parts[k]
			for _, l := range p.Lits {
				if len(p.Lits) > 1 && !everyday[l] && len(out[l]) < rarely {
					out[l] = append(out[l], p)
				}
			}
		}
	}
	return out
}

// usesOf counts the parts of phrases that hold each literal.
func usesOf(g *phrases.Grammar) []int {
	uses := make([]int, g.Terms)
	for i := range g.Prods {
		for _, p := range g.Prods[i].Parts {
			for _, l := range p.Lits {
				uses[l]++
			}
		}
	}
	return uses
}

// shortened returns a word in which letters are stretched, as in "sooo muchhh", without them, if
// the grammar or a name has such a word.
func (c *Line) shortened(stem string) string {
	for _, keep := range []int{2, 1} {
		short, run := make([]byte, 0, len(stem)), 0
		for i := range len(stem) {
			if i > 0 && stem[i] == stem[i-1] {
				run++
			} else {
				run = 1
			}
			if run <= keep {
				short = append(short, stem[i])
			}
		}
		for _, s := range []string{string(short), names.Stem(string(short))} {
			if _, lit := c.g.Literal(s); lit || c.lex.words[s] || lex.NumberWords[s] > 0 {
				return s
			}
		}
	}
	return stem
}

// stretched reports whether a word has the same letter three times running.
func stretched(word string) bool {
	for i := 2; i < len(word); i++ {
		if word[i] == word[i-1] && word[i] == word[i-2] {
			return true
		}
	}
	return false
}

// numberIndex holds the words for numbers.
var numberIndex = func() *names.Index {
	x := names.NewIndex()
	for _, w := range slices.Sorted(maps.Keys(lex.NumberWords)) {
		x.Add(&names.Entry{Name: w})
	}
	return x
}()

// misspelt reports whether a token is a word that is in no name and no everyday English.
func (c *Line) misspelt(i int) bool {
	t := &c.Tokens[i]
	return t.Kind == lex.Word && len(t.Stem) >= shortestMisspelt && !c.lex.words[t.Stem] && !names.Everyday(t.Word) && !english()[t.Word] && len(c.Names[i]) == 0
}

// near returns the words of an index that a word may be with as many typos as it may have,
// the nearest alone.
func near(x *names.Index, word string) []names.Near {
	list := x.Nearest(word, 4*MostMeant, func(e *names.Entry) bool {
		return e.Name != word && (len(word) >= longMisspelt || e.Name[0] == word[0])
	})
	if len(list) == 0 {
		return nil
	}
	least := list[0].Typos
	return slices.DeleteFunc(list, func(n names.Near) bool {
		return n.Typos > typosIn(min(len(word), len(n.Name))) || n.Typos > least || inflects(word, n.Name)
	})
}

// inflects reports whether a word is another with letters behind it that do not only repeat
// its last one: "picky", "diluted".
func inflects(word, of string) bool {
	more, ok := strings.CutPrefix(word, of)
	return ok && strings.Trim(more, of[len(of)-1:]) != ""
}

// nameMeant adds the names that the line spells if its misspelt words are what they may be.
func (c *Line) nameMeant() {
	for i := range c.Tokens {
		if c.Tokens[i].Kind == lex.Word || c.Tokens[i].Said {
			c.nameFrom(i, i, nil, 0)
		}
	}
}

// nameFrom adds the names that begin at token i, of which those before token j spell key, with
// so many typos.
func (c *Line) nameFrom(i, j int, key []byte, typos int) {
	if typos > 0 {
		extra := 0.35 * float32(typos-1)
		exact := c.lex.index.Exact(key)
		for _, e := range exact {
			c.addNames(i, j, e, Fuzzy, extra)
		}
		if j > i+1 {
			c.rivals(i, j, c.lex.index.Tail(key), Fuzzy, exact)
		}
	}
	if j == len(c.Tokens) || j-i == c.lex.long || !c.budget.Edge(1) {
		return
	}
	t, u := &c.Tokens[i], &c.Tokens[j]
	if u.Kind != lex.Word && !(u.Kind == lex.Number && (u.Said || j > i)) || j > i && (u.Sentence != t.Sentence || u.Clause != t.Clause) {
		return
	}
	key = key[:len(key):len(key)]
	m := c.meant[j]
	for _, stem := range m.stems {
		c.nameFrom(i, j+1, append(key, stem...), typos+m.typos)
	}
	if len(m.stems) == 0 {
		c.nameFrom(i, j+1, append(key, u.Stem...), typos)
	}
}
