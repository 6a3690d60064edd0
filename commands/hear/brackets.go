package hear

import (
	"slices"
	"strings"

	"delphi/engine/names"
	"delphi/engine/rules"
)

// repeated takes out a thing that is named again right behind its class sign, or in
// brackets: "?oC... charging", "dwarvish cloak (hooded cloak)".
func repeated(s *heard) *heard {
	for k := 1; k < len(s.found); k++ {
		f := s.found[k]
		again := f.param.Pile && f.from > 0 && s.words[f.from-1].sign != 0 && s.words[f.from].sign == 0 && s.words[f.from-1].text == names.Fold(f.name)
		if again || s.words[f.from].open && f.to-f.from > 1 && slices.ContainsFunc(s.found, func(o found) bool { return o.to == f.from && o.name == f.name && o.param == f.param }) {
			return s.anew(slices.Concat(s.words[:f.from], s.words[f.to:]))
		}
	}
	return s
}

// bracketed puts a word in brackets before what it says more about: "unicorn
// (white)", "9 cloaks (orcish)".
func (h *Hearer) bracketed(words []word, set *rules.Set) {
	x := h.index(set)
	for i := 1; i < len(words); i++ {
		w, before := &words[i], &words[i-1]
		if !w.open || w.sign != 0 || before.sign != 0 || before.digits() || article(w.text) {
			continue
		}
		key := strings.Join(names.Words(w.text+" "+before.text), "")
		again := i+1 < len(words) && words[i+1].text == before.text // "dwarvish cloak (hooded cloak)"
		if len(x.Exact([]byte(key))) > 0 && !again {
			w.raw, w.text, before.raw, before.text = before.raw, before.text, w.raw, w.text
			w.open = false
		}
	}
}

// allOf reads what all of a class is, in brackets or behind a comma, in its place: "6
// rings (all hunger)", "5 random wands, all striking".
func (h *Hearer) allOf(words []word, set *rules.Set) []word {
	for i := 1; i+1 < len(words); i++ {
		class := words[i].stem()
		if words[i].sign != 0 || !classWords.has(class) || words[i+1].sign != 0 {
			continue
		}
		from := i + 1
		if all := words[from].text == "all"; all {
			from++
		} else if !words[from].open {
			continue
		}
		before := i - 1
		for before > 0 && (words[before].in(padding) || words[before].text == "random") {
			before--
		}
		if !words[before].digits() {
			continue
		}
		x := h.index(set)
		for to := min(len(words), from+4); to > from; to-- {
			said := ""
			for k := from; k < to; k++ {
				said += " " + words[k].text
			}
			if len(x.Exact([]byte(strings.Join(names.Words(class+" of"+said), "")))) == 0 {
				continue
			}
			name := slices.Clone(words[from:to])
			name[0].cut, name[0].open = false, false
			rest := behindMark(words[to:])
			words = slices.Concat(words[:before+1], []word{{raw: words[i].raw, text: words[i].text}, {raw: "of", text: "of"}}, name, rest)
			i = before + 2 + len(name)
			break
		}
	}
	return words
}

// inTurn reads what each of several classes is, in brackets behind them: "6 potions and 3
// wands (all junk: booze, nothing)".
func (h *Hearer) inTurn(words []word, set *rules.Set) []word {
	open := slices.IndexFunc(words, func(w word) bool { return w.open })
	var classes []int // where each of them is
	for i := 1; i < open; i++ {
		if words[i].sign == 0 && words[i].stemIn(classWords) && words[i-1].count() > 0 {
			classes = append(classes, i)
		}
	}
	if len(classes) < 2 || classes[len(classes)-1] != open-1 {
		return words
	}
	at := open
	for at < len(words) && (words[at].text == "all" || words[at].in(worthless)) {
		at++
	}
	var out []word
	from := 0
	for _, i := range classes {
		to := min(len(words), at+longestPart)
		for to > at && (cutWithin(words[at:to]) || !h.isThing(words[i].stem()+" of "+joinedText(words[at:to]), set)) {
			to--
		}
		if to <= at {
			return words
		}
		name := slices.Clone(words[at:to])
		name[0].cut, name[0].open, name[0].colon = false, false, false
		out = slices.Concat(out, words[from:i+1], phrase(false, "of"), name)
		from, at = i+1, to
	}
	rest := behindMark(words[at:])
	return append(out, rest...)
}

// slotNouns end what armour and appearances are called.
var slotNouns = wordSet(`gloves gauntlets boots shoes cloak cape helm helmet hat shield mail armor robe`)

// renamed drops what a thing looks like before its name in brackets: "metal gloves
// (GoP)".
func (h *Hearer) renamed(words []word, set *rules.Set) []word {
	for i := 2; i < len(words); i++ {
		if !words[i].open || words[i].sign != 0 || !words[i-1].in(slotNouns) {
			continue
		}
		x := h.index(set)
		gear := slices.ContainsFunc(x.Exact([]byte(strings.Join(names.Words(words[i].text), ""))), func(e *names.Entry) bool { return h.params[e.Kind].Gear })
		if !gear {
			continue
		}
		from := i - 1
		if look := &words[i-2]; look.sign == 0 && !look.in(slotNouns) && !look.digits() && !words[i-1].cut && !look.drops() && !slices.Contains(bucWords, look.text) && !h.isRole(look.text, set) && !strings.ContainsAny(look.text, "+0123456789") {
			from--
		}
		words[i].cut, words[i].open = words[from].cut, false
		words = slices.Delete(words, from, i)
		i = from
	}
	return words
}
