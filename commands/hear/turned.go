package hear

import (
	"slices"
	"strings"

	"delphi/commands"
)

// What is made of what, in lines that hardly say so: "strangulation amulets to life
// saving, worth it?", "tooled horn, leather drum -> drum of earthquake".

// toInto reads "to" between things of which the first are several, or are polymorphed, as
// "into": "strangulation amulets to life saving".
func toInto(s *heard) *heard {
	if s.comparesThings() {
		return s
	}
	for k := range s.found {
		f := &s.found[k]
		i := f.to
		if !f.param.Pile || i+1 >= len(s.words) || s.words[i].text != "to" || s.words[i].cut || !s.several(f) && !s.counted(f.from) && !anyIn(s.words, zapping) && !anyIn(s.words, worthIt) {
			continue
		}
		if article(s.words[i+1].text) {
			i++
		}
		if !slices.ContainsFunc(s.found, func(o found) bool { return o.param.Pile && o.from == i+1 && o.name != f.name }) {
			continue
		}
		words := slices.Clone(s.words)
		words[f.to].raw, words[f.to].text = "into", "into"
		return s.anew(words)
	}
	return s
}

// comparesThings reports whether a line compares things or is about who wears them.
func (s *heard) comparesThings() bool {
	return slices.ContainsFunc(s.words, func(w word) bool { return strings.HasPrefix(w.text, "compar") || w.keyword() == "xl" }) ||
		slices.ContainsFunc(s.found, func(f found) bool { return f.param.Titled != nil })
}

// worthIt asks whether something pays.
var worthIt = wordSet(`worth worthwhile pay pays`)

// howManyUntil reads "how many until" as "how many for": "strangulation amulets, how many
// til life saving".
func howManyUntil(s *heard) *heard {
	for i := 2; i+1 < len(s.words); i++ {
		if t := s.words[i].text; (t == "til" || t == "until" || t == "till" || t == "before") && s.words[i-1].text == "many" && s.words[i-2].text == "how" && s.thingAt(i+1) {
			words := slices.Clone(s.words)
			words[i].raw, words[i].text = "for", "for"
			return s.anew(words)
		}
	}
	return s
}

// thingAt reports whether a thing is named at word i, or behind an article there.
func (s *heard) thingAt(i int) bool {
	if i < len(s.words) && (article(s.words[i].text) || s.words[i].text == "one" || s.words[i].text == "i" && i+1 < len(s.words) && s.words[i+1].text == "get") {
		i++
	}
	return slices.ContainsFunc(s.found, func(f found) bool { return f.param.Pile && f.from == i })
}

// turnsBack drops what something was made into where a line asks when it turns back: "when
// does the marker i got from a horn turn back" is asked of the horn.
func turnsBack(s *heard) *heard {
	if !slices.ContainsFunc(s.words, func(w word) bool { return strings.HasPrefix(w.text, "revert") }) && !s.backAgain() {
		return s
	}
	for k := range s.found {
		f := &s.found[k]
		if !f.param.Pile || k == 0 {
			continue
		}
		start := s.stackStart(f.from)
		if start > 0 && article(s.words[start-1].text) {
			start--
		}
		if start < 1 || s.words[start-1].text != "from" && s.words[start-1].text != "of" {
			continue
		}
		for m := range s.found[:k] {
			if o := &s.found[m]; o.param.Pile && o.to < start && start-o.to <= farthestMade && !cutWithin(s.words[o.from:start]) {
				return s.anew(slices.Concat(s.words[:o.from], s.words[start:]))
			}
		}
	}
	return s
}

// farthestMade is how many words may stand between a thing and "from" what it was made.
const farthestMade = 6

// backAgain reports whether a line speaks of what turns or changes back.
func (s *heard) backAgain() bool {
	for i := 1; i < len(s.words); i++ {
		if s.words[i].text == "back" && !s.words[i].cut && (strings.HasPrefix(s.words[i-1].text, "turn") || strings.HasPrefix(s.words[i-1].text, "chang")) {
			return true
		}
	}
	return false
}

// heaped counts things that stand one behind the other before what is made of them, as a
// pile of one each: "tooled horn, leather drum -> drum of earthquake".
func heaped(s *heard) *heard {
	if slices.ContainsFunc(s.words, func(w word) bool {
		return w.text == "or" || w.text == "which" || w.text == "best" || w.text == "better"
	}) || s.comparesThings() {
		return s
	}
	for k := range s.found {
		at := s.heap(k)
		if len(at) < 2 {
			continue
		}
		words := slices.Clone(s.words)
		for _, i := range slices.Backward(at) {
			one := numbered(1, words[i].cut)
			words[i].cut = false
			words = slices.Insert(words, i, one)
		}
		return s.anew(words)
	}
	return s
}

// heap is where the things begin that stand one behind the other from the thing k to
// "into", each without a count and in the singular; nil: they do not.
func (s *heard) heap(k int) (at []int) {
	end := -1 // of the last
	for m := k; m < len(s.found); m++ {
		f := &s.found[m]
		if !f.param.Pile || f.param.Means == nil || f.from < end {
			continue
		}
		start := s.stackStart(f.from)
		if s.counted(f.from) || s.several(f) {
			return nil
		}
		if end >= 0 {
			between := start
			for between > end && (article(s.words[between-1].text) || s.words[between-1].in(joiners) || s.words[between-1].text == "plus") {
				between--
			}
			if between != end || between == start && !s.words[start].cut {
				return nil
			}
		}
		at, end = append(at, start), f.to
		if end < len(s.words) && becomes(s.words[end]) {
			return at
		}
	}
	return nil
}

// howMade reads "how do i make a magic marker" as "how do i get" one. What is said of a
// thing beside its name is no part of that: "how do i make my robe fireproof".
func howMade(s *heard) *heard {
	for i := 2; i+1 < len(s.words); i++ {
		if s.words[i].text != "make" || s.words[0].text != "how" || i > 3 {
			continue
		}
		k := i + 1
		if article(s.words[k].text) {
			k++
		}
		if s.words[k].text == "holy" || s.words[k].text == "unholy" {
			continue // which is prayed for
		}
		if slices.ContainsFunc(s.found, func(f found) bool { return f.param.Pile && f.param.Means != nil && f.from == k && f.to == len(s.words) }) {
			words := slices.Concat(phrase(false, "how", "do", "i", "get"), s.words[i+1:])
			return s.anew(words)
		}
	}
	return s
}

// pleaded reports whether the thing k is begged for behind the pile: "3 wands of nothing,
// 1 death pls".
func (s *heard) pleaded(k int) bool {
	f := &s.found[k]
	if f.to >= len(s.words) || !s.words[f.to].in(pleading) || s.quantity(k) > 1 || !s.countedBefore(k) {
		return false
	}
	return s.words[s.stackStart(f.from)].cut || s.opens(f.from)
}

// pleading are words behind what somebody wants.
var pleading = wordSet(`pls plz please plox`)

// comesOut reports whether a line asks if the thing k comes out of a pile: "can a wand of
// wishing come out".
func (s *heard) comesOut(k int) bool {
	f := &s.found[k]
	if f.to+1 >= len(s.words) || s.words[f.to].cut || !s.words[f.to].in(coming) || s.quantity(k) > 1 || !s.countedBeside(k) {
		return false
	}
	next := &s.words[f.to+1]
	return next.text == "out" || next.text == "of" || next.text == "up" || next.text == "from"
}

// gotten reports whether a line asks if the thing k was had of a pile: "poly'd 9 helms,
// what's the chance i got a helm of brilliance".
func (s *heard) gotten(k int) bool {
	i := s.found[k].from - 1
	if i > 0 && (article(s.words[i].text) || s.words[i].text == "any") {
		i--
	}
	if i < 1 || s.words[i].text != "got" || s.quantity(k) > 1 || !s.countedBefore(k) {
		return false
	}
	return anyIn(s.words[:i], zappedWords) || i > 1 && slices.ContainsFunc(s.words[max(0, i-3):i], func(w word) bool { return slices.Contains(chanceWords, w.text) })
}

// listedWith reports whether the thing k, of which there is one, stands right behind one of
// another that is wanted: "want 1 marker 1 magic lamp".
func (s *heard) listedWith(k int) bool {
	if s.quantity(k) != 1 || !s.countedBeside(k) {
		return false
	}
	start := s.stackStart(s.found[k].from)
	for m := range s.found[:k] {
		if o := &s.found[m]; o.param.Pile && o.to == start && s.quantity(m) == 1 {
			side, told := s.side(m)
			return side == commands.WantedShape && told
		}
	}
	return false
}

// endsBehind reports whether another thing without a count stands right behind the thing k,
// and what it is about ends there: "for 6 horns marker".
func (s *heard) endsBehind(k int) bool {
	f := &s.found[k]
	return slices.ContainsFunc(s.found, func(o found) bool {
		return o.param.Pile && o.from == f.to && !s.words[o.from].cut && (o.to == len(s.words) || s.words[o.to].cut || s.words[o.to].in(wayBehind))
	})
}

// fodderBehind reports whether the thing k is the first of several behind what is wanted, of
// which the line asks the best: "better for a marker, whistles or horns".
func (s *heard) fodderBehind(k int) bool {
	f := &s.found[k]
	if k == 0 || !s.words[f.from].cut || !anyIn(s.words, comparing) || !slices.ContainsFunc(s.words[f.to:], func(w word) bool { return w.text == "or" }) || slices.ContainsFunc(s.found, func(o found) bool { return o.param.Pile && s.counted(o.from) }) {
		return false
	}
	for m := range s.found[:k] {
		if o := &s.found[m]; o.param.Pile && o.to == f.from && s.joinedTo(m) < 0 {
			side, told := s.side(m)
			return side == commands.WantedShape && told
		}
	}
	return false
}

// comparing are words of a line that asks which of several things is best.
var comparing = wordSet(`better best which worse easier cheaper`)

// coming are verbs of what a pile yields.
var coming = wordSet(`come comes coming came pop pops popping show shows turn turns`)

// oneGolem drops the golems that a line speaks of beside those of which it asks the
// chance: "i'm scared of golems, whats the chance of no golem".
func oneGolem(words []word) []word {
	told := func(i int) bool {
		return i > 0 && words[i].stem() == "golem" && !words[i].cut && (words[i-1].text == "no" || words[i-1].text == "without" || words[i-1].text == "zero" || words[i-1].text == "a" && i > 1 && words[i-2].text == "without" || words[i-1].in(golemKinds))
	}
	asked := false
	for i := range words {
		asked = asked || told(i)
	}
	if !asked {
		return words
	}
	out := make([]word, 0, len(words))
	for i := range words {
		if words[i].stem() != "golem" || told(i) {
			out = append(out, words[i])
		} else if i+1 < len(words) {
			words[i+1].cut = words[i+1].cut || words[i].cut
		}
	}
	return out
}

// golemKinds are what golems of a pile are made of.
var golemKinds = wordSet(`paper straw rope gold leather wood wooden flesh clay stone glass iron wax plastic skeleton`)

// wantedOf reports whether the thing k is wanted by what stands behind it or before.
func (s *heard) wantedOf(k int) bool {
	return s.pleaded(k) || s.comesOut(k) || s.gotten(k) || s.listedWith(k) || s.found[k].from < len(s.words) && s.words[s.stackStart(s.found[k].from)].apart && k > 0
}
