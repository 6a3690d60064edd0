package hear

import (
	"slices"

	"delphi/commands"
)

// Things without a count of which the line asks what is best made into another.

// alternatives reports whether several things without a count, of which the line asks
// one after the other, may be made into another: "whistles or horns for a marker".
func (s *heard) alternatives() bool {
	told, joined := false, s.goodFor()
	for k := range s.found {
		f := &s.found[k]
		if !f.param.Pile || f.short && s.isSpell(f.from) && s.namesRole() {
			continue
		}
		side, sure := s.side(k)
		if side == commands.WantedShape {
			told = told || sure
			continue
		}
		if s.counted(f.from) {
			return false
		}
		joined = joined || s.several(f) && s.says("use")
		if m := s.joinedTo(k); m >= 0 && s.words[s.found[m].to].text == "or" {
			other, _ := s.side(m)
			joined = joined || other == side
		}
	}
	return told && joined
}

// goodFor reports whether a line asks if one thing is good enough to be made into
// another: "oilskin sacks good for a bag of holding".
func (s *heard) goodFor() bool {
	for i := 1; i+1 < len(s.words); i++ {
		if s.words[i].text == "for" && s.severalFor(i) {
			return true
		}
		if s.words[i].text != "for" || !s.words[i-1].in(goodWords) {
			continue
		}
		k := i - 1
		for k > 0 && (s.words[k-1].in(goodWords) || s.words[k-1].text == "any") {
			k--
		}
		ends := func(f found) bool { return f.param.Pile && f.to == k }
		begins := func(f found) bool { return f.param.Pile && f.from > i && f.from <= i+2 }
		if slices.ContainsFunc(s.found, ends) && slices.ContainsFunc(s.found, begins) {
			return true
		}
	}
	return false
}

// severalFor reports whether the "for" at word i stands between things in the plural and
// one other: "elven cloaks for comr".
func (s *heard) severalFor(i int) bool {
	source := slices.IndexFunc(s.found, func(f found) bool { return f.param.Pile && f.to == i })
	wanted := slices.IndexFunc(s.found, func(f found) bool { return f.param.Pile && f.from > i && f.from <= i+2 })
	return source >= 0 && wanted >= 0 && s.several(&s.found[source]) && !s.counted(s.found[source].from) && s.found[source].name != s.found[wanted].name
}

// goodWords ask whether something will do.
var goodWords = wordSet(`make makes good decent ok okay useful useable usable fodder enough`)

// otherFodder reads "anything better than horns for a marker" and "is there a wand better
// than nothing for sleep" as what asks for the best fodder. nil: the line asks nothing so.
func otherFodder(words []word) []word {
	if out := bestFodder(words); out != nil {
		return out
	}
	for i := 1; i+2 < len(words); i++ {
		class, last := words[i].stem(), words[len(words)-1]
		if classWords.has(class) && words[i+1].text == "to" && (words[i+2].text == "get" || words[i+2].text == "make") && last.text == "from" { // "the cheapest ring to get conflict from"
			return slices.Concat(phrase(false, "best", "fodder", "for", class, "of"), words[i+3:len(words)-1])
		}
		if t := words[i].text; (t == "source" || t == "fodder") && words[i-1].text == "better" && (words[i+1].text == "of" || words[i+1].text == "for") { // "a better source of X than Y"
			end := slices.IndexFunc(words[i:], func(w word) bool { return w.text == "than" })
			if end > 2 {
				return slices.Concat(phrase(false, "best", "fodder", "for"), words[i+2:i+end])
			}
		}
	}
	for i := 1; i+3 < len(words); i++ {
		class := words[i-1].stem()
		if words[i].text != "better" || words[i+1].text != "than" || words[i-1].text != "anything" && words[i-1].text != "something" && !classWords.has(class) {
			continue
		}
		for j := i + 2; j+1 < len(words) && j < i+8; j++ {
			if words[j].text != "for" {
				continue
			}
			for j++; j+1 < len(words) && (words[j].in(zapping) || becomes(words[j]) || words[j].text == "a" || words[j].text == "an"); j++ {
			}
			out := slices.Concat(words[:i-1], []word{{raw: "best", text: "best"}, {raw: "fodder", text: "fodder"}, {raw: "for", text: "for"}})
			if classWords.has(class) {
				out = append(out, word{raw: class, text: class}, word{raw: "of", text: "of"})
			}
			return append(out, words[j:]...)
		}
	}
	return nil
}

// junkWords are what players call things to be polymorphed.
var junkWords = wordSet(`junk fodder stuff thing things source sources material materials item items object objects`)

// bestFodder reads "best junk for speed boots" and "rings: cheapest for free action". nil:
// the line asks nothing so.
func bestFodder(words []word) []word {
	class := ""
	if stem := words[0].stem(); len(words) > 3 && (classWords.has(stem) || rowNouns.has(stem)) && words[0].sign == 0 && (words[1].colon || words[1].cut || words[1].stop) {
		class = words[0].text
	}
	for i := 0; i+3 < len(words); i++ { // "which junk wands for create monster"
		k := i + 1
		for k < len(words) && (words[k].in(worthless) || words[k].text == "kind" || words[k].text == "of") {
			k++
		}
		if (words[i].text == "which" || words[i].text == "what") && k+2 < len(words) && (classWords.has(words[k].stem()) || words[k].in(junkWords)) && words[k+1].text == "for" && !words[k+2].digits() && !slices.ContainsFunc(words, func(w word) bool { return w.colon }) {
			out := slices.Concat(words[:i], phrase(false, "best", "fodder", "for"))
			if class := words[k].stem(); classWords.has(class) && !slices.ContainsFunc(words[k+2:], func(w word) bool { return w.stem() == class }) {
				out = append(out, phrase(false, class, "of")...)
			}
			return append(out, words[k+2:]...)
		}
	}
	for i := range words {
		if words[i].text != "best" && words[i].text != "cheapest" && words[i].text != "easiest" {
			continue
		}
		k := i + 1
		for k < len(words) && (words[k].in(junkWords) || words[k].in(zapping) || k > i+1 && words[k].text == "to") {
			k++
		}
		if k == i+1 && k+2 < len(words) && words[k].text == "for" && slices.ContainsFunc(words[k+2:], func(w word) bool { return w.colon }) { // "best for a marker: horns or whistles"
			return slices.Concat(words[:i], words[k+1:])
		}
		if k+1 >= len(words) || words[k].text != "for" || k == i+1 && class == "" || k == i+2 && words[i+1].text == "fodder" && class == "" || words[k+1].digits() {
			continue
		}
		out := slices.Concat(words[:i], []word{{raw: "best", text: "best"}, {raw: "fodder", text: "fodder"}, {raw: "for", text: "for"}})
		if class != "" {
			out = out[1:]
			out = append(out, word{raw: class, text: class}, word{raw: "of", text: "of"})
		}
		return append(out, words[k+1:]...)
	}
	return nil
}

// outOfThings reads "speed boots out of fumble boots" as what comes from them.
func outOfThings(words []word) []word {
	for i := 1; i+2 < len(words); i++ {
		if words[i].text == "out" && words[i+1].text == "of" && !words[i-1].digits() && words[i+2].count() == 0 && !words[i].cut && words[i-1].text != "me" {
			return slices.Concat(words[:i], []word{{raw: "from", text: "from"}}, words[i+2:])
		}
	}
	return words
}
