package said

import (
	"maps"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/read/phrases"
	"delphi/engine/rules"
)

// Past is the last question, which a line may change.
type Past struct {
	Kind    string
	Slots   Slots
	Before  Slots               // of the question of the same kind before that one; nil: there was none
	Earlier []*Past             // questions of other kinds before it, the latest of each first, to which a line may come back
	Said    map[string][]string // what it and the questions before it said for each slot, the last first
	Open    bool                // it has not been answered: something is missing, or it could be read in several ways
}

// MostEarlier is how many earlier questions a line may come back to.
const MostEarlier = 3

// After returns a question as the one that follows another, or none: it remembers what that one
// and those before it said, and those of them that are of other kinds.
func (p *Past) After(before *Past) *Past {
	if p == nil {
		return before
	}
	next := *p
	next.Earlier, next.Said = nil, p.saidAfter(before)
	if before == nil {
		return &next
	}
	for _, e := range append([]*Past{before}, before.Earlier...) {
		known := func(o *Past) bool { return o.Kind == e.Kind }
		if e.Kind == "" || known(&next) || slices.ContainsFunc(next.Earlier, known) || len(next.Earlier) == MostEarlier {
			continue
		}
		kept := *e
		kept.Earlier, kept.Said = nil, nil
		if v := next.Slots["version"]; len(v) > 0 && kept.Slots["version"] == nil { // it was said since
			kept.Slots = maps.Clone(kept.Slots)
			kept.Slots["version"] = v
		}
		next.Earlier = append(next.Earlier, &kept)
	}
	return &next
}

// both returns what the last two questions said for a slot, if that differs.
func (p *Past) both(slot string) (values [][]string, ok bool) {
	if p == nil || len(p.Before[slot]) == 0 {
		return nil, false
	}
	values = slices.Clone(p.Before[slot])
	for _, v := range p.Slots[slot] {
		if !slices.ContainsFunc(values, func(o []string) bool { return slices.Equal(o, v) }) {
			values = append(values, v)
		}
	}
	return values, len(values) > len(p.Before[slot]) && len(values) > len(p.Slots[slot])
}

// OfKind lists the questions of a kind to which a line may come back.
func (p *Past) OfKind(k *phrases.Kind) (out []*Past) {
	if p == nil || k.Silent {
		return nil
	}
	for _, e := range p.Earlier {
		if e.Kind == k.Name {
			out = append(out, e)
		}
	}
	return out
}

// Base returns which slots of a kind the last question said. kept is false if it said
// none.
func (p *Past) Base(g *phrases.Grammar, k *phrases.Kind) (base uint64, kept bool) {
	for s := range p.Slots {
		if slot := p.slot(g, k, s); slot != nil {
			base |= 1 << slot.Bit
		}
	}
	if base != 0 {
		for s := range p.facts(g, k) {
			base |= 1 << k.Slots[s].Bit
		}
	}
	return base, base != 0 || k.Name == p.Kind
}

// facts lists what earlier questions said of the hero for slots of another kind than that of the
// last one, which said nothing for them: the weapon of a fight is still in hand after somebody
// asked how hard the foe hits.
func (p *Past) facts(g *phrases.Grammar, k *phrases.Kind) Slots {
	out := Slots{}
	if k.Name == p.Kind || k.Command == nil {
		return out
	}
	for _, e := range p.Earlier {
		for s, v := range e.Slots {
			if slot := k.Slots[s]; slot != nil && g.Facts[s] && p.Slots[s] == nil && out[s] == nil {
				out[s] = v
			}
		}
	}
	return out
}

// slot returns the slot of a kind for which a slot of the last question says something, or
// nil. Where another kind calls the same thing by another name, as "mon cockatrice" and "eat
// cockatrice" do, it goes by the kin of the slots.
func (p *Past) slot(g *phrases.Grammar, k *phrases.Kind, said string) *phrases.Slot {
	if slot := k.Slots[said]; slot != nil {
		if was := g.Kind(p.Kind); was != nil && was.Slots[said] != nil && ofTarget(was.Slots[said]) != ofTarget(slot) {
			return nil // the AC of the hero is none of the foe's
		}
		return slot
	}
	for _, other := range g.Kin[said] {
		if slot := k.Slots[other]; slot != nil && p.Slots[other] == nil {
			return slot
		}
	}
	return nil
}

// ofTarget reports whether a slot says something of the target, and not of the hero.
func ofTarget(s *phrases.Slot) bool { return s.Param != nil && s.Param.Target }

// For returns what the last question said for the slots of a kind.
func (p *Past) For(g *phrases.Grammar, k *phrases.Kind) Slots {
	out := Slots{}
	said := heaped(g, p.Slots)
	for _, s := range slices.Sorted(maps.Keys(said)) {
		if slot := p.slot(g, k, s); slot != nil && out[slot.Name] == nil {
			out[slot.Name] = said[s]
		}
	}
	if len(out) > 0 {
		maps.Copy(out, p.facts(g, k))
	}
	return out
}

// heaped returns what a question said, with what it added to a pile in that pile: a later line may
// take it out again, or ask something else of the whole.
func heaped(g *phrases.Grammar, said Slots) Slots {
	for from, to := range g.Adds {
		if len(said[from]) > 0 {
			said = maps.Clone(said)
			said[to] = slices.Concat(said[to], said[from])
			delete(said, from)
		}
	}
	return said
}

// Version returns the version that the last question names, or else a default.
func (p *Past) Version(or *rules.Set) *rules.Set {
	for _, values := range p.Slots["version"] {
		if len(values) == 1 {
			if found, ok, err := rules.Lookup(values[0]); ok && err == nil && found.Set != nil {
				return found.Set
			}
		}
	}
	return or
}

// Says reports whether a question named a thing.
func (p *Past) Says(name string) bool {
	if p == nil {
		return false
	}
	for _, values := range p.Slots {
		for _, alts := range values {
			if slices.ContainsFunc(alts, func(a string) bool { return strings.Contains(a, name) }) {
				return true
			}
		}
	}
	return false
}

// Typed returns the question of a call in the form needed by a line that changes it, or nil
// if it asks something that slots cannot hold, such as a pile in several squares.
func Typed(g *phrases.Grammar, call *commands.Call) *Past {
	k := g.Kind(call.Command.Path())
	if k == nil {
		return nil
	}
	out := Slots{}
	for i, p := range call.Command.Params {
		v := &call.Values[i]
		switch {
		case p.Kind == commands.KindVersion && call.VersionSaid:
			out[p.Name] = [][]string{{"v" + call.Rules.Name}}
		case v.Not && k.Slots[p.Name] != nil:
			out[p.Name] = [][]string{{"not " + p.Name}}
		case !v.Said || v.Quiet || k.Slots[p.Name] == nil:
		case p.Kind == commands.KindName:
			for _, n := range v.Names {
				slot, text, ok := nameSaid(k, p, n)
				if !ok {
					return nil
				}
				out[slot] = append(out[slot], []string{text})
			}
		case p.Kind == commands.KindWords && p.Bare && versionless(k):
			words, version := cutVersion(v.Text)
			if version == "" || words == "" {
				out[p.Name] = [][]string{{v.Typed(p)}}
				continue
			}
			apart := *v
			apart.Text = words
			out[p.Name], out["version"] = [][]string{{apart.Typed(p)}}, [][]string{{version}}
		default:
			out[p.Name] = [][]string{{v.Typed(p)}}
		}
	}
	return &Past{Kind: k.Name, Slots: out}
}

// versionless reports whether a command takes its version among its words, as "eat newt v3.6.7"
// does: the words have a slot for it, but no parameter.
func versionless(k *phrases.Kind) bool {
	slot := k.Slots["version"]
	return slot != nil && slot.Param == nil
}

// cutVersion takes the one version out of words; it is empty if there is none, or several to
// compare.
func cutVersion(text string) (words, version string) {
	var rest []string
	for _, w := range strings.Fields(text) {
		switch _, _, is, err := rules.LookupBestiary(w); {
		case !is || err != nil:
			rest = append(rest, w)
		case version != "":
			return text, ""
		default:
			version = w
		}
	}
	return strings.Join(rest, " "), version
}

// nameSaid returns the slot of a name that a call says, and what it says there.
func nameSaid(k *phrases.Kind, p *commands.Param, n commands.Said) (slot, text string, ok bool) {
	text = n.Describe()
	if n.Without {
		text = "without " + text
	}
	if slot, ok = slotBehind(k, n.As, p.Name); !ok {
		if p.Pile {
			return "", "", false
		}
		slot, text = p.Name, n.As+":"+text
	}
	return slot, text, n.Square == 0
}

// slotBehind returns the slot that a name fills which stands behind a word in a canonical line, or
// behind none; own is that of the parameter, which "polyfor A from B" has behind a word.
func slotBehind(k *phrases.Kind, word, own string) (slot string, ok bool) {
	for _, o := range k.Order {
		if strings.Trim(o.Before, " ,") != word || o.Slot == "" {
			continue
		}
		if word != "" || o.Slot == own || o.Slot == "wanted" && k.Slots[o.Slot].Param == nil {
			return o.Slot, true
		}
	}
	return own, word == ""
}
