package hear

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// What is said of who casts: spells that are cut short, skills in schools, bonuses to
// attributes.

// shortestSpell is how many letters of a spell's name must be typed.
const shortestSpell = 4

// spellCut writes out the only spell that a word begins, in a line about a caster that
// names none: "canc", "clairvoy". ofSpell says that the line is asked of a command about
// spells. A word of English is read so only where the caster is described in full.
func (s *heard) spellCut(ofSpell bool) *heard {
	role, number, skill := false, 0, anyIn(s.words, skills)
	for _, f := range s.found {
		if f.param.Sign == '+' {
			return s
		}
		role = role || f.param.Titled != nil
	}
	for _, n := range []string{"xl", "int", "wis"} {
		if s.number(n) {
			number++
		}
	}
	if !role && !ofSpell || number == 0 && !skill && !ofSpell {
		return s
	}
	for i := range s.words {
		w := &s.words[i]
		if w.sign != 0 || len(w.text) < shortestSpell || !plain(w.text) || s.ofHero(i) || (w.drops() || w.in(notSpells)) && !(ofSpell && w.in(notSpells)) || w.in(skills) || s.hearer.named[w.text] && number < 2 {
			continue
		}
		if names.Everyday(w.text) && (number < 2 || !role) && !(ofSpell && w.in(notSpells)) {
			continue
		}
		name := ""
		for _, other := range s.hearer.lexicon(s.set).spells {
			if strings.HasPrefix(other, w.text) {
				if name != "" {
					name = ""
					break
				}
				name = other
			}
		}
		if name == "" {
			continue
		}
		var parts []word
		for k, part := range strings.Fields(name) {
			parts = append(parts, word{raw: part, text: part, cut: k == 0 && w.cut, stop: k == 0 && w.stop, query: w.query})
		}
		rest := behindMark(s.words[i+1:])
		return s.anew(slices.Concat(s.words[:i], parts, rest))
	}
	return s
}

// ofHero reports whether word i is part of a name that is no thing "of" something, or that
// has several words.
func (s *heard) ofHero(i int) bool {
	return slices.ContainsFunc(s.found, func(f found) bool {
		return f.from <= i && i < f.to && (f.to > f.from+1 || f.param.Gear || f.param.Titled != nil || !strings.Contains(f.name, " of "))
	})
}

// notSpells are words that begin the name of a spell and mean something else.
var notSpells = wordSet(`remove turn fire stone cause extra slow level`)

// otherSchool drops skills in schools of magic that are none of the line's spells':
// "basic in matter" beside sleep. The note says so.
func (s *heard) otherSchool() (*heard, []commands.Note) {
	var role *rules.Role
	var spells []*rules.Spell
	for _, f := range s.found {
		if t, ok := f.value.(*commands.Term); ok {
			if r, ok := t.Value.(*rules.Role); ok {
				role = r
			}
			if sp, ok := t.Value.(*rules.Spell); ok && f.param.Sign == '+' {
				spells = append(spells, sp)
			}
		}
	}
	if role == nil || len(spells) == 0 {
		return s, nil
	}
	var notes []commands.Note
	s = s.sweep(func(s *heard, i int) ([]word, int) {
		w := &s.words[i]
		if w.school == noSchool || slices.ContainsFunc(spells, func(sp *rules.Spell) bool { return string(s.set.School(role, sp)) == w.school.String() }) {
			return nil, 0
		}
		notes = append(notes, commands.Note{Kind: commands.Remarked, Text: fmt.Sprintf("%s in %s spells, which %s is not", w.text, w.school, spells[0].Name)})
		return slices.Concat(s.words[:i], behindMark(s.words[i+1:])), i
	})
	return s, notes
}

// mostSkill are words before "skill" that mean the best that a role reaches.
var mostSkill = wordSet(`max maxed maximum best highest top full`)

// topSkill writes out "max skill": the best that the hero's role reaches in the school of
// the one spell that the line names.
func (s *heard) topSkill() *heard {
	at := slices.IndexFunc(s.words, func(w word) bool { return w.text == "skill" || w.text == "skills" })
	if at < 1 {
		return s
	}
	from, to := at, at+1
	switch {
	case s.words[at-1].in(mostSkill) && !s.words[at].cut:
		for from > 0 && (s.words[from-1].in(mostSkill) || s.words[from-1].text == "at" || s.words[from-1].text == "possible" || article(s.words[from-1].text)) {
			from--
		}
	case at+1 < len(s.words) && !s.words[at+1].cut && (s.words[at+1].text == "maxed" || s.words[at+1].text == "max"):
		to++
	default:
		return s
	}
	best, ok := s.reach()
	if !ok {
		return s
	}
	words := slices.Concat(s.words[:from], []word{{raw: best.String(), text: best.String(), cut: s.words[from].cut}}, s.words[to:])
	return s.anew(words)
}

// bonus drops what a thing that is worn adds to an attribute, which the thing says
// itself: "+3 int from a +3 helm, total 18". A total is the attribute's.
func bonus(words []word) []word {
	for i := 0; i+2 < len(words); i++ {
		key := words[i+1].keyword()
		if n, ok := strings.CutPrefix(words[i].raw, "+"); !ok || !isNumber(n) || !castingStats.has(key) || words[i+1].cut || words[i+2].text != "from" {
			continue
		}
		rest := slices.Clone(words[i+3:])
		for k := range rest {
			if rest[k].text != "total" && rest[k].text != "totals" && rest[k].text != "totalling" {
				continue
			}
			for _, j := range []int{k - 1, k + 1, k + 2} {
				if j >= 0 && j < len(rest) && rest[j].digits() && (j < k+2 || rest[k+1].in(linkers)) {
					rest[j].raw, rest[j].text = key+rest[j].text, key+rest[j].text
					return slices.Concat(words[:i], rest)
				}
			}
		}
		return slices.Concat(words[:i], rest)
	}
	return words
}

// reach is the best skill that the hero's role reaches in the schools of the spells that the
// line names; ok is false where it names none, or they differ.
func (s *heard) reach() (best rules.Skill, ok bool) {
	var role *rules.Role
	for _, f := range s.found {
		if t, ok := f.value.(*commands.Term); ok {
			if r, ok := t.Value.(*rules.Role); ok {
				role = r
			}
		}
	}
	spells := 0
	for _, f := range s.found {
		if t, ok := f.value.(*commands.Term); ok && role != nil && f.param.Sign == '+' {
			if sp, ok := t.Value.(*rules.Spell); ok {
				if reach, known := role.Reach(s.set.School(role, sp)); known && spells == 0 {
					best, spells = reach, 1
				} else if reach != best {
					spells++
				}
			}
		}
	}
	return best, spells == 1
}

// everyWords are words before "skill" that mean each level that a role reaches.
var everyWords = wordSet(`each every all any`)

// everySkill writes out "at each skill": every level from unskilled to the best that the
// hero's role reaches in the school of the one spell that the line names.
func everySkill(s *heard) *heard {
	for i := 1; i < len(s.words); i++ {
		if t := s.words[i].text; t != "skill" && t != "skills" || !s.words[i-1].in(everyWords) || s.words[i].cut {
			continue
		}
		best, ok := s.reach()
		if !ok || best < rules.Basic {
			return s
		}
		from, to := i-1, i+1
		if to < len(s.words) && !s.words[to].cut && strings.HasPrefix(s.words[to].text, "level") {
			to++
		}
		var out []word
		for skill := rules.Unskilled; skill <= best; skill++ {
			out = append(out, word{raw: skill.String(), text: skill.String(), cut: true})
		}
		rest := behindMark(s.words[to:])
		return s.anew(slices.Concat(s.words[:from], out, rest))
	}
	return s
}

// levelOfSpell drops the level of a spell that is said right behind it, where the hero's is said
// elsewhere: "polymorph book, lvl 6".
func levelOfSpell(s *heard) *heard {
	for k := range s.found {
		f := &s.found[k]
		t, ok := f.value.(*commands.Term)
		if !ok || f.param.Sign != '+' || f.to >= len(s.words) {
			continue
		}
		sp, ok := t.Value.(*rules.Spell)
		if !ok {
			continue
		}
		i := f.to
		if s.words[i].text == "book" || s.words[i].text == "spell" {
			i++
		}
		to := i + 1
		if i < len(s.words) && s.words[i].keyword() == "xl" {
			to++
		}
		if to > len(s.words) {
			continue
		}
		key, n, from := keyedAt(s.words, to-1)
		if key != "xl" || from != i || n != sp.Level || !slices.ContainsFunc(s.words, func(w word) bool { return w.keyword() == "xl" || w.bareKeyword() == "xl" }) {
			continue
		}
		others := slices.Concat(s.words[:i], s.words[to:])
		if !slices.ContainsFunc(others, func(w word) bool { return w.bareKeyword() == "xl" }) {
			continue
		}
		if i < len(others) {
			others[i].cut = true
		}
		return s.anew(others)
	}
	return s
}

// hampered reads the "hit" before a spell, in a line that names armour, as what the armour
// does to the spell: "how hard does plate mail hit sleep".
func hampered(s *heard) *heard {
	if !slices.ContainsFunc(s.found, func(f found) bool { return isWorn(&f) }) {
		return s
	}
	for i := range s.words {
		if !s.words[i].in(hits) {
			continue
		}
		k := i + 1
		for k < len(s.words) && (s.words[k].text == "my" || article(s.words[k].text) || s.words[k].text == "casting") && !s.words[k].cut {
			k++
		}
		if k == len(s.words) || s.words[k].cut || !slices.ContainsFunc(s.found, func(f found) bool { return f.from == k && f.param.Sign == '+' && !f.param.Pile }) {
			continue
		}
		words := slices.Clone(s.words)
		words[i].raw, words[i].text = "hinder", "hinder"
		return s.anew(words)
	}
	return s
}

// hits are forms of the verb.
var hits = wordSet(`hit hits hitting`)

// castingStats are the attributes that spells are cast with.
var castingStats = wordSet(`int wis`)

// inIsInt reads "in" between a figure with its word and another as Intelligence: "lvl 14
// in 19". "at least 2 in 5" has no such figure.
func inIsInt(words []word) []word {
	for i := 1; i+1 < len(words); i++ {
		if words[i].text != "in" || words[i].cut || !words[i+1].digits() || words[i+1].cut || i+2 < len(words) && words[i+2].in(countable) {
			continue
		}
		key := bare(words[i-1].text)
		if key == "" && i > 1 && !words[i-1].cut {
			key = words[i-2].text
		} else if key == words[i-1].text {
			key = ""
		}
		if key = keyword(key); key == "xl" || key == "wis" || key == "dex" {
			words[i].raw, words[i].text = "int", "int"
		}
	}
	return words
}

// changedTo drops what stands between an attribute and what it came to be: "my int dropped
// to 14", "wis got drained down to 9".
func changedTo(words []word) []word {
	for i := 0; i < len(words); i++ {
		key := words[i].keyword()
		if key == "" || words[i].text == "d" {
			continue
		}
		k := i + 1
		for k < len(words) && k < i+5 && words[k].in(becoming) && !words[k].cut {
			k++
		}
		if k > i+1 && k+3 < len(words) && words[k].text == "from" && words[k+1].digits() && words[k+2].text == "to" && words[k+3].digits() { // "was drained from 17 to 12"
			k += 2
		}
		if k > i+1 && k+1 < len(words) && (words[k].text == "to" || words[k].text == "at") && !words[k].cut && (words[k+1].digits() || words[k+1].spelt() > 0) {
			words = slices.Concat(words[:i+1], words[k+1:])
		}
	}
	return words
}

// becoming are words between a figure's word and "to" with the figure.
var becoming = wordSet(`is was has been got just now drained dropped drops fell went rose down up back reduced lowered raised increased decreased restored sunk sank sits stuck stands`)

// reachedSkill drops a verb before a level of skill: "hit basic", "finally got to skilled".
func reachedSkill(words []word) []word {
	for i := 0; i+1 < len(words); i++ {
		k := i + 1
		for k+1 < len(words) && (words[k].text == "to" || words[k].text == "up") && !words[k].cut {
			k++
		}
		if words[i].in(reachVerbs) && slices.Contains(skillLevels, words[k].text) && !words[k].cut {
			words = slices.Concat(words[:i], words[k:])
		}
	}
	return words
}

// reachVerbs say that a skill was advanced.
var reachVerbs = wordSet(`hit hits reached got advanced trained made`)
