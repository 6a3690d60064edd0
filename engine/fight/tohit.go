package fight

import (
	"delphi/engine/dist"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Step is one part of a to-hit number.
type Step struct {
	What  string `json:"what"`
	Value int    `json:"value"`
	Rule  string `json:"-"` // of data/all/cites
}

// roll is a to-hit number: the sum of steps, and what an artifact's power adds
// with a chance of extraIn100 in 100.
type roll struct {
	steps      []Step
	sum        int
	extra      int // rnd(extra); 0: nothing
	extraIn100 int
}

func (r *roll) add(what string, value int, rule string) {
	if value != 0 {
		r.steps = append(r.steps, Step{what, value, rule})
		r.sum += value
	}
}

// dist returns the distribution of the number.
func (r *roll) dist() dist.Dist {
	d := dist.Exactly(r.sum)
	if r.extra == 0 || r.extraIn100 == 0 {
		return d
	}
	applies := d.Plus(dist.Die(r.extra)).Times(float64(r.extraIn100) / 100)
	return d.Times(float64(100-r.extraIn100) / 100).Or(applies).Trim()
}

// chance returns the chance to hit, with which the number less edge beats the d20: edge
// is 1 where it must exceed the roll, 0 if it must reach it.
func (r *roll) chance(edge int) odds.Fraction {
	in20 := func(n int) int64 { return int64(max(0, min(20, n-edge))) }
	if r.extra == 0 || r.extraIn100 == 0 {
		return odds.Of(in20(r.sum), 20)
	}
	hits := in20(r.sum) * int64(100-r.extraIn100) * int64(r.extra)
	for n := 1; n <= r.extra; n++ {
		hits += in20(r.sum+n) * int64(r.extraIn100)
	}
	return odds.Of(hits, 20*100*int64(r.extra))
}

// melee returns the number of a swing with w, the hero's only or first weapon, or
// the second of two (find_roll_to_hit).
func (q *Question) melee(w *Weapon, second bool) *roll {
	f, h, t := q.Rules, &q.Hero, &q.Target
	r := &roll{}
	r.add("base", 1, "to hit")
	r.add("Strength", rules.Above(f.StrHit, h.Str), "ability to hit")
	if h.XL <= f.NewbieXL {
		r.add("low experience level", 1, "ability to hit")
	}
	r.add("Dexterity", rules.Above(f.DexHit, h.Dex), "ability to hit")
	r.add("target's AC", t.AC, "to hit")
	r.add("rings of increase accuracy", h.Accuracy, "to hit")
	r.add("Luck", luckHit(h.Luck, f.LuckDivisor), "to hit")
	r.add("experience level", h.XL, "to hit")
	if t.Stunned {
		r.add("target stunned", 2, "to hit")
	}
	if t.Fleeing {
		r.add("target fleeing", 2, "to hit")
	}
	if t.Asleep && !(second && f.RollWakes) {
		r.add("target asleep", 2, "to hit")
	}
	if t.Helpless {
		r.add("target cannot move", 4, "to hit")
	}
	if h.Role == "Monk" {
		switch {
		case h.Armour:
			r.add("Monk in body armor", -20, "to hit")
		case q.Weapon.None() && !h.Shield:
			r.add("Monk's martial arts", h.XL/3+2, "to hit")
		}
	}
	if h.elf() && t.Is("ORC") {
		r.add("elf against an orc", 1, "to hit")
	}
	if h.Load > 0 {
		r.add("encumbrance", -(2*h.Load - 1), "to hit")
	}
	if h.Trapped {
		r.add("trapped", -3, "to hit")
	}
	if q.Kick {
		if h.martial() && !f.ArmedOnly {
			q.skill(r, &Weapon{})
		}
		return r
	}
	q.weaponHit(r, w)
	if !w.None() || !f.ArmedOnly {
		q.skill(r, w)
	}
	return r
}

// luckHit returns the to-hit bonus of Luck.
func luckHit(luck, divisor int) int {
	if luck < 0 {
		return -luckHit(-luck, divisor)
	}
	return (luck + divisor - 1) / divisor
}

// weaponHit adds the weapon's own to-hit bonus (hitval).
func (q *Question) weaponHit(r *roll, w *Weapon) {
	if w.None() {
		return
	}
	t := &q.Target
	if w.isWeapon() {
		r.add("enchantment", w.Enchant, "weapon to hit")
	}
	r.add(w.Name, w.Oc1, "weapon to hit")
	if w.isWeapon() && w.BUC == rules.Blessed && (t.Is("UNDEAD") || t.Is("DEMON")) {
		r.add("blessed weapon", 2, "weapon to hit")
	}
	skill := q.Rules.WeaponSkill(w.Object)
	if (skill == "spear" || skill == "javelin") && w.Sub > 0 && anyOf("XDJNH", t.Symbol) {
		r.add("spear", 2, "weapon to hit")
	}
	if w.Name == "trident" && t.Is("SWIM") {
		switch {
		case t.InWater:
			r.add("trident in water", 4, "weapon to hit")
		case anyOf(";S", t.Symbol):
			r.add("trident", 2, "weapon to hit")
		}
	}
	if (w.Name == "pick-axe" || w.Name == "dwarvish mattock") && t.Is("WALLWALK") && t.Is("THICK_HIDE") {
		r.add("pick against rock", 2, "weapon to hit")
	}
	if a := q.Rules.Artifact(w.Artifact); a != nil && a.Hit > 0 {
		r.extra, r.extraIn100 = a.Hit, q.helpsHit(a)
	}
}

// helpsHit returns how many times in 100 an artifact adds to hit.
func (q *Question) helpsHit(a *rules.ArtifactPower) int {
	switch {
	case a.HitFlag != "" && !q.Target.Is(a.HitFlag):
		return 0
	case q.Rules.HitResisted && a.Elemental():
		return 100
	}
	return q.applies(a)
}

func anyOf(symbols, symbol string) bool {
	for i := range symbols {
		if symbols[i:i+1] == symbol {
			return true
		}
	}
	return false
}

// isWeapon reports whether an object is a weapon or a weapon-tool.
func (w *Weapon) isWeapon() bool {
	return w.Class == "weapon" || w.Class == "tool" && w.Sub != 0
}

// skill adds the to-hit bonus of a skill (weapon_hit_bonus).
func (q *Question) skill(r *roll, w *Weapon) {
	f, h := q.Rules, &q.Hero
	two := h.TwoWeapon && !q.Missile && !q.Kick
	switch {
	case two:
		r.add("two-weapon skill", f.TwoWeaponHit[min(h.TwoWeaponSkill, w.Skill)], "skill to hit")
	case w.None():
		s := max(int(h.Bare), 1) - 1
		if h.martial() {
			r.add("martial arts skill", s+2, "skill to hit")
		} else {
			r.add("bare-handed skill", (s+2)/2, "skill to hit")
		}
	case f.WeaponSkill(w.Object) != "":
		r.add(f.WeaponSkill(w.Object)+" skill", f.SkillHit[w.Skill], "skill to hit")
	}
	if h.Riding {
		r.add("riding", f.RidingHit[h.RidingSkill], "skill to hit")
		if two {
			r.add("two weapons while riding", f.BothRiding, "skill to hit")
		}
	}
}
