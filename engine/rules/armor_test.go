package rules

import (
	"testing"

	"delphi/engine/truthtest"
)

// suits holds what armour is worth, as the game's own table has it.
var suits = truthtest.Table{Name: "armor_mc", Files: "truth/fight/armor_mc.tsv", Whole: true, Columns: []string{"version", "armor", "mc", "ac_bonus", "prob"}}

func TestArmour(t *testing.T) {
	suits.Check(t, func(t testing.TB, r truthtest.Row) {
		o := Get(r["version"]).Object(r["armor"])
		if o == nil {
			t.Errorf("%s has no %s", r["version"], r["armor"])
			return
		}
		if o.Oc2 != r.Int(t, "mc") || o.Oc1 != r.Int(t, "ac_bonus") || o.Prob1 != r.Int(t, "prob") {
			t.Errorf("MC %d, AC %d, prob %d: %v", o.Oc2, o.Oc1, o.Prob1, r)
		}
	})
}
