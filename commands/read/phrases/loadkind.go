package phrases

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
)

var silentKinds = []string{Talk, Nothing, Pick}

// loadKind reads "fail : slots of its own; a * behind a name: several".
func (b *builder) loadKind(rest string) (*Kind, error) {
	name, own, _ := strings.Cut(rest, ":")
	name = strings.TrimSpace(name)
	k := b.byKind[name]
	if k == nil {
		k = &Kind{Name: name, Silent: true, Slots: map[string]*Slot{}}
		if slices.Contains(silentKinds, name) {
			b.Kinds = append(b.Kinds, k)
		} // else a command that is not there: what is said of it is read, and leads nowhere
		b.byKind[name] = k
		k.Takes = append(k.Takes, Take{sym: b.symbol(name + ".cue")})
	}
	for w := range strings.FieldsSeq(own) {
		s, many := strings.CutSuffix(w, "*")
		if err := b.slot(k, s, many, nil); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// slot gives a kind a slot, filled by the phrases of its name, shared or the kind's own.
func (b *builder) slot(k *Kind, name string, many bool, p *commands.Param) error {
	if k.Slots[name] != nil {
		k.Slots[name].Many = k.Slots[name].Many || many
		return nil
	}
	if len(k.Slots) >= mostSlots {
		return b.errorAt("kind %s has too many slots", k.Name)
	}
	k.Slots[name] = &Slot{Name: name, Bit: uint(len(k.Slots)), Many: many, Param: p}
	k.Takes = append(k.Takes, Take{sym: b.symbol(name), Slot: name}, Take{sym: b.symbol(k.Name + "." + name), Slot: name})
	return nil
}

// join makes the kinds that ask two things, once all phrases are known.
func (b *builder) join() error {
	for _, j := range b.joints {
		one, two := b.byKind[j[0]], b.byKind[j[1]]
		k := &Kind{Name: one.Name + "+" + two.Name, Command: one.Command, Slots: map[string]*Slot{}, Parts: []*Kind{one, two}}
		for _, part := range k.Parts {
			for _, t := range part.Takes {
				if t.Slot != "" && k.Slots[t.Slot] == nil {
					if len(k.Slots) >= mostSlots {
						return fmt.Errorf("kinds %s have too many slots", k.Name)
					}
					s := *part.Slots[t.Slot]
					s.Bit = uint(len(k.Slots))
					k.Slots[t.Slot] = &s
				}
				if !slices.ContainsFunc(k.Takes, func(o Take) bool { return o.sym == t.sym }) {
					k.Takes = append(k.Takes, t)
				}
			}
		}
		k.Needs = []Need{{Slots: []string{"cue"}, Mask: CueBit, Cost: 4}, {Slots: []string{"cues"}, Mask: SecondCueBit, Cost: 4}}
		for _, n := range one.Needs {
			m := Need{Slots: n.Slots, Cost: n.Cost}
			for _, s := range n.Slots {
				if s == "cue" {
					m.Mask |= CueBit
				} else {
					m.Mask |= 1 << k.Slots[s].Bit
				}
			}
			k.Needs = append(k.Needs, m)
		}
		b.Kinds = append(b.Kinds, k)
		b.byKind[k.Name] = k
	}
	return nil
}

// lone lets a kind whose answer no hero changes hear who the hero is: "nurse dancing, val".
func (b *builder) lone(k *Kind) {
	if k.Command == nil || !k.Command.Cacheable || len(k.Parts) > 0 {
		return
	}
	for _, name := range traits {
		if k.Slots[name] == nil {
			k.Takes = append(k.Takes, Take{sym: b.symbol(name), Lone: true})
		}
	}
	if k.Slots[RoleParam] == nil && k.Slots["hero"] == nil {
		k.Takes = append(k.Takes, Take{sym: b.symbol("hero"), Lone: true})
	}
}

// The names of the parameters for what the hero is.
const (
	RoleParam      = "role"
	RaceParam      = "race"
	alignmentParam = "alignment"
)

// traits are the slots that say who the hero is. Figures are none: "level 4" may be the dungeon's.
var traits = []string{RoleParam, RaceParam, alignmentParam}

// mostSlots is how many slots a kind may have: each has a bit of a mask, of which two are cues'.
const mostSlots = 62

// has returns an error if a kind lacks a slot. Of a command that is not there nothing is known.
func (b *builder) has(k *Kind, slots ...string) error {
	for _, s := range slots {
		if k.Slots[s] == nil && k.Command != nil {
			return b.errorAt("kind %s has no slot %q", k.Name, s)
		}
	}
	return nil
}

// loadNeed reads "spell|everything ; 1.5".
func (b *builder) loadNeed(k *Kind, rest string) error {
	list, cost, err := b.costly(rest, 2)
	if err != nil {
		return err
	}
	n := Need{Slots: strings.Split(list, "|"), Cost: cost}
	for _, s := range n.Slots {
		if s == "cue" {
			n.Mask |= CueBit
		} else if k.Slots[s] == nil && k.Command == nil {
			continue
		} else if k.Slots[s] == nil {
			return b.errorAt("kind %s has no slot %q", k.Name, s)
		} else {
			n.Mask |= 1 << k.Slots[s].Bit
		}
	}
	k.Needs = append(k.Needs, n)
	return nil
}

// costly reads "what ; 1.5", of which the cost may be left out.
func (b *builder) costly(rest string, cost float32) (string, float32, error) {
	what, text, _ := strings.Cut(rest, ";")
	if c := strings.TrimSpace(text); c != "" {
		f, err := strconv.ParseFloat(c, 32)
		if err != nil {
			return "", 0, b.errorAt("%q is no cost", c)
		}
		cost = float32(f)
	}
	return strings.TrimSpace(what), cost, nil
}

// loadClash reads "ac monster ; 4".
func (b *builder) loadClash(k *Kind, rest string) error {
	list, cost, err := b.costly(rest, 4)
	if err != nil {
		return err
	}
	slots := strings.Fields(list)
	if len(slots) != 2 {
		return b.errorAt("clash slot slot ; cost")
	}
	if err := b.has(k, slots...); err != nil || k.Command == nil {
		return err
	}
	k.Clashes = append(k.Clashes, Clash{Slots: [2]string(slots), Cost: cost, Mask: 1<<k.Slots[slots[0]].Bit | 1<<k.Slots[slots[1]].Bit})
	return nil
}

// loadMust reads "prayed|since|turn ; when soon": words after the semicolon ask what needs
// none of these.
func (b *builder) loadMust(k *Kind, rest string) error {
	list, words, _ := strings.Cut(rest, ";")
	k.Must, k.Unless = strings.Split(strings.TrimSpace(list), "|"), map[int32]bool{}
	for w := range strings.FieldsSeq(words) {
		k.Unless[b.lit(w)] = true
	}
	return b.has(k, k.Must...)
}

// loadDrops reads "corpse : tin buc": another corpse is in no tin unless it is said anew.
func (b *builder) loadDrops(k *Kind, rest string) error {
	of, list, ok := strings.Cut(rest, ":")
	d := Drop{Of: strings.Split(strings.TrimSpace(of), "|"), Slots: strings.Fields(list)}
	if !ok || len(d.Slots) == 0 {
		return b.errorAt("drops slot|slot : slots")
	}
	k.Drops = append(k.Drops, d)
	return b.has(k, slices.Concat(d.Of, d.Slots)...)
}

// loadWithin reads "what : enchanted cursing": "+3" takes the place of the "+2" in what is wished
// for.
func (b *builder) loadWithin(k *Kind, rest string) error {
	text, list, ok := strings.Cut(rest, ":")
	k.Text, k.Within = strings.TrimSpace(text), strings.Fields(list)
	if !ok || len(k.Within) == 0 {
		return b.errorAt("within slot : slots")
	}
	return b.has(k, append([]string{k.Text}, k.Within...)...)
}

// loadLine reads "version role xl spell, worn, "for "wanted".
func (b *builder) loadLine(k *Kind, rest string) error {
	fields, err := quotedFields(rest)
	if err != nil {
		return b.errorAt("%v", err)
	}
	for _, f := range fields {
		var s LineSlot
		if i := strings.LastIndexByte(f, '\x00'); i >= 0 { // what stood in quotation marks
			s.Before, f = strings.ReplaceAll(f[:i], "\x00", ""), f[i+1:]
		}
		f, s.Comma = strings.CutSuffix(f, ",")
		s.Slot, s.Join, _ = strings.Cut(f, "/")
		if s.Join == "" {
			s.Join = ", "
		} else {
			s.Join = " " + strings.ReplaceAll(s.Join, "_", " ") + " "
		}
		if s.Slot != "" {
			if err := b.has(k, s.Slot); err != nil {
				return err
			}
		}
		k.Order = append(k.Order, s)
	}
	return nil
}

// spare is a phrase that kinds with none of some slots read and drop.
type spare struct {
	phrase string
	slots  []string
}

// loadSpare reads "sparelevel : dlvl depth": a phrase, and the slots of which a kind that reads it
// has none.
func (b *builder) loadSpare(rest string) error {
	name, slots, ok := strings.Cut(rest, ":")
	if !ok || strings.TrimSpace(slots) == "" {
		return b.errorAt("spare wants a phrase and slots")
	}
	b.spare = append(b.spare, spare{strings.TrimSpace(name), strings.Fields(slots)})
	return nil
}

// spares returns what a kind reads and drops because it has no use for it.
func (b *builder) spares(k *Kind) (out []Take) {
	if k.Command == nil { // talk is of nothing in the game
		return nil
	}
	for _, s := range b.spare {
		if !slices.ContainsFunc(s.slots, func(slot string) bool { return k.Slots[slot] != nil }) {
			out = append(out, Take{sym: b.symbol(s.phrase)})
		}
	}
	return out
}
