package hear

import (
	"slices"
	"strings"

	"delphi/engine/names"
	"delphi/engine/rules"
)

// Players name the class of several stacks once: "cloaks: 3 orcish, 5 dwarvish", "3
// orcish, 5 dwarvish cloaks", "elven cloaks or orcish ones", "leather cloaks for one of
// magic resistance".

// rowNouns are the classes of things, and the kinds of armour, that a row may be of.
var rowNouns = wordSet(`scroll potion wand ring amulet spellbook cloak boot glove gauntlet helm shield candle horn whistle sack lamp flute harp drum bag box stone mail armor dagger arrow sword boots gloves gauntlets`)

// longestPart is how many words of a name may stand without its class.
const longestPart = 3

// otherOne are words before "small one", which names something like what was named before.
var otherOne = wordSet(`a an the or than vs and as of`)

// rowed writes out the class that a row of stacks leaves out.
func (h *Hearer) rowed(words []word, set *rules.Set) []word {
	for i := 0; i < len(words); i++ {
		w := &words[i]
		noun := names.Stem(w.text)
		switch {
		case w.sign != 0:
		case rowNouns[noun] && i+2 < len(words) && (words[i+1].colon || words[i+1].digits() && i == 0) && words[i+1].digits():
			if out, n, _ := h.row(words[i+1:], w.text, set); n > 0 {
				return slices.Concat(words[:i], out)
			}
		case (w.text == "one" || w.text == "ones") && i > 1 && !w.cut && rowNouns[names.Stem(words[i-2].text)] && h.isThing(words[i-1].text+" "+words[i-2].text, set):
			noun, adjective := words[i-2], words[i-1] // "a shield? small one", "boots (iron ones)"
			adjective.cut, adjective.stop, adjective.open, noun.cut, noun.stop = noun.cut, noun.stop, false, false, false
			noun.query = w.query
			words = slices.Concat(words[:i-2], []word{adjective, noun}, words[i+1:])
			if i < len(words) {
				words[i].cut = true
			}
			i--
		case (w.text == "one" || w.text == "ones") && i > 2 && !w.cut && !words[i-1].cut && otherOne[words[i-2].text] && words[i-3].text != "was" && words[i-1].text != "real" && !(i+1 < len(words) && words[i+1].text == "of"):
			k := i - 2
			for k >= 0 && !rowNouns[names.Stem(words[k].text)] {
				k--
			}
			if k < 0 {
				continue
			}
			if noun = words[k].text; h.isThing(words[i-1].text+" "+noun, set) {
				words = slices.Clone(words)
				words[i].raw, words[i].text = noun, noun
			}
		case w.text == "one" && i+2 < len(words) && words[i+1].text == "of":
			k := i - 1
			for k >= 0 && !rowNouns[names.Stem(words[k].text)] {
				k--
			}
			if k < 0 {
				continue
			}
			noun := words[k].text
			if h.isThing(noun+" of "+joinedText(words[i+2:min(len(words), i+4)]), set) {
				words = slices.Clone(words)
				words[i].raw, words[i].text = noun, noun
			}
		}
	}
	return h.rowBehind(words, set)
}

// row puts a class behind or before each of the counted parts of names that the words
// begin with: "3 orcish, 5 dwarvish", "2 hunger 3 protection". n is how many there are, sum their counts.
func (h *Hearer) row(words []word, noun string, set *rules.Set) (out []word, n, sum int) {
	class := word{raw: noun, text: noun}
	for i := 0; i < len(words); {
		if !words[i].digits() || i+1 >= len(words) {
			out = append(out, words[i])
			i++
			continue
		}
		used := 0
		for k := min(longestPart, len(words)-i-1); k > 0 && used == 0; k-- {
			part := words[i+1 : i+1+k]
			if part[0].text == "of" && k > 1 {
				part = part[1:]
			}
			if slices.ContainsFunc(part[1:], func(w word) bool { return w.cut || w.digits() }) {
				continue
			}
			count := words[i]
			count.cut = len(out) > 0
			switch said := joinedText(part); {
			case h.isThing(said+" "+noun, set):
				out, used = append(append(append(out, count), part...), class), k
			case h.isThing(noun+" of "+said, set):
				out, used = append(append(out, count, class, word{raw: "of", text: "of"}), part...), k
			}
		}
		if used == 0 {
			out = append(out, words[i])
			i++
			continue
		}
		n++
		sum += howManySaid(&words[i])
		i += 1 + used
	}
	return out, n, sum
}

// rowBehind gives the class at the end of a row to the parts before it: "3 orcish, 5
// dwarvish cloaks".
func (h *Hearer) rowBehind(words []word, set *rules.Set) []word {
	for i := 0; i+4 < len(words); i++ {
		if !words[i].digits() || words[i+1].sign != 0 || words[i+1].digits() {
			continue
		}
		k := i + 2
		if words[k].text == "and" || words[k].text == "or" {
			k++
		}
		if k+2 >= len(words) || !words[k].digits() || words[k+1].digits() || words[k+2].cut || !rowNouns[names.Stem(words[k+2].text)] {
			continue
		}
		noun := words[k+2].text
		if h.isThing(words[i+1].text, set) || !h.isThing(words[i+1].text+" "+noun, set) {
			continue
		}
		words = slices.Insert(slices.Clone(words), i+2, word{raw: noun, text: noun})
	}
	return words
}

// isThing reports whether some words are a name of a thing.
func (h *Hearer) isThing(text string, set *rules.Set) bool {
	return slices.ContainsFunc(h.index(set).Exact([]byte(strings.Join(names.Words(text), ""))), func(e *names.Entry) bool { return h.params[e.Kind].Pile })
}

// joinedText is the text of some words.
func joinedText(words []word) string {
	parts := make([]string, len(words))
	for i := range words {
		parts[i] = words[i].text
	}
	return strings.Join(parts, " ")
}
