package rules

import "fmt"

// WeaponDice is what weapons roll besides the die of the object table (dmgval,
// weapon.c).
type WeaponDice struct {
	// Extra is more damage against small and large monsters, by weapon.
	Extra map[string][2]Die `table:"weapon.c"`
	// Edges holds the effects of a weapon's material.
	Edges map[string]Edge `cite:"-"`
}

// Edge is what a material adds to the damage of weapons that hit in one of the
// Ways, as the game numbers them; 0 is any way. Bites: 1 more once in three.
type Edge struct {
	Ways, More int
	Bites      bool
}

// The ways in which weapons hit (objclass.h).
const (
	pierce = 1 << iota
	slash
	whack
)

// Die is Count dice of Sides sides; with Sides 1 it is the number Count.
type Die struct{ Count, Sides int }

var weaponDice = register(topic[WeaponDice]{name: "WeaponDice", tables: []string{"weapondice"}, fill: func(w *WeaponDice, lineage []string) {
	w.Extra = extraDice(lineage)
}, changes: map[string]func(*WeaponDice){
	"evilhack": func(w *WeaponDice) { // weapon.c:526
		w.Edges = map[string]Edge{
			"glass": {Ways: pierce | slash, More: 3}, "gemstone": {Ways: pierce | slash, More: 3}, "adamantine": {Ways: pierce | slash, More: 3}, "mithril": {Ways: pierce | slash, More: 2},
			"gold": {Ways: whack, More: 1}, "platinum": {Ways: whack, More: 1}, "mineral": {Ways: slash | whack, More: 2}, "plastic": {More: -2}, "paper": {More: -2},
			"bronze": {Ways: pierce | slash, More: 1}, "steel": {Ways: pierce | slash, More: 1, Bites: true},
		}
	},
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

// WeaponDamage returns what the game rolls for an unenchanted object used as a weapon,
// against small and large monsters. It is nil if that is not known or the object cannot
// be used to hit.
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
	e := w.Edges[o.Material]
	if o.Class != "weapon" && o.Class != "tool" || e.Ways != 0 && o.Dir&e.Ways == 0 {
		e = Edge{}
	}
	extra := w.Extra[o.Name]
	return rollOf(o.SmallDie, extra[0], e), rollOf(o.LargeDie, extra[1], e)
}

// rollOf returns a die and what is added to it. A sum below 0 counts as 0.
func rollOf(sides int, extra Die, e Edge) *Damage {
	r := &Damage{Dice: "0"}
	if sides > 0 {
		*r = Damage{fmt.Sprintf("d%d", sides), 1, sides, float64(sides+1) / 2}
	}
	switch {
	case extra.Sides == 1:
		e.More += extra.Count
	case extra.Count == 1:
		r.Dice += fmt.Sprintf("+d%d", extra.Sides)
	case extra.Count > 1:
		r.Dice += fmt.Sprintf("+%dd%d", extra.Count, extra.Sides)
	}
	if extra.Sides > 1 {
		r.add(extra.Count, extra.Count*extra.Sides, float64(extra.Count*(extra.Sides+1))/2)
	}
	switch {
	case e.Bites:
		r.Dice += fmt.Sprintf("+(%d+[1/3]1)", e.More)
		r.add(e.More, e.More+1, float64(e.More)+1.0/3)
	case e.More > 0:
		r.Dice += fmt.Sprintf("+%d", e.More)
		r.add(e.More, e.More, float64(e.More))
	case e.More < 0: // only of a die alone
		sum := 0
		for v := 1; v <= sides; v++ {
			sum += max(0, v+e.More)
		}
		*r = Damage{fmt.Sprintf("%s%d", r.Dice, e.More), max(0, r.Min+e.More), max(0, r.Max+e.More), float64(sum) / float64(max(1, sides))}
	}
	return r
}

// add adds a number whose least, greatest and mean value are given.
func (r *Damage) add(least, most int, mean float64) {
	r.Min, r.Max, r.Mean = r.Min+least, r.Max+most, r.Mean+mean
}
