package hear

import (
	"slices"
	"strings"

	"delphi/engine/rules"
)

// How many of a thing are wanted at least, and what is asked to come of one.

// limit reads a sign and a figure at word i, in one word or two: ">= 2", ">2". says is
// what the sign means, used how many words that took; 0: they do not stand there.
func limit(words []word, i int) (says, n string, used int) {
	if raw := words[i].raw; raw == "" || raw[0] != '>' && raw[0] != '=' {
		return "", "", 0
	}
	rest := strings.TrimLeft(words[i].raw, ">=")
	says = "at least"
	if words[i].raw[:len(words[i].raw)-len(rest)] == ">" {
		says = "more than"
	}
	switch {
	case isNumber(rest):
		return says, rest, 1
	case rest == "" && i+1 < len(words) && words[i+1].digits():
		return says, words[i+1].text, 2
	}
	return "", "", 0
}

// orMore reads "2 or more", "2+" and ">= 2" of things as "at least 2".
func orMore(words []word) []word {
	for i := 0; i+1 < len(words); i++ {
		n, used, says := words[i].text, 1, "at least"
		if m, number, k := limit(words, i); k > 0 && i+k < len(words) {
			says, n, used = m, number, k
		} else if words[i].digits() && i+3 < len(words) && words[i+1].text == "or" && words[i+2].text == "more" {
			used = 3
		} else if bare, ok := strings.CutSuffix(n, "+"); ok && isNumber(bare) {
			n = bare
		} else {
			continue
		}
		if next := words[i+used]; next.cut || next.sign == 0 && (next.digits() || next.drops() || next.keyword() != "") {
			continue
		}
		first, second, _ := strings.Cut(says, " ")
		least := []word{{raw: first, text: first, cut: words[i].cut}, {raw: second, text: second}, {raw: n, text: n}}
		words = slices.Concat(words[:i], least, words[i+used:])
		i += len(least) - 1
	}
	return words
}

// thingsOrMore reads "2 markers or more" as "at least 2 markers".
func thingsOrMore(words []word) []word {
	for i := 0; i+3 < len(words); i++ {
		if words[i].count() < 2 || i > 0 && words[i-1].keyword() != "" {
			continue
		}
		or := i + 2
		for or+1 < len(words) && or < i+longestPart+1 && words[or].text != "or" {
			or++
		}
		if or+1 >= len(words) || words[or].text != "or" || words[or+1].text != "more" || cutWithin(words[i:or+1]) || slices.ContainsFunc(words[i+1:or], func(w word) bool { return w.count() > 0 || w.keyword() != "" || w.drops() }) {
			continue
		}
		least := slices.Concat(phrase(words[i].cut, "at", "least"), []word{numbered(words[i].count(), false)})
		return slices.Concat(words[:i], least, words[i+1:or], words[or+2:])
	}
	return words
}

// leastBehind brings "at least" before the count that it stands behind: "need 2 markers at
// least".
func leastBehind(words []word) []word {
	for i := 2; i+1 < len(words); i++ {
		if words[i].text != "at" || words[i+1].text != "least" || i+2 < len(words) && !words[i+2].cut && !words[i+2].stop {
			continue
		}
		for k := i - 1; k >= 0 && k >= i-5 && !words[k+1].cut; k-- {
			if !words[k].digits() {
				continue
			}
			if k > 0 && words[k-1].keyword() != "" {
				break
			}
			at := words[i]
			at.cut = words[k].cut
			out := slices.Concat(words[:k], []word{at, words[i+1]}, words[k:i], words[i+2:])
			out[k+2].cut = false
			return out
		}
	}
	return words
}

// leastOne drops "at least one" before what is wanted of a pile, where a clause begins: there
// is one or there is none.
func (h *Hearer) leastOne(words []word, set *rules.Set) []word {
	for i := 1; i+3 < len(words); i++ {
		if words[i].text != "at" || words[i+1].text != "least" || !words[i].cut && !words[i].stop || words[i+2].text != "one" && words[i+2].text != "1" && !article(words[i+2].text) || words[i+3].cut {
			continue
		}
		if slices.ContainsFunc(words[:i], func(w word) bool { return w.count() > 1 }) && h.beginsThing(words[i+3:], set) {
			words[i+3].cut, words[i+3].stop = words[i].cut, words[i].stop
			return slices.Delete(words, i, i+3)
		}
	}
	return words
}

// zeroOf reads "exactly 0 markers" as "no markers".
func (h *Hearer) zeroOf(words []word, set *rules.Set) []word {
	for i := 0; i+1 < len(words); i++ {
		if words[i].text != "0" && words[i].text != "zero" || words[i+1].cut || i > 0 && words[i-1].keyword() != "" || i > 0 && words[i-1].text == "luck" || !h.beginsThing(words[i+1:], set) || !slices.ContainsFunc(words, func(w word) bool { return w.count() > 1 }) {
			continue
		}
		no := word{raw: "no", text: "no", cut: words[i].cut, stop: words[i].stop}
		from := i
		if i > 0 && (words[i-1].text == "exactly" || words[i-1].text == "got") {
			from--
			no.cut, no.stop = words[from].cut, words[from].stop
		}
		words = slices.Concat(words[:from], []word{no}, words[i+1:])
	}
	return words
}

// needed drops what somebody says in brackets to lack: "xl 11 (need 1 more?)".
func needed(words []word) []word {
	for i := 1; i+2 < len(words); i++ {
		if words[i].open && (words[i].text == "need" || words[i].text == "needs") && words[i+1].count() > 0 && words[i+2].text == "more" {
			words = slices.Delete(slices.Clone(words), i, i+3)
			if i < len(words) {
				words[i].cut = true
			}
		}
	}
	return words
}

// turnedInto reads "what do i get for polying a whistle" and "polymorph into real ones" as
// what asks what comes of it.
func turnedInto(words []word) []word {
	for i := 1; i+1 < len(words); i++ {
		switch t := words[i].text; {
		case t == "for" && (words[i-1].text == "get" || words[i-1].text == "gets") && words[i+1].in(zapping):
			words[i].raw, words[i].text = "from", "from"
		case t == "into" && i+2 < len(words) && words[i+2].text == "ones" && (i+3 == len(words) || words[i+3].cut):
			return slices.Concat(words[:i+1], []word{{raw: "what", text: "what", query: true}}, words[i+3:])
		}
	}
	return words
}

// becomeWords are verbs of what becomes of a thing.
var becomeWords = wordSet(`become becomes into`)

// realOne reads "become a real gem" as what asks what comes of it: which one is not said.
func realOne(words []word) []word {
	if slices.ContainsFunc(words, func(w word) bool { return w.count() > 1 }) {
		return words
	}
	for i := 0; i+1 < len(words); i++ {
		if !words[i].in(becomeWords) {
			continue
		}
		k := i + 1
		for k < len(words) && (article(words[k].text) || words[k].in(anyGood)) {
			k++
		}
		if k < len(words) && k > i+1 && words[k-1].in(anyGood) && classWords.has(words[k].stem()) && (k+1 == len(words) || words[k+1].cut || words[k+1].in(endsPart) || words[k+1].in(wayBehind)) {
			return slices.Concat(words[:i+1], []word{{raw: "what", text: "what", query: words[k].query}}, words[k+1:])
		}
	}
	return words
}

// anyGood are words before a class of which no one thing is meant.
var anyGood = wordSet(`real good better great decent useful valuable different other another actual proper nice`)

// wayBehind are words behind what becomes of a thing, before how or when it does.
var wayBehind = wordSet(`with by when if via under`)

// orLess are words behind a percentage and "or" that make it the most.
var orLess = wordSet(`less lower below under better fewer`)

// percentOrLess reads "5% or less" as "<=5%", of which "or" parts no alternatives.
func percentOrLess(words []word) []word {
	for i := 0; i+2 < len(words); i++ {
		n, percent := strings.CutSuffix(words[i].text, "%")
		if !percent || !isNumber(n) || words[i+1].text != "or" || !words[i+2].in(orLess) || words[i+2].cut {
			continue
		}
		if i > 0 && words[i-1].text == "at" && !words[i].cut {
			words = slices.Delete(slices.Clone(words), i-1, i)
			i--
		}
		most := words[i]
		most.raw, most.text, most.query = "<="+n+"%", "<="+n+"%", words[i+2].query
		words = slices.Concat(words[:i], []word{most}, words[i+3:])
		if i+1 < len(words) {
			words[i+1].cut = true
		}
	}
	return words
}
