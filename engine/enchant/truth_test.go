package enchant

import (
	"math"
	"slices"
	"strings"
	"testing"

	"delphi/engine/dice"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

var bucs = map[string]rules.BUC{"blessed": rules.Blessed, "uncursed": rules.Uncursed, "cursed": rules.Cursed}

// compare compares the chance of a result with the game's, which has nine digits.
func compare(t testing.TB, r truthtest.Row, got Results) {
	t.Helper()
	sum := 0.0
	for _, c := range got {
		sum += c.P
	}
	p := dice.P(got, func(what string) bool { return what == r["result"] })
	if math.Abs(p-r.Float(t, "probability")) > 6e-10 || p == 0 || math.Abs(sum-1) > 1e-12 {
		t.Errorf("%v: %.9f; all: %v", r, p, got)
	}
}

var armor = truthtest.Table{
	Name: "armor", Files: "truth/divine/enchant_armor.tsv", Whole: true, OneIn: 3,
	Columns: []string{"version", "armor", "is_magic", "armor_spe", "scroll", "result", "probability"},
}

func TestArmor(t *testing.T) {
	armor.Check(t, func(t testing.TB, r truthtest.Row) {
		o := rules.Get(r["version"]).Object(r["armor"])
		if o == nil || o.Magic != (r["is_magic"] == "1") {
			t.Fatalf("%v: the object table has %+v", r, o)
		}
		compare(t, r, Armor(&Question{
			Rules: rules.Get(r["version"]).Enchanting(), Spe: r.Int(t, "armor_spe"), Scroll: bucs[r["scroll"]],
			Special: strings.HasPrefix(r["armor"], "elven"), Magic: o.Magic, Scales: strings.HasSuffix(r["armor"], "dragon scales"),
		}))
	})
}

var weapon = truthtest.Table{
	Name: "weapon", Files: "truth/divine/enchant_weapon.tsv", Whole: true, Unread: map[string]string{"version": truthtest.Alike}, OneIn: 2,
	Columns: []string{"version", "weapon_spe", "scroll", "result", "probability"},
}

func TestWeapon(t *testing.T) {
	weapon.Check(t, func(t testing.TB, r truthtest.Row) {
		compare(t, r, Weapon(&Question{Rules: rules.Get(r["version"]).Enchanting(), Spe: r.Int(t, "weapon_spe"), Scroll: bucs[r["scroll"]]}))
	})
}

var recharge = truthtest.Table{
	Name: "recharge", Files: "truth/divine/recharge.tsv", Whole: true, OneIn: 3,
	Columns: []string{"version", "item", "spe_before", "times_recharged", "scroll", "result", "probability"},
}

func TestCharge(t *testing.T) {
	recharge.Check(t, func(t testing.TB, r truthtest.Row) {
		q := &ChargeQuestion{Rules: rules.Get(r["version"]).Charging(), Spe: r.Int(t, "spe_before"), Before: r.Int(t, "times_recharged"), Scroll: bucs[r["scroll"]]}
		switch item := r["item"]; item {
		case "wishing":
			q.What = Wishing
		case "death":
			q.What = Aimed
		case "create monster":
			q.What = Unaimed
		case "increase damage":
			q.What = Ring
		default:
			tool, known := q.Rules.Tool(item)
			if !known {
				t.Fatalf("%v: no such tool", r)
			}
			q.What, q.Tool, q.Marker = Tool, tool.Kind, item == "magic marker"
		}
		if err := q.Check(); err != nil {
			t.Errorf("%v: %v", r, err)
		}
		compare(t, r, Charge(q))
	})
}

func BenchmarkCharge(b *testing.B) {
	q := &ChargeQuestion{Rules: rules.Get("5.0.0").Charging(), What: Unaimed, Scroll: rules.Uncursed, Before: 3}
	for b.Loop() {
		Charge(q)
	}
}

// A cursed scroll does nothing to an artifact with a reserved name (wield.c, chwepon); any
// other scroll treats it like a plain weapon.
func TestResists(t *testing.T) {
	for _, spe := range []int{-6, 0, 5, 7} {
		for _, scroll := range bucs {
			q := Question{Rules: rules.Get("5.0.0").Enchanting(), Spe: spe, Scroll: scroll}
			plain := Weapon(&q)
			q.Resists = true
			got := Weapon(&q)
			if scroll == rules.Cursed {
				plain = Results{{What: signed(spe), Chance: dice.Chance{P: 1, Num: 1, Den: 1}}}
			}
			if !slices.Equal(got, plain) {
				t.Errorf("%s on %+d: %v, not %v", scroll, spe, got, plain)
			}
		}
	}
}
