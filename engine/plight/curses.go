package plight

import (
	"slices"
	"strings"

	"delphi/engine/dump"
	"delphi/engine/making"
	"delphi/engine/rules"
)

// slots are where something worn can be cursed, in the order in which gods look
// (worst_cursed_item).
var slots = []string{"gloves", "shield", "cloak", "body", "helmet", "boots", "shirt", "amulet", "ring_left", "ring_right", "eyes"}

// in returns what is worn or wielded somewhere; nil: nothing.
func (x *search) in(slot string) *dump.Item {
	for i := range x.h.Inventory {
		if x.h.Inventory[i].Worn == slot {
			return &x.h.Inventory[i]
		}
	}
	return nil
}

// wears reports whether something of that name is in a slot.
func (x *search) wears(slot, name string) bool {
	it := x.in(slot)
	return it != nil && it.Name == name
}

// cursed returns what is in a slot if it is cursed and holds the hero; nil: it is not.
func (x *search) cursed(slot string) *dump.Item {
	it := x.in(slot)
	if it == nil || it.BUC != "cursed" || x.h.Role == x.p.Fearless && x.p.Fearless != "" {
		return nil
	}
	return it
}

// worn takes the troubles of what is worn, wielded and carried.
func (x *search) worn() {
	weapon := x.welded()
	gloves, boots := x.cursed("gloves"), x.cursed("boots")
	if boots != nil && boots.Name == "levitation boots" {
		x.add(Levitation, Levitation, boots.Text)
	}
	for _, slot := range []string{"ring_left", "ring_right"} {
		ring := x.in(slot)
		if ring == nil || ring.Name != "ring of levitation" {
			continue
		}
		stuck := weapon != nil && (x.big(weapon) || slot == "ring_right")
		if stuck || gloves != nil || x.cursed(slot) != nil {
			x.add(Levitation, Levitation, ring.Text)
		}
	}
	if weapon != nil && (x.big(weapon) || x.cursed("shield") != nil || x.formless("NOHANDS")) {
		x.add(Hands, CursedItems, weapon.Text)
	} else if x.formless("NOHANDS") && !x.unchanging() {
		x.add(Hands, "", x.h.Form)
	}
	if eyes := x.cursed("eyes"); eyes != nil && eyes.Name != "lenses" {
		x.add(Blindfold, CursedItems, eyes.Text)
	}
	if gloves != nil && gloves.Name == "gauntlets of fumbling" {
		x.add(Fumbling, Fumbling, gloves.Text)
	}
	if boots != nil && boots.Name == "fumble boots" {
		x.add(Fumbling, Fumbling, boots.Text)
	}
	if it := x.worst(weapon); it != nil {
		x.add(CursedItems, CursedItems, it.Text)
	}
}

// worst returns the cursed thing that a god would free the hero of, or nil.
func (x *search) worst(weapon *dump.Item) *dump.Item {
	for _, slot := range slots {
		it := x.cursed(slot)
		if it != nil && !slices.Contains(x.p.Spared, it.Name) {
			return it
		}
	}
	if weapon != nil {
		return weapon
	}
	if it := x.cursed("alternate"); it != nil && !strings.Contains(it.Text, "not wielded") {
		return it
	}
	for i := range x.h.Inventory {
		it := &x.h.Inventory[i]
		fearless := x.h.Role == x.p.Fearless && x.p.Fearless != ""
		if it.BUC == "cursed" && (it.Name == "loadstone" && !fearless || x.lucky(it)) {
			return it
		}
	}
	return nil
}

// lucky reports whether a thing bears on Luck while it is carried.
func (x *search) lucky(it *dump.Item) bool {
	if it.Name == "luckstone" {
		return true
	}
	from := nearest(x.set, func(s *rules.Set) bool { return s.Powers() != nil })
	return it.Artifact != "" && slices.ContainsFunc(from.Powers(), func(p *rules.Powers) bool {
		return p.Name == it.Artifact && (slices.Contains(p.Wielded, "luck") || slices.Contains(p.Carried, "luck"))
	})
}

// welded returns the weapon that the hero cannot let go of, or nil.
func (x *search) welded() *dump.Item {
	it := x.cursed("wielded")
	if it == nil {
		return nil
	}
	o := x.object(it)
	switch {
	case it.Class == "weapon", it.Class == "ball", it.Class == "chain", it.Name == "tin opener":
		return it
	case o != nil && o.Class == "tool" && o.Sub != 0:
		return it
	}
	return nil
}

// big reports whether a thing takes both hands.
func (x *search) big(it *dump.Item) bool {
	o := x.object(it)
	return o != nil && o.Big
}

// object returns the row of a thing's kind; nil if it is not known.
func (x *search) object(it *dump.Item) *rules.Object {
	return nearest(x.set, func(s *rules.Set) bool { return s.Objects() != nil }).Object(it.Name)
}

// form returns the monster that the hero is polymorphed into; nil: none, or the page
// does not say which.
func (x *search) form() *rules.Monster {
	if x.h.Form == "" {
		return nil
	}
	b := nearest(x.set, func(s *rules.Set) bool { return s.Bestiary() != nil }).Bestiary()
	for _, m := range b.Monsters {
		if slices.ContainsFunc(m.Names, func(n string) bool { return strings.EqualFold(n, x.h.Form) }) {
			return m
		}
	}
	return nil
}

// formless reports whether the hero's new form has a flag, such as NOHANDS.
func (x *search) formless(flag string) bool {
	m := x.form()
	return m != nil && (m.Is(flag) || flag == "NOHANDS" && m.Is("NOLIMBS"))
}

// ruleAmuletOff is the rule of taking off the amulet that strangles.
const ruleAmuletOff = "amulet taken off"

// amulet returns the remedy of taking off what strangles. Unless the page says whether
// it is cursed, that is as likely as for any amulet that the game makes.
func (p *planner) amulet() (Remedy, bool) {
	can := 0.0
	if o := p.set.Object("amulet of strangulation"); o != nil && p.set.Making() != nil {
		for _, s := range making.New(p.set.Making(), o) {
			if s.BUC != rules.Cursed {
				can += s.P
			}
		}
	}
	r := Remedy{Do: "take the amulet off", P: &can, That: "it is not cursed", Rule: ruleAmuletOff, dear: free}
	for _, it := range p.q.Hero.Inventory {
		if it.Worn != "amulet" || it.BUC == "" {
			continue
		}
		if r.That, can = "", 1; it.BUC == "cursed" {
			return Remedy{}, false
		}
	}
	return r, true
}
