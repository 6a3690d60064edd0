package rules_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// weapons holds what the game's own function rolls.
var weapons = truthtest.Table{
	Name: "weapons", Files: "truth/fight/weapon_damage.tsv", Whole: true, OneIn: 2,
	Columns: []string{"version", "name", "class", "skill_index", "material_index", "prob", "weight", "cost", "small_dice", "small_min", "small_max", "small_mean", "large_dice", "large_min", "large_max", "large_mean", "tohit_bonus"},
}

// madeOf returns a material as a version's source numbers it (objclass.h).
func madeOf(version string, number int) string {
	list := rules.Materials()
	if version == "evilhack" { // spider silk is 7, and there are metals of its own
		list = slices.Insert(list, 6, "spider silk")
		list = slices.Replace(list, 12, 14, "steel", "copper", "bronze")
		list = slices.Insert(list, 19, "adamantine")
	}
	if number == 0 {
		return "0" // none
	}
	return list[number-1]
}

func TestWeaponDamage(t *testing.T) {
	weapons.Check(t, func(t testing.TB, r truthtest.Row) {
		version, _, variant := strings.Cut(strings.ToLower(strings.ReplaceAll(r["version"], "'", "")), " ")
		set := rules.Get(version)
		o := set.Object(r["name"])
		if o == nil {
			if !strings.HasPrefix(r["name"], "generic") {
				t.Errorf("%s has no %s", version, r["name"])
			}
			return
		}
		prob := o.Prob1
		if variant { // no level was there yet to deal the gems
			prob = o.Prob
		}
		material := madeOf(version, r.Int(t, "material_index"))
		if o.Class != r["class"] || o.Sub != r.Int(t, "skill_index") || o.Material != material || prob != r.Int(t, "prob") || o.Weight != r.Int(t, "weight") || o.Cost != r.Int(t, "cost") {
			t.Errorf("%+v, want %v of %s", *o, r, material)
		}
		small, large := set.WeaponDamage(o)
		if small == nil {
			t.Errorf("%s: no damage of %s", version, r["name"])
			return
		}
		for size, roll := range map[string]*rules.Damage{"small": small, "large": large} {
			if dice := r[size+"_dice"]; dice != "?" && roll.Dice != dice || roll.Min != r.Int(t, size+"_min") || roll.Max != r.Int(t, size+"_max") || math.Abs(roll.Mean-r.Float(t, size+"_mean")) > 1e-4 {
				t.Errorf("%s %s: %s %+v, want %s", version, r["name"], size, *roll, r[size+"_dice"])
			}
		}
		if o.Oc1 != r.Int(t, "tohit_bonus") {
			t.Errorf("%s %s: %+d to hit, want %s", version, r["name"], o.Oc1, r["tohit_bonus"])
		}
	})
}
