package hear

import (
	"slices"
	"strings"
)

// anew are words behind which somebody starts again: what stands before them is
// not meant.
var anew = newPhrases("nvm", "nevermind", "never mind", "scratch that", "forget that", "forget it", "whatever")

// instead are words behind which somebody says again what stands before them.
var instead = newPhrases("i mean", "i meant", "no wait", "wait no", "make that", "or rather", "nvm", "nevermind", "never mind", "err", "oops", "sorry", "kidding", "jk", "correction")

// saidAgain are the last words of these.
var saidAgain = wordSet("mean meant wait no that rather nvm nevermind mind err oops sorry kidding jk correction")

// phrases are phrases of some words each.
type phrases struct {
	list  [][]string
	first vocab // the words that they begin with
}

func newPhrases(list ...string) (out phrases) {
	var first []string
	for _, p := range list {
		words := strings.Fields(p)
		out.list, first = append(out.list, words), append(first, words[0])
	}
	out.first = wordSet(strings.Join(first, " "))
	return out
}

// marker is where one of some phrases stands in the words, and of how many it is; n
// is 0 where none does.
func marker(words []word, said phrases) (at, n int) {
	for i := 1; i < len(words); i++ {
		if !words[i].in(said.first) {
			continue
		}
		for _, parts := range said.list {
			k := 0
			for k < len(parts) && i+k < len(words) && words[i+k].text == parts[k] {
				k++
			}
			if k == len(parts) && i+k < len(words) && (parts[0] != "whatever" || words[i+k].cut) {
				return i, k
			}
		}
	}
	return 0, 0
}

// corrected takes out what somebody corrects in the same line: "wearing a tanko, i
// mean plate". What is taken back is the last thing named, with its count.
func corrected(s *heard) *heard {
	at, n := marker(s.words, instead)
	if n == 0 {
		return s
	}
	if from := figureSaid(s.words, at, s.words[at+n:]); from >= 0 {
		rest := slices.Clone(s.words[at+n:])
		rest[0].cut = s.words[from].cut
		return s.anew(slices.Concat(s.words[:from], rest))
	}
	if again := s.namedAnew(at, at+n); again != nil {
		return again
	}
	from := -1
	for _, f := range s.found {
		if f.to <= at && f.to >= at-2 {
			from = s.stackStart(f.from)
		}
	}
	if from < 0 {
		if k := at - 1; strings.ContainsAny(s.words[k].text, "0123456789") {
			from = k
		} else {
			return s
		}
	}
	rest := slices.Clone(s.words[at+n:])
	rest[0].cut = true
	return s.anew(slices.Concat(s.words[:from], rest))
}

// figureSaid is where the figure before word at begins that again says anew: "xl3" or
// the 3 of "xl 3", before "xl4" or a bare 4. Negative: it says none anew.
func figureSaid(words []word, at int, again []word) int {
	key, figure := figureOf(again)
	if figure == 0 || at < 1 {
		return -1
	}
	own := bare(words[at-1].text)
	switch {
	case own == words[at-1].text:
		return -1
	case key == "" && own == "", key != "" && own == key:
		return at - 1
	case key != "" && own == "" && at > 1 && words[at-2].keyword() == key:
		return at - 2
	}
	return -1
}

// figureOf is the figure that words begin with: its keyword, which may be empty, and
// how many words it takes; 0: they begin with none.
func figureOf(words []word) (key string, n int) {
	switch {
	case len(words) == 0:
		return "", 0
	case words[0].digits():
		return "", 1
	case words[0].keyword() != "" && len(words) > 1 && words[1].digits():
		return words[0].keyword(), 2
	case bare(words[0].text) != words[0].text && words[0].bareKeyword() != "":
		return words[0].bareKeyword(), 1
	}
	return "", 0
}

// forgetting are words before what is taken back: "forget fod", "nvm the robe".
var forgetting = wordSet(`forget nvm nevermind scratch skip ignore mind`)

// beforeForgotten are words between these and what is taken back.
var beforeForgotten = wordSet(`about the my that a an casting on`)

// takenBack drops what somebody says not to ask about, where the line asks about
// something else of its kind: "forget fod. what about drain life".
func takenBack(s *heard) *heard {
	return s.sweepNames(func(s *heard, f *found) ([]word, int) {
		i := s.stackStart(f.from) - 1
		for i >= 0 && s.words[i].in(beforeForgotten) && !s.words[i+1].cut {
			i--
		}
		if i < 0 || s.words[i+1].cut || !s.words[i].in(forgetting) {
			return nil, 0
		}
		from := i
		if s.words[i].text == "mind" {
			if from--; from < 0 || s.words[from].text != "never" {
				return nil, 0
			}
		}
		if from > 0 && !s.words[from].stop && (s.words[i].text != "forget" || !s.words[from].cut) { // "sleep, nvm fireball" asks about the fireball
			return nil, 0
		}
		if f.to == len(s.words) || !slices.ContainsFunc(s.found, func(o found) bool { return o.param == f.param && o.name != f.name }) {
			return nil, 0
		}
		rest := slices.Clone(s.words[f.to:])
		rest[0].cut = true
		return slices.Concat(s.words[:from], rest), from
	})
}

// againLeads are words between what corrects and the name that is said anew.
var againLeads = wordSet(`im i'm i am a an its it's it is actually the my was`)

// namedAnew is the line without the words from word from to word to, which correct it, and
// without the last spell, role or piece of armour before them, where another of its kind
// follows: "wiz 9 sleep, jk im a priest". nil: none follows.
func (s *heard) namedAnew(from, to int) *heard {
	next := to
	for next < len(s.words) && s.words[next].in(againLeads) {
		next++
	}
	for _, f := range s.found {
		if f.from != next || f.param.Titled == nil && !f.param.Gear && (f.param.Sign != '+' || f.param.Pile) {
			continue
		}
		for k := len(s.found) - 1; k >= 0; k-- {
			old := &s.found[k]
			if old.param != f.param || old.to > from || old.name == f.name {
				continue
			}
			if f.param.Gear && !sameSlot(old, &f) {
				continue
			}
			start := s.stackStart(old.from)
			rest := slices.Clone(s.words[next:])
			rest[0].cut = true
			middle := slices.Clone(s.words[old.to:from])
			if len(middle) > 0 {
				middle[0].cut = middle[0].cut || s.words[start].cut
			}
			return s.anew(slices.Concat(s.words[:start], middle, rest))
		}
	}
	return nil
}

// sameSlot reports whether two things are worn in one place.
func sameSlot(a, b *found) bool {
	one, ok := wornOf(a)
	other, also := wornOf(b)
	return ok && also && one.Slot == other.Slot
}

// formerly are words before a role that the hero has not, or has no more.
var formerly = wordSet(`not was isnt wasnt aint`)

// formerRole drops a role that the hero has not, where the line says another behind it: "not a
// wizard, a priest", "was a wizard last game, now im a healer".
func formerRole(s *heard) *heard {
	for k := range s.found {
		f := &s.found[k]
		if f.param.Titled == nil {
			continue
		}
		i := f.from - 1
		for i > 0 && article(s.words[i].text) && !s.words[i+1].cut {
			i--
		}
		if i < 0 || s.words[i+1].cut || !s.words[i].in(formerly) || f.to == len(s.words) || !slices.ContainsFunc(s.found[k:], func(o found) bool { return o.param == f.param && o.name != f.name }) {
			continue
		}
		rest := slices.Clone(s.words[f.to:])
		rest[0].cut = true
		return s.anew(slices.Concat(s.words[:i], rest))
	}
	return s
}
