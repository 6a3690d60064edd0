package fight

import (
	"slices"

	"delphi/engine/dist"
	"delphi/engine/rnd"
	"delphi/engine/rules"
)

// soft holds the materials that do nothing to thick skin, up to leather; "0" is what
// the game gives none.
var soft = []string{"0", "liquid", "wax", "veggy", "flesh", "paper", "cloth", "leather"}

// Blow is the damage of one blow that hits, and the chance that it kills at once
// whatever hit points are left. Dist excludes the latter.
type Blow struct {
	dist.Dist
	Kills float64
}

// launched reports whether a missile is fired from its own launcher.
func (q *Question) launched() bool {
	return q.Missile && !q.Second.None() && q.Weapon.Sub < 0 && q.Second.Sub == -q.Weapon.Sub
}

// bludgeon reports whether a weapon is used as a mere club.
func (q *Question) bludgeon(w *Weapon) bool {
	skill := q.Rules.WeaponSkill(w.Object)
	if w.Sub < 0 { // ammunition and missiles
		return !q.Missile || w.ammo(q.Rules) && !q.launched()
	}
	switch skill {
	case "bow", "sling", "crossbow":
		return true
	case "polearms", "lance":
		return !q.Missile && !q.Riding && (w.Artifact == "" || w.Artifact != q.Rules.BladedPole)
	}
	return false
}

// ammo reports whether a weapon needs a launcher.
func (w *Weapon) ammo(f *rules.Fight) bool {
	return w.Sub < 0 && slices.Contains([]string{"bow", "sling", "crossbow"}, f.WeaponSkill(w.Object))
}

// skilled reports whether a weapon skill applies: to weapons, and to gems fired from a
// sling. Nothing else can backstab either.
func (w *Weapon) skilled() bool { return w.isWeapon() || w.Class == "gem" }

// Poisonable reports whether a weapon can be poisoned.
func (w *Weapon) Poisonable(f *rules.Fight) bool {
	return w.Class == "weapon" && w.Sub < 0 && f.WeaponSkill(w.Object) != "boomerang"
}

// harmless reports a stone that flies at what stone does not stop.
func (q *Question) harmless(w *Weapon) bool {
	t := &q.Target
	return q.Rules.StonePasses && q.Missile && (w.Material == "gemstone" || w.Material == "mineral") && t.Is("WALLWALK") && !t.Is("UNSOLID")
}

// base returns what the dice and the enchantment give against the target, and the bonus
// that depends on what it is (dmgval). The first is 0 if the weapon does nothing; the
// second counts only then if it is positive.
func (q *Question) base(w *Weapon) dist.Dist {
	t := &q.Target
	size, die := 0, w.SmallDie
	if q.Large() {
		size, die = 1, w.LargeDie
	}
	d := dist.Die(die)
	if extra := q.Rules.Extra[w.Name][size]; extra.Count > 0 {
		d = d.Plus(dist.Dice(extra.Count, extra.Sides))
	}
	if w.isWeapon() {
		d = d.Add(w.Enchant).Map(func(v int) int { return max(v, 0) })
	}
	if t.Name == "shade" && !q.hurtsShade(w) {
		d = dist.Exactly(0)
	}
	if t.Is("THICK_HIDE") && slices.Contains(soft, w.Material) {
		d = dist.Exactly(0)
	}
	if !w.isWeapon() && !slices.Contains([]string{"gem", "ball", "chain"}, w.Class) {
		return d
	}
	bonus := dist.Exactly(0)
	if w.BUC == rules.Blessed && (t.Is("UNDEAD") || t.Is("DEMON")) {
		bonus = bonus.Plus(dist.Die(4))
	}
	if q.Rules.WeaponSkill(w.Object) == "axe" && wooden(t.Monster) {
		bonus = bonus.Plus(dist.Die(4))
	}
	if w.Material == "silver" && Silver(t.Monster) {
		bonus = bonus.Plus(dist.Die(20))
	}
	if w.Artifact != "" && w.Artifact == q.Rules.LitArtifact && t.Name == "gremlin" {
		bonus = bonus.Plus(dist.Die(8))
	}
	if a := q.Rules.Artifact(w.Artifact); a != nil && a.Damage == 0 && q.applies(a) == 100 {
		bonus = bonus.Map(func(v int) int {
			if v > 1 {
				return (v + 1) / 2
			}
			return v
		})
	}
	d = d.Plus(bonus)
	if w.Erosion > 0 {
		d = d.Map(func(v int) int {
			if v > 0 {
				v = max(1, v-w.Erosion)
			}
			return v
		})
	}
	return d
}

// hurtsShade reports whether a weapon can hit a shade.
func (q *Question) hurtsShade(w *Weapon) bool {
	if w.Material == "silver" {
		return true
	}
	a := q.Rules.Artifact(w.Artifact)
	return q.Rules.ShadeArtifact && a != nil && a.Flag == "UNDEAD"
}

// blow returns the damage of a hit with w at one roll of the d20 (hmon_hitmon). second
// means that it is the off-hand weapon.
func (q *Question) blow(w *Weapon, second bool, die int) Blow {
	joust := q.Jousts(w)
	if joust == 0 {
		return q.strike(w, die, false)
	}
	n := 10
	if second {
		n = 2
	}
	plain, with := q.strike(w, die, false), q.strike(w, die, true)
	return Blow{plain.Times(1 - joust).Or(with.Plus(dist.Dice(2, n)).Times(joust)).Trim(), plain.Kills*(1-joust) + with.Kills*joust}
}

// strike returns the damage of a hit without what a joust adds. A roll of 1 on the
// weapon's dice, unless jousting, is not a valid attack: it has no backstab, and
// in some versions no skill bonus.
func (q *Question) strike(w *Weapon, die int, joust bool) Blow {
	d, valid := q.dice(w, joust)
	var out dist.Dist
	kills := 0.0
	for i, p := range d.P {
		if p == 0 {
			continue
		}
		v := d.Min + i
		x, k := q.onTop(w, v, die, valid && (joust || v > 1))
		out = out.Or(x.Times(p))
		kills += k * p
	}
	return Blow{out.Trim(), kills}
}

// dice returns the roll of the hand or the weapon. valid is false for what is used as a
// bludgeon.
func (q *Question) dice(w *Weapon, joust bool) (d dist.Dist, valid bool) {
	shade := q.Target.Name == "shade"
	switch {
	case w.None() && shade:
		return dist.Exactly(0), false
	case w.None() && q.martial():
		return dist.Die(4), true
	case w.None():
		return dist.Die(2), true
	case q.harmless(w), w.Stones && shade:
		return dist.Exactly(0), false
	case w.Stones:
		return dist.Exactly(1), false
	case !q.bludgeon(w):
		return q.base(w), w.skilled()
	case shade && w.Material != "silver":
		return dist.Exactly(0), false
	}
	d = dist.Die(2)
	if w.Name == "boomerang" { // it may break
		breaks := 1 - rnd.RnlAtMost(q.Set.Luck(), 4, q.Luck, 2).P
		d = d.Plus(dist.Dist{Min: 0, P: []float64{1 - breaks, breaks}})
	}
	if q.Rules.BluntSilver && w.Material == "silver" && Silver(q.Target.Monster) {
		d = d.Plus(dist.Die(20))
	}
	return d, false
}

// onTop returns the damage of a hit whose dice show v, and the chance of an instant kill,
// which is not in the distribution.
func (q *Question) onTop(w *Weapon, v, die int, valid bool) (x dist.Dist, kills float64) {
	f, h, t := q.Rules, &q.Hero, &q.Target
	x = dist.Exactly(v)
	switch {
	case w.Stones && !resistsStone(t.Monster):
		if golem(t.Monster) {
			return dist.Exactly(0), 0
		}
		return dist.Dist{}, 1
	case w.None():
		if h.BlessedGloves && (t.Is("UNDEAD") || t.Is("DEMON")) {
			x = x.Plus(dist.Die(4))
		}
		const left = 2
		if h.SilverRing && !h.Gloved && q.Punch != left && Silver(t.Monster) {
			x = x.Plus(dist.Die(20))
		}
	case !q.bludgeon(w):
		if valid && q.backstabs(w) {
			x = x.Plus(dist.Die(h.XL))
		}
		var missed bool
		if x, kills, missed = q.empower(w, x, die); missed || len(x.P) == 0 {
			return x, kills
		}
	}
	if l := &q.Second; q.launched() && (h.Role == "Samurai" && w.Name == "ya" && l.Name == "yumi" || h.elf() && w.Name == "elven arrow" && l.Name == "elven bow") {
		x = x.Add(1)
	}
	plus := h.Harder + q.strength(w)
	if valid || f.SkillAlways && (w.None() && t.Name != "shade" || !w.None() && w.skilled() && !q.bludgeon(w)) {
		plus += q.skillDamage(w)
	}
	x = x.Map(func(v int) int {
		if v > 0 {
			v += plus
		}
		return v
	})
	if q.poisons(w, die) {
		kills += 0.1
		x = x.Plus(dist.Die(6)).Times(0.9)
	}
	least := 1
	if t.Name == "shade" || !w.None() && q.harmless(w) {
		least = 0
	}
	if q.noDrain { // which may yet make it more
		return x, kills
	}
	return x.Map(func(v int) int { return max(v, least) }), kills
}

// poisons reports whether a blow may poison the target: a poisoned missile used as such,
// or the artifact that is always poisonous.
func (q *Question) poisons(w *Weapon, die int) bool {
	if w.None() || slices.Contains(q.Target.Resists, "poison") {
		return false
	}
	return w.Poisoned && w.Poisonable(q.Rules) && q.Missile && !q.bludgeon(w) || w.Artifact != "" && w.Artifact == q.Rules.Venomous && die <= q.Rules.VenomousRoll
}

// Jousts returns the chance that a hit with a lance is a joust.
func (q *Question) Jousts(w *Weapon) float64 {
	if !q.Riding || q.Missile || q.Trapped || q.Fumbling || w.None() || q.Rules.WeaponSkill(w.Object) != "lance" {
		return 0
	}
	skill := w.Skill
	if q.TwoWeapon {
		skill = min(skill, q.TwoWeaponSkill)
	}
	return float64(max(1, skill)) / 5
}

// divides reports whether a blow divides a pudding into two with half the hit points each.
func (q *Question) divides(w *Weapon) bool {
	hard := w.Object != nil && (w.Material == "iron" || w.Material == "metal" && q.Rules.MetalDivides)
	return hard && (w.Sub >= 0 || !q.Rules.MetalDivides) && (q.Monster.Name == "black pudding" || q.Monster.Name == "brown pudding")
}

// backstabs reports whether a blow is a Rogue's backstab, which adds rnd(XL).
func (q *Question) backstabs(w *Weapon) bool {
	f, t := q.Rules, &q.Target
	if q.Role != "Rogue" || q.TwoWeapon && !q.Missile || q.Missile && !f.BackstabThrown || w.Artifact != "" && w.Artifact == f.Sweeper {
		return false
	}
	if f.BackstabBack && noBack(t.Monster) {
		return false
	}
	return t.Fleeing || f.BackstabHelpless && (t.Helpless || t.Asleep)
}

// resistsStone and golem decide what a touch that turns to stone does: golems
// become stone golems.
func resistsStone(m *rules.Monster) bool { return slices.Contains(m.Resists, "stone") }
func golem(m *rules.Monster) bool        { return m.Symbol == "'" }

// noBack reports whether a monster cannot be backstabbed.
func noBack(m *rules.Monster) bool {
	return anyOf("beFv ", m.Symbol) || m.Is("AMORPHOUS") || m.Name == "air elemental"
}

// strength returns the damage bonus of Strength.
func (q *Question) strength(w *Weapon) int {
	if q.launched() {
		return 0
	}
	b := rules.Above(q.Rules.StrDamage, q.Str)
	if !q.Rules.ScaledStr || q.Missile {
		return b
	}
	n, sign := b, 1
	if b < 0 {
		n, sign = -b, -1
	}
	switch {
	case q.TwoWeapon || q.Punch > 0:
		return sign * ((3*n + 2) / 4)
	case !w.None() && w.Big && w.isWeapon():
		return sign * ((3*n + 1) / 2)
	}
	return b
}

// skillDamage returns the damage bonus of a skill (weapon_dam_bonus).
func (q *Question) skillDamage(w *Weapon) int {
	f, h := q.Rules, &q.Hero
	if q.launched() {
		launcher := q.Second
		launcher.Skill, w = w.Skill, &launcher
	}
	two := h.TwoWeapon && !q.Missile
	b := 0
	switch {
	case two:
		b = f.TwoWeaponDamage[min(h.TwoWeaponSkill, w.Skill)]
	case w.None():
		s := max(int(h.Bare), 1) - 1
		if h.martial() {
			b = 3 * (s + 1) / 2
		} else {
			b = (s + 1) / 2
		}
	case f.WeaponSkill(w.Object) != "":
		b = f.SkillDamage[w.Skill]
	}
	if h.Riding && !two {
		b += f.RidingDamage[h.RidingSkill]
	}
	return b
}

// Damage returns the damage of a blow that hits with w, over the rolls of the d20
// that decide what some artifacts do, each equally likely: that of a swing that
// always hits. Kills is the chance that it kills at once.
func (q *Question) Damage(w *Weapon, second bool) Blow {
	if q.DieRoll > 0 {
		return q.blow(w, second, q.DieRoll)
	}
	if !slices.Contains([]string{vorpal, tsurugi, magicbane, q.Rules.Venomous}, w.Artifact) || w.Artifact == "" {
		return q.blow(w, second, 20)
	}
	var out Blow
	for die := 1; die <= 20; die++ {
		b := q.blow(w, second, die)
		out.Dist = out.Or(b.Times(1.0 / 20))
		out.Kills += b.Kills / 20
	}
	return out
}

// level returns the target's level.
func (q *Question) level() int {
	if q.Target.Level >= 0 {
		return q.Target.Level
	}
	return q.Monster.Level
}
