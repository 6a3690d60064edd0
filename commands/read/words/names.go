package words

import (
	"slices"
	"strings"

	"delphi/commands/read/lex"
	"delphi/commands/read/phrases"
	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// Way is how a name was found, from the plainest on. Each has a weight.
type Way uint8

// The ways to find a name.
const (
	Whole Way = iota
	Alias
	Tail
	Head
	Fuzzy
	ByGlyph
	Shared // by letters that stand for several names
	Plain  // a short alias that is an everyday word, too: "god"
	Ways
)

var wayNames = [Ways]string{"name.whole", "name.alias", "name.tail", "name.head", "name.fuzzy", "name.glyph", "name.shared", "name.plain"}

// String returns the name of the feature of a way.
func (w Way) String() string { return wayNames[w] }

// Named is a name of a vocabulary that stands in the line.
type Named struct {
	Vocab    int32 // as a terminal
	from, To int
	Name     string
	Way      Way
	Extra    float32 // what this one costs besides: typos, rivals
}

// most is the largest number of names in one vocabulary that may begin with the same
// words of a line.
const mostRivals = 5

// findNames finds all names of the line.
func (c *Line) findNames() {
	n := len(c.Tokens)
	for i := 0; i < n; i++ {
		t := &c.Tokens[i]
		if t.Kind == lex.Glyph {
			c.findGlyph(i)
			continue
		}
		if t.Kind != lex.Word && !t.Said {
			continue
		}
		key := make([]byte, 0, 48)
		for j := i; j < n && j < i+c.lex.long; j++ {
			u := &c.Tokens[j]
			if u.Kind != lex.Word && !(u.Kind == lex.Number && (u.Said || j > i)) || j > i && (u.Sentence != t.Sentence || u.Clause != t.Clause) {
				break
			}
			key = append(key, u.Stem...)
			c.findKey(i, j+1, key)
		}
	}
	c.dropInner()
}

// Whole reports whether a name is said in full.
func (n *Named) Whole() bool { return n.Way == Whole || n.Way == Alias }

// dropInner drops the whole names within a longer one of the same vocabulary: a master mind
// flayer is no mind flayer, and soldier ants are no soldiers.
func (c *Line) dropInner() {
	for i := range c.Names {
		long := slices.DeleteFunc(slices.Clone(c.Names[i]), func(n Named) bool { return !n.Whole() || n.To == n.from+1 })
		for _, l := range long {
			for j := l.from; j < l.To; j++ {
				c.Names[j] = slices.DeleteFunc(c.Names[j], func(n Named) bool {
					return n.Whole() && n.Vocab == l.Vocab && n.Name != l.Name && n.To <= l.To && n.To-n.from < l.To-l.from
				})
			}
		}
	}
}

// otherwise is the cost of reading part of a name as a name other than the one that the
// line, or the question before it, says in full: "elven mithril" and then "the
// mithril".
const otherwise = 1.2

// Recall raises the cost of names that the line says only in part, if the same words
// may be part of a name that was said in full, here or before.
func (c *Line) Recall(before func(name string) bool) {
	var places map[spoken][][2]int
	for i := range c.Names {
		list := c.Names[i]
		if len(list) < 2 {
			continue
		}
		if places == nil {
			places = c.places()
		}
		var said []*Named
		for k := range list {
			n := &list[k]
			if n.Way != Whole && n.Way != Fuzzy && n.Way != ByGlyph && (n.longerIn(places) || before(n.Name)) {
				said = append(said, n)
			}
		}
		for k := range list {
			n := &list[k]
			if n.Way != Whole && slices.ContainsFunc(said, func(o *Named) bool { return o.Vocab == n.Vocab && o.To == n.To }) && !slices.Contains(said, n) {
				n.Extra += otherwise
			}
		}
	}
}

// spoken is a name of a vocabulary, wherever it stands.
type spoken struct {
	vocab int32
	name  string
}

// places returns where the line says names, except misspelt ones.
func (c *Line) places() map[spoken][][2]int {
	out := map[spoken][][2]int{}
	for i := range c.Names {
		for k := range c.Names[i] {
			if n := &c.Names[i][k]; n.Way != Fuzzy {
				key := spoken{n.Vocab, n.Name}
				out[key] = append(out[key], [2]int{n.from, n.To})
			}
		}
	}
	return out
}

// longerIn reports whether the line says the same name elsewhere in more words.
func (n *Named) longerIn(places map[spoken][][2]int) bool {
	return slices.ContainsFunc(places[spoken{n.Vocab, n.Name}], func(at [2]int) bool {
		return at[1]-at[0] > n.To-n.from && (at[1] <= n.from || n.To <= at[0])
	})
}

// otherCase is what it costs to read a small letter as a capital, or the other way round: who writes
// "a red d" may mean a dragon.
const otherCase = 1.5

// findKey adds the names that tokens i to j spell.
func (c *Line) findKey(i, j int, key []byte) {
	if !c.budget.Edge(1) {
		return
	}
	exact := c.lex.index.Exact(key)
	for _, e := range exact {
		way, extra := Whole, float32(0)
		if names.Key(e.Name) != string(key) {
			way = Alias
			signs, _ := e.Value.(map[string]string)
			switch letter := signs[string(key)]; {
			case letter != "" && letter != c.Tokens[j-1].Text:
				extra = otherCase
			case j == i+1 && len(c.Tokens[i].Word) <= 4 && names.Everyday(c.Tokens[i].Word):
				way = Plain
			}
		}
		c.addNames(i, j, e, way, extra)
	}
	if j == i+1 && (c.Tokens[i].Said || c.filler(i) || c.g.In(c.Lits[i][0], phrases.Asks)) { // "run from one": no Dark One; "the": no Castle; "can": no grease
		return
	}
	c.rivals(i, j, c.lex.index.Tail(key), Tail, exact)
	if len(key) >= 3 && (j > i+1 || !names.Everyday(c.Tokens[i].Word)) {
		c.rivals(i, j, c.lex.heads[string(key)], Head, exact)
	}
}

// filler reports whether a word says nothing by itself.
func (c *Line) filler(i int) bool {
	return slices.Contains(fillers, c.g.Class(c.Lits[i][0]))
}

// fillers are the classes of such words.
var fillers = []string{"noise", "chat", "neg"}

// rivals adds names recognised by a part, unless too many names of the vocabulary share
// it, or one of those that are recognised whole.
func (c *Line) rivals(i, j int, list []*names.Entry, way Way, whole []*names.Entry) {
	var count, taken [phrases.MaxVocabs]uint8
	for _, e := range list {
		for _, v := range c.lex.vocabs[e.Kind] {
			if count[v] < 255 {
				count[v]++
			}
		}
	}
	for _, e := range list {
		for _, v := range c.lex.vocabs[e.Kind] {
			if count[v] > 60 || taken[v] >= mostRivals || slices.ContainsFunc(whole, func(w *names.Entry) bool { return c.lex.in(w, v) }) {
				continue
			}
			taken[v]++
			extra := float32(0)
			if m := min(count[v], mostRivals); m > 1 {
				extra = 0.4 + 0.1*float32(m) + 0.02*float32(taken[v])
			}
			c.addName(i, j, v, e.Name, way, extra)
		}
	}
}

// addNames adds a name in each vocabulary that it stands in.
func (c *Line) addNames(i, j int, e *names.Entry, way Way, extra float32) {
	for _, v := range c.lex.vocabs[e.Kind] {
		c.addName(i, j, v, e.Name, way, extra)
	}
}

func (c *Line) addName(i, j int, vocab byte, name string, way Way, extra float32) {
	v := phrases.Builtins + int32(vocab)
	for k := range c.Names[i] {
		if o := &c.Names[i][k]; o.Vocab == v && o.To == j && o.Name == name {
			return
		}
	}
	c.Names[i] = append(c.Names[i], Named{Vocab: v, from: i, To: j, Name: name, Way: way, Extra: extra})
}

// findGlyph adds what a class sign and its letters stand for.
func (c *Line) findGlyph(i int) {
	x := shorthand.Of(c.Set)
	text := c.Tokens[i].Text
	sign, rest := rune(text[0]), text[1:]
	for n := 3; n > 0; n-- {
		j := i + 1
		words := []string{rest}
		for ; j < i+n && j < len(c.Tokens) && c.Tokens[j].Kind == lex.Word && c.Tokens[j].Clause == c.Tokens[i].Clause; j++ {
			words = append(words, c.Tokens[j].Text)
		}
		if len(words) != n {
			continue
		}
		var r shorthand.Reading
		if n == 1 {
			r = x.Read(sign, rest)
		} else {
			r = x.Named(sign, strings.TrimPrefix(strings.Join(words, " "), "o"))
			if len(r.Names) != 1 {
				continue
			}
		}
		if len(r.Names) == 0 {
			continue
		}
		list := r.Names
		if r.Customary {
			list = list[:1]
		}
		for k, name := range list[:min(len(list), mostRivals)] {
			for _, e := range c.lex.index.Exact([]byte(names.Key(name))) {
				way, extra := ByGlyph, float32(0)
				if len(list) > 1 {
					way, extra = Shared, 0.02*float32(k)
				}
				c.addNames(i, j, e, way, extra)
			}
			for _, prefix := range []string{"spellbook of ", "wand of ", "scroll of ", "potion of ", "ring of "} { // spells by their book
				if short, ok := strings.CutPrefix(name, prefix); ok {
					for _, e := range c.lex.index.Exact([]byte(names.Key(short))) {
						c.addNames(i, j, e, ByGlyph, 0.1)
					}
				}
			}
		}
		return
	}
}

// unknown reports whether a word is neither in the grammar nor in a vocabulary nor
// everyday English.
func (c *Line) unknown(i int) bool {
	t := &c.Tokens[i]
	if t.Kind != lex.Word || len(t.Word) < 3 {
		return false
	}
	if _, lit := c.g.Literal(t.Stem); lit {
		return false
	}
	return len(c.Names[i]) == 0 && !c.lex.words[t.Stem] && !names.Everyday(t.Word)
}

// connectives are words that join others, which nobody is named by. The list of everyday words has
// none of them.
var connectives = names.Set("and or nor but from to of at by in into on onto with without for than as if")

// MayBeUnknown reports whether a word may be outside all vocabularies: it is not
// everyday English, not even with a slip unless it names a player, and not a word that phrases pass over or that
// questions begin with.
func (c *Line) MayBeUnknown(i int) bool {
	t := &c.Tokens[i]
	if t.Kind != lex.Word || names.Everyday(t.Word) || connectives[t.Word] {
		return false
	}
	l := c.Lits[i][0]
	return c.g.Class(l) == "" && !c.g.In(l, phrases.Asks) && (!names.Slip(t.Word) || c.plays(i))
}

// plays reports whether a word that nobody knows is the name of a player.
func (c *Line) plays(i int) bool {
	return c.Plays != nil && c.unknown(i) && c.Plays(c.Tokens[i].Text)
}

// guess adds the names that resemble an unknown word, perhaps together with its
// neighbours.
func (c *Line) guess(at int) {
	if !c.budget.Edge(100) || len(c.Tokens[at].Word) < 4 {
		return
	}
	c.guesses++
	if c.guesses > 8 {
		return
	}
	for from := max(0, at-1); from <= at; from++ {
		for to := at + 1; to <= min(len(c.Tokens), at+3); to++ {
			if to-from > 3 || !c.Together(from, to) {
				continue
			}
			if from < at && to-from == 1 {
				continue
			}
			text := strings.Join(c.folded(from, to), " ")
			near := c.lex.index.Guesses(text, 24)
			best := 99
			var taken [phrases.MaxVocabs]uint8
			for _, m := range near {
				if len(m.Text) <= 3 || len(text) < 5 && m.Text[0] != text[0] {
					continue
				}
				best = min(best, m.Typos)
				if m.Typos > best+1 {
					continue
				}
				for _, v := range c.lex.vocabs[m.Kind] {
					if taken[v] < 3 {
						taken[v]++
						c.addName(from, to, v, m.Name, Fuzzy, 0.35*float32(m.Typos-1)+0.02*float32(taken[v]))
					}
				}
			}
		}
	}
}

// guessPair adds the names of two words of which one is typed as it is, and the other is a word of
// its own with a typo that makes it one: "soldier aunt", "magic maker".
func (c *Line) guessPair(at int) {
	if c.pairs >= mostPairs || at+1 >= len(c.Tokens) || !c.Together(at, at+2) || c.Named(at, at+2) {
		return
	}
	a, b := &c.Tokens[at], &c.Tokens[at+1]
	if len(a.Word) < shortestMisspelt || len(b.Word) < shortestMisspelt || !c.lex.words[a.Stem] && !c.lex.words[b.Stem] {
		return
	}
	c.pairs++
	if !c.budget.Edge(100) {
		return
	}
	for _, m := range c.lex.index.Guesses(a.Word+" "+b.Word, 4) {
		first, second, two := strings.Cut(m.Text, " ")
		if !two || m.Typos != 1 || strings.Contains(second, " ") || first != a.Word && second != b.Word || inflects(first, a.Word) || inflects(second, b.Word) || inflects(a.Word, first) || inflects(b.Word, second) {
			continue
		}
		for _, v := range c.lex.vocabs[m.Kind] {
			c.addName(at, at+2, v, m.Name, Fuzzy, pairMisspelt)
		}
	}
}

const (
	mostPairs    = 6   // so many pairs of words of a line are looked up
	pairMisspelt = 0.3 // what it costs besides that a word of its own is misspelt
)

// Named reports whether some tokens are a whole name.
func (c *Line) Named(from, to int) bool {
	return slices.ContainsFunc(c.Names[from], func(n Named) bool { return n.To >= to })
}

// Together reports whether tokens from to to are words of one clause.
func (c *Line) Together(from, to int) bool {
	for i := from; i < to; i++ {
		if c.Tokens[i].Kind != lex.Word || c.Tokens[i].Clause != c.Tokens[from].Clause {
			return false
		}
	}
	return true
}

func (c *Line) folded(from, to int) []string {
	out := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, c.Tokens[i].Word)
	}
	return out
}

// versionIn finds the version that a line names, so that its names are that version's.
func (v *Vocabulary) versionIn(tokens []lex.Token) (*rules.Set, bool) {
	for i := range tokens {
		if set := v.versions[tokens[i].Stem]; set != nil && tokens[i].Kind == lex.Word {
			return set, true
		}
		if t := &tokens[i]; t.Kind == lex.Version || t.Kind == lex.Word || t.Kind == lex.Decimal {
			if t.Kind == lex.Word && len(t.Word) < 4 {
				continue
			}
			if found, ok, err := rules.Lookup(t.Word); ok && err == nil && found.Set != nil {
				return found.Set, true
			}
		}
	}
	return nil, false
}
