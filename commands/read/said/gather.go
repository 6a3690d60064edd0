package said

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/read/phrases"
	"delphi/engine/rules"
)

// Gather sorts what a line says for a kind into slots; sense, which may be nil, says what values do
// to each other. base is what an earlier line said, and past the question that it asked.
func Gather(gr *phrases.Grammar, sense Sense, set *rules.Set, k *phrases.Kind, list []Value, base Slots, past *Past) Slots {
	g := gathering{grammar: gr, sense: sense, set: set, k: k, base: base, past: past, out: Slots{}, mine: map[string]bool{}, mended: map[string]bool{}}
	for s, v := range base {
		if k.Slots[s] != nil {
			g.out[s] = slices.Clone(v)
		}
	}
	for _, s := range separate(k, opposed(k, list)) {
		if slot := k.Slots[s.Slot]; slot != nil && s.Slot != "" {
			g.add(slot, s)
		}
	}
	dropFrom(k, g.out, base, g.mine, g.mended)
	onceIn(k, g.out)
	maps.DeleteFunc(g.out, func(slot string, v [][]string) bool {
		return len(v) == 0 || len(v) == 1 && len(v[0]) == 1 && len(base[slot]) == 0 && slices.Contains(gr.Moot[k.Name+"."+slot], v[0][0])
	})
	return g.out
}

// gathering is what was gathered so far.
type gathering struct {
	grammar *phrases.Grammar
	sense   Sense
	set     *rules.Set
	k       *phrases.Kind
	base    Slots
	past    *Past
	out     Slots
	mine    map[string]bool // what this line says
	mended  map[string]bool // what it puts right: it is about the same thing
}

// add takes in what is said for a slot.
func (g *gathering) add(slot *phrases.Slot, s Value) {
	if s.Text == phrases.Earlier {
		if both, _ := g.past.both(s.Slot); len(both) > 0 && !slot.Many { // each of them is asked about
			g.out[s.Slot] = [][]string{slices.Concat(both...)}
		} else {
			g.out[s.Slot] = both
		}
		return
	}
	if _, _, swaps := swap(s.Text); swaps || !slot.Many && strings.HasPrefix(s.Text, phrases.Earlier) {
		g.out[s.Slot], _ = swapped(g.out[s.Slot], s.Text)
		g.mine[s.Slot], g.mended[s.Slot] = true, true
		return
	}
	alts := strings.Split(s.Text, "||")
	for i := range alts {
		alts[i] = strings.TrimSpace(alts[i])
	}
	var taken bool
	if slot.Many {
		taken = g.addToList(s, alts)
	} else {
		taken = g.addValue(slot, s, alts)
	}
	if taken {
		g.mine[s.Slot] = true
		g.rival(slot, s, alts)
	}
}

// addValue takes in what is said for a slot of one value, and reports whether that says anything.
func (g *gathering) addValue(slot *phrases.Slot, s Value, alts []string) bool {
	switch {
	case len(alts) == 1 && strings.HasPrefix(alts[0], "!"):
		g.takeOut(s.Slot, alts[0])
		return false
	case !g.mine[s.Slot] || s.How != Both || len(g.out[s.Slot]) != 1:
		g.out[s.Slot] = [][]string{alts}
	case slot.Flag():
		return false
	default:
		v := slices.Clone(g.out[s.Slot][0])
		for _, a := range alts {
			if !slices.Contains(v, a) {
				v = append(v, a)
			}
		}
		g.out[s.Slot] = [][]string{v}
	}
	return true
}

// takeOut takes out of what was said for a slot what a text that begins with "!" names.
func (g *gathering) takeOut(slot, text string) {
	if g.out[slot] = g.merge(slot, g.out[slot], text); len(g.out[slot]) == 0 {
		delete(g.out, slot)
	}
}

// addToList takes in what is said for a slot of several values, and reports whether that says
// anything.
func (g *gathering) addToList(s Value, alts []string) bool {
	asksWhether := len(alts) == 2 && alts[1] == "-" // with it and without
	if g.base != nil && !g.mine[s.Slot] && asksWhether {
		g.out[s.Slot] = settled(g.out[s.Slot])
	}
	old := g.out[s.Slot]
	alone := len(alts) == 1
	clash := func() int { return g.clash(s.Slot, old, alts[0]) }
	switch {
	case alone && strings.HasPrefix(alts[0], "!"):
		g.takeOut(s.Slot, alts[0])
		return false
	case s.How == Later && len(old) > 0 && g.mine[s.Slot]:
		g.put(s.Slot, len(old)-1, alts)
	case g.base != nil && alone && (s.Slot != "pile" || !g.mine["pile"]):
		if now, renews := g.renews(s.Slot, old, alts[0]); renews && !g.mine[s.Slot] {
			g.out[s.Slot] = [][]string{{now}}
		} else {
			g.out[s.Slot] = g.merge(s.Slot, old, alts[0])
		}
	case alone && len(old) > 0 && g.sense != nil && g.sense.Alters(s.Slot, alts[0]): // "my elven cloaks ... 12 of them"
		g.out[s.Slot] = g.merge(s.Slot, old, alts[0])
	case alone && clash() >= 0: // two suits: each is asked about
		g.put(s.Slot, clash(), append(slices.Clone(old[clash()]), alts[0]))
	case asksWhether && among(old, alts[0]) >= 0: // what was said is asked about
		g.put(s.Slot, among(old, alts[0]), alts)
	case asksWhether && clash() >= 0:
		at := clash()
		worn := old[at : at+1]
		if len(g.merge(s.Slot, worn, "!"+alts[0])) > 0 { // it is another: which is best?
			alts = slices.Insert(alts, 0, worn[0]...)
		} else { // "the helmet" is the one that is worn
			alts = append(slices.Clone(worn[0]), "-")
		}
		g.put(s.Slot, at, alts)
	case alone && s.Slot != "pile" && slices.ContainsFunc(old, func(v []string) bool { return len(v) == 1 && v[0] == alts[0] }):
		return false
	case alone && s.Slot == "wielding" && len(old) > 0:
		g.out[s.Slot] = g.merge(s.Slot, old, alts[0]) // "+2 daggers" behind "11 daggers" are the same
	default:
		g.out[s.Slot] = append(old, alts)
	}
	return true
}

// put puts a value in the place of another of a slot.
func (g *gathering) put(slot string, at int, alts []string) {
	v := slices.Clone(g.out[slot])
	v[at] = alts
	g.out[slot] = v
}

// rival takes out what was said before for the rivals of a slot.
func (g *gathering) rival(slot *phrases.Slot, s Value, alts []string) {
	for _, rival := range g.grammar.Rivals[s.Slot] {
		switch {
		case alts[0] == "-":
		case !g.mine[rival] || s.How == Later && slot.Flag(): // it was said before
			delete(g.out, rival)
		case slot.Flag() && g.k.Slots[rival] != nil && g.k.Slots[rival].Flag() && len(g.out[rival]) == 1 && g.out[rival][0][0] != "-": // "blessed or uncursed"
			g.out[rival] = [][]string{append(slices.Clone(g.out[rival][0]), alts...)}
			delete(g.out, s.Slot)
		}
	}
}

// merge puts a value for a slot beside the earlier ones, or in their place.
func (g *gathering) merge(slot string, old [][]string, text string) [][]string {
	if g.sense == nil || g.k.Command == nil {
		return append(slices.Clone(old), []string{text})
	}
	var out [][]string
	for _, v := range g.sense.Merge(g.set, g.k.Command, slot, flat(old), text) {
		out = append(out, strings.Split(v, "||"))
	}
	return out
}

// renews reports whether a value takes the place of those of the question before, and as what.
func (g *gathering) renews(slot string, old [][]string, text string) (now string, ok bool) {
	if g.sense == nil {
		return "", false
	}
	return g.sense.Renews(slot, flat(old), text)
}

// clash returns the index of the value of a slot that is incompatible with another, or
// -1.
func (g *gathering) clash(slot string, values [][]string, text string) int {
	if g.sense == nil || g.k.Command == nil {
		return -1
	}
	return slices.IndexFunc(values, func(v []string) bool {
		return slices.ContainsFunc(v, func(o string) bool {
			return o != "" && o != "-" && o != text && g.sense.Clash(g.set, g.k.Command, slot, o, text)
		})
	})
}

// dropFrom takes out what base said of something in whose place a line puts another; mine are the
// slots that the line says, and mended those that it only puts right.
func dropFrom(k *phrases.Kind, in, base Slots, mine, mended map[string]bool) {
	another := func(s string) bool {
		return mine[s] && !mended[s] && len(base[s]) > 0 && !slices.EqualFunc(in[s], base[s], slices.Equal)
	}
	for _, d := range k.Drops {
		if slices.ContainsFunc(d.Of, another) {
			maps.DeleteFunc(in, func(s string, _ [][]string) bool { return !mine[s] && slices.Contains(d.Slots, s) })
		}
	}
}

// onceIn takes out of a kind's text what a slot of its own says as well.
func onceIn(k *phrases.Kind, in Slots) {
	for _, s := range k.Within {
		for _, text := range texts(k) {
			withoutForm(in, s, text)
		}
	}
}

// texts lists the slots for a kind's text: that of its phrases, and that of a typed line.
func texts(k *phrases.Kind) []string {
	out := []string{k.Text}
	for name, s := range k.Slots {
		if s.Param != nil && s.Param.Kind == commands.KindText && name != k.Text {
			out = append(out, name)
		}
	}
	return out
}

// withoutForm takes words of the form of what a slot says out of a text.
func withoutForm(in Slots, slot, text string) {
	if len(in[slot]) == 0 || len(in[text]) != 1 || len(in[slot][0]) == 0 {
		return
	}
	form := formOf(in[slot][0][0])
	if form == nil {
		return
	}
	alts := slices.Clone(in[text][0])
	for i, a := range alts {
		alts[i] = strings.Join(strings.Fields(form.ReplaceAllString(" "+a+" ", " ")), " ")
	}
	in[text] = [][]string{alts}
}

// formOf returns what matches, between blanks, words of the same form as a value: an enchantment,
// a curse, a number at the beginning; nil: it has no such form.
func formOf(value string) *regexp.Regexp {
	for _, f := range forms {
		if f.MatchString(" " + value + " ") {
			return f
		}
	}
	return nil
}

var forms = []*regexp.Regexp{
	regexp.MustCompile(` [-+]\d+ `),
	regexp.MustCompile(` (?:blessed|uncursed|cursed|holy|unholy) `),
	regexp.MustCompile(`^ \d+ `),
}

// flat writes each value with its alternatives as one text.
func flat(values [][]string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = strings.Join(v, "||")
	}
	return out
}

// settled returns values of which the line before asked what difference they make, with all of
// them: the next such question is about another.
func settled(values [][]string) [][]string {
	out := slices.Clone(values)
	for i, v := range out {
		if len(v) > 1 && v[len(v)-1] == "-" {
			out[i] = v[:1]
		}
	}
	return out
}

// separate takes lists that a phrase says for a slot with several values apart, so that each
// value is told from those that were said before. Those of a pile stay together: they are
// one heap.
func separate(k *phrases.Kind, list []Value) []Value {
	out := make([]Value, 0, len(list))
	for _, s := range list {
		slot := k.Slots[s.Slot]
		if slot == nil || !slot.Many || s.Slot == "pile" || strings.Contains(s.Text, "||") {
			out = append(out, s)
			continue
		}
		for text := range strings.SplitSeq(s.Text, ", ") {
			s.Text = text
			out = append(out, s)
		}
	}
	return out
}

// among returns the index of the value of a slot that equals a text or ends in it, or
// -1.
func among(values [][]string, text string) int {
	return slices.IndexFunc(values, func(v []string) bool {
		return len(v) == 1 && (v[0] == text || strings.HasSuffix(v[0], " "+text))
	})
}

// opposed turns a value that a line asks to compare with its absence ("does the robe
// matter") into both alternatives. It takes the value nearest to the words that ask for
// it, among the slots that may be absent.
func opposed(k *phrases.Kind, list []Value) []Value {
	i := slices.IndexFunc(list, func(s Value) bool { return s.Slot == Matters })
	if i < 0 || k.Slots[Matters] == nil {
		return list
	}
	at, best := list[i].From, -1
	for j, s := range list {
		if s.Slot != "worn" && s.Slot != "held" || strings.ContainsAny(s.Text, "|!") {
			if strings.Contains(s.Text, "||") {
				return list // it is so already
			}
			continue
		}
		if best < 0 || distance(s, at) < distance(list[best], at) {
			best = j
		}
	}
	if best < 0 {
		return list
	}
	list = slices.Clone(list)
	list[best].Text += "||-"
	return list
}

// Matters is the slot of words that ask what difference something makes.
const Matters = "matters"

// distance returns how many tokens are between what was said and a position; what
// precedes the position counts as slightly nearer.
func distance(s Value, at int) int {
	if s.From > at {
		return 2*(s.From-at) + 1
	}
	return 2 * (at - s.From)
}
