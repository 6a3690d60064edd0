package fight

import (
	"slices"

	"delphi/engine/dist"
	"delphi/engine/rules"
)

// Volley returns the distribution of how many missiles one throw or shot lets fly
// (throw_obj).
func (q *Question) Volley() dist.Dist {
	have := max(1, q.Quantity)
	f, w := q.Rules, &q.Weapon
	skill := f.WeaponSkill(w.Object)
	fired, missile := q.launched(), w.Sub < 0 && !w.ammo(f)
	if f.OldVolley {
		if !fired && !missile && (skill != "dagger" || w.Class != "weapon") || w.Name == "boomerang" {
			return dist.Exactly(1)
		}
	} else if have == 1 || !fired && (w.ammo(f) || w.Class != "weapon") {
		return dist.Exactly(1)
	}
	n := 1 + q.skillShots() + q.ownShots()
	if f.CutFirst {
		return dist.Die(min(n, have))
	}
	d := dist.Exactly(n)
	if fired && skill == "crossbow" {
		limit := 18
		if q.Race == "gnome" {
			limit = 16
		}
		if min(q.Str, 19) < limit { // 18/01 counts as 19
			d = dist.Die(n)
		}
	}
	return d.Split(dist.Die).Map(func(v int) int { return min(v, have) })
}

// skillShots returns the extra missiles that skill allows.
func (q *Question) skillShots() int {
	n := 0
	switch {
	case q.Weapon.Skill >= rules.Expert && q.Rules.OldVolley:
		return 2
	case q.Weapon.Skill >= rules.Expert:
		n = 1
		if !q.weak() {
			n++
		}
	case q.Weapon.Skill == rules.Skilled && (q.Rules.OldVolley || !q.weak()):
		n = 1
	}
	return n
}

// weak reports whether the hero gets no extra missiles for skill or race.
func (q *Question) weak() bool {
	skill := q.Rules.WeaponSkill(q.Weapon.Object)
	switch q.Role {
	case "Wizard", "Priest":
		return true
	case "Healer":
		if skill != "knife" {
			return true
		}
	case "Tourist":
		if skill != "dart" {
			return true
		}
	}
	return q.Dex <= 6 || q.Fumbling
}

// ownShots returns the extra missiles of roles and races.
func (q *Question) ownShots() int {
	f, w, l := q.Rules, &q.Weapon, &q.Second
	skill, n := f.WeaponSkill(w.Object), 0
	switch q.Role {
	case "Caveman":
		if !f.OldVolley && (skill == "sling" && q.launched() || skill == "spear") {
			n++
		}
	case "Monk":
		if !f.OldVolley && skill == "shuriken" {
			n++
		}
	case "Ranger":
		if f.OldVolley || skill != "dagger" {
			n++
		}
	case "Rogue":
		if skill == "dagger" {
			n++
		}
	case "Samurai":
		if w.Name == "ya" && q.launched() && l.Name == "yumi" {
			n++
		}
	}
	if !q.launched() || !f.OldVolley && q.weak() {
		return n
	}
	switch q.Race {
	case "elf":
		if w.Name == "elven arrow" && l.Name == "elven bow" {
			n++
		}
	case "orc":
		if w.Name == "orcish arrow" && l.Name == "orcish bow" {
			n++
		}
	case "gnome":
		if skill == "crossbow" && !f.OldVolley {
			n++
		}
	}
	if f.QuestVolley && slices.Contains(q.OwnArtifacts, l.Artifact) && l.Artifact != "" {
		n++
	}
	return n
}

// Thrown returns how many missiles fly on average in one volley for each of the question's
// turns, if none are picked up again.
func Thrown(q *Question) float64 {
	have := max(1, q.Quantity)
	left, mean := make([]float64, have+1), 0.0 // by how many are left
	left[have] = 1
	for range q.Turns {
		next := make([]float64, have+1)
		for n, p := range left {
			if n == 0 || p == 0 {
				continue
			}
			at := *q
			at.Quantity = n
			for _, v := range at.Volley().Values() {
				mean += p * v.P * float64(v.Value)
				next[n-v.Value] += p * v.P
			}
		}
		left = next
	}
	return mean
}
