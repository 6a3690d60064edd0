package read

import (
	"slices"
	"strings"
	"sync"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// lexicon holds every name of every vocabulary under one version.
type lexicon struct {
	index     *names.Index              // whole names and aliases
	heads     map[string][]*names.Entry // first words of longer names
	words     map[string]bool           // stems of all words of names
	wordIndex *names.Index              // the same, to be found with typos
	bare      map[string][]*names.Entry // whole names and aliases by their consonants
	vocabs    [][]byte                  // the Kind of an entry -> the vocabularies that it stands in
	long      int
}

// lexicons keeps one for each version that was asked about.
type lexicons struct {
	mu  sync.Mutex
	all map[*rules.Set]*lexicon
}

// of returns the lexicon of a version.
func (l *lexicons) of(g *grammar, set *rules.Set) *lexicon {
	l.mu.Lock()
	defer l.mu.Unlock()
	if x := l.all[set]; x != nil {
		return x
	}
	x := newLexicon(g, set)
	if l.all == nil {
		l.all = map[*rules.Set]*lexicon{}
	}
	l.all[set] = x
	return x
}

func newLexicon(g *grammar, set *rules.Set) *lexicon {
	x := &lexicon{index: names.NewIndex(), heads: map[string][]*names.Entry{}, words: map[string]bool{}, wordIndex: names.NewIndex(), bare: map[string][]*names.Entry{}}
	groups := map[string]names.Kind{}
	for _, t := range shared(g, set) {
		kind, ok := groups[string(t.vocabs)]
		if !ok {
			kind = names.Kind(len(x.vocabs))
			groups[string(t.vocabs)] = kind
			x.vocabs = append(x.vocabs, t.vocabs)
		}
		x.add(&names.Entry{Kind: kind, Name: t.Name}, t.Aliases)
	}
	x.long = max(2, min(7, x.index.Longest()))
	return x
}

// sharedTerm is a term that stands in several vocabularies: those of things, most of all.
type sharedTerm struct {
	commands.Term
	vocabs []byte // in ascending order
}

// shared returns the terms of all vocabularies, each one once.
func shared(g *grammar, set *rules.Set) []*sharedTerm {
	var out []*sharedTerm
	at := map[string]*sharedTerm{}
	for i, v := range g.vocabs {
		if v.param == nil {
			continue
		}
		for _, t := range v.param.Terms(set) {
			key := t.Name + "\n" + strings.Join(t.Aliases, "\n")
			s := at[key]
			if s == nil {
				s = &sharedTerm{Term: t}
				at[key] = s
				out = append(out, s)
			}
			if n := len(s.vocabs); n == 0 || s.vocabs[n-1] != byte(i) {
				s.vocabs = append(s.vocabs, byte(i))
			}
		}
	}
	return out
}

// add makes an entry known by its name, the aliases, and the first words of them all.
func (x *lexicon) add(e *names.Entry, aliases []string) {
	x.index.Add(e, aliases...)
	for _, name := range append([]string{e.Name}, aliases...) {
		ws := names.Stems(name)
		for _, w := range ws {
			if !x.words[w] && len(w) >= shortestMisspelt {
				x.wordIndex.Add(&names.Entry{Name: w})
			}
			x.words[w] = true
		}
		if bare := consonants(strings.Join(ws, "")); len(bare) > 2 && !slices.Contains(x.bare[bare], e) {
			x.bare[bare] = append(x.bare[bare], e)
		}
		key := ""
		for k := 0; k < len(ws)-1 && k < 3; k++ {
			if key += ws[k]; ws[k] == "of" || ws[k] == "random" {
				break
			}
			if !slices.Contains(x.heads[key], e) {
				x.heads[key] = append(x.heads[key], e)
			}
		}
	}
}

// How a name was found, from the plainest on. Each has a weight.
const (
	nameWhole = iota
	nameAlias
	nameTail
	nameHead
	nameFuzzy
	nameGlyph
	nameShared // by letters that stand for several names
	namePlain  // a short alias that is an everyday word, too: "god"
	nameWays
)

var nameWayNames = [nameWays]string{"name.whole", "name.alias", "name.tail", "name.head", "name.fuzzy", "name.glyph", "name.shared", "name.plain"}

// named is a name of a vocabulary that stands in the line.
type named struct {
	vocab    int32 // as a terminal
	from, to int
	name     string
	way      uint8
	extra    float32 // what this one costs besides: typos, rivals
}

// most is the largest number of names in one vocabulary that may begin with the same
// words of a line.
const mostRivals = 5

// findNames finds all names of the line.
func (c *chart) findNames() {
	n := len(c.tokens)
	for i := 0; i < n; i++ {
		t := &c.tokens[i]
		if t.kind == glyphToken {
			c.findGlyph(i)
			continue
		}
		if t.kind != wordToken && !t.said {
			continue
		}
		key := make([]byte, 0, 48)
		for j := i; j < n && j < i+c.lex.long; j++ {
			u := &c.tokens[j]
			if u.kind != wordToken && !(u.kind == numberToken && (u.said || j > i)) || j > i && (u.sentence != t.sentence || u.clause != t.clause) {
				break
			}
			key = append(key, u.stem...)
			c.findKey(i, j+1, key)
		}
	}
	c.dropInner()
}

// whole reports whether a name is said in full.
func (n *named) whole() bool { return n.way == nameWhole || n.way == nameAlias }

// dropInner drops the whole names within a longer one of the same vocabulary: a master mind
// flayer is no mind flayer, and soldier ants are no soldiers.
func (c *chart) dropInner() {
	for i := range c.names {
		long := slices.DeleteFunc(slices.Clone(c.names[i]), func(n named) bool { return !n.whole() || n.to == n.from+1 })
		for _, l := range long {
			for j := l.from; j < l.to; j++ {
				c.names[j] = slices.DeleteFunc(c.names[j], func(n named) bool {
					return n.whole() && n.vocab == l.vocab && n.name != l.name && n.to <= l.to && n.to-n.from < l.to-l.from
				})
			}
		}
	}
}

// otherwise is the cost of reading part of a name as a name other than the one that the
// line, or the question before it, says in full: "elven mithril" and then "the
// mithril".
const otherwise = 1.2

// recall raises the cost of names that the line says only in part, if the same words
// may be part of a name that was said in full.
func (c *chart) recall(past *Past) {
	var places map[spoken][][2]int
	for i := range c.names {
		list := c.names[i]
		if len(list) < 2 {
			continue
		}
		if places == nil {
			places = c.places()
		}
		var said []*named
		for k := range list {
			n := &list[k]
			if n.way != nameWhole && n.way != nameFuzzy && n.way != nameGlyph && (n.longerIn(places) || past.says(n.name)) {
				said = append(said, n)
			}
		}
		for k := range list {
			n := &list[k]
			if n.way != nameWhole && slices.ContainsFunc(said, func(o *named) bool { return o.vocab == n.vocab && o.to == n.to }) && !slices.Contains(said, n) {
				n.extra += otherwise
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
func (c *chart) places() map[spoken][][2]int {
	out := map[spoken][][2]int{}
	for i := range c.names {
		for k := range c.names[i] {
			if n := &c.names[i][k]; n.way != nameFuzzy {
				key := spoken{n.vocab, n.name}
				out[key] = append(out[key], [2]int{n.from, n.to})
			}
		}
	}
	return out
}

// longerIn reports whether the line says the same name elsewhere in more words.
func (n *named) longerIn(places map[spoken][][2]int) bool {
	return slices.ContainsFunc(places[spoken{n.vocab, n.name}], func(at [2]int) bool {
		return at[1]-at[0] > n.to-n.from && (at[1] <= n.from || n.to <= at[0])
	})
}

// says reports whether a question named a thing.
func (p *Past) says(name string) bool {
	if p == nil {
		return false
	}
	for _, values := range p.Slots {
		for _, alts := range values {
			if slices.ContainsFunc(alts, func(a string) bool { return strings.Contains(a, name) }) {
				return true
			}
		}
	}
	return false
}

// findKey adds the names that tokens i to j spell.
func (c *chart) findKey(i, j int, key []byte) {
	if !c.budget.Edge(1) {
		return
	}
	exact := c.lex.index.Exact(key)
	for _, e := range exact {
		way := uint8(nameWhole)
		if names.Key(e.Name) != string(key) {
			way = nameAlias
			if j == i+1 && len(c.tokens[i].word) <= 4 && names.Everyday(c.tokens[i].word) {
				way = namePlain
			}
		}
		c.addNames(i, j, e, way, 0)
	}
	if j == i+1 && (c.small(i) || c.tokens[i].said) {
		return // "the" is not the Book of the Dead, nor "one" the Dark One
	}
	tails := c.lex.index.Tail(key)
	c.rivals(i, j, tails, nameTail, exact)
	if len(key) >= 3 && (j > i+1 || !names.Everyday(c.tokens[i].word)) {
		c.rivals(i, j, c.lex.heads[string(key)], nameHead, exact)
	}
}

// rivals adds names recognised by a part, unless too many names of the vocabulary share
// it, or one of those that are recognised whole.
func (c *chart) rivals(i, j int, list []*names.Entry, way uint8, whole []*names.Entry) {
	var count, taken [maxVocabs]uint8
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

// in reports whether an entry stands in a vocabulary.
func (x *lexicon) in(e *names.Entry, vocab byte) bool {
	return slices.Contains(x.vocabs[e.Kind], vocab)
}

// addNames adds a name in each vocabulary that it stands in.
func (c *chart) addNames(i, j int, e *names.Entry, way uint8, extra float32) {
	for _, v := range c.lex.vocabs[e.Kind] {
		c.addName(i, j, v, e.Name, way, extra)
	}
}

func (c *chart) addName(i, j int, vocab byte, name string, way uint8, extra float32) {
	v := builtins + int32(vocab)
	for k := range c.names[i] {
		if o := &c.names[i][k]; o.vocab == v && o.to == j && o.name == name {
			return
		}
	}
	c.names[i] = append(c.names[i], named{vocab: v, from: i, to: j, name: name, way: way, extra: extra})
}

// findGlyph adds what a class sign and its letters stand for.
func (c *chart) findGlyph(i int) {
	x := shorthand.Of(c.set)
	text := c.tokens[i].text
	sign, rest := rune(text[0]), text[1:]
	for n := 3; n > 0; n-- {
		j := i + 1
		words := []string{rest}
		for ; j < i+n && j < len(c.tokens) && c.tokens[j].kind == wordToken && c.tokens[j].clause == c.tokens[i].clause; j++ {
			words = append(words, c.tokens[j].text)
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
				way, extra := uint8(nameGlyph), float32(0)
				if len(list) > 1 {
					way, extra = nameShared, 0.02*float32(k)
				}
				c.addNames(i, j, e, way, extra)
			}
			for _, prefix := range []string{"spellbook of ", "wand of ", "scroll of ", "potion of ", "ring of "} { // spells by their book
				if short, ok := strings.CutPrefix(name, prefix); ok {
					for _, e := range c.lex.index.Exact([]byte(names.Key(short))) {
						c.addNames(i, j, e, nameGlyph, 0.1)
					}
				}
			}
		}
		return
	}
}

// unknown reports whether a word is neither in the grammar nor in a vocabulary nor
// everyday English.
func (c *chart) unknown(i int) bool {
	t := &c.tokens[i]
	if t.kind != wordToken || len(t.word) < 3 {
		return false
	}
	if _, lit := c.g.lits[t.stem]; lit {
		return false
	}
	return len(c.names[i]) == 0 && !c.lex.words[t.stem] && !names.Everyday(t.word)
}

// guess adds the names that resemble an unknown word, perhaps together with its
// neighbours.
func (c *chart) guess(at int) {
	if !c.budget.Edge(100) || len(c.tokens[at].word) < 4 {
		return
	}
	c.guesses++
	if c.guesses > 8 {
		return
	}
	for from := max(0, at-1); from <= at; from++ {
		for to := at + 1; to <= min(len(c.tokens), at+3); to++ {
			if to-from > 3 || !c.together(from, to) {
				continue
			}
			if from < at && to-from == 1 {
				continue
			}
			text := strings.Join(c.folded(from, to), " ")
			near := c.lex.index.Guesses(text, 24)
			best := 99
			var taken [maxVocabs]uint8
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
						c.addName(from, to, v, m.Name, nameFuzzy, 0.35*float32(m.Typos-1)+0.02*float32(taken[v]))
					}
				}
			}
		}
	}
}

// together reports whether tokens from to to are words of one clause.
func (c *chart) together(from, to int) bool {
	for i := from; i < to; i++ {
		if c.tokens[i].kind != wordToken || c.tokens[i].clause != c.tokens[from].clause {
			return false
		}
	}
	return true
}

func (c *chart) folded(from, to int) []string {
	out := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, c.tokens[i].word)
	}
	return out
}

// versionIn finds the version that a line names, so that its names are that version's.
func (r *Reader) versionIn(tokens []token) (*rules.Set, bool) {
	for i := range tokens {
		if set := r.versions[tokens[i].stem]; set != nil && tokens[i].kind == wordToken {
			return set, true
		}
		if t := &tokens[i]; t.kind == versionToken || t.kind == wordToken || t.kind == decimalToken {
			if t.kind == wordToken && len(t.word) < 4 {
				continue
			}
			if found, ok, err := rules.Lookup(t.word); ok && err == nil && found.Set != nil {
				return found.Set, true
			}
		}
	}
	return nil, false
}
