package hear

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// What the class of one thing says of others: "speed or jumping boots", "3 low boots for
// speed", "4 mm wands".

// armorNouns are what pieces of armour are called, each with those that are worn in the
// same place.
var armorNouns = map[string][]string{
	"boot": {"boots", "shoes"}, "shoe": {"shoes", "boots"},
	"glove": {"gloves", "gauntlets"}, "gauntlet": {"gauntlets", "gloves"},
	"helm": {"helm", "helmet"}, "helmet": {"helmet", "helm"}, "hat": {"helm", "helmet"}, "cap": {"helm", "helmet"},
	"cloak": {"cloak"}, "shield": {"shield"},
}

// longestKin is how many words may stand before a class that is left out.
const longestKin = 2

// armorWords are the nouns of these.
var armorWords = wordSet(`boot shoe glove gauntlet helm helmet hat cap cloak shield`)

// sharedNoun gives the noun at the end of alternatives to those before it: "speed, jumping
// or water walking boots".
func (h *Hearer) sharedNoun(words []word, set *rules.Set) []word {
	for k := len(words) - 1; k > 1; k-- {
		if words[k].sign != 0 || !words[k].stemIn(rowNouns) || classWords.has(words[k].stem()) {
			continue
		}
		first := -1
		for p := max(0, k-longestKin); p < k && first < 0; p++ {
			if h.isThing(joinedText(words[p:k+1]), set) && !cutWithin(words[p:k+1]) {
				first = p
			}
		}
		for joined := false; first > 0; joined = true {
			end := first // of what stands before
			if words[end-1].in(joiners) && !words[end].cut {
				end--
			} else if !joined || !words[first].cut {
				break
			}
			from := h.partOf(words[:end], words[k].text, set)
			if from < 0 {
				break
			}
			words = slices.Insert(slices.Clone(words), end, word{raw: words[k].raw, text: words[k].text})
			first = from
		}
	}
	return words
}

// joiners stand between alternatives.
var joiners = wordSet(`or and n vs`)

// cutWithin reports whether a mark stands between some words.
func cutWithin(words []word) bool {
	return slices.ContainsFunc(words[1:], func(w word) bool { return w.cut || w.stop || w.open })
}

// partOf is where the part of a name begins that the words end in, and that a noun makes a
// thing of; it is no thing itself, and has no count. Negative: they do not end in one.
func (h *Hearer) partOf(words []word, noun string, set *rules.Set) int {
	for from := max(0, len(words)-longestKin); from < len(words); from++ {
		part := words[from:]
		if part[0].sign != 0 || cutWithin(part) || from > 0 && words[from-1].count() > 0 || h.isThing(joinedText(part), set) {
			continue
		}
		if h.isThing(joinedText(part)+" "+noun, set) {
			return from
		}
	}
	return -1
}

// kinWanted gives the class of a pile of armour to what is wanted of it: "3 low boots for
// speed", "leather gloves: dexterity or power?".
func (h *Hearer) kinWanted(words []word, set *rules.Set) []word {
	noun, at := h.onlyArmor(words, set)
	if noun == "" || slices.ContainsFunc(words, func(w word) bool {
		return w.keyword() == "xl" || w.keyword() == "int" || w.keyword() == "wis" || h.isRole(w.text, set)
	}) {
		return words
	}
	piled := slices.ContainsFunc(words, func(w word) bool { return w.count() > 0 || w.in(zapping) })
	for i := at + 1; i < len(words); i++ {
		behind := words[i].cut || words[i].stop || words[i-1].in(joiners) || slices.Contains(wantsWords, words[i-1].text) || article(words[i-1].text)
		if !behind || words[i].sign != 0 || words[i-1].count() > 0 {
			continue
		}
		colon := words[i].colon && i == at+1
		end, whole := h.kinAt(words, i, noun, set)
		if end == 0 || !piled && !colon && words[i-1].text != "for" && words[i-1].text != "or" {
			continue
		}
		parts := phrase(words[i].cut, strings.Fields(whole)...)
		parts[len(parts)-1].query = words[end-1].query
		if colon && !piled {
			parts[0].cut = false
			parts = append(phrase(false, "into"), parts...)
		}
		words = slices.Concat(words[:i], parts, words[end:])
		i += len(parts) - 1
	}
	return words
}

// onlyArmor is the noun of the one kind of armour that things are named of, and the last
// word of the first of them; empty: none, or several.
func (h *Hearer) onlyArmor(words []word, set *rules.Set) (noun string, at int) {
	for i := range words {
		stem := words[i].stem()
		kin := armorNouns[stem]
		if words[i].sign != 0 || kin == nil || i == 0 || words[i].cut || !h.isThing(words[i-1].text+" "+words[i].text, set) {
			continue
		}
		if noun != "" && !slices.Contains(kin, armorNouns[noun][0]) {
			return "", 0
		}
		if noun == "" {
			noun, at = stem, i
		}
	}
	return noun, at
}

// kinAt is where the words from i on end that a noun, or its like, makes a thing of, and
// that thing. end is 0 where they do not: what is a thing itself, or goes on, is none.
func (h *Hearer) kinAt(words []word, i int, noun string, set *rules.Set) (end int, whole string) {
	for end = min(len(words), i+longestKin); end > i; end-- {
		part := words[i:end]
		over := end == len(words) || words[end].cut || words[end].stop || words[end-1].query || words[end].in(joiners) || words[end].in(askedFor)
		if !over || cutWithin(part) || slices.ContainsFunc(part, func(w word) bool { return w.count() > 0 || len(w.text) < 3 }) {
			continue
		}
		said := joinedText(part)
		if h.isThing(said, set) {
			return 0, ""
		}
		for _, kin := range armorNouns[noun] {
			for _, name := range []string{said + " " + kin, kin + " of " + said} {
				if h.isThing(name, set) {
					return end, name
				}
			}
		}
	}
	return 0, ""
}

// askedFor are words behind what is wanted.
var askedFor = wordSet(`chance chances odds please pls plz possible likely from out`)

// onTop puts a stack that is said to lie on the pile, or over another, before the others:
// "a lamp with 6 horns on top", "6 horns under a lamp".
func onTop(s *heard) *heard {
	for k := range s.found {
		f := &s.found[k]
		if !f.param.Pile || f.param.Means == nil || k == 0 {
			continue
		}
		start, first := s.stackStart(f.from), -1
		if start > 0 && article(s.words[start-1].text) {
			start--
		}
		for m := range s.found[:k] {
			if o := &s.found[m]; o.param == f.param && o.to <= start {
				if side, _ := s.side(m); side == commands.SourceShape {
					first = s.stackStart(o.from)
					break
				}
			}
		}
		if first < 0 || start < 1 {
			continue
		}
		top := f.to+1 < len(s.words) && s.words[f.to].text == "on" && s.words[f.to+1].text == "top" && !(f.to+2 < len(s.words) && s.words[f.to+2].text == "of")
		before := start - 1
		if under := s.words[before].in(beneath); !under && !(top && (s.words[before].in(joiners) || s.words[before].text == "with")) {
			continue
		}
		end := f.to
		if top {
			end += 2
		}
		stack := slices.Clone(s.words[start:f.to])
		stack[0].cut = s.words[first].cut
		rest := s.words[first:before]
		if rest[0].count() == 0 {
			rest = slices.Concat([]word{numbered(1, true)}, rest)
		}
		words := slices.Concat(s.words[:first], stack, rest, s.words[end:])
		words[first+len(stack)].cut = true
		return s.anew(words)
	}
	return s
}

// beneath are words for what lies under something else.
var beneath = wordSet(`under underneath below beneath`)

// namedTwice drops the noun of a pile of armour that stands before the pile: "so many gloves,
// 8 pairs of leather ones".
func namedTwice(s *heard) *heard {
	for k := range s.found {
		f := &s.found[k]
		if !f.short || s.counted(f.from) || !s.words[f.from].stemIn(armorWords) {
			continue
		}
		if slices.ContainsFunc(s.found[k:], func(o found) bool { return o.name == f.name && !o.short && o.param == f.param && s.counted(o.from) }) {
			return s.anew(slices.Concat(s.words[:f.from], s.words[f.to:]))
		}
	}
	return s
}

// inClass writes out an abbreviation beside the class of what it stands for: "4 mm wands",
// "wand of mm".
func (h *Hearer) inClass(words []word, set *rules.Set) []word {
	for i := 0; i+1 < len(words); i++ {
		if words[i].sign != 0 || words[i+1].sign != 0 || words[i+1].cut {
			continue
		}
		if class := words[i+1].stem(); shortClass(class) {
			if of := h.inClassOf(words[i].text, class, set); of != "" && !(i+2 < len(words) && words[i+2].text == "of") {
				noun := words[i+1]
				noun.cut, noun.stop, noun.open, noun.colon = words[i].cut, words[i].stop, words[i].open, words[i].colon
				words = slices.Concat(words[:i], []word{noun}, phrase(false, strings.Fields("of "+of)...), words[i+2:])
			}
		}
		if class := words[i].stem(); shortClass(class) && words[i+1].text == "of" && i+2 < len(words) && words[i+2].sign == 0 {
			if of := h.inClassOf(words[i+2].text, class, set); of != "" {
				parts := phrase(false, strings.Fields(of)...)
				parts[len(parts)-1].query = words[i+2].query
				words = slices.Concat(words[:i+2], parts, words[i+3:])
			}
		}
	}
	return words
}

// ofOneClass writes out an abbreviation among counted things of one class: "4 spellbooks of
// sleep, mm or fod out of that".
func ofOneClass(s *heard) *heard {
	class := oneClass(s.words)
	if !slices.ContainsFunc(s.words, func(w word) bool { return w.stemIn(classWords) }) { // a sign alone says no more than what it stands before
		return s
	}
	if !shortClass(class) && class != "spellbook" || !slices.ContainsFunc(s.found, func(f found) bool { return f.param.Pile && f.param.Means != nil && s.counted(f.from) }) || s.comparesThings() {
		return s
	}
	return s.sweep(func(s *heard, i int) ([]word, int) {
		if i == 0 {
			return nil, 0
		}
		w := &s.words[i]
		behind := w.cut || s.words[i-1].in(joiners) || slices.Contains(wantsWords, s.words[i-1].text)
		if w.sign != 0 || !behind || len(w.text) > longestInitials || w.drops() || w.count() > 0 || i+1 < len(s.words) && s.words[i+1].stem() == class {
			return nil, 0
		}
		of := s.hearer.inClassOf(w.text, class, s.set)
		if of == "" {
			return nil, 0
		}
		parts := phrase(w.cut, strings.Fields(class+" of "+of)...)
		parts[len(parts)-1].query = w.query
		return slices.Concat(s.words[:i], parts, s.words[i+1:]), i + len(parts)
	})
}

// shortClass reports a class whose things are named by what stands behind "of".
func shortClass(class string) bool {
	return class == "wand" || class == "ring" || class == "scroll" || class == "potion" || class == "amulet"
}

// inClassOf is what stands behind "of" in the thing of a class that an abbreviation means,
// where alone it means something else; empty: it means none.
func (h *Hearer) inClassOf(short, class string, set *rules.Set) string {
	means := shorthand.Of(set).Abbreviation(short)
	for _, m := range means {
		if strings.HasPrefix(m.Name, class+" of ") {
			return ""
		}
	}
	for _, m := range means {
		if h.isThing(class+" of "+names.Fold(m.Name), set) {
			return names.Fold(m.Name)
		}
	}
	return ""
}
