package hear

import (
	"slices"
	"strings"
	"sync"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// found is a name in a line.
type found struct {
	param    *commands.Param
	name     string
	value    any
	from, to int  // words
	short    bool // its last words were typed
}

// heard is all that speaks in a line.
type heard struct {
	line  string
	set   *rules.Set
	words []word
	found []found
	sides []sided // of found, as far as looked at
	shape [commands.Shapes]bool

	hearer *Hearer
	spoken []*commands.Cue // those of which a phrase stands in the line
}

// index is every name that any command's cues ask for, under a version.
func (h *Hearer) index(set *rules.Set) *names.Index { return h.lexicon(set).index }

// lexicon is what a version's names are made of.
type lexicon struct {
	index    *names.Index
	words    *dictionary
	abridged map[string][]string // the names of several words, by how each of these begins
	spells   []string            // folded
}

func (h *Hearer) lexicon(set *rules.Set) *lexicon {
	if x, ok := h.lexicons.Load(set.Name); ok {
		return x.(*lexicon)
	}
	x, d := names.NewIndex(), newDictionary()
	abridged := map[string][]string{}
	var spells []string
	for i, p := range h.params {
		add := func(name string, value any, others ...string) {
			e := &names.Entry{Kind: names.Kind(i), Name: name, Value: value}
			if x.Whole(e, others...); h.ended[p] {
				x.Ends(e)
			}
		}
		for _, c := range p.Choices {
			add(c, c, p.Spellings(c)...)
			d.add(c)
		}
		if p.Vocabulary == nil {
			continue
		}
		terms := p.Vocabulary(set)
		for k := range terms {
			t := &terms[k]
			d.add(t.Name)
			for _, a := range t.Aliases {
				d.add(a)
			}
			if t.Name == "corpse" || p.Pile && strings.HasSuffix(t.Name, "corpse") {
				continue // a corpse is a question about its monster
			}
			add(t.Name, t, t.Aliases...)
			if p.Sign == '+' && !p.Pile && !slices.Contains(spells, names.Fold(t.Name)) {
				spells = append(spells, names.Fold(t.Name))
			}
			shorts := []string{t.Name}
			if _, of, ok := strings.Cut(t.Name, " of "); ok { // "scrolls of ench weapon"
				shorts = append(shorts, of)
			}
			for _, name := range shorts {
				if key := beginnings(strings.Fields(names.Fold(name))); key != "" && !slices.Contains(abridged[key], name) {
					abridged[key] = append(abridged[key], name)
				}
			}
		}
	}
	for phrase := range h.cues {
		d.add(phrase)
	}
	d.add(moreWords)
	for number := range spelt {
		d.add(number)
	}
	kept, _ := h.lexicons.LoadOrStore(set.Name, &lexicon{x, d, abridged, spells})
	return kept.(*lexicon)
}

// names finds the names in the words, the longest first; where one spelling
// names several kinds of things, all of them. ends says that the last words of a name
// will do where no other is named in full.
func (h *Hearer) names(words []word, set *rules.Set, ends bool) []found {
	x := h.index(set)
	room := naming.Get().(*namingRoom)
	defer naming.Put(room)
	keys := room.keys[:0]
	for i := range words {
		key := ""
		if words[i].sign == 0 {
			key = keyOf(words[i].text)
		}
		keys = append(keys, key)
	}
	room.keys = keys
	key := room.key[:0]
	class := oneClass(words)
	for i := range words { // which every class calls otherwise than players do
		if words[i].text == "teleport" && words[i].sign == 0 && (class == "scroll" || class == "wand" || class == "ring") && !(i+1 < len(words) && (words[i+1].text == "away" || words[i+1].text == "control")) {
			keys[i] = keyOf("teleportation")
		}
	}
	all := room.all[:0]
	for i := range words {
		if words[i].sign != 0 {
			for _, e := range x.Exact([]byte(strings.Join(names.Words(words[i].text), ""))) {
				all = append(all, found{h.params[e.Kind], e.Name, e.Value, i, i + 1, false})
			}
			all = append(all, h.signed(x, words[i].sign, words[i].short, i, i+1)...)
			continue
		}
		key = key[:0]
		small := drops(words[i].text)
		for j := i; j < len(words) && j < i+x.Longest() && words[j].sign == 0; j++ {
			if j > i && words[j].cut {
				break
			}
			key = append(key, keys[j]...)
			if j == i && (len(key) < 2 || words[i].text == "deaths" || small && !h.spoken[string(key)] && !acronym.MatchString(words[i].raw)) && len(words) > 1 {
				continue
			}
			exact := x.Exact(key)
			if j == i && words[i].text == "nothing" && nothingAtAll(words, i) {
				continue
			}
			for _, e := range exact {
				if strings.HasPrefix(e.Name, "random ") && h.params[e.Kind].Pile && !speaksOfRandom(words, i, j+1) {
					continue
				}
				all = append(all, found{h.params[e.Kind], e.Name, e.Value, i, j + 1, false})
				if of, ok := strings.CutPrefix(e.Name, "spellbook of "); ok {
					all = append(all, h.signed(x, '+', of, i, j+1)...)
				}
			}
			if len(key) > 4 && !(j == i && (small || keyword(words[i].text) != "" || zapping[words[i].text] && !(i > 0 && words[i-1].text == "of") || words[i].text == "nothing" && class != "wand" || words[i].text == "change" && class != "amulet")) { // "genocide" is one thing's last word
				e := onlyPile(ofClass(x.Tail(key), class), h.params)
				whole := slices.ContainsFunc(exact, func(other *names.Entry) bool {
					return h.params[other.Kind].Pile && names.Key(other.Name) == string(key)
				}) // chain mail, not the orcish
				if e != nil && !whole && (class != "" && strings.HasPrefix(e.Name, class+" of ") || !slices.ContainsFunc(exact, func(other *names.Entry) bool { return !strings.HasSuffix(e.Name, other.Name) })) {
					same := []*names.Entry{e}
					if ends {
						same = x.Exact([]byte(names.Key(e.Name)))
					}
					for _, e := range same {
						all = append(all, found{h.params[e.Kind], e.Name, e.Value, i, j + 1, true})
					}
				}
			}
		}
	}
	room.all, room.key = all, key
	slices.SortStableFunc(all, func(a, b found) int {
		if n := (b.to - b.from) - (a.to - a.from); n != 0 || a.param.Gear == b.param.Gear || a.from == b.from {
			return n
		}
		if a.param.Gear { // "protection ring mail"
			return -1
		}
		return 1
	})
	taken := append(room.taken[:0], make([]extent, len(words))...) // by word, the name that took it
	room.taken = taken
	free := func(f *found) bool {
		for i := f.from; i < f.to; i++ {
			if t := taken[i]; t.to != 0 && t != (extent{f.from, f.to}) {
				return false
			}
		}
		return true
	}
	n := 0
	for k := range all {
		f := &all[k]
		if !free(f) {
			continue
		}
		for i := f.from; i < f.to; i++ {
			taken[i] = extent{f.from, f.to}
		}
		all[n] = *f
		n++
	}
	out := slices.Clone(all[:n])
	// The end of a name means the thing only beside others that are whole.
	if !ends && !slices.ContainsFunc(out, func(f found) bool { return f.param.Pile && !f.short }) {
		out = slices.DeleteFunc(out, func(f found) bool { return f.short })
	}
	slices.SortStableFunc(out, func(a, b found) int { return a.from - b.from })
	return out
}

// namingRoom is what names works in, which nothing keeps.
type namingRoom struct {
	keys  []string // of the words
	key   []byte
	all   []found
	taken []extent
}

// extent is from which word to which a name goes.
type extent struct{ from, to int }

var naming = sync.Pool{New: func() any { return new(namingRoom) }}

// nothingAtAll reports whether the "nothing" at word i is no wand: "nothing happens", "the
// chance that nothing breaks".
func nothingAtAll(words []word, i int) bool {
	if i > 0 && (slices.Contains(chanceWords, words[i-1].text) || words[i-1].text == "that" || words[i-1].text == "me" || words[i-1].text == "us") {
		return true
	}
	return i+1 < len(words) && !words[i+1].cut && happens[words[i+1].text]
}

// happens are words behind a "nothing" that is no thing.
var happens = wordSet(`happens happen happened goes went bad blows explodes breaks fails else at works dies survives`)

// keyOf is what a word contributes to the key of a name.
func keyOf(text string) string {
	if plain(text) {
		return names.Stem(text)
	}
	return strings.Join(names.Words(text), "")
}

// repeated takes out a thing that is named again right behind its class sign, or in
// brackets: "?oC... charging", "dwarvish cloak (hooded cloak)".
func repeated(s *heard) *heard {
	for k := 1; k < len(s.found); k++ {
		f := s.found[k]
		again := f.param.Pile && f.from > 0 && s.words[f.from-1].sign != 0 && s.words[f.from].sign == 0 && s.words[f.from-1].text == names.Fold(f.name)
		if again || s.words[f.from].open && f.to-f.from > 1 && slices.ContainsFunc(s.found, func(o found) bool { return o.to == f.from && o.name == f.name && o.param == f.param }) {
			return s.hearer.listen(slices.Concat(s.words[:f.from], s.words[f.to:]), s.line, s.set)
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
		if !w.open || w.sign != 0 || before.sign != 0 || before.digits() {
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
		class := names.Stem(words[i].text)
		if words[i].sign != 0 || !classWords[class] || words[i+1].sign != 0 {
			continue
		}
		from := i + 1
		if all := words[from].text == "all"; all {
			from++
		} else if !words[from].open {
			continue
		}
		before := i - 1
		for before > 0 && (padding[words[before].text] || words[before].text == "random") {
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
			rest := slices.Clone(words[to:])
			if len(rest) > 0 {
				rest[0].cut = true
			}
			return h.allOf(slices.Concat(words[:before+1], []word{{raw: words[i].raw, text: words[i].text}, {raw: "of", text: "of"}}, name, rest), set)
		}
	}
	return words
}

// slotNouns end what armour and appearances are called.
var slotNouns = wordSet(`gloves gauntlets boots shoes cloak cape helm helmet hat shield mail armor robe`)

// renamed drops what a thing looks like before its name in brackets: "metal gloves
// (GoP)".
func (h *Hearer) renamed(words []word, set *rules.Set) []word {
	for i := 2; i < len(words); i++ {
		if !words[i].open || words[i].sign != 0 || !slotNouns[words[i-1].text] {
			continue
		}
		x := h.index(set)
		gear := slices.ContainsFunc(x.Exact([]byte(strings.Join(names.Words(words[i].text), ""))), func(e *names.Entry) bool { return h.params[e.Kind].Gear })
		if !gear {
			continue
		}
		from := i - 1
		if look := &words[i-2]; look.sign == 0 && !slotNouns[look.text] && !look.digits() && !words[i-1].cut && !drops(look.text) && !slices.Contains(bucWords, look.text) && !h.isRole(look.text, set) && !strings.ContainsAny(look.text, "+0123456789") {
			from--
		}
		words[i].cut, words[i].open = words[from].cut, false
		words = slices.Delete(words, from, i)
		i = from
	}
	return words
}

// signed finds what a class sign names for the parameters that have the sign.
func (h *Hearer) signed(x *names.Index, sign rune, short string, from, to int) (out []found) {
	for _, e := range x.Exact([]byte(strings.Join(names.Words(short), ""))) {
		if h.params[e.Kind].Sign == sign {
			out = append(out, found{h.params[e.Kind], e.Name, e.Value, from, to, false})
		}
	}
	return out
}

// oneClass is the class of things that a line speaks of; empty: none, or
// several.
func oneClass(words []word) (class string) {
	for i := range words {
		c := names.Stem(words[i].text)
		if words[i].sign != 0 {
			if strings.HasSuffix(words[i].text, " polymorph") {
				continue // what polymorphs them
			}
			c = shorthand.Class(words[i].sign)
		} else if !classWords[c] {
			continue
		}
		if class != "" && class != c {
			return ""
		}
		class = c
	}
	return class
}

// ofClass are the entries of one class, if there are any: among wands "death" is
// the wand.
func ofClass(entries []*names.Entry, class string) []*names.Entry {
	if class == "" || len(entries) < 2 {
		return entries
	}
	var out []*names.Entry
	for _, e := range entries {
		if strings.HasPrefix(e.Name, class+" of ") {
			out = append(out, e)
		}
	}
	if len(out) == 0 {
		return entries
	}
	return out
}

// onlyPile is the one of entries that can be in a pile; nil if there are others.
func onlyPile(entries []*names.Entry, params []*commands.Param) *names.Entry {
	var out *names.Entry
	for _, e := range entries {
		if params[e.Kind].Pile && params[e.Kind].Means != nil {
			if out != nil && out.Name != e.Name {
				return nil
			}
			out = e
		}
	}
	return out
}

// names reports whether a parameter is named.
func (s *heard) names(p *commands.Param) bool {
	for k := range s.found {
		if s.found[k].param == p {
			return true
		}
	}
	return false
}

// namesOther reports whether a parameter is named by what is no role's name: beside
// other names a wizard is the hero.
func (s *heard) namesOther(p *commands.Param) bool {
	return slices.ContainsFunc(s.found, func(f found) bool { return f.param == p && !s.isRoleAt(&f) })
}

// number reports whether a number was said.
func (s *heard) number(name string) bool {
	for i := range s.words {
		w := &s.words[i]
		rest, ok := strings.CutPrefix(w.text, name)
		if !ok && keyword(w.text) == name {
			rest, ok = "", true
		}
		if w.status || !ok {
			continue
		}
		if rest == "" && i+1 < len(s.words) {
			rest = s.words[i+1].text
		}
		if isNumber(strings.ReplaceAll(strings.TrimLeft(rest, ":="), "-", "")) {
			return true
		}
	}
	return false
}

// scores are how strongly a line speaks for each of the commands.
func (s *heard) scores() []int {
	out := make([]int, len(s.hearer.commands))
	for i, list := range s.hearer.wordless {
		for _, c := range list {
			if s.speaks(c) {
				out[i] += c.Weight
			}
		}
	}
	for _, c := range s.spoken {
		if s.speaks(c) {
			out[s.hearer.owner[c]] += c.Weight
		}
	}
	return out
}

// speaks reports whether all that a cue asks for besides its words is there.
func (s *heard) speaks(c *commands.Cue) bool {
	if c.Shape != commands.NoShape && !s.shape[c.Shape] {
		return false
	}
	for _, p := range c.Names {
		if !s.names(p) || len(c.Names) > 1 && p.Titled == nil && !s.namesOther(p) {
			return false
		}
	}
	for _, p := range c.Without {
		if s.names(p) {
			return false
		}
	}
	for _, n := range c.Numbers {
		if !s.number(n) {
			return false
		}
	}
	return true
}

// say notes that a phrase stands in the line.
func (s *heard) say(phrase string) {
	for _, c := range s.hearer.cues[phrase] {
		if !slices.Contains(s.spoken, c) {
			s.spoken = append(s.spoken, c)
		}
	}
}

// phrases finds which of the cues' phrases stand in the words. What a longer
// name goes on with is none: "charm monster" asks about no monster.
func (h *Hearer) phrases(s *heard) {
	name := make([]extent, len(s.words)) // of several words that word i is part of
	for k := range s.found {
		f := &s.found[k]
		for i := f.from; i < f.to && f.to-f.from > 1; i++ {
			name[i] = extent{f.from, f.to}
		}
	}
	text := make([]byte, 0, 64)
	for i := range s.words {
		text = text[:0]
		for j, most := i, 1; j < len(s.words) && j < i+most; j++ {
			if j > i {
				text = append(text, ' ')
			}
			if text = append(text, strings.ReplaceAll(s.words[j].text, "'", "")...); j == i {
				if most = h.phrased[string(text)]; most == 0 {
					break
				}
			}
			if i > name[i].from && j < name[i].to {
				continue
			}
			if h.cues[string(text)] != nil {
				s.say(string(text))
			}
		}
	}
}
