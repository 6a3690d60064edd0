package hear

import (
	"slices"
	"strings"

	"delphi/engine/names"
	"delphi/engine/rules"
)

// spelled reports whether some words are the name of a spell.
func (h *Hearer) spelled(words []word, set *rules.Set) bool {
	text := words[0].text
	for i := range words[1:] {
		if words[i+1].cut {
			return false
		}
		text += " " + words[i+1].text
	}
	return slices.ContainsFunc(h.index(set).Exact([]byte(strings.Join(names.Words(text), ""))), func(e *names.Entry) bool {
		return h.params[e.Kind].Sign == '+'
	})
}

// longestSpell is how many words the name of a spell has at most.
const longestSpell = 3

// bookOf turns "sleep book" around, into "book of sleep".
func (h *Hearer) bookOf(words []word, set *rules.Set) []word {
	for i := 1; i < len(words); i++ {
		if t := words[i].text; t != "book" && t != "spellbook" || words[i].cut || i+1 < len(words) && words[i+1].text == "of" {
			continue
		}
		for n := min(longestSpell, i); n > 0; n-- {
			if spell := slices.Clone(words[i-n : i]); h.spelled(spell, set) {
				book := words[i]
				book.cut, spell[0].cut = spell[0].cut, false
				words = slices.Concat(words[:i-n], []word{book, {raw: "of", text: "of"}}, spell, words[i+1:])
				break
			}
		}
	}
	return words
}

// namesRole reports whether a line names a role.
func (s *heard) namesRole() bool {
	return slices.ContainsFunc(s.found, func(f found) bool { return f.param.Titled != nil })
}

// unbooked reads a spellbook that is not said to be in hand as its spell, for a command that
// asks of casting: "found a book of sleep, will it fail".
func (s *heard) unbooked() *heard {
	for k := range s.found {
		f := &s.found[k]
		spell, book := strings.CutPrefix(f.name, "spellbook of ")
		if !book || !f.param.Gear || !s.isSpell(f.from) || slices.ContainsFunc(s.words[max(0, f.from-4):f.from], func(w word) bool { return slices.Contains(wieldWords, w.text) }) {
			continue
		}
		if slices.ContainsFunc(s.found, func(o found) bool { return o.param.Sign == '+' && !o.param.Pile && o.name != spell }) {
			continue
		}
		var parts []word
		for n, part := range strings.Fields(spell) {
			parts = append(parts, word{raw: part, text: part, cut: n == 0 && s.words[f.from].cut, stop: n == 0 && s.words[f.from].stop})
		}
		rest := behindMark(s.words[f.to:])
		return s.anew(slices.Concat(s.words[:f.from], parts, rest))
	}
	return s
}

// blessing are words before a "bless" that ask whether it is worth it.
var blessing = wordSet(`should worth pay pays point better help helps matter before if`)

// blessBook reads "should i bless the book" as a question about the blessed book and the
// uncursed one.
func blessBook(words []word) []word {
	for i := range words {
		if t := words[i].text; t != "bless" && t != "blessing" || i+1 == len(words) || !anyIn(words[max(0, i-4):i], blessing) || !anyIn(words, bookWords) || anyIn(words, otherCurses) {
			continue
		}
		both := []word{{raw: "blessed", text: "blessed", cut: words[i].cut}, {raw: "vs", text: "vs"}, {raw: "uncursed", text: "uncursed"}}
		return slices.Concat(words[:i], both, words[i+1:])
	}
	return words
}

var (
	bookWords   = wordSet(`book spellbook`)
	otherCurses = wordSet(`cursed uncursed blessed`)
)

// booked puts "book of" between a curse or blessing and a hero's spell: only the book
// has one.
func booked(s *heard) *heard {
	if !slices.ContainsFunc(s.found, func(f found) bool { return f.param.Name == "role" }) {
		return s
	}
	return s.sweepNames(func(s *heard, f *found) ([]word, int) {
		i := f.from
		if f.param.Sign != '+' || i == 0 || s.words[i].cut || !slices.Contains(wholeBUC, s.words[i-1].text) || i > 1 && s.words[i-2].digits() {
			return nil, 0
		}
		spell := slices.Clone(s.words[i:])
		if spell[0].sign != 0 {
			short := spell[0].short()
			spell[0].sign, spell[0].raw, spell[0].text = 0, short, names.Fold(short)
		}
		book := []word{{raw: "book", text: "book"}, {raw: "of", text: "of"}}
		return slices.Concat(s.words[:i], book, spell), f.to + len(book)
	})
}
