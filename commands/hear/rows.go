package hear

import (
	"slices"
	"strconv"
	"strings"

	"delphi/engine/names"
	"delphi/engine/rules"
)

// Players name the class of several stacks once: "cloaks: 3 orcish, 5 dwarvish", "3
// orcish, 5 dwarvish cloaks", "elven cloaks or orcish ones", "leather cloaks for one of
// magic resistance".

// rowNouns are the classes of things, and the kinds of armour, that a row may be of.
var rowNouns = wordSet(`scroll potion wand ring amulet spellbook cloak boot glove gauntlet helm shield candle horn whistle sack lamp flute harp drum bag box stone mail armor dagger arrow sword boots gloves gauntlets mithril`)

// longestPart is how many words of a name may stand without its class.
const longestPart = 3

// rows writes out the class that a row of stacks leaves out.
func (h *Hearer) rows(words []word, set *rules.Set) []word {
	for i := 0; i < len(words); i++ {
		w := &words[i]
		noun := w.stem()
		switch {
		case w.sign != 0:
		case rowNouns.has(noun) && i+2 < len(words) && (words[i+1].colon || words[i+1].digits() && i == 0) && words[i+1].digits():
			if out, n, _ := h.row(words[i+1:], w.text, set); n > 0 {
				return slices.Concat(words[:i], out)
			}
		case i > 1 && !w.cut && (words[i-1].text == "than" || words[i-1].text == "vs" || words[i-1].text == "or") && (i+1 == len(words) || words[i+1].cut || words[i+1].stop) && !h.isThing(w.text, set):
			k := i - 2 // "elven mithril better than dwarvish"
			for k > 0 && k > i-5 && !(h.isThing(words[k-1].text+" "+words[k].text, set) && h.isThing(w.text+" "+words[k].text, set)) {
				k--
			}
			if k > 0 && k > i-5 {
				noun := words[k]
				noun.cut, noun.stop, noun.query = false, false, w.query
				words = slices.Insert(slices.Clone(words), i+1, noun)
			}
		case w.text == "one" && i+2 < len(words) && words[i+1].text == "of":
			k := i - 1
			for k >= 0 && !words[k].stemIn(rowNouns) {
				k--
			}
			if k >= 0 && h.isThing(words[k].text+" of "+joinedText(words[i+2:min(len(words), i+4)]), set) {
				words = slices.Clone(words)
				words[i].raw, words[i].text = words[k].text, words[k].text
			}
		}
	}
	return words
}

// count is the number that a word is, in figures or spelled out; 0: none.
func (w *word) count() int {
	if !w.digits() { // an error costs more than a look
		return w.spelt()
	}
	n, _ := strconv.Atoi(w.text)
	return max(n, 0)
}

// farthestNoun is how many words away the noun may stand that an adjective takes.
const farthestNoun = 14

// nounFor is where the noun near word i stands that an adjective makes a thing of:
// "cloaks" for "orcish". of is set where it stands before: "boots of fumbling". at is
// negative where there is none.
func (h *Hearer) nounFor(words []word, i int, adjective string, set *rules.Set) (at int, of bool) {
	for d := 1; d <= farthestNoun; d++ {
		for _, k := range [...]int{i - d, i + d} {
			if k < 0 || k >= len(words) || words[k].sign != 0 || len(words[k].text) < 4 || words[k].text == "ones" {
				continue
			}
			switch {
			case h.isThing(adjective+" "+words[k].text, set):
				return k, false
			case h.isThing(words[k].text+" of "+adjective, set):
				return k, true
			}
		}
	}
	return -1, false
}

// endsPart are words behind the last of a part of a row.
var endsPart = wordSet(`and n or vs plus for on in into at to what how then whats`)

// likeOthers gives the noun that stands elsewhere in the line to "10 dwarvish ones", "ten
// dwarvish", "a small one", "speed boots out of fumbling ones".
func (h *Hearer) likeOthers(words []word, set *rules.Set) []word {
	for i := 1; i < len(words); i++ {
		ones := words[i].text == "ones" || words[i].text == "one" && !(i+1 < len(words) && words[i+1].text == "of" && !words[i+1].cut)
		last := i // word of the adjective
		if ones {
			last--
		}
		ends := i+1 == len(words) || words[i+1].cut || words[i+1].in(endsPart)
		if words[i].sign != 0 || !ones && (!ends || words[i-1].count() == 0 || words[i-1].count() == 1 && !words[i-1].cut || words[i].count() > 0) {
			continue
		}
		from := last
		for from > max(0, i-longestPart) && !words[from].cut && h.adjective(&words[from-1]) {
			from--
		}
		for ; from <= last; from++ {
			adjective := words[from : last+1]
			said := joinedText(adjective)
			if ones && from == last && adjective[0].sign == 0 || h.adjective(&adjective[0]) && !h.isThing(said, set) {
				if at, of := h.nounFor(words, i, said, set); at >= 0 {
					words, i = h.thingOf(words, from, i, at, of, ones, set)
					break
				}
			}
		}
	}
	return words
}

// thingOf makes a thing of the adjective that begins at word from, and of the noun at word
// at. The words up to i, which may be "ones", go into it; end is where to go on. A noun
// that stood alone gets the adjective where it is: "a shield? a small one".
func (h *Hearer) thingOf(words []word, from, i, at int, of, ones bool, set *rules.Set) (out []word, end int) {
	noun := word{raw: words[at].text, text: words[at].text}
	adjective := slices.Clone(words[from : i+1])
	if ones {
		adjective = adjective[:len(adjective)-1]
	}
	alone := at < from && !of && words[at+1].text != "of" && (at == 0 || !h.isThing(words[at-1].text+" "+noun.text, set))
	if ones && alone && words[from-1].count() == 0 && !pairsOf(words[:from]) {
		adjective[0].cut, adjective[0].open, adjective[0].colon, adjective[0].stop = words[at].cut, false, words[at].colon, words[at].stop
		return slices.Concat(words[:at], adjective, []word{noun}, words[at+1:from], words[i+1:]), i
	}
	thing := append(adjective, noun)
	if of {
		noun.cut, adjective[0].cut = adjective[0].cut, false
		thing = slices.Concat([]word{noun, {raw: "of", text: "of"}}, adjective)
	}
	return slices.Concat(words[:from], thing, words[i+1:]), from + len(thing) - 1
}

// pairsOf reports whether words end in a count of pairs or the like: "8 pairs of".
func pairsOf(words []word) bool {
	n := len(words)
	return n > 2 && words[n-1].text == "of" && words[n-2].in(pairWords) && words[n-3].count() > 0
}

// pairWords are what things are counted in.
var pairWords = wordSet(`pair pairs set sets stack stacks`)

// adjective reports whether a word may be what a thing is like.
func (h *Hearer) adjective(w *word) bool {
	return w.sign == 0 && len(w.text) > 2 && !w.drops() && !w.in(endsPart) && !slices.Contains(bucWords, w.text) && w.count() == 0 && w.keyword() == ""
}

// row puts a class behind or before each of the counted parts of names that the words
// begin with: "3 orcish, 5 dwarvish", "2 hunger 3 protection". n is how many there are, sum their counts.
func (h *Hearer) row(words []word, noun string, set *rules.Set) (out []word, n, sum int) {
	class := word{raw: noun, text: noun}
	for i := 0; i < len(words); {
		if words[i].count() == 0 || i+1 >= len(words) {
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
			if slices.ContainsFunc(part[1:], func(w word) bool { return w.cut || w.count() > 0 }) {
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
		sum += words[i].count()
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
		if k+2 >= len(words) || !words[k].digits() || words[k+1].digits() || words[k+2].cut || !words[k+2].stemIn(rowNouns) {
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

// onSquares puts "/" between piles of which a line says that they lie on several squares:
// "8 sacks on one square and 5 leashes on the next".
func onSquares(words []word) []word {
	for i := 2; i+2 < len(words); i++ {
		if words[i-1].text != "on" || words[i].text != "one" && words[i].text != "1" || words[i+1].text != "square" {
			continue
		}
		from := i + 2
		for from < len(words) && (words[from].text == "and" || words[from].text == "n" || words[from].text == "with") {
			from++
		}
		for k := from + 2; k < len(words); k++ {
			if words[k-1].text != "on" && words[k-1].text != "the" && words[k-1].text != "a" || !words[k].in(otherSquare) {
				continue
			}
			on, end := k-1, k+1
			if words[on].text != "on" {
				on--
			}
			if end < len(words) && (words[end].text == "square" || words[end].text == "one") {
				end++
			}
			if words[on].text != "on" {
				continue
			}
			second := slices.Clone(words[from:on])
			second[0].cut = false
			return slices.Concat(words[:i-1], []word{{raw: "/", text: "/"}}, second, words[end:])
		}
	}
	return unsquared(words)
}

// unsquared drops "in two squares" where "/" says it.
func unsquared(words []word) []word {
	slashes := 0
	for i := range words {
		if words[i].text == "/" {
			slashes++
		}
		if on := i > 1 && slashes > 0 && words[i].text == "squares" && words[i-1].count() == slashes+1; on {
			from := i - 1
			if t := words[from-1].text; t == "in" || t == "on" || t == "over" {
				from--
			}
			return slices.Concat(words[:from], words[i+1:])
		}
	}
	return words
}

// otherSquare are words for the square beside one.
var otherSquare = wordSet(`next other second another adjacent neighbouring neighboring`)

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
