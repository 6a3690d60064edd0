package hear

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/problem"
)

// How players speak of a pile and of what is to come of it, brought into the words of the
// grammar.

// ofPiles brings what is said of a pile into other words.
func ofPiles(words []word) []word {
	at := func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		return words[i].text
	}
	cloaks := slices.ContainsFunc(words, func(w word) bool { return w.stem() == "cloak" })
	for i := 0; i < len(words); i++ {
		w := &words[i]
		switch {
		case w.sign != 0 && !strings.HasSuffix(w.text, " polymorph"):
		case w.in(ownPile) && i+1 < len(words) && words[i+1].colon: // "fodder: 6 sacks"
			w.raw, w.text = "pile", "pile"
		case w.in(zapping) && pronouns.has(at(i+1)) && (at(i+2) == "over" || at(i+2) == "on" || at(i+2) == "in"): // "zap em over 4 squares"
			words = slices.Delete(words, i+1, i+2)
		case (w.text == "turn" || w.text == "turns" || w.text == "turned") && at(i+1) == "up": // "6 robes turn up a cloak"
			words = slices.Delete(words, i+1, i+2)
			words[i].raw, words[i].text = "yield", "yield"
		case w.text == "mr" && cloaks && i > 0 && !w.cut && (slices.Contains(wantsWords, at(i-1)) || at(i-1) == "any" || at(i-1) == "or") && !(i+1 < len(words) && words[i+1].digits()): // "9 elven cloaks for MR"
			w.raw, w.text = "comr", "comr"
		case w.text == "dozen" && at(i+1) == "and" && at(i+2) == "a" && at(i+3) == "half":
			from := i
			if at(i-1) == "a" || at(i-1) == "one" {
				from--
			}
			words = slices.Concat(words[:from], []word{numbered(18, words[from].cut)}, words[i+4:])
		default:
			if out := byPotion(words, i); out != nil {
				words = out
			} else if out := kept(words, i); out != nil {
				words = out
				i-- // what followed stands here now
			}
		}
	}
	return gainsMore(lostSome(words))
}

// Worded reports whether a line says behind its command what only a sentence is read
// for: "bones on the third level of the mines", "poly 10 scrolls, keep the genocide ones".
func Worded(line string) bool {
	if !strings.Contains(line, "level") && !strings.Contains(line, " ones") {
		return false
	}
	return worded.MatchString(line)
}

var worded = regexp.MustCompile(`(?i)\b(?:first|1st|second|third|fourth|fifth|sixth|seventh|eighth|last|bottom|deepest) level (?:of|in)\b|, (?:keep|save) .* ones\b`)

// Asking reports whether a line asks behind its command about two piles, or goes on in a
// clause that asks: "poly 8 horns, whats the average number of markers".
func Asking(line string) bool {
	return strings.Contains(line, " vs ") || strings.Contains(line, ". ") || strings.Contains(line, ", ") && asking.MatchString(line)
}

var asking = regexp.MustCompile(`(?i), (?:and )?(?:whats?|what's|how|which|any|odds|chances?) `)

// ownPile are words for the things somebody has, before a colon and a list of them.
var ownPile = wordSet(`fodder junk stuff ingredients materials material stash`)

// byPotion reads "via a potion of polymorph", which things are dipped into.
func byPotion(words []word, i int) []word {
	if !slices.Contains([]string{"via", "by", "with", "using", "through"}, words[i].text) {
		return nil
	}
	k := i + 1
	for k < len(words) && slices.Contains([]string{"a", "the", "some", "my"}, words[k].text) {
		k++
	}
	at := func(i int) string {
		if i >= len(words) {
			return ""
		}
		return words[i].text
	}
	n := 0
	switch {
	case at(k) == "potion of polymorph":
		n = 1
	case (at(k) == "polymorph" || at(k) == "poly") && (at(k+1) == "potion" || at(k+1) == "potions"):
		n = 2
	case (at(k) == "potion" || at(k) == "potions") && at(k+1) == "of" && at(k+2) == "polymorph":
		n = 3
	default:
		return nil
	}
	return slices.Concat(words[:i], []word{{raw: "dip", text: "dip", cut: true}}, words[k+n:])
}

// kept drops what somebody wants to keep of what comes of a pile, which is no part of it:
// "keep the genocide ones".
func kept(words []word, i int) []word {
	if words[i].text != "keep" && words[i].text != "save" || !words[i].cut || !slices.ContainsFunc(words[:i], func(w word) bool { return w.count() > 1 }) {
		return nil
	}
	to := i + 1
	for to < len(words) && !words[to].cut && !words[to].stop {
		to++
	}
	if words[to-1].text != "ones" {
		return nil
	}
	return slices.Concat(words[:i], words[to:])
}

// lostSome reads "lost 4 of 9 horns": the pile are the 9.
func lostSome(words []word) []word {
	for i := 1; i+3 < len(words); i++ {
		if !words[i-1].in(lossWords) || words[i].count() == 0 || words[i+1].text != "of" {
			continue
		}
		k := i + 2
		if words[k].text == "my" || words[k].text == "the" {
			k++
		}
		if words[k].count() > words[i].count() {
			return slices.Delete(slices.Clone(words), i, k)
		}
	}
	return words
}

// lossWords say that some of a pile is gone.
var lossWords = wordSet(`lost lose loses losing only kept`)

// gainsMore reads "between 10 As and 10 Bs, which gives more C" as "As or Bs for C". Of
// piles that differ nothing is dropped.
func gainsMore(words []word) []word {
	b := slices.IndexFunc(words, func(w word) bool { return w.text == "between" })
	which := slices.IndexFunc(words, func(w word) bool { return w.text == "which" })
	if b < 0 || which < b+5 || b+1 >= len(words) {
		return words
	}
	and := -1
	for k := b + 2; k+1 < which; k++ {
		if words[k].text == "and" && words[k+1].count() == words[b+1].count() && words[b+1].count() > 0 {
			and = k
		}
	}
	k := which + 1
	for k < len(words) && (words[k].text == "one" || words[k].text == "ones" || words[k].text == "would" || slices.Contains(wantsWords, words[k].text) || words[k].text == "has" || words[k].text == "better" || words[k].text == "the" || words[k].text == "more" || words[k].text == "most") {
		k++
	}
	if and < 0 || k == which+1 || k >= len(words) {
		return words
	}
	second := words[and+2 : which]
	if len(second) > 0 && second[0].text == "of" {
		second = second[1:]
	}
	out := slices.Concat(words[:b], words[b+2:and], phrase(false, "or"), second, phrase(false, "for"), words[k:])
	out[b].cut = false
	return out
}

// apart is the problem of a question about a pile that says what one zap of the pile does
// not answer. nil: it says nothing of the kind.
func (s *heard) apart(q *Question) error {
	line := q.Calls[0].Line()
	each := slices.ContainsFunc(s.words, func(w word) bool { return w.text == "individually" || w.text == "alone" || w.text == "separately" })
	for i := 1; i < len(s.words) && !each; i++ {
		last := s.words[i-1].text
		each = i > 1 && (s.words[i].text == "time" && s.words[i-1].text == "a" || s.words[i].text == "one" && last == "by") && (s.words[i-2].text == "at" || s.words[i-2].text == "one" || s.words[i-2].text == "1")
	}
	var source, want *found
	for k := range s.found {
		side, _ := s.side(k)
		switch f := &s.found[k]; {
		case !f.param.Pile:
		case side == commands.WantedShape:
			want = f
		case s.counted(f.from):
			source = f
		}
	}
	if each && source != nil && want != nil {
		return &Missing{problem.New("Each zapped alone is fodder, one by one; together they are a pile.", fmt.Sprintf("polyfor %s from %s", want.name, source.name), line)}
	}
	return nil
}
