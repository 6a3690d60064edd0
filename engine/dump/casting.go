package dump

import (
	"slices"
	"strings"

	"delphi/engine/rules"
	"delphi/engine/spell"
)

// settle fills in what only the whole page decides: what is worn, what an
// absent word means.
func (r *reader) settle() {
	h := r.h
	if h.seen.attributes && h.Luck == nil {
		h.Luck = &Range{0, 0}
	}
	for i := range h.Inventory {
		h.implied(&h.Inventory[i])
		h.inHand(&h.Inventory[i])
	}
	for i := range h.Contents {
		h.implied(&h.Contents[i])
	}
	for i := range h.Inventory {
		it := &h.Inventory[i]
		if it.Worn == "" {
			continue
		}
		w := Worn{Slot: it.Worn, Name: it.Name, Enchant: it.Enchant, BUC: it.BUC, Erosion: it.Erosion, Class: it.Class, Letter: it.Letter}
		if w.Name == "" {
			w.Name = it.Appearance
		}
		h.Worn = append(h.Worn, w)
		if it.Worn == "wielded" {
			h.Wielded = w.Name
		}
	}
	if h.HD.Known && !h.HP.Known {
		h.XL = Num{}
	}
}

// implied fills in that a thing is uncursed where the game does not say it: of a
// Priest's things, and of everything in the list of a game that is over, where
// all is identified (objnam.c, doname).
func (h *Hero) implied(it *Item) {
	if it.BUC == "" && (h.Role == "Priest" || h.Died != nil && h.Died.How != "") {
		it.BUC, it.Implied = "uncursed", true
	}
}

// inHand says which of two weapons is the main one: that in the hero's better hand.
func (h *Hero) inHand(it *Item) {
	switch {
	case it.Worn == "held_left" && h.left, it.Worn == "held_right" && !h.left:
		it.Worn = "wielded"
	case it.Worn == "held_left", it.Worn == "held_right":
		it.Worn = "alternate"
	}
}

// WeaponSkill returns the hero's skill with what is wielded, as a word of Skill's
// levels; empty if the page does not tell it.
func (h *Hero) WeaponSkill() string {
	if h.weapon == "no" {
		return "restricted"
	}
	return h.weapon
}

// Partial reports whether stacks were shown without the headings of an inventory, so
// that there may be more; what is worn is taken to be among them.
func (h *Hero) Partial() bool { return h.seen.partly && !h.seen.inventory }

// SeesAttributes reports whether the page lists the hero's properties, so that
// one that is missing is lacking.
func (h *Hero) SeesAttributes() bool { return h.seen.attributes }

// Skill returns the hero's skill in a school of magic or of weapons as the page tells
// it; ok is false if it does not. A skill that is missing from a whole list is
// restricted; SLASH'EM leaves out those that are unskilled as well.
func (h *Hero) Skill(name string) (level string, ok bool) {
	for _, s := range h.Skills {
		if s.Name == name {
			return s.Level, true
		}
	}
	if !h.seen.skills || h.seen.skillPages < h.seen.skillOf {
		return "", false
	}
	return "restricted", true
}

// school returns the hero's skill in a school of magic.
func (h *Hero) school(s rules.School) (rules.Skill, bool) {
	level, ok := h.Skill(string(s) + " spells")
	if !ok {
		return 0, false
	}
	skill, known := rules.SkillNamed(level)
	return skill, known
}

// cast computes the failure of each spell, where the page tells all that it
// depends on.
func (h *Hero) cast(set *rules.Set) {
	for i := range h.Spells {
		sp := &h.Spells[i]
		known := set.Spell(sp.Name)
		role := set.Role(h.Role)
		if known == nil || role == nil {
			continue
		}
		if skill, ok := h.school(set.School(role, known)); ok {
			sp.Skill = skill.String()
		}
		qs, ok := h.Casts(set, known)
		if !ok {
			continue
		}
		first := spell.Fail(&qs[0])
		same := true
		for j := range qs {
			if a := spell.Fail(&qs[j]); a.Fail != first.Fail || a.Cost != first.Cost {
				same = false
			}
		}
		if same {
			sp.Fail = Is(first.Fail)
			if !first.Fails {
				sp.Cost = Is(first.Cost)
			}
		}
	}
}

// Casts returns the question that a spell of the hero's puts to the rules; several
// where something worn is not known and may be more than one thing. ok is false if the
// page does not tell what a cast depends on.
func (h *Hero) Casts(set *rules.Set, sp *rules.Spell) (qs []spell.Question, ok bool) {
	role := set.Role(h.Role)
	if role == nil || !h.XL.Known || h.HD.Known || !h.seen.inventory && !h.seen.partly || h.seen.inventoryPages < h.seen.inventoryOf {
		return nil, false
	}
	q := spell.Question{Rules: set, Role: role, Spell: sp, XL: h.XL.N, Int: h.Int.Or(Is(10)).N, Wis: h.Wis.Or(Is(10)).N, Dex: h.Dex.Or(Is(12)).N}
	if stat := map[rules.Stat]Num{rules.Int: h.Int, rules.Wis: h.Wis}[role.Stat]; !stat.Known || len(set.Casting.Dexterity) > 0 && !h.Dex.Known {
		return nil, false
	}
	q.Skill, ok = h.school(set.School(role, sp))
	if !ok {
		return nil, false
	}
	qs = []spell.Question{q}
	for _, it := range h.Inventory {
		switch {
		case it.Worn == "wielded":
			for i := range qs {
				qs[i].Held = set.HeldNamed(it.Name)
			}
			continue
		case it.Worn == "":
			continue
		}
		could := it.pieces(set)
		if could == nil {
			continue
		}
		var next []spell.Question
		for _, q := range qs {
			for _, p := range could {
				q.Worn[p.Slot] = p
				next = append(next, q)
			}
		}
		if qs = next; len(qs) > 64 {
			return nil, false
		}
	}
	for i := range qs {
		if qs[i].Check() != nil {
			return nil, false
		}
	}
	return qs, true
}

// pieces returns the pieces of armour that something worn may be, as far as casting
// tells them apart, or nil. The attributes on the page count what is worn in already,
// so that nothing is left of an enchantment.
func (it *Item) pieces(set *rules.Set) []spell.Piece {
	names := it.Could
	if it.Name != "" {
		names = []string{it.Name}
	}
	var out []spell.Piece
	add := func(w *rules.Worn) {
		p := spell.Piece{Worn: it.made(w), BUC: bucNamed(it.BUC)}
		if !slices.ContainsFunc(out, func(x spell.Piece) bool { return sameCasting(x.Worn, p.Worn) }) {
			out = append(out, p)
		}
	}
	for _, n := range names {
		if w := set.WornNamed(n); w != nil {
			add(w)
		}
	}
	if len(names) == 0 && it.Class == "armor" {
		for _, w := range set.Worn {
			if w.Slot.String() == it.Worn && !(w.Slot == rules.Body) {
				add(w)
			}
		}
	}
	return out
}

// made returns a piece of armour of the material that the line says.
func (it *Item) made(w *rules.Worn) *rules.Worn {
	if it.Material == "" {
		return w
	}
	other := *w
	other.Metallic = slices.Contains([]string{"iron", "metal", "steel", "copper", "bronze", "silver", "gold", "golden", "platinum", "adamantine", "mithril"}, it.Material)
	return &other
}

// sameCasting reports whether two pieces are one to the casting rules.
func sameCasting(a, b *rules.Worn) bool {
	same := func(w *rules.Worn) rules.Worn {
		c := *w
		c.Name, c.Aliases, c.Material, c.Weight = "", nil, "", 0
		c.Mind, c.Dull, c.Scales = false, false, false
		return c
	}
	x, y := same(a), same(b)
	return x.Slot == y.Slot && x.Metallic == y.Metallic && x.Bulky == y.Bulky && x.Big == y.Big && x.Robe == y.Robe && x.Power == y.Power && x.Clear == y.Clear && x.Free == y.Free
}

func bucNamed(s string) rules.BUC {
	for _, b := range []rules.BUC{rules.Blessed, rules.Uncursed, rules.Cursed} {
		if strings.EqualFold(b.String(), s) {
			return b
		}
	}
	return rules.BUCNotSaid
}
