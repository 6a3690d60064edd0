package fight

import (
	"delphi/engine/problem"
	"delphi/engine/rnd"
	"delphi/engine/rules"
)

// missile returns the number of a thrown or fired Weapon, which hits if it reaches
// rnd(20) (thitmonst).
func (q *Question) missile() *roll {
	const to, state = "missile to hit", "missile size and state"
	f, h, t, w := q.Rules, &q.Hero, &q.Target, &q.Weapon
	r := &roll{}
	r.add("base", -1, to)
	r.add("Luck", h.Luck, to)
	r.add("target's AC", t.AC, to)
	r.add("rings of increase accuracy", h.Accuracy, to)
	r.add("experience level", h.XL, to)
	r.add("Dexterity", rules.Above(f.DexHit, h.Dex), to)
	r.add("distance", max(-4, 3-max(1, q.Distance)), to)
	r.add("target's size", sizes[t.Size]-2, state)
	if t.Asleep {
		r.add("target asleep", 2, state)
	}
	if t.Helpless || t.Speed == 0 {
		r.add("target cannot move", 4, state)
	}
	if h.elf() && t.Is("ORC") {
		r.add("elf against an orc", 1, to)
	}
	if !q.Second.None() && f.WeaponSkill(q.Second.Object) == "bow" {
		if h.Gauntlets {
			r.add("gauntlets of power with a bow", -2, to)
		}
		if h.FumblingGloves {
			r.add("gauntlets of fumbling with a bow", -3, to)
		}
	}
	switch {
	case w.Name == "heavy iron ball":
		r.add("heavy iron ball", 2, to)
		return r
	case w.Name == "boulder":
		r.add("boulder", 6, to)
		return r
	}
	q.weaponHit(r, w)
	switch {
	case w.ammo(f) && !q.launched():
		r.add("no launcher", -4, to)
	case q.launched():
		l := q.Second
		r.add("launcher's enchantment", l.Enchant, to)
		r.add("launcher's erosion", -l.Erosion, to)
		l.Skill = w.Skill
		q.skill(r, &l)
		if a := f.Artifact(l.Artifact); a != nil && a.Hit > 0 {
			r.extra, r.extraIn100 = a.Hit, q.helpsHit(a)
		}
		if f.WeaponSkill(w.Object) == "bow" && (h.elf() || h.Role == "Samurai") {
			r.add(h.archer()+" with a bow", 1, to)
			if h.elf() && l.Name == "elven bow" || h.Role == "Samurai" && l.Name == "yumi" {
				r.add("own kind of bow", 1, to)
			}
		}
	default:
		switch {
		case w.Name == "boomerang":
			r.add("boomerang", 4, to)
		case throwing(f, w):
			r.add("made to be thrown", 2, to)
		default:
			r.add("not made to be thrown", -2, to)
		}
		q.skill(r, w)
	}
	return r
}

func (h *Hero) archer() string {
	if h.elf() {
		return "elf"
	}
	return "Samurai"
}

// sizes maps a monster's size to the game's number for it.
var sizes = map[string]int{"tiny": 0, "small": 1, "medium": 2, "human": 2, "large": 3, "huge": 4, "gigantic": 7}

// throwing reports whether a weapon is made to be thrown (throwing_weapon, dothrow.c).
func throwing(f *rules.Fight, w *Weapon) bool {
	switch f.WeaponSkill(w.Object) {
	case "dart", "shuriken", "boomerang", "spear", "javelin":
		return true
	case "dagger", "knife":
		const pierces = 1
		return w.Dir&pierces != 0
	}
	return w.Name == "war hammer" || w.Name == "aklys"
}

// flies refuses missiles that are never thrown at the target: things too heavy to throw,
// and gems, which the target catches.
func (q *Question) flies() error {
	w := &q.Weapon
	const godlike = 125 // Strength 25
	switch {
	case w.Artifact == "Mjollnir" && q.Str < godlike:
		return problem.New("Mjollnir is too heavy to throw below Strength 25.").Try("hit soldier ant as Valkyrie with thrown Mjollnir st 25")
	case w.Class != "gem" || q.Monster.Symbol != "u" || !q.Monster.Is("JEWELS"):
		return nil
	case q.Rules.StonesHit && (q.launched() || w.Material == "mineral"):
		return nil
	}
	return problem.Newf("Unicorns catch gems and stones: the %s never hits.", w.Name)
}

// Breaks returns the chance that a missile is destroyed by a hit, 0 if it never breaks.
func (q *Question) Breaks() float64 {
	w := &q.Weapon
	if !q.Missile || w.Sub >= 0 || w.Name == "boomerang" || w.Class == "gem" && (w.Magic || w.Name == "touchstone" || w.Name == "luckstone" || w.Name == "loadstone") {
		return 0
	}
	c := 3 + w.Erosion - w.Enchant
	p := 0.25
	if c > 1 {
		p = float64(c-1) / float64(c)
	}
	if w.BUC == rules.Blessed {
		p *= 1 - rnd.RnlZero(q.Set.Luck(), 4, q.Luck).P
	}
	if q.Rules.BreakSaved && w.Class == "gem" && (w.Name == "flint" || w.Tough) {
		p /= 2
	}
	return p
}
