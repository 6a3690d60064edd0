package rules

import "fmt"

// WeaponDice is what weapons roll besides the die of the object table (dmgval,
// weapon.c).
type WeaponDice struct {
	// Extra is more damage against small and large monsters, by weapon.
	Extra map[string][2]Die `table:"weapon.c"`
	// Unknown lists materials of which the version's weapons do damage that is
	// not known here.
	Unknown []string `cite:"-"`
}

// Die is Count dice of Sides sides; with Sides 1 it is the number Count.
type Die struct{ Count, Sides int }

var weaponDice = register(topic[WeaponDice]{name: "WeaponDice", tables: []string{"weapondice"}, fill: func(w *WeaponDice, lineage []string) {
	w.Extra = extraDice(lineage)
}, changes: map[string]func(*WeaponDice){
	"evilhack": func(w *WeaponDice) { w.Unknown = []string{"steel"} },
}})

// extraDice reads the table of what weapons roll besides their die.
func extraDice(lineage []string) map[string][2]Die {
	out := map[string][2]Die{}
	readTable(lineage, "weapondice").each(func(r row) {
		out[r.str("name")] = [2]Die{dieOf(r.str("small")), dieOf(r.str("large"))}
	})
	return out
}

// Damage is the damage that a weapon's dice give, in the notation of the game's
// own tables: "d12", "d8+2d6".
type Damage struct {
	Dice string  `json:"dice"`
	Min  int     `json:"min"`
	Max  int     `json:"max"`
	Mean float64 `json:"mean"`
}

// WeaponDamage is what the game rolls for an unenchanted object that is used as a
// weapon, against small and large monsters; nil where it is not known, or the
// object is none to hit with.
func (s *Set) WeaponDamage(o *Object) (small, large *Damage) {
	w := weaponDice.of(s.Name)
	if w == nil {
		return nil, nil
	}
	switch o.Class {
	case "weapon", "gem", "ball", "chain", "venom", "rock":
	case "tool":
		if o.Sub == 0 {
			return nil, nil
		}
	default:
		return nil, nil
	}
	for _, m := range w.Unknown {
		if o.Material == m {
			return nil, nil
		}
	}
	extra := w.Extra[o.Name]
	return rollOf(o.SmallDie, extra[0]), rollOf(o.LargeDie, extra[1])
}

// rollOf is a die and what is added to it.
func rollOf(sides int, extra Die) *Damage {
	r := &Damage{Dice: "0"}
	if sides > 0 {
		*r = Damage{fmt.Sprintf("d%d", sides), 1, sides, float64(sides+1) / 2}
	}
	switch {
	case extra.Count == 0:
		return r
	case extra.Sides == 1:
		r.Dice += fmt.Sprintf("+%d", extra.Count)
	case extra.Count == 1:
		r.Dice += fmt.Sprintf("+d%d", extra.Sides)
	default:
		r.Dice += fmt.Sprintf("+%dd%d", extra.Count, extra.Sides)
	}
	r.Min += extra.Count
	r.Max += extra.Count * extra.Sides
	r.Mean += float64(extra.Count*(extra.Sides+1)) / 2
	return r
}
