package price

import (
	"slices"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// priceRows are prices of things of every class, identified or not, of all kinds
// of customers and shopkeepers.
var priceRows = truthtest.Table{
	Name: "price", Files: "truth/eat/price_*.tsv",
	// What a glob of several is worth goes by its weight, which the rows lack.
	Keep:    func(r truthtest.Row) bool { return !strings.HasPrefix(r["object"], "glob of ") },
	OneIn:   3,
	Columns: strings.Fields("version object class base_cost identified seen spe blessed_or_cursed quan cha sucker dunce_cap o_id_mod4 shk_id_mod12 angry uhs birthday buy_unit sell_stack_a sell_stack_b"),
}

func TestPriceRows(t *testing.T) {
	priceRows.Check(t, func(t testing.TB, r truthtest.Row) {
		if strings.HasPrefix(r["object"], "glob of ") {
			return
		}
		set := rules.Get(r["version"])
		p := set.Prices()
		// The rows name things without their class: "polymorph control".
		i := slices.IndexFunc(set.Objects(), func(o *rules.Object) bool {
			return o.Class == r["class"] && (o.Name == r["object"] || o.Name == "fruit" && r["object"] == "slime mold" || strings.HasSuffix(o.Name, " of "+r["object"]))
		})
		if i < 0 {
			t.Fatalf("no object like %v", r)
		}
		o := set.Objects()[i]
		if o.Cost != r.Int(t, "base_cost") {
			t.Fatalf("%s costs %d: %v", o.Name, o.Cost, r)
		}
		s := Stack{
			Object: o, Quantity: r.Int(t, "quan"), Known: r["identified"] == "1" && r["seen"] == "1", Enchant: r.Int(t, "spe"),
			Sacred:    r["blessed_or_cursed"] == "blessed" || r["blessed_or_cursed"] == "cursed",
			Cancelled: o.Class == "wand" && r["spe"] == "-1", Surcharge: r["o_id_mod4"] == "0",
		}
		if g := p.Gem(o.Name); g != nil {
			s.Usual = r.Int(t, "birthday")%g.Number >= g.Number/2
		}
		c := Customer{r.Int(t, "cha"), r["sucker"] == "1" || r["dunce_cap"] == "1", r.Int(t, "uhs")}
		if strings.HasSuffix(o.Name, "candle") { // the rows do not tell how far it burned
			whole := s.Asked(p, c, r["angry"] == "1", set.Object)
			s.Used = whole != r.Int(t, "buy_unit")
		}
		if got := s.Asked(p, c, r["angry"] == "1", set.Object); got != r.Int(t, "buy_unit") {
			t.Errorf("asked %d: %v", got, r)
		}
		keeper := r.Int(t, "shk_id_mod12")
		low := LowKeeper(p, keeper)
		a, b := s.Offered(p, c, keeper, low), s.Offered(p, c, keeper, !low)
		if a != r.Int(t, "sell_stack_a") || b != r.Int(t, "sell_stack_b") {
			t.Errorf("offered %d and %d: %v", a, b, r)
		}
	})
}
