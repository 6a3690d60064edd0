package hear

import (
	"iter"
	"maps"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"delphi/commands/grammar"
	"delphi/engine/names"
)

// The rules ask of the same words again and again whether they are in one list or
// another. A word is looked up once instead: its lemma knows all the lists that it is in.

// vocab is a set of words that mean alike in some place, as a number.
type vocab uint8

// vocabs are the sets that a word is in, or all those that the words of a line are in.
type vocabs [mostSets / 64]uint64

// mostSets is how many sets there may be.
const mostSets = 256

func (s *vocabs) add(n vocab)      { s[n/64] |= 1 << (n % 64) }
func (s *vocabs) has(n vocab) bool { return s[n/64]&(1<<(n%64)) != 0 }

// join adds all that others have.
func (s *vocabs) join(others *vocabs) {
	for i := range s {
		s[i] |= others[i]
	}
}

// meets reports whether two have a set in common.
func (s *vocabs) meets(other *vocabs) bool {
	for i := range s {
		if s[i]&other[i] != 0 {
			return true
		}
	}
	return false
}

// wordSets says which sets each word is in.
var wordSets = map[string]vocabs{}

// lists counts the sets so far. Those that are told by how a word is written come first.
var lists = written

// The sets that are told by how a word is written.
const (
	withDigit vocab = iota
	plussed         // beginning with a plus
	compares        // with a sign that compares, or a plus behind it
	countWord       // a number, in figures or spelled out
	written
)

// wordSet is the set of some words. It is made before the first line is read.
func wordSet(list string) vocab {
	n := lists
	if lists++; lists == 0 {
		panic("hear: too many sets of words")
	}
	for w := range strings.FieldsSeq(list) {
		in := wordSets[w]
		in.add(n)
		wordSets[w] = in
	}
	return n
}

// has reports whether a word is in the set.
func (n vocab) has(w string) bool {
	in := wordSets[w]
	return in.has(n)
}

// lemma is what a word is, wherever it stands.
type lemma struct {
	text    string
	sets    vocabs
	keyword string // see keyword
	bare    string // the keyword of the word without the digits behind it
	stem    string
	kin     vocabs // of the stem
	key     string // see keyOf
	spelt   int    // the number that it spells out; 0: none
	digits  bool   // a plain number
	drops   bool   // see drops
}

// lemmas are those of the words that were learned.
var lemmas atomic.Pointer[map[string]*lemma]

// learning is held while words are learned.
var learning sync.Mutex

// learn keeps the lemmas of some words, of which lines are full, for good.
func learn(words iter.Seq[string]) {
	learning.Lock()
	defer learning.Unlock()
	known := map[string]*lemma{}
	if old := lemmas.Load(); old != nil {
		maps.Copy(known, *old)
	}
	for w := range words {
		if known[w] == nil {
			known[w] = newLemma(w)
		}
	}
	lemmas.Store(&known)
}

// commonFigures is up to which figure lemmas are kept.
const commonFigures = 100

// learnCommon learns the words that any rule names, and the figures that players write most.
var learnCommon = sync.OnceFunc(func() {
	learn(maps.Keys(wordSets))
	learn(maps.Keys(small()))
	learn(func(yield func(string) bool) {
		for n := range commonFigures {
			if !yield(strconv.Itoa(n)) {
				return
			}
		}
	})
})

func lemmaOf(text string) *lemma {
	if known := lemmas.Load(); known != nil {
		if l := (*known)[text]; l != nil {
			return l
		}
	}
	return newLemma(text)
}

func newLemma(text string) *lemma {
	l := &lemma{text: text, sets: wordSets[text], keyword: keyword(text), stem: names.Stem(text), key: keyOf(text), spelt: spelt[text], digits: isNumber(text)}
	l.kin = wordSets[l.stem]
	l.bare = l.keyword
	if b := bare(text); len(b) < len(text) {
		l.bare = keyword(b)
	}
	l.drops = small()[strings.ReplaceAll(text, "'", "")] || grammar.Filler(text)
	if strings.ContainsAny(text, "0123456789") {
		l.sets.add(withDigit)
	}
	if strings.HasPrefix(text, "+") {
		l.sets.add(plussed)
	}
	if strings.ContainsAny(text, "<>=") || strings.HasSuffix(text, "+") {
		l.sets.add(compares)
	}
	if l.digits || l.spelt > 0 {
		l.sets.add(countWord)
	}
	return l
}

// is what the word is.
func (w *word) is() *lemma {
	if w.lemma == nil || w.lemma.text != w.text {
		w.lemma = lemmaOf(w.text)
	}
	return w.lemma
}

// in reports whether the word is in a set.
func (w *word) in(n vocab) bool { return w.is().sets.has(n) }

// stemIn reports whether the word's stem is in a set: "scrolls" like "scroll".
func (w *word) stemIn(n vocab) bool { return w.is().kin.has(n) }

// drops reports whether the word says nothing.
func (w *word) drops() bool { return w.is().drops }

// keyword is the number that the word means beside a figure; empty: none.
func (w *word) keyword() string { return w.is().keyword }

// bareKeyword is the keyword that is left of the word without the digits behind it.
func (w *word) bareKeyword() string { return w.is().bare }

// stem is names.Stem of the word.
func (w *word) stem() string { return w.is().stem }

// spelt is the number that the word spells out; 0: none.
func (w *word) spelt() int { return w.is().spelt }

// digits reports whether the word is a plain number.
func (w *word) digits() bool { return w.is().digits }

// anyIn reports whether one of some words is in a set.
func anyIn(words []word, n vocab) bool {
	for i := range words {
		if words[i].in(n) {
			return true
		}
	}
	return false
}

// vocabsOf are the sets that words of a line, or their stems, are in.
func vocabsOf(words []word) (out vocabs) {
	for i := range words {
		l := words[i].is()
		out.join(&l.sets)
		out.join(&l.kin)
	}
	return out
}
