package hear

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// takenOff are the words before "off" and the like that ask how it is without.
var takenOff = []string{"take off", "taking off", "took off", "drop", "dropping", "dropped", "remove", "removing", "removed", "ditch", "ditching", "lose", "losing"}

var swapWords = wordSet(`swap swapped swapping switch switched switching trade replace replaced replacing exchange ditch ditching ditched`)

// weighed puts "either" before what a sentence asks about with and without it:
// "if i take off the robe", "is the robe worth it", "how much better is a robe".
func weighed(words []word) []word {
	at := func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		return words[i].text
	}
	article := func(i int) bool { return slices.Contains([]string{"a", "an", "the", "my", "this", "wearing"}, at(i)) }
	if other := otherFodder(words); other != nil {
		return other
	}
	for i := range words {
		k := -1
		if at(i) == "better" && at(i+1) == "than" && i+2 < len(words) { // "would a cornuthaum be better than a robe"
			return slices.Concat(words[:i], []word{{raw: "vs", text: "vs"}}, words[i+2:])
		}
		if (at(i) == "vs" || at(i) == "or" || at(i) == "and") && (at(i+1) == "without" || at(i+1) == "none") && (i+2 >= len(words) || words[i+2].cut) { // "with a shield vs without"
			for j := i - 1; j >= 0 && j > i-6; j-- {
				if words[j].text == "with" || words[j].text == "w" {
					return slices.Concat(words[:j+1], []word{{raw: "either", text: "either"}}, words[j+1:i], words[i+2:])
				}
			}
		}
		if swapWords.has(at(i)) { // "swap my cornuthaum for a helm of brilliance"
			for j := i + 2; j < len(words) && j < i+9; j++ {
				if t := at(j); (t == "for" || t == "with" || t == "to") && !words[j].cut && j+1 < len(words) {
					words[j].raw, words[j].text = "vs", "vs"
					return words
				}
			}
		}
		switch {
		case at(i) == "unless" || at(i) == "about" && at(i+1) == "to" || at(i) == "going" && at(i+1) == "to" || at(i) == "should" && at(i+1) == "i" || at(i) == "thinking" && (at(i+1) == "of" || at(i+1) == "about"):
			k = i + 1
			for k < i+5 && donning.has(at(k)) {
				k++
			}
			if !wearing.has(at(k-1)) && !wearing.has(at(k-2)) {
				k = -1
			}
			for k > 0 && article(k) {
				k++
			}
		case at(i) == "is" && article(i+1):
			for j := i + 3; j < len(words) && j < i+8; j++ {
				if words[j].text == "worth" {
					k = i + 2
				}
			}
			if at(i-1) == "better" && !slices.Contains([]string{"it", "this", "that"}, at(i+2)) {
				k = i + 2
			}
		case at(i) == "remove" && strings.HasPrefix(at(i+1), "curse"), isNumber(at(i + 1)): // the spell, "lose 2 int"
		case slices.Contains(takenOff, at(i)), slices.Contains(takenOff, at(i)+" "+at(i+1)):
			asked := false
			for j := max(0, i-4); j < i; j++ {
				asked = asked || at(j) == "does" || at(j) == "would" || at(j) == "if" || at(j) == "should" || at(j) == "when" || at(j) == "by" || at(j) == "worth"
			}
			if k = i + 1; at(k) == "off" {
				k++
			}
			if !asked {
				k = -1
			}
			for article(k) {
				k++
			}
		}
		if k > 0 && k < len(words) {
			return slices.Concat(words[:k], []word{{raw: "either", text: "either"}}, words[k:])
		}
	}
	return words
}

// wearing are verbs of putting something on, and donning these and what stands before them.
var (
	wearing = wordSet(`wear wearing wore put putting don equip equipping`)
	donning = wordSet(`i to of about maybe be wear wearing wore put putting on don equip equipping`)
)

// noneWords stand for having nothing where something else could be.
var noneWords = wordSet(`none nothing without not nope nil naked`)

// compared puts "either" before what a sentence compares with nothing: "robe vs none".
func compared(s *heard) *heard {
	for k := range s.found {
		f := &s.found[k]
		i := f.to
		if !f.param.Gear && !isEquipment(f) || i+1 >= len(s.words) || s.words[i].text != "vs" && s.words[i].text != "or" {
			continue
		}
		none := s.noneAt(i+1, f)
		if none == 0 {
			continue
		}
		if t := s.words[i+1].text; (t == "without" || t == "not" || t == "none") && i+2 < len(s.words) && s.isName(i+2) && !s.words[i+2].cut && !s.words[i+1].query {
			continue // "robe or without it"
		}
		start := s.stackStart(f.from)
		words := slices.Concat(s.words[:start], []word{{raw: "either", text: "either", cut: s.words[start].cut}}, s.words[start:i], s.words[none:])
		words[start+1].cut = false
		if s.listedRival(k, start) { // "a cornuthaum, a helmet or nothing"
			words[start].cut = false
			words = slices.Insert(words, start, word{raw: "vs", text: "vs"})
		}
		return s.anew(words)
	}
	return s
}

// noneAt is where the words end that say from word i on that there is none of a thing named
// before: "nothing", or the thing itself behind "no", where others follow. 0: they do not.
func (s *heard) noneAt(i int, f *found) int {
	if s.words[i].in(noneWords) {
		return i + 1
	}
	if t := s.words[i].text; t != "no" && t != "without" {
		return 0
	}
	for k := range s.found {
		if o := &s.found[k]; o.from == i+1 && o.param == f.param && o.name == f.name && o.to < len(s.words) && (s.words[o.to].text == "vs" || s.words[o.to].text == "or") {
			return o.to
		}
	}
	return 0
}

// listedRival reports whether a comma parts the armour k, of which the words begin at start,
// from a piece before it that is worn in the same place.
func (s *heard) listedRival(k, start int) bool {
	if !s.words[start].cut {
		return false
	}
	return slices.ContainsFunc(s.found[:k], func(o found) bool {
		before := start
		for before > o.to && article(s.words[before-1].text) {
			before--
		}
		return o.to == before && sameSlot(&o, &s.found[k])
	})
}

// wornOf is the piece of armour that a name is of.
func wornOf(f *found) (*rules.Worn, bool) {
	t, ok := f.value.(*commands.Term)
	if !ok {
		return nil, false
	}
	w, ok := t.Value.(*rules.Worn)
	return w, ok
}

// bustWords stand behind "or" where nothing else is wanted.
var bustWords = wordSet(`nothing bust break nada nope naught`)

// orBust drops "or nothing" behind what is wanted of a counted pile.
func orBust(s *heard) *heard {
	if !s.shape[commands.CountShape] {
		return s
	}
	for k := range s.found {
		f := &s.found[k]
		i := f.to
		if f.param.Pile && !s.counted(f.from) && i+1 < len(s.words) && s.words[i].text == "or" && s.words[i+1].in(bustWords) && (i+2 == len(s.words) || s.words[i+2].cut || s.words[i+1].query) {
			return s.anew(slices.Concat(s.words[:i], s.words[i+2:]))
		}
	}
	return s
}

// OrBust reports whether a line ends in "or nothing": what stands before is wanted.
func OrBust(line string) bool {
	line = names.Fold(strings.TrimRight(line, " ?!."))
	i := strings.LastIndexByte(line, ' ')
	return i > 0 && bustWords.has(line[i+1:]) && strings.HasSuffix(line[:i], " or")
}

// versus puts "vs" between things that are compared in other words: "between a robe and a
// cornuthaum", "as bad as", "worse than".
func versus(words []word) []word {
	at := func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		return words[i].text
	}
	vs := word{raw: "vs", text: "vs"}
	for i := range words {
		switch t := at(i); {
		case t == "between" && !words[min(i+1, len(words)-1)].digits() && keyword(bare(at(i+1))) == "":
			for j := i + 2; j < len(words) && j < i+8; j++ {
				if at(j) == "and" && j+1 < len(words) && !words[j+1].digits() {
					words[j] = vs
					return slices.Delete(words, i, i+1)
				}
			}
		case t == "as" && at(i+2) == "as" && degrees.has(at(i+1)) && i+3 < len(words) && i > 0:
			return slices.Concat(words[:i], []word{vs}, words[i+3:])
		case (t == "worse" || t == "heavier" || t == "lighter" || t == "safer") && at(i+1) == "than" && i+2 < len(words) && i > 0:
			return slices.Concat(words[:i], []word{vs}, words[i+2:])
		}
	}
	return words
}

// degrees are what things are compared in, in "as bad as".
var degrees = wordSet(`bad good heavy safe terrible harmful hard`)

// eachWords say of several things that each is meant alone.
var eachWords = wordSet(`each separately respectively individually`)

// eachOf puts "vs" between things that are worn, of which the line asks for each alone:
// "how bad do plate mail and a large shield each make sleep".
func eachOf(s *heard) *heard {
	if !anyIn(s.words, eachWords) {
		return s
	}
	return s.sweepNames(func(s *heard, f *found) ([]word, int) {
		i := f.to
		if !f.param.Gear || i == len(s.words) || s.words[i].text != "and" || !slices.ContainsFunc(s.found, func(o found) bool { return o.param.Gear && o.from > i && s.stackStart(o.from) <= i+3 }) {
			return nil, 0
		}
		words := slices.Clone(s.words)
		words[i].raw, words[i].text = "vs", "vs"
		return words, i
	})
}

// helping puts "either" before what a line asks the help of: "would a robe help".
func helping(words []word) []word {
	for i := range words {
		if t := words[i].text; t != "would" && t != "will" && t != "might" { // "does a robe help" says that it is worn
			continue
		}
		k := i + 1
		for k < len(words) && (words[k].text == "a" || words[k].text == "an" || words[k].text == "the" || words[k].text == "my" || words[k].text == "wearing") {
			k++
		}
		if k >= len(words) || words[k].in(pronounced) || words[k].keyword() != "" || words[k].digits() {
			continue
		}
		for j := k + 1; j < len(words) && j <= k+5 && !words[j].cut; j++ {
			if t := words[j].text; t == "help" || t == "helps" || t == "matter" {
				return slices.Concat(words[:k], []word{{raw: "either", text: "either"}}, words[k:])
			}
		}
	}
	return words
}

// pronounced are words behind "does" that name nothing.
var pronounced = wordSet(`it they that this these those i he she you we luck`)

// versusShort reads a "v" between two names as "vs": "dingo v large dog".
func versusShort(s *heard) *heard {
	for i := 1; i+1 < len(s.words); i++ {
		if w := &s.words[i]; (w.text == "v" || w.text == "v.") && !w.cut && !s.words[i+1].cut && s.isName(i-1) && (s.isName(i+1) || article(s.words[i+1].text)) {
			words := slices.Clone(s.words)
			words[i].raw, words[i].text = "vs", "vs"
			return s.anew(words)
		}
	}
	return s
}

func article(t string) bool { return t == "a" || t == "an" || t == "the" }
