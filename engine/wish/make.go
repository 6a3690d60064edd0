package wish

import (
	"slices"
	"strconv"

	"delphi/engine/dice"
	"delphi/engine/rules"
)

// thing is an object as the game makes it.
type thing struct {
	object   *rules.Object
	quantity int
	buc      rules.BUC
	spe      int
	poisoned bool
	locked   bool
	trapped  bool
	full     bool
}

func between(n, from, to int) bool { return from <= n && n <= to }

// The game's tests of a weapon, by its skill, which is that of what fires it
// with its sign changed: bows, slings, crossbows, darts, shuriken and boomerangs
// follow one another. isAmmo is what is fired, isMissile what is thrown for
// itself, and inMany what is made by the handful and can be poisoned.
func (m *maker) isAmmo(o *rules.Object) bool {
	return o.Class == "weapon" && between(-o.Sub, m.BowSkill, m.BowSkill+2)
}

func (m *maker) isMissile(o *rules.Object) bool {
	return o.Class == "weapon" && between(-o.Sub, m.BowSkill+3, m.BowSkill+5)
}

func (m *maker) inMany(o *rules.Object) bool {
	return o.Class == "weapon" && between(-o.Sub, m.BowSkill, m.BowSkill+4)
}

// maker makes things of one version.
type maker struct {
	*rules.Wishing
	xl int
}

// orCurse curses or blesses what is neither with a 1-in-n chance.
func orCurse(d *dice.Dice, t *thing, n int) {
	switch {
	case n < 0:
		t.buc = rules.Cursed
	case t.buc != rules.Uncursed || n == 0 || !d.OneIn(n):
	case d.OneIn(2):
		t.buc = rules.Cursed
	default:
		t.buc = rules.Blessed
	}
}

// make makes an object; kept is its number, where that is known, else 0.
func (m *maker) make(d *dice.Dice, o *rules.Object, kept int) thing {
	t := thing{object: o, quantity: max(1, kept), buc: rules.Uncursed}
	how := m.Make(o)
	switch {
	case o.Class == "weapon":
		if kept == 0 && m.inMany(o) {
			t.quantity = d.Rn1(6, 6)
		}
		m.weapon(d, &t)
		return t
	case o.Class == "armor":
		m.armor(d, &t)
		return t
	case o.Class == "ring":
		m.ring(d, &t)
		return t
	case o.Class == "amulet" && slices.Contains(m.Unlucky, o.Name) && !d.OneIn(m.RingTry):
		t.buc = rules.Cursed
		return t
	}
	if kept == 0 && len(how.Quantity) > 0 {
		weights := make([]int64, len(how.Quantity))
		for i, q := range how.Quantity {
			weights[i] = int64(q.Weight)
		}
		t.quantity, _ = strconv.Atoi(how.Quantity[d.Weighted(weights...)].What)
	}
	const unaimed = 1 // oc_dir NODIR
	switch r := how.Charges; {
	case o.Name == "wand of wishing": // the wish sets them
	case o.Class == "wand" && how.Name != o.Name && (o.Dir == unaimed || o.Name == "wand of nothing" && m.Aims && d.OneIn(2)): // each game draws how that one is aimed
		t.spe = d.Rn1(5, 11)
	case r.Max > 0:
		t.spe = d.Rn1(r.Max-r.Min+1, r.Min)
	}
	orCurse(d, &t, how.Curse)
	if o.Name == "chest" || o.Name == "large box" {
		t.locked = !d.OneIn(m.BoxLocked)
		t.trapped = d.OneIn(m.BoxTrapped)
	}
	if how.Full > 0 {
		n := how.Full
		if t.locked {
			n = how.FullLock
		}
		t.full = !d.OneIn(n + 1)
	}
	return t
}

func (m *maker) weapon(d *dice.Dice, t *thing) {
	switch {
	case d.OneIn(m.WeaponGood):
		t.spe = d.Rne(m.RneDie, m.xl)
		if d.OneIn(2) {
			t.buc = rules.Blessed
		}
	case d.OneIn(m.WeaponBad):
		t.buc, t.spe = rules.Cursed, -d.Rne(m.RneDie, m.xl)
	default:
		orCurse(d, t, m.WeaponBUC)
	}
	t.poisoned = m.inMany(t.object) && d.OneIn(m.PoisonOnce)
}

func (m *maker) armor(d *dice.Dice, t *thing) {
	switch {
	case !d.OneIn(m.ArmorTry) && (slices.Contains(m.Unlucky, t.object.Name) || d.OneIn(m.ArmorBad)):
		t.buc, t.spe = rules.Cursed, -d.Rne(m.RneDie, m.xl)
	case d.OneIn(m.ArmorGood):
		if d.OneIn(2) {
			t.buc = rules.Blessed
		}
		t.spe = d.Rne(m.RneDie, m.xl)
	default:
		orCurse(d, t, m.ArmorBUC)
	}
}

func (m *maker) ring(d *dice.Dice, t *thing) {
	if !t.object.Charged {
		if !d.OneIn(m.RingTry) && (slices.Contains(m.Unlucky, t.object.Name) || d.OneIn(m.RingPlain)) {
			t.buc = rules.Cursed
		}
		return
	}
	orCurse(d, t, m.RingBUC)
	if !d.OneIn(m.RingTry) {
		sign := map[rules.BUC]int{rules.Blessed: 1, rules.Cursed: -1}[t.buc]
		if d.OneIn(m.RingTry) || sign == 0 {
			sign = 1 - 2*d.Rn2(2)
		}
		t.spe = sign * d.Rne(m.RneDie, m.xl)
	}
	if t.spe == 0 {
		t.spe = d.Rn2(4) - d.Rn2(3)
	}
	if t.spe < 0 && !d.OneIn(5) {
		t.buc = rules.Cursed
	}
}
