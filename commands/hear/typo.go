package hear

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	edlib "github.com/hbollon/go-edlib"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// dictionary is the single words that the names of a version are made of, by
// their first letter: what a misspelt word may have meant.
type dictionary struct {
	known  map[string]bool // the words and their stems
	listed map[string]bool // the words
	seen   map[string]bool // phrases that were added
	letter map[byte][]string
}

func newDictionary() *dictionary {
	return &dictionary{known: map[string]bool{}, listed: map[string]bool{}, letter: map[byte][]string{}, seen: map[string]bool{}}
}

func (h *Hearer) dictionary(set *rules.Set) *dictionary { return h.lexicon(set).words }

// moreWords are spelt right as well.
const moreWords = "unskilled basic skilled expert restricted bareheaded barefoot shieldless expired blessed uncursed cursed chart depth level strength intelligence wisdom dexterity charisma power energy"

// add adds the words of a phrase.
func (d *dictionary) add(phrase string) {
	if d.seen[phrase] {
		return
	}
	d.seen[phrase] = true
	for w := range strings.FieldsSeq(names.Fold(phrase)) {
		w = strings.Trim(w, marks)
		if d.listed[w] || len(w) < 2 {
			continue
		}
		d.listed[w], d.known[w], d.known[names.Stem(w)] = true, true, true
		if len(w) >= shortestTypo {
			d.letter[w[0]] = append(d.letter[w[0]], w)
		}
	}
}

// shortestTypo is how long a word must be for a typo in it to be mended.
const shortestTypo = 4

// sureLetters is how many letters at the beginning of a word must be right if
// it has two typos.
const sureLetters = 3

// mostMended bounds how many words of a line are compared with the dictionary.
const mostMended = 8

// mend corrects misspelt words, where one word of the dictionary alone is near
// enough, and says so.
func (h *Hearer) mend(words []word, set *rules.Set) (notes []commands.Note) {
	var d *dictionary
	mended, first := 0, 0
	for i := range words { // the hero's name and title stand before a status line
		if words[i].status {
			first = i
			break
		}
	}
	for i := first; i < len(words); i++ {
		w := &words[i]
		if w.sign != 0 || w.status || len(w.text) < shortestTypo || w.drops() || !plain(w.text) || w.spelt() > 0 || slices.Contains(ordinals, w.text) {
			continue
		}
		if d == nil {
			d = h.dictionary(set)
		}
		if d.known[w.text] || d.known[w.stem()] || names.Everyday(w.text) {
			continue
		}
		if mended++; mended > mostMended {
			break
		}
		meant := h.beside(d, words, i, set)
		if meant == "" {
			meant = d.nearest(w.text)
		}
		if strings.HasSuffix(w.text, "ing") && !strings.HasSuffix(meant, "ing") { // what somebody does is no misspelt thing
			meant = ""
		}
		if meant != "" {
			notes = append(notes, commands.Note{Kind: commands.Remarked, Text: fmt.Sprintf("%q read as %s", w.raw, meant)})
			w.raw, w.text = meant, meant
		}
	}
	return notes
}

// nameless are words that begin or end no name.
var nameless = wordSet(`of a an the my as in on at to for from with and or is are does do i if`)

// beside is the only word within two typos of word i that makes a name with the word
// before or behind it: "magc mapping", "turn undd", "gaint beetle".
func (h *Hearer) beside(d *dictionary, words []word, i int, set *rules.Set) (meant string) {
	x, typed := h.index(set), words[i].text
	named := func(text string) bool { return len(x.Exact([]byte(strings.Join(names.Words(text), "")))) > 0 }
	before, behind := i > 0 && !words[i].cut && !words[i-1].in(nameless), i+1 < len(words) && !words[i+1].cut && !words[i+1].in(nameless)
	if !before && !behind {
		return ""
	}
	for _, w := range d.letter[typed[0]] {
		if n := len(w) - len(typed); n > 2 || n < -1 || bits.OnesCount32(letters(typed)^letters(w)) > 4 || w[:2] != typed[:2] && (n != 0 || !anagram(typed, w)) {
			continue
		}
		if edlib.OSADamerauLevenshteinDistance(typed, w) > 2 {
			continue
		}
		if !(behind && named(w+" "+words[i+1].text)) && !(before && named(words[i-1].text+" "+w)) {
			continue
		}
		switch {
		case meant == "" || names.Stem(meant) == names.Stem(w) && len(w) < len(meant):
			meant = w
		case names.Stem(meant) != names.Stem(w):
			return ""
		}
	}
	return meant
}

// nearest is the only word within a typo of a text, two from nine letters on;
// of four letters only two that changed places are mended. Letters that are all
// there in another order are one typo: "idenfity".
func (d *dictionary) nearest(text string) string {
	if meant := d.near(text); meant != "" || !strings.HasSuffix(text, "s") || len(text) <= shortestTypo {
		return meant
	}
	if meant := d.near(text[:len(text)-1]); meant != "" { // "whistels"
		return meant + "s"
	}
	return ""
}

func (d *dictionary) near(text string) string {
	within := 1
	if len(text) >= 9 {
		within = 2
	}
	best, meant, ties := 2*within+1, "", 0 // two for each typo, and one for letters in another order
	mine := letters(text)
	for _, w := range d.letter[text[0]] {
		if n := len(w) - len(text); n > within || -n > within {
			continue
		}
		if len(w) == len(text) && len(text) > 5 && mine == letters(w) && text[:2] == w[:2] && anagram(text, w) {
			if best > 1 {
				best, meant, ties = 1, w, 1
			} else if names.Stem(w) != names.Stem(meant) {
				ties++
			}
			continue
		}
		if bits.OnesCount32(mine^letters(w)) > 2*within {
			continue // a typo changes two letters at most
		}
		if len(text) < 5 && (len(w) != len(text) || edlib.LevenshteinDistance(text, w) != 2) {
			continue // only a swap
		}
		n := 2 * edlib.OSADamerauLevenshteinDistance(text, w)
		if n > 2 && text[:sureLetters] != w[:sureLetters] {
			continue // two typos, and another beginning: another word
		}
		switch {
		case n < best:
			best, meant, ties = n, w, 1
		case n == best && names.Stem(w) != names.Stem(meant):
			ties++
		}
	}
	if ties != 1 {
		return ""
	}
	return meant
}

// anagram reports whether two words of one length have the same letters.
func anagram(a, b string) bool {
	var n [256]int8
	for i := range len(a) {
		n[a[i]]++
		n[b[i]]--
	}
	return n == [256]int8{}
}

// letters is the set of letters that a word is made of.
func letters(w string) (set uint32) {
	for i := range len(w) {
		set |= 1 << (w[i] & 31)
	}
	return set
}

// plain reports whether a word has letters only.
func plain(s string) bool {
	for i := range len(s) {
		if !letter(s[i]) {
			return false
		}
	}
	return true
}
