package polymorph

import "delphi/engine/rules"

// Keeps is what a thing keeps of itself when it is polymorphed (zap.c, poly_obj).
// It always keeps whether it is blessed or cursed.
type Keeps struct {
	Spe       bool `json:"enchantment_or_charges"`
	Recharged bool `json:"recharged"` // the count, which for a wand may go up
}

// Kept returns what a thing of a class keeps; of an empty class, what any does.
func Kept(class string) Keeps {
	spe := class == "wand" || class == "weapon" || class == "armor"
	return Keeps{Spe: spe, Recharged: true}
}

// Raised returns the chance that a wand's count of recharges goes up.
func Raised(p *rules.Polypile, recharged int) float64 {
	return max(0, float64(p.Recharges-1-recharged)/float64(p.Recharges))
}
