package hear

import (
	"slices"
	"strconv"
	"strings"
)

// Players part a pile in words: "5 horns in each of 3 piles", "three piles of 5 horns", "12
// lamps in one pile or two".

// pileWords are what stacks that are polymorphed together lie on or in.
var pileWords = wordSet(`pile piles square squares heap heaps`)

// behindMark is a copy of some words with a mark before the first of them, as where words
// between two parts of a line are taken out.
func behindMark(words []word) []word {
	out := slices.Clone(words)
	if len(out) > 0 {
		out[0].cut = true
	}
	return out
}

// phrase is words as somebody would type them, the first of them behind a mark if cut is set.
func phrase(cut bool, texts ...string) []word {
	out := make([]word, len(texts))
	for i, t := range texts {
		out[i] = word{raw: t, text: t, cut: cut && i == 0}
	}
	return out
}

// eachPile reads "5 horns in each of 3 piles".
func eachPile(words []word) []word {
	for i := 2; i+3 < len(words); i++ {
		piles := words[i+2].count()
		if words[i].text != "each" || words[i+1].text != "of" || piles == 0 || !words[i+3].in(pileWords) {
			continue
		}
		for k := i - 1; k >= 0 && k > i-7; k-- {
			n := words[k].count()
			if n == 0 {
				continue
			}
			from := i
			if words[i-1].text == "in" || words[i-1].text == "on" {
				from--
			}
			words = slices.Concat(words[:from], phrase(false, "over", strconv.Itoa(piles), "squares"), words[i+4:])
			all := strconv.Itoa(n * piles)
			words[k].raw, words[k].text = all, all
			return words
		}
	}
	return words
}

// bundles reads "3 sets of 5 darts" as stacks.
func bundles(words []word) []word {
	for i := 1; i+1 < len(words); i++ {
		if words[i-1].count() > 1 && words[i+1].in(pileWords) && (words[i].text == "different" || words[i].text == "separate" || words[i].text == "adjacent") { // "6 different squares"
			words = slices.Delete(words, i, i+1)
		}
	}
	for i := 1; i+3 < len(words); i++ {
		if words[i].in(bundled) && words[i-1].count() > 1 && words[i+1].text == "of" && words[i+2].count() > 0 {
			words[i].raw, words[i].text = "stacks", "stacks"
		}
	}
	return words
}

// bundled are what stacks are called.
var bundled = wordSet(`sets batches bundles groups lots bunches`)

// uncharged drops what charges a wand of a pile has, which polymorph asks nothing of: "4
// wands of sleep (0:5)".
func uncharged(words []word) []word {
	for i := 1; i < len(words); i++ {
		before, after, ok := strings.Cut(words[i].text, ":")
		if !ok || !isNumber(before) || !isNumber(strings.TrimPrefix(after, "-")) || !words[i].open || words[i-1].count() > 0 {
			continue
		}
		if i+1 < len(words) {
			words[i+1].cut = words[i+1].cut || words[i].cut
		}
		words = slices.Delete(words, i, i+1)
		i--
	}
	return words
}

// pilesOf reads "three separate piles of 5 horns", and "or all 15 at once" behind it as
// what is compared with that.
func pilesOf(words []word) []word {
	for i := 0; i+4 < len(words); i++ {
		piles, of := words[i].count(), i+1
		if words[of].text == "separate" || words[of].text == "equal" || words[of].text == "different" {
			of++
		}
		of++
		if piles < 2 || of+2 >= len(words) || !words[of-1].in(pileWords) || words[of].text != "of" && words[of].text != "with" || words[of+1].count() == 0 {
			continue
		}
		all := strconv.Itoa(piles * words[of+1].count())
		rest := slices.DeleteFunc(slices.Clone(words[of+2:]), func(w word) bool { return w.text == "each" })
		if or := slices.IndexFunc(rest, func(w word) bool { return w.text == "or" || w.text == "vs" }); or >= 0 {
			end := or + 1
			for end < len(rest) && (rest[end].text == "all" || rest[end].text == "in" || rest[end].text == "at" || rest[end].text == "once" || rest[end].text == "together" || rest[end].in(pileWords) || strconv.Itoa(rest[end].count()) == all || rest[end].text == "one" && !rest[end].cut) {
				end++
			}
			if end > or+1 {
				return slices.Concat(words[:i], phrase(words[i].cut, all), rest[:or], phrase(true, "split"), rest[end:])
			}
		}
		return slices.Concat(words[:i], phrase(words[i].cut, "over", strconv.Itoa(piles), "squares"), phrase(true, all), rest)
	}
	return words
}

// squaresOrOne reads "over 3 squares or in one heap" as the question which is best.
func squaresOrOne(words []word) []word {
	for i := 1; i+3 < len(words); i++ {
		if words[i].count() < 2 || !words[i+1].in(pileWords) || words[i+2].text != "or" && words[i+2].text != "vs" {
			continue
		}
		k := i + 3
		for k < len(words) && (words[k].text == "in" || words[k].text == "on" || words[k].text == "all" || words[k].text == "just" || words[k].text == "as" || words[k].text == "a") {
			k++
		}
		end := k
		for end < len(words) && (words[end].in(pileWords) || words[end].count() == 1 || words[end].text == "single" || words[end].text == "together" || words[end].text == "once" || words[end].text == "at") {
			end++
		}
		if end == k {
			continue
		}
		from := i
		for from > 0 && (words[from-1].text == "over" || words[from-1].text == "on" || words[from-1].text == "in" || words[from-1].text == "split" || words[from-1].text == "spread" || words[from-1].text == "across") {
			from--
		}
		rest := behindMark(words[end:])
		return slices.Concat(words[:from], phrase(true, "split"), rest)
	}
	return words
}

// onePile reads "in one pile or two", "1 pile, 2 piles or 12", as the question which is
// best.
func onePile(words []word) []word {
	for i := 0; i+2 < len(words); i++ {
		if words[i].count() != 1 && words[i].text != "single" || words[i+1].text != "pile" {
			continue
		}
		if i+3 < len(words) && words[i+2].text == "of" && words[i+3].count() > 0 { // "one pile of 12 horns"
			return slices.Delete(slices.Clone(words), i, i+3)
		}
		end, or := i+2, false
		for end < len(words) && (words[end].text == "or" || words[end].text == "vs" || words[end].count() > 0 || words[end].text == "several" || words[end].in(pileWords)) && !(words[end].count() > 0 && end+1 < len(words) && !words[end+1].cut && !words[end+1].in(pileWords) && words[end+1].text != "or") {
			or = or || words[end].text == "or" || words[end].text == "vs"
			end++
		}
		if !or || end == i+3 {
			continue
		}
		from := i
		if from > 0 && words[from-1].text == "in" {
			from--
		}
		return slices.Concat(words[:from], phrase(words[from].cut, "split"), words[end:])
	}
	return words
}

// inBeam puts "/" between stacks that the beam of a wand meets one behind the other: "zap
// hits 5 horns first, 4 whistles behind, a lamp last".
func inBeam(words []word) []word {
	var ends []int // of the stacks
	from := -1     // of the first
	for i := 1; i < len(words); i++ {
		if !words[i].in(beamOrder) || i+1 < len(words) && !words[i+1].cut && !words[i+1].stop && words[i+1].text != "them" && words[i+1].text != "it" && words[i+1].text != "that" && !words[i+1].in(joiners) {
			continue
		}
		if len(ends) == 0 {
			for from = i - 1; from > 0 && words[from].count() == 0 && !article(words[from].text) && !words[from].cut; from-- {
			}
		}
		ends = append(ends, i)
	}
	if len(ends) < 2 || !words[ends[0]].in(firstInBeam) || words[from].count() == 0 && !article(words[from].text) {
		return words
	}
	out := slices.Clone(words[:from])
	if n := len(out); n > 0 && out[n-1].in(meets) {
		out = out[:n-1]
	}
	start := from
	for k, end := range ends {
		stack := slices.Clone(words[start:end])
		for len(stack) > 1 && (stack[0].in(joiners) || stack[0].text == "then") {
			stack = stack[1:]
		}
		stack[0].cut, stack[0].stop = k == 0 && stack[0].cut, false
		if k > 0 {
			out = append(out, word{raw: "/", text: "/"})
		}
		out = append(out, stack...)
		for start = end + 1; start < len(words) && !words[start].cut && !words[start].stop && !words[start].in(joiners); start++ {
		}
	}
	rest := slices.Clone(words[start:])
	if len(rest) > 0 {
		rest[0].cut, rest[0].stop = true, true
	}
	return slices.Concat(phrase(false, "line"), out, rest)
}

var (
	// beamOrder are words behind a stack that say when a beam meets it.
	beamOrder = wordSet(`first behind next second third last then after afterwards`)
	// beams are what a zapped wand sends.
	beams = wordSet(`beam beams ray zap`)
	// meets are verbs of a beam and what lies in it.
	meets = wordSet(`hits hit meets reaches strikes catches crosses`)
	// firstInBeam are those of the first stack.
	firstInBeam = wordSet(`first`)
)

// inRow puts "/" between piles that lie in a row: "3 piles in a row: 4 cloaks, then 5 horns,
// then a lamp".
func inRow(words []word) []word {
	rest, piles := unrowed(words)
	if rest == nil {
		return words
	}
	var at []int // the second stack, and those behind it
	for i := 1; i+1 < len(rest); i++ {
		if (rest[i].text == "then" || rest[i].text == "next") && (rest[i+1].count() > 0 || article(rest[i+1].text)) {
			at = append(at, i)
		}
	}
	if len(at) == 0 && piles > 1 {
		first := slices.IndexFunc(rest, func(w word) bool { return w.count() > 0 })
		for i := first + 1; first >= 0 && i < len(rest); i++ {
			if (rest[i].cut || rest[i-1].in(joiners)) && rest[i].count() > 0 {
				at = append(at, i)
			}
		}
	}
	if len(at) == 0 || piles > 1 && piles != len(at)+1 {
		return words
	}
	for _, i := range slices.Backward(at) {
		from, to := i, i
		if rest[i].count() == 0 {
			to++
		}
		for from > 0 && (rest[from-1].in(joiners) || rest[from-1].in(beamOrder)) {
			from--
		}
		stack := slices.Clone(rest[to:])
		stack[0].cut = false
		rest = slices.Concat(rest[:from], phrase(false, "/"), stack)
	}
	return slices.Concat(phrase(false, "line"), rest)
}

// unrowed is a line without the words that say that piles lie in a row, and how many there
// are; nil: it does not say so.
func unrowed(words []word) (rest []word, piles int) {
	said := false
	words = slices.Clone(words)
	for i := 0; i < len(words); i++ {
		at := func(k int) string {
			if i+k >= len(words) {
				return ""
			}
			return words[i+k].text
		}
		used := 0
		switch row := at(2) == "row" || at(2) == "line"; {
		case at(0) == "in" && at(1) == "a" && row:
			said, used = true, 3
		case at(0) == "along" && (at(1) == "the" && row || at(1) == "both" || at(1) == "all" || at(1) == "them"):
			if used = 2; row {
				used = 3
			}
		case words[i].count() > 1 && words[i].digits() && i+1 < len(words) && words[i+1].in(pileWords), words[i].spelt() > 1 && i+1 < len(words) && words[i+1].in(pileWords):
			piles, used = words[i].count(), 2
		}
		if used == 0 {
			rest = append(rest, words[i])
			continue
		}
		if i += used - 1; i+1 < len(words) {
			words[i+1].cut = true
		}
	}
	if !said {
		return nil, 0
	}
	return rest, piles
}

// dipping are words for dipping.
var dipping = wordSet(`dip dips dipped dipping`)

// dippedApart reads things that are dipped one by one as so many stacks of one.
func dippedApart(words []word) []word {
	dipped := slices.IndexFunc(words, func(w word) bool { return dips(w.text) })
	if dipped < 0 {
		return words
	}
	from, to := apartAt(words)
	if to == 0 {
		return words
	}
	out := slices.Concat(words[:from], words[to:])
	for i := 0; i+1 < len(out); i++ {
		if n := out[i].count(); n > 1 && out[i].digits() && !out[i+1].cut && out[i+1].keyword() == "" {
			times := strconv.Itoa(n) + "x"
			out[i].raw, out[i].text = times, times
			break
		}
	}
	return out
}

// apartAt is where words stand that say that things are polymorphed one by one; to is 0
// where none do.
func apartAt(words []word) (from, to int) {
	for i := range words {
		switch t := words[i].text; {
		case t == "individually" || t == "separately":
			return i, i + 1
		case (t == "one" || t == "1") && i+2 < len(words) && words[i+1].text == "by" && words[i+2].text == t:
			return i, i + 3
		case (t == "one" || t == "1") && i+3 < len(words) && words[i+1].text == "at" && words[i+2].text == "a" && words[i+3].text == "time":
			return i, i + 4
		}
	}
	return 0, 0
}
