package hear

import "slices"

// takenOff are the words before "off" and the like that ask how it is without.
var takenOff = []string{"take off", "taking off", "took off", "drop", "dropping", "dropped", "remove", "removing", "removed", "ditch", "ditching", "lose", "losing"}

var swapWords = wordSet(`swap swapped swapping switch switched switching trade replace replaced replacing exchange`)

// weighed puts "either" before what a sentence asks about with and without it:
// "if i take off the robe", "is the robe worth it", "how much better is a robe".
func weighed(words []word) []word {
	at := func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		return words[i].text
	}
	article := func(i int) bool { return slices.Contains([]string{"a", "an", "the", "my", "this", "wearing"}, at(i)) }
	for i := range words {
		k := -1
		if at(i) == "better" && at(i+1) == "than" && i+2 < len(words) { // "would a cornuthaum be better than a robe"
			return slices.Concat(words[:i], []word{{raw: "vs", text: "vs"}}, words[i+2:])
		}
		if (at(i) == "vs" || at(i) == "or" || at(i) == "and") && (at(i+1) == "without" || at(i+1) == "none") && (i+2 >= len(words) || words[i+2].cut) { // "with a shield vs without"
			for j := i - 1; j >= 0 && j > i-6; j-- {
				if words[j].text == "with" || words[j].text == "w" {
					return slices.Concat(words[:j+1], []word{{raw: "either", text: "either"}}, words[j+1:i], words[i+2:])
				}
			}
		}
		if swapWords[at(i)] { // "swap my cornuthaum for a helm of brilliance"
			for j := i + 2; j < len(words) && j < i+9; j++ {
				if t := at(j); (t == "for" || t == "with" || t == "to") && !words[j].cut && j+1 < len(words) {
					words[j].raw, words[j].text = "vs", "vs"
					return words
				}
			}
		}
		switch {
		case at(i) == "is" && article(i+1):
			for j := i + 3; j < len(words) && j < i+8; j++ {
				if words[j].text == "worth" {
					k = i + 2
				}
			}
			if at(i-1) == "better" && !slices.Contains([]string{"it", "this", "that"}, at(i+2)) {
				k = i + 2
			}
		case slices.Contains(takenOff, at(i)), slices.Contains(takenOff, at(i)+" "+at(i+1)):
			asked := false
			for j := max(0, i-4); j < i; j++ {
				asked = asked || at(j) == "does" || at(j) == "would" || at(j) == "if" || at(j) == "should" || at(j) == "when" || at(j) == "by"
			}
			if k = i + 1; at(k) == "off" {
				k++
			}
			if !asked {
				k = -1
			}
			for article(k) {
				k++
			}
		}
		if k > 0 && k < len(words) {
			return slices.Concat(words[:k], []word{{raw: "either", text: "either"}}, words[k:])
		}
	}
	return words
}

// noneWords stand for having nothing where something else could be.
var noneWords = wordSet(`none nothing without not nope nil naked`)

// compared puts "either" before what a sentence compares with nothing: "robe vs none".
func compared(s *heard) *heard {
	for k := range s.found {
		f := &s.found[k]
		i := f.to
		if !f.param.Gear || i+1 >= len(s.words) || s.words[i].text != "vs" && s.words[i].text != "or" || !noneWords[s.words[i+1].text] {
			continue
		}
		if t := s.words[i+1].text; (t == "without" || t == "not" || t == "none") && i+2 < len(s.words) && s.isName(i+2) && !s.words[i+2].cut && !s.words[i+1].query {
			continue // "robe or without it"
		}
		start := s.stackStart(f.from)
		words := slices.Concat(s.words[:start], []word{{raw: "either", text: "either", cut: s.words[start].cut}}, s.words[start:i], s.words[i+2:])
		words[start+1].cut = false
		return s.hearer.listen(words, s.line, s.set)
	}
	return s
}
