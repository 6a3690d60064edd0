package plight

import (
	"cmp"
	"slices"

	"delphi/engine/eating"
	"delphi/engine/rules"
)

// enough is the nutrition by which a hungry hero is surely no longer so: each state is that wide
// (eat.c, newuhs). Who faints may need more.
var enough = map[string]int{Weak: 50, Hungry: 100}

// fills returns the nutrition of one piece of food; 0: it is not known, or not food.
func (p *planner) fills(o owned) int {
	if m := p.corpse(o); m != nil {
		return m.Nutrition
	}
	if x := p.set.Object(o.name); x != nil {
		return x.Nutrition
	}
	return 0
}

// corpse returns what a corpse is of; nil: it is none.
func (p *planner) corpse(o owned) *rules.Monster {
	if o.item == nil || o.item.Name != "corpse" {
		return nil
	}
	return p.set.Bestiary().Named(o.item.Of)
}

// meal returns the remedy of eating something. No corpse is a meal that may do more than fill.
func (p *planner) meal(r Remedy, t Trouble, o owned) (Remedy, bool) {
	m := p.corpse(o)
	if m != nil {
		e := eating.Of(&eating.Question{Bestiary: p.set.Bestiary(), Rules: rules.EatingOf(p.set.Name), Monster: m, Race: p.q.Hero.Race, Role: p.q.Hero.Role})
		if e.Safe != eating.Yes {
			return Remedy{}, false
		}
	}
	switch {
	case m != nil && !slices.Contains(lasting, m.Name):
		r.P, r.But = nil, "if it is fresh"
	case p.fills(o) < enough[t.Name]:
		r.P, r.But = nil, "unless that is too little"
	}
	return r, true
}

// lasting are the corpses that never grow too old to eat (eat.c, eatcorpse).
var lasting = []string{"lizard", "lichen"}

// meals returns the kit with the best meals first: what fills most, but corpses, which may be
// old, behind all else, and a lizard's, which is worth more than a meal, last.
func (p *planner) meals() []owned {
	last := func(o owned) int {
		switch {
		case o.name == "lizard corpse":
			return 2
		case p.corpse(o) != nil:
			return 1
		}
		return 0
	}
	return slices.SortedStableFunc(slices.Values(p.kit), func(a, b owned) int {
		return cmp.Or(last(a)-last(b), p.fills(b)-p.fills(a))
	})
}
