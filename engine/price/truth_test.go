package price

import (
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// priceRows are prices of single things that the hero has seen and not
// identified, from a shopkeeper who is not angry: what this package covers.
var priceRows = truthtest.Table{
	Name: "price", Files: "truth/eat/price_*.tsv",
	Columns: strings.Fields("version object class base_cost cha sucker dunce_cap o_id_mod4 shk_id_mod12 buy_unit sell_stack_a sell_stack_b"),
	Keep:    covered,
}

func covered(r truthtest.Row) bool {
	switch {
	case r["identified"] == "1", r["pre_known"] == "1", r["angry"] == "1":
		return false
	case r["quan"] != "1" && r["quan"] != "": // the sample keeps single things alone
		return false
	case r["class"] == "food": // dearer to the hungry
		return false
	case r["class"] == "gem": // unknown ones have prices of their own
		return false
	case strings.HasSuffix(r["object"], "candle"): // cheaper if they were lit
		return false
	case r["object"] == "water": // worth something only if blessed or cursed
		return false
	case (r["class"] == "weapon" || r["class"] == "armor") && r["spe"] > "0": // dearer by the enchantment
		return false
	}
	return !(r["class"] == "wand" && r["spe"] == "-1") // a cancelled wand is worth nothing
}

func TestPriceRows(t *testing.T) {
	priceRows.Check(t, func(t testing.TB, r truthtest.Row) {
		if !covered(r) {
			return
		}
		p, cost := rules.Get(r["version"]).Prices(), r.Int(t, "base_cost")
		sucker := r["sucker"] == "1" || r["dunce_cap"] == "1"
		if got := Asked(p, cost, r.Int(t, "cha"), sucker, r["o_id_mod4"] == "0"); got != r.Int(t, "buy_unit") {
			t.Errorf("asked %d: %v", got, r)
		}
		low := p.LowByKeeper && r.Int(t, "shk_id_mod12")%p.LowOnce == 0
		for column, low := range map[string]bool{"sell_stack_a": low, "sell_stack_b": !low} {
			if got := Offered(p, cost, sucker, low); got != r.Int(t, column) {
				t.Errorf("%s: offered %d: %v", column, got, r)
			}
		}
	})
}
