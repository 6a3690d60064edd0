package hear

import (
	"slices"
	"strconv"
	"strings"

	"delphi/engine/rules"
)

// speaksOfRandom reports whether a random thing of a class that is named from word i
// to word j is part of a pile: others ask about "an unknown ring", too.
func speaksOfRandom(words []word, i, j int) bool {
	if slices.ContainsFunc(words, func(w word) bool {
		return strings.HasPrefix(w.text, "poly") || strings.HasPrefix(w.text, "golem")
	}) {
		return true
	}
	counted := i > 0 && (words[i-1].digits() || slices.Contains(bucWords, words[i-1].text))
	if !counted || j >= len(words) {
		return false
	}
	next := words[j].text
	return words[i].text == "random" || becomes(words[j]) || (next == "for" || next == "to") && j+1 < len(words) && !words[j+1].digits()
}

// amounts reads a figure in brackets behind a thing of a pile as how many there are,
// "drums (3)", and one behind a spell as how often it is cast: "magic missile x4".
func (s *heard) amounts() {
	for _, f := range s.found {
		if f.to >= len(s.words) {
			continue
		}
		if w := &s.words[f.to]; f.param.Sign == '+' && timesWord(w.text) {
			w.raw, w.text = "casts"+w.text[1:], "casts"+w.text[1:]
		}
		if !f.param.Pile || s.counted(f.from) {
			continue
		}
		if w := &s.words[f.to]; w.open && w.digits() {
			w.raw, w.text = "x"+w.text, "x"+w.text
		}
	}
}

// quantity is the number that stands before the thing k, or behind it; 0: none.
func (s *heard) quantity(k int) (n int) {
	f := &s.found[k]
	if f.to < len(s.words) && timesWord(s.words[f.to].text) {
		n, _ = strconv.Atoi(s.words[f.to].text[1:])
		return n
	}
	if !s.counted(f.from) {
		return 0
	}
	n = 1
	for i := s.stackStart(f.from); i < f.from; i++ {
		if m, err := strconv.Atoi(strings.TrimSuffix(s.words[i].text, "x")); err == nil && !s.words[i].signedFigure() {
			n *= m
		}
	}
	return n
}

// single is where the thing k begins with its count, if there is one of it: "odds
// of 1 marker". 0: there are more.
func (s *heard) single(k int) int {
	if s.quantity(k) != 1 {
		return 0
	}
	return s.stackStart(s.found[k].from)
}

// countedBeside reports whether there are several of a thing other than k.
func (s *heard) countedBeside(k int) bool {
	for m := range s.found {
		if o := &s.found[m]; o.param.Pile && o.from != s.found[k].from && s.quantity(m) > 1 {
			return true
		}
	}
	return false
}

// countedBefore reports whether there are several of a thing before the thing k.
func (s *heard) countedBefore(k int) bool {
	for m := range s.found[:k] {
		if s.found[m].param.Pile && s.quantity(m) > 0 {
			return true
		}
	}
	return false
}

// timesWord reports how many of the thing before it there are: "x4".
func timesWord(t string) bool { return len(t) > 1 && t[0] == 'x' && isNumber(t[1:]) }

// zapping are the words for polymorphing a pile.
var zapping = wordSet(`zap zaps zapped zapping poly polys polyed polying polypile polypiled polypiling polymorph polymorphed polymorphing repoly rezap dip dipped dipping`)

// once is a line about a pile without the words that say that it is polymorphed more than
// once: "twice", "3 times", "then zap what is left again". nil: it holds none.
func (s *heard) once() *heard {
	zaps, from, to := 0, 0, 0
	before := func(i, n int) string {
		if i < n {
			return ""
		}
		return s.words[i-n].text
	}
	for i := range s.words {
		t := s.words[i].text
		if zapping.has(t) {
			zaps++
		}
		switch last := before(i, 1); {
		case times[t] != "" && times[t] != "1", t == "repoly", t == "rezap":
			from, to = i, i+1
		case (t == "times" || t == "zaps" || t == "polys") && isNumber(last) && last != "1" && last != "0", (t == "time" || t == "zap") && last == "second":
			from, to = i-1, i+1
		case t == "again" && zaps > 0 && i+2 < len(s.words) && s.words[i+1].text == "and" && s.words[i+2].text == "again":
			from, to = i, i+3
		case t == "again" && zaps > 0 && to <= i && (zaps > 1 || slices.Contains(whatIsLeft, last)):
			from, to = i, i+1
		case zaps > 1 && slices.Contains(whatIsLeft[:4], t) && (zapping.has(before(i, 2)) || zapping.has(before(i, 3)) || zapping.has(last)): // "then zap what is left"
			from, to = i, i+1
		}
	}
	if to == 0 {
		return nil
	}
	return s.anew(slices.Concat(s.words[:from], s.words[to:]))
}

// whatIsLeft end what is said of a pile that was polymorphed.
var whatIsLeft = []string{"left", "rest", "remains", "survivors", "it", "them", "lot", "pile"}

// figuresBefore is where the figures with their keywords begin that stand before word i.
func (s *heard) figuresBefore(i int) int {
	for i > 1 {
		key, _, from := keyedAt(s.words, i-1)
		if key == "" && s.words[i-1].signedFigure() { // "luck -3"
			key, from = s.words[i-2].keyword(), i-2
		}
		if key == "" {
			break
		}
		i = from
	}
	return i
}

// signedFigure reports whether a word is a figure with its sign: "+3".
func (w *word) signedFigure() bool {
	return len(w.text) > 1 && (w.text[0] == '+' || w.text[0] == '-') && isNumber(w.text[1:])
}

// oneOfPile reads the "one" of "marker odds for one unicorn horn" as a count.
func (h *Hearer) oneOfPile(words []word, set *rules.Set) []word {
	for i := 2; i+1 < len(words); i++ {
		if t := words[i-1].text; words[i].text != "one" && words[i].text != "single" || t != "for" && t != "from" && t != "with" && t != "a" && t != "zap" || words[i+1].cut || !h.beginsThing(words[i+1:], set) {
			continue
		}
		if !slices.ContainsFunc(words[:i], func(w word) bool { return slices.Contains(chanceWords, w.text) }) {
			continue
		}
		one := numbered(1, words[i].cut)
		if words[i-1].text == "a" {
			return slices.Concat(words[:i-1], []word{one}, words[i+1:])
		}
		return slices.Concat(words[:i], []word{one}, words[i+1:])
	}
	return words
}

// oneZap is how many words from word i on say that there is one zap: "one zap", "1 poly
// zap". 0: they do not.
func oneZap(words []word, i int) int {
	if t := words[i].text; t != "1" && t != "one" && t != "single" {
		return 0
	}
	switch {
	case i+1 < len(words) && words[i+1].text == "zap":
		return 2
	case i+2 < len(words) && words[i+1].in(zapping) && words[i+2].text == "zap":
		return 3
	}
	return 0
}
