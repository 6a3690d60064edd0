package passage

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	porter "github.com/blevesearch/go-porterstemmer"

	"delphi/engine/names"
)

// maxWords bounds the words of a question that are looked for.
const maxWords = 12

// Query is a question as its words that mean something.
type Query struct {
	Words   []string // in the order of the question, each once
	Phrases []string // what stood in quotation marks, folded

	stems  []string
	joined []string  // of each stem: with the next word of the question, "timeout"
	heads  []string  // stems of headings that say what the question wants: "obtain" for "where do I get"
	weight []float64 // of each stem
	total  float64
	said   map[string]bool  // every word of the question
	known  map[string]match // of words that were compared already
	starts [256]bool        // the first bytes of the stems and their synonyms
}

// Read reads a question. Its words all weigh the same until Weigh.
func Read(question string) *Query {
	q := &Query{}
	for rest := question; ; {
		_, after, open := strings.Cut(rest, `"`)
		inside, next, closed := strings.Cut(after, `"`)
		if !open || !closed {
			break
		}
		if p := Plain(inside); p != "" {
			q.Phrases = append(q.Phrases, p)
		}
		rest = next
	}
	var all []string
	each(question, func(word string) {
		all = append(all, word)
	})
	for _, quiet := range []bool{true, false} { // a question of nothing but quiet words keeps them
		for i, w := range all {
			s := Stem(w)
			if quiet && quietWords[w] || len(q.stems) == maxWords || slices.Contains(q.stems, s) {
				continue
			}
			pair := ""
			if i+1 < len(all) {
				pair = Stem(w + all[i+1])
			}
			q.Words, q.stems, q.weight, q.joined = append(q.Words, w), append(q.stems, s), append(q.weight, 1), append(q.joined, pair)
		}
		if len(q.stems) > 0 {
			break
		}
	}
	q.said = make(map[string]bool, len(all))
	for i, w := range all {
		q.said[w] = true
		q.heads = append(q.heads, wanted[Stem(w)]...)
		if i > 0 {
			q.heads = append(q.heads, wanted[all[i-1]+w]...)
		}
	}
	q.total = float64(len(q.stems))
	for _, s := range q.stems {
		q.starts[s[0]] = true
		for _, other := range synonyms[s] {
			q.starts[other[0]] = true
		}
	}
	return q
}

// Weigh gives each word the weight of its rarity: spread is how many of pages
// pages hold it.
func (q *Query) Weigh(pages int, spread func(word string) int) {
	q.total = 0
	for i, w := range q.Words {
		n := spread(w)
		q.weight[i] = math.Log(1 + float64(pages+1)/float64(n+1))
		q.total += q.weight[i]
	}
}

// Title says how much a title is what the question is about: 1 where both have the same
// words, 0 if they share none. What stands in brackets at the title's end counts only
// where the question has it too.
func (q *Query) Title(title string) float64 {
	var words []string
	eachTitle(title, func(w string) { words = append(words, w) })
	return q.Stems(words)
}

// Stems is like Title, for words already stemmed by TitleStems.
func (q *Query) Stems(words []string) float64 {
	if len(words) == 0 || q.total == 0 {
		return 0
	}
	hit, own := q.shared(words)
	if own == 0 {
		return 0
	}
	return hit / q.total * math.Sqrt(hit/own)
}

// Within reports whether a text has every word of the question, in any
// inflection.
func (q *Query) Within(text string) bool {
	var in [maxWords]bool
	each(text, func(w string) {
		if i, how := q.find(Stem(w)); i >= 0 && how >= likeStem && how != likeSynonym {
			in[i] = true
		}
	})
	for i := range q.stems {
		if !in[i] {
			return false
		}
	}
	return len(q.stems) > 0
}

// shared sums the weights of the question's words that are among some words,
// and of all those words: one that the question lacks weighs what the question's
// do on average.
func (q *Query) shared(words []string) (hit, own float64) {
	var seen [maxWords]float64
	for _, w := range words {
		i, how := q.find(w)
		if i < 0 {
			own += q.total / float64(len(q.stems))
			continue
		}
		own += q.weight[i]
		if how > seen[i] {
			hit += (how - seen[i]) * q.weight[i]
			seen[i] = how
		}
	}
	return hit, own
}

// TitleStems returns the stems of a title, without what is in brackets at its
// end.
func TitleStems(title string) (out []string) {
	eachTitle(title, func(s string) { out = append(out, s) })
	return out
}

func eachTitle(title string, do func(stem string)) {
	if i := strings.LastIndexByte(title, '('); i > 0 && strings.HasSuffix(title, ")") {
		title = title[:i]
	}
	n := 0
	each(title, func(w string) {
		if !quietWords[w] {
			n++
			do(Stem(w))
		}
	})
	if n == 0 { // "The Who"
		each(title, func(w string) { do(Stem(w)) })
	}
}

// StemsOf returns the stems that a title may share with the question: its own words
// and what means the same.
func (q *Query) StemsOf() []string {
	out := append([]string(nil), q.stems...)
	for _, s := range q.stems {
		out = append(out, synonyms[s]...)
	}
	return out
}

// How much a word counts that is not the question's own but near it.
const (
	likeSynonym = 0.8
	likeStem    = 0.7
	likeShort   = 0.69
)

// match is which word of the question another one is, and how surely.
type match struct {
	i   int // -1: none
	how float64
}

// word is like find, for a word that is not stemmed yet.
func (q *Query) word(w string) (i int, how float64) {
	m, ok := q.known[w]
	if !ok {
		m.i, m.how = q.find(Stem(w))
		if q.known == nil {
			q.known = map[string]match{}
		}
		q.known[w] = m
	}
	return m.i, m.how
}

// find returns the word of the question that a stem is, and how surely; -1 if none.
func (q *Query) find(stem string) (i int, how float64) {
	best, how := -1, 0.0
	for i, s := range q.stems {
		switch {
		case s == stem, q.joined[i] == stem:
			return i, 1
		case how < likeSynonym && slices.Contains(synonyms[s], stem):
			best, how = i, likeSynonym
		case how < likeStem && akin(s, stem):
			best, how = i, likeStem
		case how < likeShort && len(s) >= shortest && strings.HasPrefix(stem, s):
			best, how = i, likeShort
		}
	}
	return best, how
}

// shortest is how long a stem is at least that may be a word cut short: lycan.
const shortest = 5

// Short reports whether a stem may be a word of the question cut short.
func Short(stem string) bool { return len(stem) >= shortest }

// akin reports whether one of two stems goes on for a letter or two where the
// other ends: lycanthropi and lycanthrop.
func akin(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) >= 5 && len(b)-len(a) <= 2 && strings.HasPrefix(b, a)
}

// Stem returns a word in the one form that its inflections share: "curing", "cured"
// and "cure" become "cure".
func Stem(word string) string {
	word = names.Fold(word)
	if s := names.Stem(word); !strings.HasPrefix(word, s) { // knives, mice: no suffix of the stemmer's
		word = s
	}
	for i := 0; i < len(word); i++ {
		if word[i] >= utf8.RuneSelf {
			return word // the stemmer is for English
		}
	}
	if len(word) <= 3 {
		return word
	}
	return string(porter.StemWithoutLowerCasing([]rune(word)))
}

// Plain returns a text as phrases are compared: folded, with single blanks and
// without markup of links and emphasis.
func Plain(text string) string {
	text = markup.Replace(text)
	return strings.Join(strings.FieldsFunc(names.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

var markup = strings.NewReplacer("''", "", "[[", "", "]]", "")

// each calls do with every word of a text, folded.
func each(text string, do func(word string)) {
	for w := range strings.FieldsFuncSeq(names.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		do(w)
	}
}

// quietWords say nothing about what a question is about.
var quietWords = words(`a an and are as at be been but by can could did do does doing for from get gets getting got had has have having he
	her him his how i if in into is it its just like many may me mean means might more most much must my need no not of off on one or our
	out please really s say should so some still t tell than that the their them then there these they thing things this those to up use
	used using want was way we were what whats when where wheres which who why will with without work works would you your about after
	again all also am any because before being best between both during each explain find few here know let show happen happens happening
	vs versus am im ive dont cant doesnt nethack game wiki page good bad every long often i'm`)

func words(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}

// synonyms are stems that players use for one another. They are few on purpose:
// each is a question that would find nothing otherwise.
var synonyms = mutual(
	"cure heal treat remedi", "kill defeat slay", "eat corps edibl food", "price cost", "steal thief theft stolen", "destroi break",
	"monster creatur", "hero player", "pet tame", "weapon wield", "fast speed", "sell buy shop", "begin start", "odd chanc probabl",
	"increas rais gain", "stuck trap", "god deiti", "explod explos blow burst", "old ag", "lose cost penalti", "stone petrif petrifi ston", "blind blinded", "identifi identif id", "ascend win ascens",
)

// wanted holds the stems that headings have where they say what a word of a
// question asks for.
var wanted = func() map[string][]string {
	out := map[string][]string{}
	for _, g := range [][2]string{
		{"get obtain acquir find where locat buy sourc gain", "obtain get acquir find locat sourc gener where"},
		{"kill fight defeat beat surviv", "strategi kill fight defeat combat"},
		{"avoid prevent stop protect defend escap", "avoid prevent protect defens defend escap strategi"},
		{"tell distinguish differ identifi findout", "identifi identif distinguish differ avoid"},
		{"make creat", "make creat"},
		{"cure fix remov heal rid", "cure treatment remedi"},
		{"use appli", "use appli usag"},
		{"happen effect", "effect"},
	} {
		for w := range strings.FieldsSeq(g[0]) {
			out[w] = append(out[w], strings.Fields(g[1])...)
		}
	}
	return out
}()

func mutual(groups ...string) map[string][]string {
	out := map[string][]string{}
	for _, g := range groups {
		list := strings.Fields(g)
		for _, w := range list {
			for _, other := range list {
				if other != w {
					out[w] = append(out[w], other)
				}
			}
		}
	}
	return out
}
