package price

import (
	"slices"

	"delphi/engine/eating"
	"delphi/engine/rules"
)

// Holders lists the things that are of a monster and priced by it.
var Holders = []string{"tin", "egg", "corpse"}

// Holds reports whether there are shops in which a tin, an egg or a corpse is of a
// monster.
func Holds(o *rules.Object, m *rules.Monster) bool {
	corpse := !slices.Contains(m.Geno, "NOCORPSE")
	switch o.Name {
	case "corpse":
		return corpse
	case "tin":
		return corpse && m.Nutrition > 0
	case "egg":
		return m.Name == "killer bee" || m.Name == "gargoyle" ||
			m.Is("OVIPAROUS") && m.Name != "queen bee" && m.Name != "winged gargoyle" && !slices.Contains(m.Geno, "UNIQ")
	}
	return false
}

// FleshCost is what the monster of a tin, an egg or a corpse adds to its base cost, and
// how: By for its level, Nourishing for its nutrition, and that Times.
type FleshCost struct{ By, Nourishing, Times int }

// Sum returns what is added.
func (f FleshCost) Sum() int { return (f.By + f.Nourishing) * f.Times }

// OfFlesh returns what a monster adds to a thing of Holders (corpsenm_price_adj): nothing,
// where shops do not look at it.
func OfFlesh(set *rules.Set, o *rules.Object, m *rules.Monster) FleshCost {
	r := set.Prices().Flesh
	if m == nil || r.PerLevel == 0 || !slices.Contains(Holders, o.Name) {
		return FleshCost{}
	}
	out := FleshCost{By: max(1, (m.Level-1)*r.PerLevel), Times: 1}
	if o.Name == "corpse" {
		out.Nourishing = max(1, m.Nutrition/r.NutritionPer)
	}
	conveyed := eating.Conveyed(rules.EatingOf(set.Name), m)
	for _, p := range r.Powers {
		if slices.Contains(conveyed, p.What) {
			out.Times += p.Points
		}
	}
	if slices.Contains(m.Geno, "UNIQ") {
		out.Times += r.Unique
	}
	return out
}
