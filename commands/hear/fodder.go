package hear

import (
	"slices"

	"delphi/commands"
	"delphi/engine/names"
)

// Things without a count of which the line asks what is best made into another.

// alternatives reports whether several things without a count, of which the line asks
// one after the other, may be made into another: "whistles or horns for a marker".
func (s *heard) alternatives() bool {
	told, joined := false, s.goodFor()
	for k := range s.found {
		f := &s.found[k]
		if !f.param.Pile {
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
		if s.words[i].text != "for" || !goodWords[s.words[i-1].text] {
			continue
		}
		k := i - 1
		for k > 0 && (goodWords[s.words[k-1].text] || s.words[k-1].text == "any") {
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
var goodWords = wordSet(`good decent ok okay useful useable usable fodder enough`)

// otherFodder reads "anything better than horns for a marker" and "is there a wand better
// than nothing for sleep" as what asks for the best fodder. nil: the line asks nothing so.
func otherFodder(words []word) []word {
	for i := 1; i+3 < len(words); i++ {
		class := names.Stem(words[i-1].text)
		if words[i].text != "better" || words[i+1].text != "than" || words[i-1].text != "anything" && words[i-1].text != "something" && !classWords[class] {
			continue
		}
		for j := i + 2; j+1 < len(words) && j < i+8; j++ {
			if words[j].text != "for" {
				continue
			}
			for j++; j+1 < len(words) && (zapping[words[j].text] || becomes(words[j]) || words[j].text == "a" || words[j].text == "an"); j++ {
			}
			out := slices.Concat(words[:i-1], []word{{raw: "best", text: "best"}, {raw: "fodder", text: "fodder"}, {raw: "for", text: "for"}})
			if classWords[class] {
				out = append(out, word{raw: class, text: class}, word{raw: "of", text: "of"})
			}
			return append(out, words[j:]...)
		}
	}
	return nil
}
