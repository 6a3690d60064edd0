package rules

import "slices"

// Erosion says what wears away. The tag cite names the rule of data/all/cites in
// which a rule stands.
type Erosion struct {
	// CandlesBurn: candles burn as other wax does.
	CandlesBurn bool `cite:"what burns"`
	// HideRots: the hide of dragons rots.
	HideRots bool `cite:"what rots"`
	// GlassCracks: armour of glass cracks.
	GlassCracks bool `cite:"what rots"`
	// Of new objects that wear away one in ProofOnce never will. Of the others one
	// in ErodedOnce is burnt, rusty or cracked, and one in as many rotted or
	// corroded. One in GreasedOnce of all of them is greased. 0: none is.
	ProofOnce, ErodedOnce, GreasedOnce int `cite:"erosion of new objects"`
	// NeverNew lists parts of monsters, which are never eroded when new.
	NeverNew []string `cite:"erosion of new objects"`
}

var erosion = register(topic[Erosion]{name: "Erosion", own: true, changes: map[string]func(*Erosion){
	"3.4.3": func(e *Erosion) { e.CandlesBurn = true },
	"3.6.7": func(e *Erosion) { e.CandlesBurn = false },
	"5.0.0": func(e *Erosion) {
		e.HideRots, e.GlassCracks = true, true
		e.ProofOnce, e.ErodedOnce, e.GreasedOnce, e.NeverNew = 100, 80, 1000, []string{"worm tooth", "unicorn horn"}
	},
}})

// Erosion returns the version's rules of what wears away; nil if they are not known.
func (s *Set) Erosion() *Erosion { return erosion.of(s.Name) }

// rotting holds the materials that rot (is_rottable).
var rotting = []string{"wax", "veggy", "flesh", "paper", "cloth", "leather", "wood"}

// Wears reports whether an object of a material can burn, rust or crack, and
// whether it can rot or corrode.
func (e *Erosion) Wears(o *Object, material string) (burns, rots bool) {
	const fireResistance = 1 // as the game numbers properties
	organic := slices.Contains(rotting, material)
	switch {
	case material == "iron":
		return true, true
	case material == "glass":
		return e.GlassCracks && o.Class == "armor", false
	case o.Property == fireResistance, o.Name == "wand of fire", o.Candle() && !e.CandlesBurn:
	default:
		burns = organic || material == "plastic"
	}
	return burns, organic || material == "copper" || material == "dragonhide" && e.HideRots
}

// Wielded reports whether the game tracks the erosion of an object (erosion_matters):
// of what is wielded or worn.
func (o *Object) Wielded() bool {
	switch o.Class {
	case "weapon", "armor", "ball", "chain":
		return true
	case "tool":
		return o.Sub != 0
	}
	return false
}

// Candle reports the candles.
func (o *Object) Candle() bool { return o.Name == "tallow candle" || o.Name == "wax candle" }
