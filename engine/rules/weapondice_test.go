package rules_test

import (
	"math"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// weapons are what the game's own function rolls.
var weapons = truthtest.Table{
	Name: "weapons", Files: "truth/fight/weapon_damage.tsv", OneIn: 2,
	Columns: []string{"version", "name", "small_dice", "small_min", "small_max", "small_mean", "large_dice", "large_min", "large_max", "large_mean", "tohit_bonus"},
}

func TestWeaponDamage(t *testing.T) {
	weapons.Check(t, func(t testing.TB, r truthtest.Row) {
		version, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(r["version"], "'", "")), " ")
		set := rules.Get(version)
		o := set.Object(r["name"])
		if o == nil {
			if !strings.HasPrefix(r["name"], "generic") && !strings.HasSuffix(r["name"], "lightsaber") {
				t.Errorf("%s has no %s", version, r["name"])
			}
			return
		}
		if r["small_dice"] == "?" || strings.Contains(r["small_dice"], "[") {
			return // not rolled by dice alone
		}
		small, large := set.WeaponDamage(o)
		if small == nil {
			t.Errorf("%s: no damage of %s", version, r["name"])
			return
		}
		for size, roll := range map[string]*rules.Damage{"small": small, "large": large} {
			if roll.Dice != r[size+"_dice"] || roll.Min != r.Int(t, size+"_min") || roll.Max != r.Int(t, size+"_max") || math.Abs(roll.Mean-r.Float(t, size+"_mean")) > 1e-4 {
				t.Errorf("%s %s: %s %+v, want %s", version, r["name"], size, *roll, r[size+"_dice"])
			}
		}
		if o.Oc1 != r.Int(t, "tohit_bonus") {
			t.Errorf("%s %s: %+d to hit, want %s", version, r["name"], o.Oc1, r["tohit_bonus"])
		}
	})
}
