package hear

import (
	"slices"
	"strings"
)

// What is asked with a thing and without it, where the words that say so do not stand before
// the thing but point back to it: "plate mail, with and without", "and after i drop it".

// eitherLinks are words between with and without.
var eitherLinks = wordSet(`and or vs versus then`)

// bothWays is how many words "with or without" takes that some words begin with; 0: they
// begin otherwise.
func bothWays(words []word) int {
	other := ""
	switch words[0].text {
	case "with":
		other = "without"
	case "without":
		other = "with"
	default:
		return 0
	}
	k := 1
	if k < len(words) && words[k].in(eitherLinks) {
		k++
	}
	if k < len(words) && words[k].text == other {
		return k + 1
	}
	return 0
}

// pointing are the words that a line with one of the rules here has.
var pointing = wordSet(`either without off not it them that one`)

// backWords stand for a thing that was named before.
var backWords = wordSet(`it them that this one those`)

// pointedBack puts "either" before the thing that words behind it ask with and without, or
// "without" where they say that it is off.
func pointedBack(s *heard) *heard {
	return s.sweep(func(s *heard, i int) ([]word, int) {
		from, to, how := s.pointsBack(i)
		if to <= from {
			return nil, 0
		}
		k := s.gearBefore(from)
		if k < 0 && s.words[i].text == "either" {
			k = s.gearBehind(to)
		}
		if k < 0 {
			return nil, 0
		}
		start := s.stackStart(s.found[k].from)
		if s.withoutAt(start) {
			how = "" // said already
		}
		words := slices.Clone(s.words)
		if to < len(words) {
			words[to].cut = true
		}
		words = slices.Delete(words, from, to)
		if start >= to {
			start -= to - from
		}
		if how != "" {
			words = slices.Insert(words, start, word{raw: how, text: how, cut: words[start].cut})
			words[start+1].cut = false
			return words, from + 1
		}
		return words, from
	})
}

// pointsBack is where the words begin and end that word i belongs to and that ask of a thing
// named elsewhere how it is without, and the word that says the same before the thing. to is 0
// where there are none.
func (s *heard) pointsBack(i int) (from, to int, how string) {
	at := func(k int) string {
		if k < 0 || k >= len(s.words) {
			return ""
		}
		return s.words[k].text
	}
	pronoun := func(k int) int { // behind word k, where one may stand
		if k < len(s.words) && s.words[k].in(backWords) && !s.words[k].cut {
			return k + 1
		}
		return k
	}
	w := &s.words[i]
	switch {
	case w.text == "either":
		if to = pronoun(i + 1); to == i+1 && s.gearNext(to) {
			return 0, 0, ""
		}
		return i, to, "either"
	case w.text == "without" && i > 0 && s.words[i-1].in(eitherLinks):
		if to = pronoun(i + 1); to == i+1 && s.gearNext(to) {
			return 0, 0, ""
		}
		return i - 1, to, "either"
	case w.text == "off" && i > 1 && s.words[i-1].in(eitherLinks) && at(i-2) == "on":
		return i - 2, i + 1, "either"
	case w.in(sheds) && !w.cut || w.in(sheds) && i > 0:
		to = i + 1
		if at(to) == "off" {
			to++
		}
		if end := pronoun(to); end > to {
			to = end
		} else {
			return 0, 0, ""
		}
		if at(to) == "off" {
			to++
		}
		if at(to) == "for" || at(to) == "from" { // another thing comes
			return 0, 0, ""
		}
		from, how = s.leadUp(i)
		if how == "" && !w.in(shedPast) {
			return 0, 0, ""
		}
		if how == "" {
			how = "without"
		}
		return from, to, how
	case w.text == "off" && i > 0 && (at(i-1) == "it's" || at(i-1) == "its" || at(i-2) == "it" && at(i-1) == "is" || at(i-1) == "they're" || at(i-2) == "they" && at(i-1) == "are"):
		start := i - 1
		if at(start) == "is" || at(start) == "are" {
			start--
		}
		if from, how = s.leadUp(start); how == "" {
			return 0, 0, ""
		}
		return from, i + 1, how
	}
	return 0, 0, ""
}

// sheds are verbs of taking off what was worn, shedPast those of having done it.
var (
	sheds    = wordSet(`take taking took drop dropping dropped remove removing removed ditch ditching ditched lose losing shed shedding doff doffing doffed`)
	shedPast = wordSet(`took dropped removed ditched doffed`)
)

// leading are words before a verb of taking off; those of whenOff ask how it is then.
var (
	leading = wordSet(`i i'd i'll and or vs versus then what about how if after once when would should could just even to help helps matter we you also now by do does it be better with`)
	whenOff = wordSet(`help helps matter if after once when would should does by better about how vs versus or`)
)

// leadUp is where the words begin that lead up to the verb at word i, and "either" if they
// ask how it is then.
func (s *heard) leadUp(i int) (from int, how string) {
	from = i
	for from > 0 && s.words[from-1].in(leading) && !s.words[from].stop && !(s.words[from].cut && from < i && !s.words[from-1].in(eitherLinks)) && !s.isName(from-1) {
		from--
		if s.words[from].in(whenOff) {
			how = "either"
		}
		if s.words[from].cut {
			break
		}
	}
	return from, how
}

// gearBefore is the last thing worn, held or put on before word i; negative: there is none.
func (s *heard) gearBefore(i int) int {
	for k := len(s.found) - 1; k >= 0; k-- {
		if f := &s.found[k]; f.to <= i && isEquipment(f) {
			return k
		}
	}
	return -1
}

// gearBehind is the first such thing from word i on; negative: there is none.
func (s *heard) gearBehind(i int) int {
	for k := range s.found {
		if f := &s.found[k]; f.from >= i && isEquipment(f) {
			return k
		}
	}
	return -1
}

// gearNext reports whether such a thing is named from word i on, with nothing before it but
// what is said of it.
func (s *heard) gearNext(i int) bool {
	for n := 0; n < 5 && i < len(s.words); n++ {
		for k := range s.found {
			if f := &s.found[k]; f.from == i && isEquipment(f) {
				return true
			}
		}
		w := &s.words[i]
		if plus := w.raw != "" && (w.raw[0] == '+' || w.raw[0] == '-'); !plus && !article(w.text) && !slices.Contains(bucWords, w.text) && !w.in(betweenDenied) {
			return false
		}
		i++
	}
	return false
}

// isEquipment reports whether a name is of something that a caster wears, wields or puts on.
func isEquipment(f *found) bool {
	return f.param.Gear && !strings.HasPrefix(f.name, "spellbook") || f.param.Pile && f.name == "lenses"
}
