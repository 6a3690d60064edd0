package plight

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"delphi/engine/dump"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// Trouble is one thing that is wrong with a hero.
type Trouble struct {
	Name    string        `json:"trouble"` // as rules.TroubleKind, or an Ailment that no god minds
	Kind    rules.Trouble `json:"-"`
	Ailment string        `json:"ailment,omitempty"` // as rules.Ailment; empty: no table of remedies has it
	Shown   string        `json:"shown,omitempty"`   // what the page shows of it: "HP 5(40) is low (8 or less)"
	Turns   int           `json:"turns,omitempty"`   // after which it kills, at most, or moves of the monster inside which the hero is; 0: it does not by itself, or not soon
	// UpTo is the highest experience level at which hit points are that low, where the level is
	// not known and decides it; 0: it does not.
	UpTo int `json:"up_to_xl,omitempty"`
	// Least is how many turns it leaves at least, of one that kills after Turns at most, and
	// Drowns the chance that a move of what holds the hero drowns them.
	Least  int     `json:"least_turns,omitempty"`
	Drowns float64 `json:"drowns,omitempty"`
}

// Rules returns those that count for the troubles of a version: its own, or of its
// nearest ancestor that has any.
func Rules(set *rules.Set) *rules.Plight {
	return nearest(set, func(s *rules.Set) bool { return s.Plight() != nil }).Plight()
}

// nearest returns the set itself, or the first of its ancestors that has something.
func nearest(set *rules.Set, has func(*rules.Set) bool) *rules.Set {
	for !has(set) && set.Parent != "" {
		set = rules.Get(set.Parent)
	}
	return set
}

// Told is a trouble that somebody names: one of the gods', or an ailment.
type Told struct{ Trouble, Ailment string }

// Of lists the troubles that a page shows and those that were told, in the order
// in which gods mend them, and behind them those that no god minds.
func Of(h *dump.Hero, told ...Told) []Trouble {
	x := &search{h: h, set: h.Set(), p: Rules(h.Set())}
	for _, t := range told {
		x.add(t.Trouble, t.Ailment, "")
	}
	x.signs()
	x.hunger()
	x.lowHP()
	x.worn()
	x.losses()
	slices.SortStableFunc(x.found, func(a, b Trouble) int { return cmp.Compare(x.rank(a), x.rank(b)) })
	return x.found
}

// ByStakes lists troubles by how soon they kill: those with the fewest turns
// left, then low hit points, and the others as the gods have them, but last what can wait.
func ByStakes(list []Trouble) []Trouble {
	out := slices.Clone(list)
	stakes := func(t Trouble) int {
		switch {
		case t.Drowns > 0:
			return 1
		case t.Turns > 0:
			return t.Turns
		case t.Name == LowHP || t.Name == Lava:
			return 1 << 8
		case t.Name == CursedItems || t.Name == Attribute:
			return 1 << 10
		}
		return 1 << 9
	}
	slices.SortStableFunc(out, func(a, b Trouble) int { return cmp.Compare(stakes(a), stakes(b)) })
	return out
}

// The troubles that this package asks for by name, as the tables have them.
const (
	Stoned      = "stoned"
	Slimed      = "slimed"
	Strangled   = "strangled"
	Lava        = "lava"
	Poisoned    = "food poisoned"
	Weak        = "weak"
	Hungry      = "hungry"
	LowHP       = "low hp"
	Lycanthropy = "lycanthropy"
	Collapsing  = "collapsing"
	Levitation  = "cursed levitation"
	Hands       = "unusable hands"
	Blindfold   = "cursed blindfold"
	Punished    = "punished"
	Fumbling    = "fumbling"
	CursedItems = "cursed items"
	Blind       = "blind"
	Attribute   = "lowered attribute"
	Legs        = "wounded legs"
)

// search is the state of a search for troubles.
type search struct {
	h     *dump.Hero
	set   *rules.Set
	p     *rules.Plight
	found []Trouble
}

// rank returns where a trouble stands among those that gods mend.
func (x *search) rank(t Trouble) int {
	if i := slices.IndexFunc(x.p.Troubles, func(k *rules.TroubleKind) bool { return k.Name == t.Name }); i >= 0 {
		return i
	}
	return len(x.p.Troubles)
}

// add keeps a trouble, once.
func (x *search) add(name, ailment, shown string) {
	t := Trouble{Name: name, Ailment: ailment, Shown: shown, Turns: x.turns(ailment)}
	for _, k := range x.p.Troubles {
		if k.Name == name {
			t.Kind = k.Trouble
		}
	}
	for i := range x.found {
		if x.found[i].Name == name && x.found[i].Ailment == ailment {
			x.found[i].Shown = cmp.Or(x.found[i].Shown, shown)
			return
		}
	}
	x.found = append(x.found, t)
}

// turns returns how many turns a trouble leaves, at most.
func (x *search) turns(ailment string) int {
	if ailment == "illness" && x.h.Con.Known {
		return x.p.IllnessTurns + x.h.Con.N
	}
	n, _ := x.p.Kills(ailment)
	return n
}

// hunger takes the hero's hunger. Who has enough to eat is only hungry where a
// version's gods look into the larder.
func (x *search) hunger() {
	switch h := x.h.Hunger; h {
	case "Weak", "Fainting", "Fainted", "Starved":
		if x.fed() {
			x.add(Hungry, "hunger", h)
			return
		}
		x.add(Weak, "hunger", h)
	case "Hungry":
		x.add(Hungry, "hunger", h)
	}
}

// fed reports whether the hero carries food enough for the gods of a version that
// look into the larder: not that of somebody who never eats, no tins, eggs and
// corpses, and less for whoever digests slowly (countfood, insufficient_food).
func (x *search) fed() bool {
	if x.p.Larder == 0 || slices.ContainsFunc(x.h.Conducts, func(s string) bool { return strings.Contains(s, "went without food") }) {
		return false
	}
	need := x.p.Larder
	if slices.ContainsFunc(x.h.Attributes, func(s string) bool { return strings.Contains(s, "slower digestion") }) {
		need = x.p.SlowLarder
	}
	from, sum := nearest(x.set, func(s *rules.Set) bool { return s.Objects() != nil }), 0
	for _, it := range slices.Concat(x.h.Inventory, x.h.Contents) {
		o := from.Object(it.Name)
		if o != nil && o.Class == "food" && !it.Partly && o.Name != "tin" && o.Name != "egg" && o.Name != "corpse" && !strings.HasPrefix(o.Name, "glob of ") {
			sum += it.Quantity * o.Nutrition
		}
	}
	return sum >= need
}

// lowHP takes hit points that are low by the rule of prayer.
func (x *search) lowHP() {
	h := x.h
	if !h.HP.Known {
		return
	}
	if h.HD.Known && x.p.OwnHP && !x.unchanging() {
		return
	}
	most := x.p.LowHP
	switch {
	case h.XL.Known && h.MaxHP.Known:
		most = x.p.LowHPLimit(h.XL.N, h.MaxHP.N)
	case h.MaxHP.Known:
		most = x.p.LowHPLimit(x.likely(h.HP.N, h.MaxHP.N), h.MaxHP.N)
	}
	if h.HP.N > most {
		return
	}
	shown := fmt.Sprintf("HP %d", h.HP.N)
	if h.MaxHP.Known {
		shown += fmt.Sprintf("(%d)", h.MaxHP.N)
	}
	shown = fmt.Sprintf("%s is low (%d or less)", shown, most)
	upTo := x.lowUpTo()
	if upTo > 0 {
		shown += fmt.Sprintf(" up to XL %d only", upTo)
	}
	x.add(LowHP, "low hp", shown)
	for i := range x.found {
		if x.found[i].Name == LowHP {
			x.found[i].UpTo = upTo
		}
	}
}

// lowUpTo returns the highest level at which the hero's hit points are low, if the page does
// not show the level and they are not low at every one from the likely one on; else 0.
func (x *search) lowUpTo() int {
	h := x.h
	if h.XL.Known || !h.MaxHP.Known {
		return 0
	}
	for xl := x.likely(0, h.MaxHP.N); xl < spell.MaxXL; xl++ {
		if h.HP.N > x.p.LowHPLimit(xl+1, h.MaxHP.N) {
			return xl
		}
	}
	return 0
}

// likely returns the least level at which all of the maximum counts.
func (x *search) likely(_, full int) int {
	xl := 1
	for x.p.LowHPLevel > 0 && xl < 30 && x.p.LowHPLevel*xl < full {
		xl++
	}
	return xl
}

// LikelyXL returns the experience level that is taken where a page shows hit points
// without one: the least at which all of the maximum counts.
func LikelyXL(set *rules.Set, full int) int { return (&search{p: Rules(set)}).likely(0, full) }

// unchanging reports whether the hero has no other form to return to.
func (x *search) unchanging() bool {
	worn := x.wears("amulet", "amulet of unchanging")
	return worn || slices.ContainsFunc(x.h.Attributes, func(s string) bool {
		return strings.Contains(s, "could not change") || strings.Contains(s, "can not change") || strings.Contains(s, "unchanging")
	})
}

// losses takes attributes below their peak, and what comes of a load that is too
// heavy for the Strength left.
func (x *search) losses() {
	var lost []string
	for _, l := range x.h.Lost {
		lost = append(lost, fmt.Sprintf("%s %d down", l.Attribute, l.Points))
		if l.Attribute == "strength" && l.Points >= x.p.CollapseLoss && (x.h.Burden == "Overtaxed" || x.h.Burden == "Overloaded") {
			x.add(Collapsing, "attribute loss", x.h.Burden)
		}
	}
	if len(lost) > 0 {
		x.add(Attribute, "attribute loss", strings.Join(lost, ", "))
	}
}
