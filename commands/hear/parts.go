package hear

import (
	"slices"
	"strconv"

	"delphi/engine/names"
	"delphi/engine/rules"
)

// Players part counts from their things in more ways than a list does: "2 of my 9 horns
// are cursed", "15 wax candles and 15 tallow ones", "10 wands (8 nothing, 2 light)",
// "chain mails: 4". Here each gets its count before it.

// numbered is a count as a word.
func numbered(n int, cut bool) word {
	t := strconv.Itoa(n)
	return word{raw: t, text: t, cut: cut}
}

// worthless are words for a thing that somebody has no use for, which say nothing of it.
var worthless = wordSet(contempt + ` plain ordinary regular normal identical mundane boring`)

// unfiller drops what somebody thinks of a thing before the thing: "junk elven cloaks". What
// is part of a name stays: "old gloves".
func (h *Hearer) unfiller(words []word, set *rules.Set) []word {
	for i := 0; i+1 < len(words); i++ {
		if !words[i].in(worthless) || words[i].sign != 0 || words[i+1].cut || words[i+1].stop || words[i+1].sign != 0 || h.isThing(joinedText(words[i:i+2]), set) {
			continue
		}
		for to := i + 2; to <= min(i+4, len(words)); to++ {
			if !slices.ContainsFunc(words[i+2:to], func(w word) bool { return w.cut }) && h.isThing(joinedText(words[i+1:to]), set) {
				words[i+1].cut, words[i+1].stop, words[i+1].colon, words[i+1].open = words[i].cut, words[i].stop, words[i].colon, words[i].open
				words = slices.Delete(words, i, i+1)
				break
			}
		}
	}
	return words
}

// turnsTo reads "could my oil lamp go magic" as what it is to become: a magic lamp.
func (h *Hearer) turnsTo(words []word, set *rules.Set) []word {
	for i := 1; i+1 < len(words); i++ {
		if t := words[i].text; t != "go" && t != "turn" && t != "become" || words[i+1].cut || words[i+1].sign != 0 || i+2 < len(words) && !words[i+2].cut && words[i+2].text != "if" {
			continue
		}
		for k := i - 1; k >= 0; k-- {
			if noun := words[k].text; words[k].sign == 0 && rowNouns.has(names.Stem(noun)) && h.isThing(words[i+1].text+" "+noun, set) {
				become := word{raw: "become", text: "become"}
				class := word{raw: noun, text: noun, query: words[i+1].query}
				return slices.Concat(words[:i], []word{become, words[i+1], class}, words[i+2:])
			}
		}
	}
	return words
}

// blank are what is said of paper on which nothing is written.
var blank = wordSet(`blank blanked unlabeled unlabelled plain`)

// blankPaper gives "blank scrolls" their name.
func blankPaper(words []word) []word {
	for i := 0; i+1 < len(words); i++ {
		if !words[i].in(blank) || words[i+1].cut || words[i+1].sign != 0 {
			continue
		}
		noun := words[i+1]
		switch noun.stem() {
		case "scroll", "spellbook":
		case "book":
			noun.raw, noun.text = "spellbooks", "spellbooks"
		default:
			continue
		}
		if i+2 < len(words) && (words[i+2].text == "of" || words[i+2].text == "paper") {
			continue
		}
		noun.cut, noun.stop, noun.open, noun.colon = words[i].cut, words[i].stop, words[i].open, words[i].colon
		of := []word{noun, {raw: "of", text: "of"}, {raw: "blank", text: "blank"}, {raw: "paper", text: "paper", query: words[i+1].query}}
		words = slices.Concat(words[:i], of, words[i+2:])
	}
	return words
}

// plainWater reads "plain water" as potions of water.
func plainWater(words []word) []word {
	for i := 0; i+1 < len(words); i++ {
		if words[i].text != "plain" || words[i+1].text != "water" || words[i+1].cut {
			continue
		}
		if i > 0 && words[i-1].text == "of" {
			words = slices.Delete(words, i, i+1)
			continue
		}
		class := words[i]
		class.raw, class.text = "potions", "potions"
		words = slices.Concat(words[:i], []word{class, {raw: "of", text: "of"}}, words[i+1:])
	}
	return words
}

// someOf reads "2 of my 9 horns are cursed" as 2 cursed ones and 7 others.
func someOf(words []word) []word {
	for i := 0; i+4 < len(words); i++ {
		some := words[i].count()
		if some == 0 || words[i+1].text != "of" {
			continue
		}
		k := i + 2
		if words[k].in(owning) {
			k++
		}
		if k >= len(words) || words[k].count() <= some {
			continue
		}
		from, to := k+1, k+1
		for to < len(words) && to < from+5 && !words[to].cut && words[to].count() == 0 && words[to].text != "are" && words[to].text != "is" && !slices.Contains(wholeBUC, words[to].text) {
			to++
		}
		is := to
		if is < len(words) && (words[is].text == "are" || words[is].text == "is") {
			is++
		}
		if to == from || is >= len(words) || !slices.Contains(wholeBUC, words[is].text) || is+1 < len(words) && is == to && !words[is+1].cut {
			continue
		}
		rest := numbered(words[k].count()-some, true)
		first := numbered(some, words[i].cut)
		tail := slices.Clone(words[is+1:])
		if len(tail) > 0 {
			tail[0].cut = true
		}
		buc := words[is]
		buc.cut = false
		name := words[from:to]
		return slices.Concat(words[:i], []word{first, buc}, name, []word{rest}, name, tail)
	}
	return words
}

// classTotal reads what the things of a class are, behind how many of it there are: "10
// wands (8 nothing, 2 light)", "7 cloaks: 3 orcish and the rest elven".
func (h *Hearer) classTotal(words []word, set *rules.Set) []word {
	for i := 1; i+1 < len(words); i++ {
		next := &words[i+1]
		if words[i].sign != 0 || !words[i].stemIn(rowNouns) && !words[i].stemIn(classWords) || !next.open && !next.colon && !next.cut || next.text == "" {
			continue
		}
		k := i - 1
		for k > 0 && (words[k].in(padding) || words[k].text == "pairs" || words[k].text == "of" || words[k].text == "random" || words[k].text == "unwanted") {
			k--
		}
		total := words[k].count()
		if total < 2 {
			continue
		}
		tail := h.theRest(words[i+1:], total)
		out, n, sum := h.row(tail, words[i].text, set)
		if n == 0 && wholeRow(tail) == total { // "4 gems: 2 rubies, 2 diamonds"
			out, n, sum = tail, 1, total
		}
		if n == 0 {
			if list, end := h.eachNamed(words[i+1:], words[i].text, total, set); end > 0 { // "2 rings: adornment, hunger"
				list[0].cut, list[0].open, list[0].colon = words[k].cut, false, false
				return slices.Concat(words[:k], list, words[i+1+end:])
			}
		}
		if n == 0 || sum != total {
			continue
		}
		out[0].cut, out[0].open, out[0].colon = words[k].cut, false, false
		return slices.Concat(words[:k], out)
	}
	return words
}

// eachNamed reads some words as so many things of a class, one of each: "adornment, hunger".
// end is where they end; 0: they are not.
func (h *Hearer) eachNamed(words []word, noun string, total int, set *rules.Set) (out []word, end int) {
	n := 0
	for i := 0; i < len(words) && n < total; {
		if i > 0 && (words[i].in(joiners) || words[i].text == "plus") {
			i++
			continue
		}
		to := min(len(words), i+longestPart)
		for ; to > i; to-- {
			if part := words[i:to]; !cutWithin(part) && h.isThing(noun+" of "+joinedText(part), set) {
				break
			}
		}
		if to == i || words[i].count() > 0 {
			return nil, 0
		}
		out = append(out, numbered(1, true), word{raw: noun, text: noun}, word{raw: "of", text: "of"})
		for _, w := range words[i:to] {
			w.cut, w.open, w.colon, w.stop = false, false, false, false
			out = append(out, w)
		}
		i, end, n = to, to, n+1
	}
	if n != total {
		return nil, 0
	}
	return out, end
}

// wholeRow is how many things there are in the list that some words begin with, each with
// its count and parted by marks.
func wholeRow(words []word) (sum int) {
	for i := range words {
		if n := words[i].count(); n > 0 && (i == 0 || words[i].cut || words[i-1].in(joiners)) && i+1 < len(words) && words[i+1].keyword() == "" {
			sum += n
		} else if i == 0 || words[i].stop {
			return sum
		}
	}
	return sum
}

// theRest writes the counts of a row in digits, with that of the rest of a total.
func (h *Hearer) theRest(words []word, total int) (out []word) {
	out = slices.Clone(words)
	sum := 0
	for i := 0; i+1 < len(out); i++ {
		if n := out[i].count(); n > 0 && (i == 0 || !out[i].stop) {
			w := numbered(n, out[i].cut)
			w.open, w.colon = out[i].open, out[i].colon
			out[i] = w
			sum += n
			continue
		}
		if out[i].text != "rest" && out[i].text != "others" || sum == 0 || sum >= total {
			continue
		}
		from, to := i, i+1
		if from > 0 && out[from-1].text == "the" {
			from--
		}
		for to+1 < len(out) && (out[to].text == "are" || out[to].text == "of" || out[to].text == "is" || out[to].in(pronouns)) {
			to++
		}
		return slices.Concat(out[:from], []word{numbered(total-sum, true)}, out[to:])
	}
	return out
}

// countLast reads a count behind a thing in a clause of its own: "chain mails: 4", "rings,
// 7 of them, all see invisible".
func (h *Hearer) countLast(words []word, set *rules.Set) []word {
	for i := 1; i < len(words); i++ {
		n := words[i].count()
		if n == 0 || !words[i].colon && !words[i].cut {
			continue
		}
		from := i - 1
		for from > 0 && !words[from].cut && !words[from].stop && !words[from].colon && words[from].count() == 0 {
			from--
		}
		if words[from].count() > 0 {
			continue
		}
		if words[i].colon && (i+1 == len(words) || words[i+1].cut || words[i+1].stop) {
			for k := from; k < i; k++ {
				if h.isThing(joinedText(words[k:i]), set) {
					rest := behindMark(words[i+1:])
					name := slices.Clone(words[k:i])
					cut := name[0].cut
					name[0].cut = false
					return slices.Concat(words[:k], []word{numbered(n, cut)}, name, rest)
				}
			}
		}
		if class := words[i-1].stem(); classWords.has(class) && words[i-1].sign == 0 && i+3 < len(words) && words[i+1].text == "of" && words[i+2].in(pronouns) {
			k := i + 3
			if words[k].text == "all" {
				k++
			}
			for to := min(len(words), k+4); to > k; to-- {
				if !h.isThing(class+" of "+joinedText(words[k:to]), set) {
					continue
				}
				name := slices.Clone(words[k:to])
				name[0].cut = false
				rest := behindMark(words[to:])
				class := []word{numbered(n, words[i-1].cut), {raw: words[i-1].raw, text: words[i-1].text}, {raw: "of", text: "of"}}
				return slices.Concat(words[:i-1], class, name, rest)
			}
		}
	}
	return words
}

// including reads "10 wands including one of digging, rest nothing" as "10 wands: one of
// digging, rest nothing".
func including(words []word) []word {
	for i := 1; i+2 < len(words); i++ {
		if words[i].text == "of" && words[i+1].text == "which" && words[i+2].count() > 0 { // "8 tools of which 3 are horns"
			words = slices.Delete(words, i+1, i+2)
			words[i].raw, words[i].text = "including", "including"
			for k := i + 2; k < len(words); k++ {
				if words[k].text == "are" && words[k-1].count() > 0 {
					words = slices.Delete(words, k, k+1)
				}
			}
		}
	}
	for i := 1; i+1 < len(words); i++ {
		if words[i].in(includes) && words[i+1].count() > 0 && slices.ContainsFunc(words[:i], func(w word) bool { return w.count() > 1 }) {
			words[i+1].cut, words[i+1].open = true, true
			words = slices.Delete(words, i, i+1)
			if i+2 < len(words) && slices.Contains(wholeBUC, words[i+1].text) && words[i+2].text == "ones" {
				words = slices.Delete(words, i+2, i+3)
			}
		}
	}
	return words
}

// includes are words between things and some of them.
var includes = wordSet(`include includes including incl counting`)

// longestList is how many words a list may have of things that there are so many of each.
const longestList = 24

// eachCounted gives each of some things the count that is said once: "3 each of sacks,
// leashes and whistles", "sacks and leashes, 3 of each".
func (h *Hearer) eachCounted(words []word, set *rules.Set) []word {
	for i := 1; i < len(words); i++ {
		if words[i].text != "each" {
			continue
		}
		count, from, to := words[i-1].count(), i-1, i+1
		if count == 0 && i > 1 && words[i-1].text == "of" {
			count, from = words[i-2].count(), i-2
		}
		if count == 0 {
			continue
		}
		if to < len(words) && words[to].text == "of" {
			to++
		}
		if at, end := h.listOf(words, to, set); len(at) > 1 {
			words[at[0]].cut, words[at[0]].open, words[at[0]].colon, words[at[0]].stop = words[from].cut, false, false, false
			return slices.Concat(words[:from], withCounts(words[to:end], at, to, count), words[end:])
		}
		for k := max(0, from-longestList); k < from-2; k++ {
			if at, end := h.listOf(words, k, set); len(at) > 1 && end == from {
				rest := behindMark(words[to:])
				return slices.Concat(words[:k], withCounts(words[k:end], at, k, count), rest)
			}
		}
	}
	return words
}

// listOf is where the things of a list begin that begins at word i, and where the list ends.
func (h *Hearer) listOf(words []word, i int, set *rules.Set) (at []int, end int) {
	closed := false // by an "and", behind which a comma begins something else
	for end = i; i < len(words); {
		k := i
		for k < len(words) && len(at) > 0 && words[k].in(joiners) {
			k++
		}
		if len(at) > 0 && k == i && (!words[i].cut || closed) {
			break
		}
		closed = closed || k > i
		to := min(len(words), k+longestPart+1)
		for to > k && (cutWithin(words[k:to]) || !h.isThing(joinedText(words[k:to]), set)) {
			to--
		}
		if to == k {
			break
		}
		at, i, end = append(at, k), to, to
	}
	return at, end
}

// withCounts is some words, of which the first is word from, with a count before each of
// the things.
func withCounts(words []word, things []int, from, count int) (out []word) {
	for i := range words {
		w := words[i]
		if slices.Contains(things, from+i) {
			out = append(out, numbered(count, w.cut))
			w.cut = false
		}
		out = append(out, w)
	}
	return out
}

// halfOf reads "half of my 10 horns are blessed" as "5 of my 10".
func halfOf(words []word) []word {
	for i := 0; i+2 < len(words); i++ {
		if words[i].text != "half" {
			continue
		}
		k := i + 1
		if words[k].text == "of" {
			k++
		}
		if k < len(words) && words[k].in(owning) {
			k++
		}
		if k >= len(words) || words[k].count() < 2 || words[k].count()%2 != 0 || !slices.ContainsFunc(words[k:], func(w word) bool { return slices.Contains(wholeBUC, w.text) }) {
			continue
		}
		return slices.Concat(words[:i], []word{numbered(words[k].count()/2, words[i].cut)}, phrase(false, "of"), words[k:])
	}
	return words
}

// minusSome reads "15 horns minus 2 cursed ones i wont use" as 13 horns.
func minusSome(words []word) []word {
	for i := 2; i+1 < len(words); i++ {
		if words[i].text != "minus" && words[i].text != "except" || words[i+1].count() == 0 {
			continue
		}
		from := i - 1
		for from > 0 && from > i-6 && words[from].count() == 0 && !words[from].cut {
			from--
		}
		left := words[from].count() - words[i+1].count()
		end := i + 2
		for end < len(words) && !words[end].cut && !words[end].stop && (slices.Contains(wholeBUC, words[end].text) || words[end].in(setAside) || words[end].stem() == words[i-1].stem()) {
			end++
		}
		if left < 1 || from+1 == i || end == i+2 {
			continue
		}
		if end < len(words) {
			words[end].cut = true
		}
		return slices.Concat(words[:from], []word{numbered(left, words[from].cut)}, words[from+1:i], words[end:])
	}
	return words
}

// setAside are words for things that somebody leaves out of a pile.
var setAside = wordSet(`ones of them i wont dont use keep kept saved safe elsewhere want wear aside which that`)
