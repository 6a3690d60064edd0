package hear

import (
	"slices"
	"strings"
)

// What somebody says of bones and of dying brings depths and full levels in words of its
// own, which are brought into those of the grammar here: a bare figure behind "on" is a
// depth only there.

// grave are words of which one must stand in a line for it to be about bones or a death.
var grave = wordSet(`bones bonesfile ghost haunt haunting rise rises arise drowned starved petrified slimed choked disintegrated digested`)

// bonable are words for a level on which bones can be left.
var bonable = wordSet(`bones-able bonesable boneable bonable bone-able`)

// deep reads what lines about bones say: "lvls 2 to 21", "killed by a ghoul on 12",
// "every level had some". about is set where the line is known to be about them.
func deep(words []word, about bool) []word {
	for i := range words {
		w := &words[i]
		if w.in(bonable) {
			w.raw, w.text = "bones", "bones"
		}
		after := i > 0 && words[i-1].text == "come" && w.text == "back" || i > 0 && words[i-1].text == "turn" && w.text == "into" && killed(words[:i])
		slimed := i > 1 && (w.text == "slime" || w.text == "stone") && words[i-1].text == "to" && words[i-2].text == "turned"
		dies := (w.text == "die" || w.text == "dies" || w.text == "died" || w.text == "dying") && i+2 < len(words) && (words[i+1].text == "on" || words[i+1].text == "at") && words[i+2].digits() && !(i > 0 && words[i-1].text == "who")
		crushed := i+1 < len(words) && (w.text == "crushed" || w.text == "squashed") && words[i+1].text == "by"
		if crushed {
			w.raw, w.text = "crushed", "crushed"
		}
		at := i > 1 && w.digits() && (words[i-1].text == "on" || words[i-1].text == "at") && i+1 >= len(words)-1 && slices.ContainsFunc(words[:i], func(w word) bool { return w.text == "by" }) && killed(words[:2]) // "killed by a soldier ant on 12"
		stoned := i+1 < len(words) && w.text == "stoned" && (words[i+1].text == "by" || words[i+1].text == "on" || words[i+1].text == "at")
		slain := i+2 < len(words) && w.text == "me" && i > 0 && words[i-1].in(slays) && (words[i+1].text == "on" || words[i+1].text == "at") && words[i+2].digits()
		about = about || dies || stoned || slain || w.in(grave) || after || slimed || crushed || at
	}
	if !about {
		return words
	}
	words = depthAgain(levelOf(notEnded(ownMine(words))))
	deep := slices.ContainsFunc(words, func(w word) bool { return w.bareKeyword() == "dlvl" || strings.HasPrefix(w.text, "dlvl") })
	for i := 0; i < len(words); i++ {
		if n := everyLevel(words[i:]); n > 0 {
			words = slices.Concat(words[:i], []word{{raw: "meet", text: "meet", cut: words[i].cut}, {raw: "bones", text: "bones"}, {raw: "full", text: "full"}}, words[i+n:])
			i += 2
			continue
		}
		if i+4 < len(words) && words[i].text == "died" && words[i+1].text == "as" && slices.Contains(races, words[i+3].text) && words[i+4].text == "to" { // "died as an elf to a vampire"
			race := words[i+3]
			words = slices.Concat(words[:i], []word{race, words[i]}, words[i+4:])
		}
		if words[i].text == "lvls" {
			words[i].raw, words[i].text = "levels", "levels"
		}
		if deep || !words[i].digits() {
			continue
		}
		switch {
		case i+2 < len(words) && !words[i+1].cut && (words[i+1].text == "to" || words[i+1].text == "through") && words[i+2].digits():
			from := i
			if i > 0 && (words[i-1].keyword() == "xl" || words[i-1].text == "lvls" || words[i-1].text == "levels" || words[i-1].text == "from" || words[i-1].text == "between") {
				from--
			}
			span := "dlvl" + words[i].text + "-" + words[i+2].text
			words = slices.Concat(words[:from], []word{{raw: span, text: span, cut: words[from].cut}}, words[i+3:])
			i = from
		case i > 0 && !words[i].cut && (words[i-1].text == "on" || words[i-1].text == "at") && !(i+1 < len(words) && !words[i+1].cut && (words[i+1].in(counted) || words[i+1].keyword() != "")):
			words[i].raw, words[i].text = "dlvl"+words[i].text, "dlvl"+words[i].text
		}
	}
	return words
}

// depthAgain drops a depth in brackets that was said before: "dlvl 30 gehennom (30)".
func depthAgain(words []word) []word {
	for i := 2; i < len(words); i++ {
		if !words[i].open || !words[i].digits() {
			continue
		}
		for k := 0; k < i; k++ {
			t := strings.TrimSuffix(words[k].text, "ish")
			if t == "dlvl"+words[i].text || t == words[i].text && k > 0 && words[k-1].keyword() == "dlvl" {
				from := i
				if words[i-1].text == "gehennom" || words[i-1].text == "hell" { // which says where that depth is
					from--
				}
				return slices.Delete(slices.Clone(words), from, i+1)
			}
		}
	}
	return words
}

// notEnded drops the end that somebody says a game does not have: "unless i quit", "if i
// dont ascend".
func notEnded(words []word) []word {
	for i := 0; i < len(words); i++ {
		k := i
		if words[k].text == "if" && k+1 < len(words) {
			k++
		}
		for k > i && k+1 < len(words) && words[k].in(endedBy) {
			k++
		}
		switch t := words[k].text; {
		case t == "unless" && k == i:
			for k++; k < len(words) && (words[k].in(endedBy) || words[k].in(endings)) && !words[k].cut && !words[k].stop; k++ {
			}
		case (notWords.has(t) || t == "without") && k+1 < len(words) && words[k+1].in(endings):
			k += 2
		default:
			continue
		}
		if !words[k-1].in(endings) || k < len(words) && words[k].text == "but" {
			continue
		}
		if k < len(words) {
			words[k].cut = words[k].cut || words[i].cut
		}
		words = slices.Delete(words, i, k)
		i--
	}
	return words
}

// ownMine reads the "mine" of "does mine replace it" as what is the hero's, not the Mines.
func ownMine(words []word) []word {
	for i := 1; i < len(words); i++ {
		if w := &words[i]; w.text == "mine" && words[i-1].in(doing) && !(i+1 < len(words) && (words[i+1].digits() || words[i+1].keyword() != "")) {
			w.raw, w.text = "my", "my"
		}
	}
	return words
}

// doing are verbs before what somebody has or makes.
var doing = wordSet(`do does did will would can could if is are was or and`)

// levelOf reads "the first level of gehennom" as "gehennom level 1".
func levelOf(words []word) []word {
	for i := 0; i+3 < len(words); i++ {
		n := slices.Index(ordinals, words[i].text) + 1
		if k, ok := strings.CutSuffix(words[i].text, "st"); ok && k == "1" {
			n = 1
		}
		last := words[i].text == "last" || words[i].text == "bottom" || words[i].text == "deepest"
		if n == 0 && !last || words[i+1].keyword() != "xl" && words[i+1].text != "floor" || words[i+2].text != "of" && words[i+2].text != "in" {
			continue
		}
		to := i + 3
		if words[to].text == "the" && to+1 < len(words) {
			to++
		}
		if to == len(words) {
			continue
		}
		from := i
		if from > 0 && words[from-1].text == "the" {
			from--
		}
		place := words[to]
		place.cut = words[from].cut
		if last {
			if place.text != "mines" {
				continue
			}
			return slices.Concat(words[:from], []word{{raw: "mines", text: "mines", cut: place.cut}, {raw: "end", text: "end"}}, words[to+1:])
		}
		return slices.Concat(words[:from], []word{place, {raw: "level", text: "level"}, numbered(n, false)}, words[to+1:])
	}
	return words
}

// without are the words of a line that hope for no bones, which the answer does not turn
// round: "no bones", "not meeting any".
func (s *heard) without() []string {
	for i := 0; i+1 < len(s.words); i++ {
		w := &s.words[i]
		if next := s.words[i+1].text; (w.text == "no" || w.text == "zero") && next == "bones" || (w.text == "not" || w.text == "never" || w.text == "without") && (next == "meeting" || next == "meet" || next == "finding" || next == "seeing") {
			return []string{w.raw}
		}
	}
	return nil
}

// slays is what a monster did to a hero who died of it.
var slays = wordSet(`killed got slew ate murdered mauled stomped pulped squashed finished offed`)

// endedBy are words between "if" or "unless" and how a game ends.
var endedBy = wordSet(`i you he she they we it get gets got am is are just`)

// endings are how a game may end otherwise than by a monster.
var endings = wordSet(`quit quits quitting escape escapes escaped escaping ascend ascends ascended ascending drown drowned drowning starve starved starving choke choked choking petrified stoned slimed genocided disintegrated burned`)

// counted are words that a figure before them counts, so that it is no depth.
var counted = wordSet(`items item things thing turns turn times percent hp of`)

// killed reports whether words say that somebody was killed.
func killed(words []word) bool {
	return slices.ContainsFunc(words, func(w word) bool { return w.text == "killed" || w.text == "died" || w.text == "slain" })
}

// everyLevel is how many words say that bones wait on every level: "every level there
// had some", "all levels have a file". 0: they do not begin so.
func everyLevel(words []word) int {
	said := func(k int, list ...string) int {
		if k < len(words) && slices.Contains(list, words[k].text) {
			return k + 1
		}
		return k
	}
	if words[0].text != "every" && words[0].text != "each" && words[0].text != "all" {
		return 0
	}
	k := said(said(1, "of"), "the")
	level := said(k, "level", "levels", "lvl", "lvls", "floor", "floors")
	if level == k {
		return 0
	}
	k = said(said(said(level, "of", "down"), "there", "them"), "already")
	has := said(k, "had", "has", "have", "having", "with", "holds", "hold", "holding")
	if has == k {
		return 0
	}
	k = said(has, "a", "an", "its")
	what := said(k, "some", "one", "bones", "file", "files", "them", "any")
	if what == k {
		return 0
	}
	return said(what, "file", "files", "bones")
}
