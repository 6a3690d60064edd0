package hear

import (
	"slices"
	"strconv"
	"strings"

	"delphi/engine/rules"
)

// Players also say behind a thing how many of it there are, or what some of them
// are like. The grammar wants all of it before the thing.

// pronouns stand for what was named before.
var pronouns = wordSet(`them those these em`)

// recounted brings a count that stands behind a thing before it.
func recounted(s *heard) *heard {
	for _, move := range []func(*heard) []word{countedApart, countedOf, castsOf, countedTimes, countedStack, countedParts} {
		if words := move(s); words != nil {
			s = s.anew(words)
		}
	}
	return s
}

// stackable is the last thing named that ends at word i or before, and that has no
// count yet; nil: there is none.
func (s *heard) stackable(i int) *found {
	for k := len(s.found) - 1; k >= 0; k-- {
		if f := &s.found[k]; f.param.Pile && f.to <= i {
			if s.counted(f.from) {
				return nil
			}
			if t := s.words[max(f.from-1, 0)].text; f.from > 0 && (t == "a" || t == "an") && !s.several(f) {
				continue // "sacks for a bag? got 10"
			}
			return f
		}
	}
	return nil
}

// counting puts a number before a thing and takes out the words from to up to
// end, which said it.
func (s *heard) counting(f *found, n string, from, end int) []word {
	start := s.stackStart(f.from)
	count := word{raw: n, text: n, cut: s.words[start].cut}
	words := slices.Clone(s.words)
	words[start].cut = false
	return slices.Concat(words[:start], []word{count}, words[start:from], words[end:])
}

// countedOf reads "do elven daggers survive, 8 of them".
func countedOf(s *heard) []word {
	for i := 1; i+2 < len(s.words); i++ {
		all := s.words[i+1].text == "in" && s.words[i+2].text == "all" // "12 in all"
		if s.words[i].digits() && (all || s.words[i+1].text == "of" && s.words[i+2].in(pronouns)) {
			if i+3 < len(s.words) && !s.words[i+3].cut && slices.Contains(wholeBUC, s.words[i+3].text) {
				continue // what some of a stack are like
			}
			if f := s.stackable(i); f != nil {
				return s.counting(f, s.words[i].text, i, i+3)
			}
		}
	}
	return nil
}

// castsOf reads "pw for 3 of em" behind a spell as so many casts.
func castsOf(s *heard) []word {
	if !slices.ContainsFunc(s.found, func(f found) bool { return f.param.Sign == '+' && !f.param.Pile }) {
		return nil
	}
	for i := 1; i+2 < len(s.words); i++ {
		if s.words[i].digits() && s.words[i+1].text == "of" && s.words[i+2].in(pronouns) && slices.ContainsFunc(s.found, func(f found) bool { return f.to <= i }) {
			return slices.Concat(s.words[:i+1], phrase(false, "casts"), s.words[i+3:])
		}
	}
	return nil
}

// countedApart reads a count in a clause of its own: "polypile unihorns? got 9", "my
// daggers? got 9 +1 blessed ones", "scrolls of identify per zap, say 12".
func countedApart(s *heard) []word {
	for i := 1; i < len(s.words); i++ {
		if before := s.words[i-1].text; !s.words[i].digits() || before != "got" && before != "have" && before != "say" {
			continue
		}
		f := s.stackable(i)
		if f == nil || f.to > i-1 {
			continue
		}
		end := i + 1
		for end < len(s.words) && !s.words[end].cut && !s.words[end].stop && (slices.Contains(bucWords, s.words[end].text) || s.words[end].text[0] == '+' && isNumber(s.words[end].text[1:])) {
			end++
		}
		said := end
		if end < len(s.words) && (s.words[end].text == "ones" || s.words[end].text == "pairs") && !s.words[end].stop {
			end++
		}
		if end < len(s.words) && !s.words[end].cut && !s.words[end].stop {
			continue
		}
		start := s.stackStart(f.from)
		words := slices.Clone(s.words)
		count := slices.Clone(words[i:said])
		count[0].cut = words[start].cut
		words[start].cut = false
		rest := words[end:]
		if len(rest) > 0 {
			rest[0].cut = true
		}
		return slices.Concat(words[:start], count, words[start:i-1], rest)
	}
	return nil
}

// countedTimes reads "unicorn horn 6x", and "cloak (hooded cloak) x6" where the
// count stands behind what says the same again.
func countedTimes(s *heard) []word {
	for i := 1; i < len(s.words); i++ {
		n := strings.Trim(s.words[i].text, "x")
		if len(n) != len(s.words[i].text)-1 || !isNumber(n) || i+1 < len(s.words) && s.words[i+1].digits() && !s.words[i+1].cut {
			continue
		}
		if s.words[i].text[0] != 'x' && slices.ContainsFunc(s.found, func(f found) bool { return f.param.Pile && s.stackStart(f.from) == i }) {
			continue // "3x unicorn horn"
		}
		if f := s.stackable(i); f != nil && f.to == i {
			return s.counting(f, n, i, i+1)
		}
	}
	return nil
}

// countedStack reads "a shuriken stack of 20", "daggers, stack of 12".
func countedStack(s *heard) []word {
	for i := 1; i+2 < len(s.words); i++ {
		if s.words[i].text != "stack" || s.words[i+1].text != "of" || !s.words[i+2].digits() || i+3 < len(s.words) && s.isName(i+3) {
			continue
		}
		if f := s.stackable(i); f != nil && f.to == i {
			return s.counting(f, s.words[i+2].text, i, i+3)
		}
	}
	return nil
}

// countedParts reads what is said of some of a counted stack or of all of it: "12
// unicorn horns (3 cursed)", "5 crystal balls, 2 are cursed", "8 horns all blessed".
func countedParts(s *heard) []word {
	for k := len(s.found) - 1; k >= 0; k-- {
		f := &s.found[k]
		i := f.to
		if !f.param.Pile || f.from == 0 || !s.words[f.from-1].digits() || i >= len(s.words) {
			continue
		}
		if at := s.partApart(f); at > 0 {
			i = at
		}
		if s.words[i].text == "stack" && i+1 < len(s.words) {
			i++
		}
		of := i + 1
		for of < len(s.words) && (s.words[of].text == "are" || s.words[of].text == "is" || s.words[of].text == "of" || s.words[of].text == "which" || s.words[of].in(pronouns)) {
			of++
		}
		if of >= len(s.words) || !slices.Contains(wholeBUC, s.words[of].text) {
			continue
		}
		if of+1 < len(s.words) && !s.words[of+1].cut && (s.isName(of+1) || slices.ContainsFunc(s.found, func(o found) bool { return s.stackStart(o.from) == i })) {
			continue // "5 rings, 2 cursed wands"
		}
		all, _ := strconv.Atoi(s.words[f.from-1].text)
		part, err := strconv.Atoi(s.words[i].text)
		buc := s.words[of]
		buc.cut, buc.open = false, false
		words := slices.Clone(s.words)
		switch {
		case s.words[i].text == "all" || err == nil && part == all:
			return slices.Concat(words[:f.from], []word{buc}, words[f.from:i], words[of+1:])
		case err == nil && part > 0 && part < all:
			rest, some := strconv.Itoa(all-part), s.words[i].text
			words[f.from-1].raw, words[f.from-1].text = rest, rest
			ones := slices.Concat([]word{{raw: some, text: some, cut: true}, buc}, s.words[f.from:f.to])
			end := of + 1
			if k := end; k < len(words) {
				if words[k].text == "and" {
					k++
				}
				if k+1 < len(words) && (words[k].text == rest || words[k].text == "the") && words[k+1].in(otherParts) { // "6 blessed, 8 not"
					end = k + 2
				}
			}
			return slices.Concat(words[:i], ones, words[end:])
		}
	}
	return nil
}

// partApart is the word at which a clause of its own says how many of the stack f are
// cursed or blessed: "9 horns for a marker, 2 cursed". 0: none does.
func (s *heard) partApart(f *found) int {
	for i := f.to + 1; i+1 < len(s.words); i++ {
		buc := i + 1
		if buc+2 < len(s.words) && s.words[buc].text == "of" && s.words[buc+1].in(pronouns) {
			buc += 2
		}
		if (s.words[i].cut || s.words[i].stop) && s.words[i].digits() && slices.Contains(wholeBUC, s.words[buc].text) && (buc+1 == len(s.words) || s.words[buc+1].cut) {
			if slices.ContainsFunc(s.found, func(o found) bool { return o.param.Pile && o.from != f.from && s.counted(o.from) }) {
				return 0 // of which stack
			}
			return i
		}
	}
	return 0
}

// owning are words for whose something is.
var owning = wordSet(`my the these those your his her`)

// onesLike puts "ones" behind a curse or blessing that has a count and no thing: "7 blessed
// lamps and 2 cursed", "one blessed and 5 uncursed lamps", "a blessed one".
func onesLike(words []word) []word {
	for i := 1; i < len(words); i++ {
		n := words[i-1].count()
		article := words[i-1].text == "a" || words[i-1].text == "an"
		if !slices.Contains(wholeBUC, words[i].text) || n == 0 && !article {
			continue
		}
		joins := func(k int) bool {
			return k >= 0 && k < len(words) && (words[k].text == "and" || words[k].text == "n" || words[k].text == "plus")
		}
		switch {
		case i+1 < len(words) && words[i+1].text == "one" && (n == 1 || article):
			words = slices.Clone(words)
			words[i-1].raw, words[i-1].text = "1", "1"
			words[i+1].raw, words[i+1].text = "ones", "ones"
		case n == 0:
		case joins(i-2) && (i+1 == len(words) || words[i+1].cut || words[i+1].in(endsPart)), joins(i+1) && i+2 < len(words) && words[i+2].count() > 0:
			words = slices.Insert(slices.Clone(words), i+1, word{raw: "ones", text: "ones"})
			words[i-1].raw, words[i-1].text = strconv.Itoa(n), strconv.Itoa(n)
		}
	}
	return words
}

// otherParts say of the rest of a stack that it is not like a part of it.
var otherParts = wordSet(`not rest others uncursed normal arent plain other`)

// wholeBUC are the words for a curse or blessing, written out.
var wholeBUC = []string{"blessed", "uncursed", "cursed", "holy", "unholy"}

// splitOff reads "one of my 5 horns" as one horn, in lines about polymorph: the others of
// the stack are left alone. pile is set where the line is known to be about it.
func splitOff(words []word, pile bool) []word {
	pile = pile || slices.ContainsFunc(words, func(w word) bool {
		return strings.HasPrefix(w.text, "poly") || strings.HasPrefix(w.text, "dip") || strings.HasPrefix(w.text, "zap")
	})
	for i := 0; i+3 < len(words); i++ {
		n := words[i].spelt()
		if !pile && !(i > 0 && words[i-1].text == "from") { // "a marker from 6 of my 10 horns"
			continue
		}
		if n == 0 && !words[i].digits() || words[i+1].text != "of" || i > 0 && slices.Contains([]string{"least", "most", "exactly", "than", "out"}, words[i-1].text) {
			continue
		}
		k := i + 2
		if words[k].in(owning) {
			k++
		}
		if k+1 >= len(words) || !words[k].digits() && words[k].spelt() == 0 || words[k+1].cut || words[k+1].in(countable) {
			continue
		}
		if n > 0 {
			words[i].text = strconv.Itoa(n)
			words[i].raw = words[i].text
		}
		words = slices.Delete(words, i+1, k+1)
	}
	return words
}

// timesOne reads "6x scrolls" as 6 of them: no stacks are said of which there are so many.
func (h *Hearer) timesOne(words []word, set *rules.Set) []word {
	for i := 0; i+1 < len(words); i++ {
		n, times := strings.CutSuffix(words[i].text, "x")
		if !times || !isNumber(n) || words[i].sign != 0 || words[i+1].cut || words[i+1].count() > 0 || i > 0 && words[i-1].digits() {
			continue
		}
		k := i + 1
		for k+1 < len(words) && slices.Contains(wholeBUC, words[k].text) {
			k++
		}
		if words[k].sign == 0 && !h.beginsThing(words[k:], set) {
			continue
		}
		words[i].raw, words[i].text = n, n
	}
	return words
}

// gluedCurses parts "3c" and "2u" before a thing: so many that are cursed or uncursed.
func (h *Hearer) gluedCurses(words []word, set *rules.Set) []word {
	for i := 0; i+1 < len(words); i++ {
		t := words[i].text
		if len(t) < 2 || len(t) > 3 || !isNumber(t[:len(t)-1]) || words[i].sign != 0 || words[i+1].cut {
			continue
		}
		buc := map[byte]string{'b': "blessed", 'u': "uncursed", 'c': "cursed"}[t[len(t)-1]]
		if buc == "" || words[i+1].sign == 0 && !h.beginsThing(words[i+1:], set) {
			continue
		}
		n, _ := strconv.Atoi(t[:len(t)-1])
		parted := numbered(n, words[i].cut)
		parted.stop, parted.open, parted.colon = words[i].stop, words[i].open, words[i].colon
		words = slices.Concat(words[:i], []word{parted}, phrase(false, buc), words[i+1:])
	}
	return words
}

// beginsThing reports whether some words begin with the name of a thing.
func (h *Hearer) beginsThing(words []word, set *rules.Set) bool {
	for to := min(len(words), longestPart+2); to > 0; to-- {
		if !cutWithin(words[:to]) && h.isThing(joinedText(words[:to]), set) {
			return true
		}
	}
	return false
}

// wresting are the words for taking a last charge out of a wand.
var wresting = wordSet(`wrest wrests wrested wresting`)

// wrested drops the chance to wrest a wand, which is the same for all: "wresting is 1:121,
// 200 zaps". What else stands so is how often the wand was charged.
func wrested(words []word) []word {
	return slices.DeleteFunc(slices.Clone(words), func(w word) bool { return w.text == "1:121" || w.text == "1/121" })
}
