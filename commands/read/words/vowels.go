package words

import (
	"cmp"
	"slices"
	"strings"

	"delphi/commands/read/lex"
	"delphi/commands/read/phrases"
	"delphi/engine/names"
)

// Some write without vowels, as telegrams and old telephones had it: "hw oftn ds it ht",
// "scr mnstr". A word that is known to nobody and has none, but perhaps the first letter, is
// taken for any word with the same consonants, if the line holds several such words.

// fewestShort is how many words without vowels a line holds that is written so.
const fewestShort = 2

// longestBare is how many words without vowels make up a name.
const longestBare = 4

// consonants returns a word without its vowels, except at its beginning, and without double
// letters.
func consonants(word string) string {
	out := make([]byte, 0, len(word))
	for i := range len(word) {
		if b := word[i]; i == 0 || !strings.ContainsRune("aeiou", rune(b)) && b != out[len(out)-1] {
			out = append(out, b)
		}
	}
	return string(out)
}

// bareOf lists the grammar's words by their consonants, those that most phrases hold first.
func bareOf(g *phrases.Grammar, uses []int) map[string][]int32 {
	out := map[string][]int32{}
	for l, text := range g.Literals() {
		if c := consonants(text); c != text && len(c) > 1 {
			out[c] = append(out[c], l)
		}
	}
	for _, ids := range out {
		slices.SortStableFunc(ids, func(a, b int32) int { return -cmp.Compare(uses[a], uses[b]) })
	}
	return out
}

// fill adds the words and names that words without vowels may stand for, if the line is
// written so.
func (c *Line) fill(bare map[string][]int32) {
	var short []int
	for i := range c.Tokens {
		if c.vowelless(i) {
			short = append(short, i)
		}
	}
	if len(short) < fewestShort {
		return
	}
	for _, i := range short {
		t := &c.Tokens[i]
		for k, l := range bare[consonants(t.Stem)] {
			if k+1 < len(c.Lits[i]) {
				c.Lits[i][k+1] = l
			}
		}
		for from := max(0, i-longestBare+1); from <= i; from++ {
			for to := i + 1; to <= min(len(c.Tokens), from+longestBare); to++ {
				c.nameBare(from, to, i)
			}
		}
	}
}

// nameBare adds the names that have the consonants of some words; first is the first word of
// these without vowels.
func (c *Line) nameBare(from, to, first int) {
	if !c.Together(from, to) {
		return
	}
	key := ""
	for j := from; j < to; j++ {
		if j < first && c.vowelless(j) {
			return // found from that one
		}
		key += c.Tokens[j].Stem
	}
	for _, e := range c.lex.bare[consonants(key)] {
		c.addNames(from, to, e, Fuzzy, 0)
	}
}

// vowelless reports whether a token is a word with hardly a vowel behind its first letter
// that neither the grammar nor a vocabulary knows.
func (c *Line) vowelless(i int) bool {
	t := &c.Tokens[i]
	if t.Kind != lex.Word || len(t.Stem) < 2 || c.Lits[i][0] >= 0 || c.lex.words[t.Stem] || names.Everyday(t.Word) {
		return false
	}
	vowels := 0
	for _, v := range "aeiou" {
		vowels += strings.Count(t.Word[1:], string(v))
	}
	if vowels > len(t.Word)/6 {
		return false
	}
	return !slices.ContainsFunc(c.Names[i], func(n Named) bool { return n.Way != Fuzzy })
}
