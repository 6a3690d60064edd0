package read

import (
	"maps"
	"slices"
	"strings"

	"delphi/commands/read/phrases"
	"delphi/engine/rules"
)

// slots holds what a question says, by slot; each value may have alternatives.
type slots map[string][][]string

// gather sorts what is said into slots. base is what an earlier line said, and past the
// question that it asked.
func (r *Reader) gather(set *rules.Set, k *phrases.Kind, list []said, base slots, past *Past) slots {
	g := gathering{r: r, set: set, k: k, base: base, past: past, out: slots{}, mine: map[string]bool{}}
	for s, v := range base {
		if k.Slots[s] != nil {
			g.out[s] = slices.Clone(v)
		}
	}
	for _, s := range separate(k, opposed(k, list)) {
		if slot := k.Slots[s.slot]; slot != nil && s.slot != "" {
			g.add(slot, s)
		}
	}
	dropFrom(k, g.out, base, g.mine)
	onceIn(k, g.out)
	maps.DeleteFunc(g.out, func(slot string, v [][]string) bool {
		return len(v) == 0 || len(v) == 1 && len(v[0]) == 1 && len(base[slot]) == 0 && slices.Contains(r.grammar.Moot[slot], v[0][0])
	})
	return g.out
}

// gathering is what was gathered so far.
type gathering struct {
	r    *Reader
	set  *rules.Set
	k    *phrases.Kind
	base slots
	past *Past
	out  slots
	mine map[string]bool // what this line says
}

// add takes in what is said for a slot.
func (g *gathering) add(slot *phrases.Slot, s said) {
	if s.text == phrases.Earlier {
		if both, _ := g.past.both(s.slot); len(both) > 0 && !slot.Many { // each of them is asked about
			g.out[s.slot] = [][]string{slices.Concat(both...)}
		} else {
			g.out[s.slot] = both
		}
		return
	}
	if _, _, swaps := swap(s.text); swaps || !slot.Many && strings.HasPrefix(s.text, phrases.Earlier) {
		g.out[s.slot], _ = swapped(g.out[s.slot], s.text)
		g.mine[s.slot] = true
		return
	}
	alts := strings.Split(s.text, "||")
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
		g.mine[s.slot] = true
		g.rival(slot, s, alts)
	}
}

// addValue takes in what is said for a slot of one value, and reports whether that says anything.
func (g *gathering) addValue(slot *phrases.Slot, s said, alts []string) bool {
	switch {
	case len(alts) == 1 && strings.HasPrefix(alts[0], "!"):
		g.takeOut(s.slot, alts[0])
		return false
	case !g.mine[s.slot] || s.how != saidBoth || len(g.out[s.slot]) != 1:
		g.out[s.slot] = [][]string{alts}
	case slot.Flag():
		return false
	default:
		v := slices.Clone(g.out[s.slot][0])
		for _, a := range alts {
			if !slices.Contains(v, a) {
				v = append(v, a)
			}
		}
		g.out[s.slot] = [][]string{v}
	}
	return true
}

// takeOut takes out of what was said for a slot what a text that begins with "!" names.
func (g *gathering) takeOut(slot, text string) {
	if g.out[slot] = g.r.merge(g.set, g.k, slot, g.out[slot], text); len(g.out[slot]) == 0 {
		delete(g.out, slot)
	}
}

// addToList takes in what is said for a slot of several values, and reports whether that says
// anything.
func (g *gathering) addToList(s said, alts []string) bool {
	asksWhether := len(alts) == 2 && alts[1] == "-" // with it and without
	if g.base != nil && !g.mine[s.slot] && asksWhether {
		g.out[s.slot] = settled(g.out[s.slot])
	}
	old := g.out[s.slot]
	alone := len(alts) == 1
	clash := func() int { return g.r.clash(g.set, g.k, s.slot, old, alts[0]) }
	switch {
	case alone && strings.HasPrefix(alts[0], "!"):
		g.takeOut(s.slot, alts[0])
		return false
	case s.how == saidLater && len(old) > 0 && g.mine[s.slot]:
		g.put(s.slot, len(old)-1, alts)
	case g.base != nil && alone && (s.slot != "pile" || !g.mine["pile"]):
		if now, renews := g.r.renews(s.slot, old, alts[0]); renews && !g.mine[s.slot] {
			g.out[s.slot] = [][]string{{now}}
		} else {
			g.out[s.slot] = g.r.merge(g.set, g.k, s.slot, old, alts[0])
		}
	case alone && len(old) > 0 && g.r.Sense != nil && g.r.Sense.Alters(s.slot, alts[0]): // "my elven cloaks ... 12 of them"
		g.out[s.slot] = g.r.merge(g.set, g.k, s.slot, old, alts[0])
	case alone && clash() >= 0: // two suits: each is asked about
		g.put(s.slot, clash(), append(slices.Clone(old[clash()]), alts[0]))
	case asksWhether && among(old, alts[0]) >= 0: // what was said is asked about
		g.put(s.slot, among(old, alts[0]), alts)
	case asksWhether && clash() >= 0:
		at := clash()
		worn := old[at : at+1]
		if len(g.r.merge(g.set, g.k, s.slot, worn, "!"+alts[0])) > 0 { // it is another: which is best?
			alts = slices.Insert(alts, 0, worn[0]...)
		} else { // "the helmet" is the one that is worn
			alts = append(slices.Clone(worn[0]), "-")
		}
		g.put(s.slot, at, alts)
	case alone && s.slot != "pile" && slices.ContainsFunc(old, func(v []string) bool { return len(v) == 1 && v[0] == alts[0] }):
		return false
	default:
		g.out[s.slot] = append(old, alts)
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
func (g *gathering) rival(slot *phrases.Slot, s said, alts []string) {
	for _, rival := range g.r.grammar.Rivals[s.slot] {
		switch {
		case alts[0] == "-":
		case !g.mine[rival] || s.how == saidLater && slot.Flag(): // it was said before
			delete(g.out, rival)
		case slot.Flag() && g.k.Slots[rival] != nil && g.k.Slots[rival].Flag() && len(g.out[rival]) == 1 && g.out[rival][0][0] != "-": // "blessed or uncursed"
			g.out[rival] = [][]string{append(slices.Clone(g.out[rival][0]), alts...)}
			delete(g.out, s.slot)
		}
	}
}
