package hear

import (
	"slices"

	"delphi/commands"
	"delphi/commands/budget"
	"delphi/engine/rules"
)

// Two heroes in one line, each with figures and things of its own: "wiz xl8 int16 or sam
// xl12 int10", "lvl 12 with a robe vs lvl 14 without".

// trait is what a word says of a hero.
type trait uint8

const (
	noTrait trait = iota
	ofRole
	ofLevel
	ofStat
	ofSkill
	ofGear
	bySpell // which is no hero's
)

// traits is a set of them.
type traits uint8

func (t traits) has(x trait) bool { return t&(1<<x) != 0 }

// parting are the words that stand between two heroes.
var parting = wordSet(`vs v versus or than`)

// bareGear are words for having nothing of what the other hero has on.
var bareGear = wordSet(`without none naked nothing neither`)

// heroes are the words of two lines, each of one of the two heroes that some words set side by
// side; nil where they do not.
func (h *Hearer) heroes(words []word, set *rules.Set) (first, second []word) {
	if !anyIn(words, parting) || !slices.ContainsFunc(words, func(w word) bool { return castingStats.has(w.bareKeyword()) }) {
		return nil, nil
	}
	is, worn := h.traits(words, set)
	for v := 1; v+1 < len(words); v++ {
		if !words[v].in(parting) {
			continue
		}
		left, start := traitsBefore(words, is, v)
		right, end := traitsBehind(words, is, v, left)
		if first, second := outfits(words, is, worn, v); first != nil {
			return first, second
		}
		if count(left&right) < 2 {
			if first, second := rivalTraits(words, is, v); first != nil {
				return first, second
			}
			continue
		}
		gone := right
		if right.has(ofRole) {
			gone |= 1 << ofGear
		}
		keep := func(from, to int, drops func(int) bool) []word {
			var out []word
			for i := from; i < to; i++ {
				if !drops(i) {
					out = append(out, words[i])
				}
			}
			return out
		}
		dangling := func(i int) bool { return is[i] == ofGear && words[i].in(bareGear) }
		var shared []word // the only figure of its kind: "wiz 9 or sam 9 with int 17"
		if right.has(ofStat) && !slices.Contains(is[:v], ofStat) && !slices.Contains(is[end:], ofStat) {
			shared = keep(v+1, end, func(i int) bool { return is[i] != ofStat })
			shared[0].cut = true
		}
		first = slices.Concat(words[:start], keep(start, v, dangling), shared, words[end:])
		second = slices.Concat(words[:start], keep(start, v, func(i int) bool {
			return is[i] != noTrait && gone.has(is[i]) || words[i].text == "with" || article(words[i].text)
		}), keep(v+1, end, dangling), words[end:])
		return slices.Clone(first), slices.Clone(second)
	}
	return nil, nil
}

// count is how many traits there are in a set.
func count(t traits) (n int) {
	for x := ofRole; x <= ofGear; x++ {
		if t.has(x) {
			n++
		}
	}
	return n
}

// traitsBehind are the traits said behind the word v, and where the words for them end. What
// a comma stands before is one of them only if the other hero has it.
func traitsBehind(words []word, is []trait, v int, others traits) (has traits, end int) {
	end = v + 1
	for i := v + 1; i < len(words) && is[i] != bySpell && !words[i].in(parting); i++ {
		ends := words[i].stop || words[i].cut && (is[i] == noTrait || has.has(is[i]) || !others.has(is[i]))
		if i > v+1 && ends || is[i] == noTrait && !words[i].drops() {
			break
		}
		if is[i] != noTrait {
			has |= 1 << is[i]
			end = i + 1
		}
	}
	return has, end
}

// traitsBefore are the traits said before the word v, and where the words for them begin.
func traitsBefore(words []word, is []trait, v int) (has traits, start int) {
	start = v
	for i := v - 1; i >= 0 && (is[i] != noTrait || words[i].drops()); i-- {
		if is[i] != noTrait && is[i] != bySpell {
			if again := has.has(is[i]) && is[i] != is[i+1]; again && is[i] != ofGear {
				break
			}
			has |= 1 << is[i]
			start = i
		}
		if words[i].stop {
			break
		}
	}
	return has, start
}

// traits are what each of some words says of a hero, and the names of what is worn or held,
// each at its first word.
func (h *Hearer) traits(words []word, set *rules.Set) (is []trait, worn []string) {
	is, worn = make([]trait, len(words)), make([]string, len(words))
	for _, f := range h.names(words, set, false) {
		what := noTrait
		switch {
		case f.param.Titled != nil:
			what = ofRole
		case f.param.Sign == '+' && !f.param.Pile:
			what = bySpell
		case f.param.Gear && !(f.param.Sign == '+'):
			what = ofGear
		}
		if what == ofGear {
			worn[f.from] = f.name
		}
		for i := f.from; what != noTrait && i < f.to; i++ {
			if is[i] == noTrait || is[i] == ofGear && what != ofGear {
				is[i] = what
			}
		}
	}
	for i := range words {
		w := &words[i]
		figure := func(k int) bool { return k >= 0 && k < len(words) && words[k].digits() && is[k] == noTrait }
		key := w.keyword()
		what := noTrait
		switch {
		case w.in(skills) || skills.has(better[w.text]):
			is[i] = ofSkill
			continue
		case w.in(bareGear):
			is[i] = ofGear
			continue
		case key == "" && w.bareKeyword() != "":
			key = w.bareKeyword()
		case key != "" && figure(i+1) && !words[i+1].cut:
			i++
			is[i] = traitOf(key)
			is[i-1] = is[i]
			continue
		case key != "" && figure(i-1) && !w.cut:
			is[i-1] = traitOf(key)
		case is[i] == ofRole && figure(i+1) && !words[i+1].cut && !(i+2 < len(words) && !words[i+2].cut && words[i+2].keyword() != ""): // "wiz 12"
			is[i+1] = ofLevel
			continue
		case w.in(withDigit) && h.isRole(bare(w.text), set): // "wiz12"
			is[i] = ofRole
			continue
		default:
			continue
		}
		if what = traitOf(key); what != noTrait {
			is[i] = what
		}
	}
	return is, worn
}

// traitOf is what a figure with a keyword says of a hero.
func traitOf(key string) trait {
	switch key {
	case "xl":
		return ofLevel
	case "int", "wis":
		return ofStat
	}
	return noTrait
}

// ofHeroes is the question of two lines; nil where they do not ask the same of two heroes.
func (h *Hearer) ofHeroes(left *budget.Budget, first, second []word, line string, fallback, set *rules.Set, only *commands.Command) *Question {
	a, err := h.readWords(left, first, line, fallback, set, only, true)
	if err != nil || a == nil || !ofSpells(a.Command) {
		return nil
	}
	b, err := h.readWords(left, second, line, fallback, set, only, true)
	if err != nil || b == nil || a.Command != b.Command || len(a.Calls) != 1 || len(b.Calls) != 1 {
		return nil
	}
	a.Calls = append(slices.Clone(a.Calls), b.Calls...)
	a.Unused = slices.DeleteFunc(slices.Clone(a.Unused), func(w string) bool { return !slices.Contains(b.Unused, w) })
	return a
}

// raising are words before a level of skill that is to be reached.
var raising = wordSet(`going go goes from advancing advance advanced training train getting get reaching reach raising raise being be to at up a an the my wearing with adding putting on wear put don`)

// rivalTraits are two lines, one with what stands before the word v and one with what stands behind
// it, where one is armour and the other a level of skill: "a robe or going from basic to
// skilled". nil: they are not.
func rivalTraits(words []word, is []trait, v int) (first, second []word) {
	a, b := v-1, v+1
	for a > 0 && is[a] == noTrait && words[a].in(raising) {
		a--
	}
	for b+1 < len(words) && is[b] == noTrait && words[b].in(raising) {
		b++
	}
	if !(is[a] == ofGear && is[b] == ofSkill || is[a] == ofSkill && is[b] == ofGear) || words[v].stop || words[v+1].stop {
		return nil, nil
	}
	from, to := a, b+1
	for from > 0 && !words[from].cut && !words[from].stop && (is[from-1] == is[a] || is[from-1] == noTrait && words[from-1].in(raising)) {
		from--
	}
	for to < len(words) && !words[to].cut && !words[to].stop && (is[to] == is[b] || is[to] == noTrait && words[to].text == "to" && to+1 < len(words) && is[to+1] == ofSkill) {
		to++
	}
	gear, skill := words[from:v], words[v+1:to]
	if is[a] == ofSkill {
		gear, skill = skill, gear
	}
	now, then := word{}, word{}
	for _, w := range skill {
		if w.in(skills) || skills.has(better[w.text]) {
			now, then = then, w
		}
	}
	rest := func(keepSkill bool) (out []word) {
		for i := range words {
			if i < from || i >= to && (keepSkill || is[i] != ofSkill) || i < from && !keepSkill && is[i] != ofSkill {
				out = append(out, words[i])
			}
		}
		return out
	}
	if !slices.ContainsFunc(gear, func(w word) bool { return !w.in(raising) }) {
		return nil, nil
	}
	first = append(rest(true), word{raw: "with", text: "with", cut: true})
	for _, w := range gear {
		if !(w.text == "with" || w.text == "wearing") {
			w.cut = false
			first = append(first, w)
		}
	}
	if now.text != "" {
		now.cut = true
		first = append(first, now)
	}
	then.cut = true
	return first, append(slices.DeleteFunc(rest(false), func(w word) bool { return w.in(skills) || skills.has(better[w.text]) }), then)
}

// outfits are two lines, with what is worn of either side of the word v, where one thing
// stands on both sides or on none: "a robe and a small shield vs just the robe", "gloves and a
// robe vs neither", "mithril with a robe or plate without". nil: it is not so.
func outfits(words []word, is []trait, worn []string, v int) (first, second []word) {
	between := func(i int) bool {
		return is[i] == ofGear || is[i] == noTrait && words[i].in(listing) || words[i].in(alone)
	}
	start, end := v, v+1
	for start > 0 && between(start-1) && !words[start].stop {
		start--
	}
	for end < len(words) && between(end) && !words[end].stop && !(words[end].cut && end > v+1 && is[end] != ofGear) {
		end++
	}
	gear := func(from, to int) (out []string) {
		for i := from; i < to; i++ {
			if worn[i] != "" && is[i] == ofGear {
				out = append(out, worn[i])
			}
		}
		return out
	}
	left, right := gear(start, v), gear(v+1, end)
	bare := end
	switch last := &words[end-1]; {
	case words[v].text == "than":
		return nil, nil
	case len(right) == 0: // "vs neither", "vs nothing on"
		all := last.text == "neither" || last.text == "naked" || end < len(words) && words[end].text == "on" && !words[end].cut || slices.ContainsFunc(words[start:v], func(w word) bool { return w.text == "and" || w.text == "both" })
		if len(left) < 2 || !all || !last.in(bareGear) {
			return nil, nil
		}
		if end < len(words) && words[end].text == "on" {
			end++
		}
		bare = v + 1
	case last.text == "without" && len(left) > 1: // "mithril with a robe or plate without"
		bare = end - 1
	case words[v].text == "or", len(left) == 1 && len(right) == 1, !slices.ContainsFunc(left, func(t string) bool { return slices.Contains(right, t) }), slices.Equal(left, right):
		return nil, nil
	}
	words = slices.Clone(words)
	if end < len(words) {
		words[end].cut = true
	}
	words[v+1].cut = true
	return slices.Concat(words[:v], words[end:]), slices.Concat(words[:start], words[v+1:max(bare, v+1)], words[end:])
}

// alone are words beside a thing beside which nothing else is worn.
var alone = wordSet(`just only alone with by itself both`)
