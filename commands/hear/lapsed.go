package hear

import "slices"

// Spells that are known no more.

// lapses are words that say of a spell that it is known no more, or that begin to.
var lapses = wordSet(`gone ran run runs expired expire lapsed faded forgot forgotten timed`)

// besideLapse are words between a spell and what says that it is known no more.
var besideLapse = wordSet(`spell spells says say menu is it's its has have had i've ive i my the just already completely list shows reads it and about to cast casting how totally recently that me`)

// lapsed reads "my dig spell ran out", "forgot force bolt" and "says (gone)" as a forgotten
// spell.
func lapsed(s *heard) *heard {
	return s.sweep(func(s *heard, i int) ([]word, int) {
		from, to := s.lapse(i)
		if to == 0 {
			return nil, 0
		}
		words := slices.Concat(s.words[:from], []word{{raw: "forgotten", text: "forgotten", cut: true}}, s.words[to:])
		if from+1 < len(words) {
			words[from+1].cut = true
		}
		return words, from + 1
	})
}

// lapse is where the words stand that say, from word i on, that a spell is forgotten. to is
// 0 where they do not.
func (s *heard) lapse(i int) (from, to int) {
	w := &s.words[i]
	if !w.in(lapses) || w.text == "forgotten" || s.isSpell(i) {
		return 0, 0
	}
	next := ""
	if i+1 < len(s.words) {
		next = s.words[i+1].text
	}
	to = i + 1
	switch w.text {
	case "ran", "run", "runs", "timed":
		if next != "out" {
			return 0, 0
		}
		to++
		if to < len(s.words) && s.words[to].text == "of" { // "ran out of power"
			return 0, 0
		}
	case "forgot":
		k := i + 1
		for k < len(s.words) && s.words[k].in(besideLapse) {
			k++
		}
		if k < len(s.words) && s.isSpell(k) {
			return i, i + 1
		}
	}
	for k := i - 1; k >= 0; k-- {
		if s.isSpell(k) {
			for to < len(s.words) && (s.words[to].in(lapses) || s.words[to].in(besideLapse) && to+1 < len(s.words) && s.words[to+1].in(lapses)) { // "ran out (says gone)"
				to++
			}
			return k + 1, to
		}
		if !s.words[k].in(besideLapse) && !s.words[k].in(lapses) {
			break
		}
	}
	return 0, 0
}

// isSpell reports whether word i is part of a spell's name.
func (s *heard) isSpell(i int) bool {
	return slices.ContainsFunc(s.found, func(f found) bool { return f.param.Sign == '+' && !f.param.Pile && f.from <= i && i < f.to })
}
