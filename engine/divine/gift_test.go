package divine

import (
	"math"
	"slices"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

var which = truthtest.Table{
	Name: "gift_which", Files: "truth/divine/gift_which.tsv", OneIn: 5,
	Columns: []string{"version", "role", "race", "align", "gifts_so_far", "existing", "max_gift_value", "n", "artifact", "count"},
}

// measured are a version's rules as the program had them that counted these
// rows. The game gives a role's own gift the hero's alignment when a game
// starts; the program played all heroes, role by role, in one process, so that
// such a gift kept the alignment of the last hero of its role for all roles
// after. Games do not share a process.
func measured(version, role string) *rules.Altar {
	order := []string{"Archeologist", "Barbarian", "Caveman", "Healer", "Knight", "Monk", "Priest", "Rogue", "Ranger", "Samurai", "Tourist", "Valkyrie", "Wizard"}
	last := map[string]string{"Barbarian": "chaotic", "Priest": "chaotic", "Samurai": "lawful", "Valkyrie": "lawful", "Wizard": "chaotic"}
	a := *rules.Get(version).Altar()
	a.Gifts = slices.Clone(a.Gifts)
	for i, g := range a.Gifts {
		if g.Role != "" && slices.Index(order, role) > slices.Index(order, g.Role) {
			kept := *g
			kept.Alignment = last[g.Role]
			a.Gifts[i] = &kept
		}
	}
	return &a
}

func TestWhich(t *testing.T) {
	which.Check(t, func(t testing.TB, r truthtest.Row) {
		q := &Gift{
			Rules: measured(r["version"], r["role"]), Role: r["role"], Race: r["race"], Alignment: r["align"], XL: 12,
			Gifts: r.Int(t, "gifts_so_far"), Value: max(0, r.Int(t, "max_gift_value")),
		}
		if r["existing"] != "none" {
			q.Existing = strings.Split(r["existing"], "; ")
		}
		p := 0.0
		list := q.Which()
		if i := slices.IndexFunc(list, func(g Given) bool { return g.Name == r["artifact"] }); i >= 0 {
			p = list[i].P
		}
		counted(t, r, p, r.Int(t, "n"), r.Int(t, "count"))
	})
}

var giftChance = truthtest.Table{
	Name: "sacrifice_gift", Files: "truth/divine/sacrifice_gift.tsv",
	Columns: []string{"version", "XL", "luck", "gifts_so_far", "artifacts_existing", "value", "n", "gifts", "mean_timeout_after_gift"},
}

func TestGiftChance(t *testing.T) {
	giftChance.Check(t, func(t testing.TB, r truthtest.Row) {
		q := &Gift{Rules: rules.Get(r["version"]).Altar(), XL: r.Int(t, "XL"), Luck: r.Int(t, "luck"), Gifts: r.Int(t, "gifts_so_far"), Artifacts: r.Int(t, "artifacts_existing")}
		counted(t, r, q.Chance(nil).P, r.Int(t, "n"), r.Int(t, "gifts"))
		if r["gifts"] != "0" {
			if mean := AfterGift(q.Rules, q.Artifacts, q.XL).Mean(); math.Abs(mean-r.Float(t, "mean_timeout_after_gift")) > 0.06*mean {
				t.Errorf("the mean timeout is %g: %v", mean, r)
			}
		}
	})
}

var giftEnchant = truthtest.Table{
	Name: "gift_enchant", Files: "truth/divine/gift_enchant.tsv",
	Columns: []string{"version", "artifact", "n", "spe", "count"},
}

func TestGiftEnchant(t *testing.T) {
	giftEnchant.Check(t, func(t testing.TB, r truthtest.Row) {
		q := &Gift{Rules: rules.Get(r["version"]).Altar(), XL: 1}
		p := 0.0
		for _, e := range q.given(q.Rules.Gift(r["artifact"]), 1).Enchants {
			if e.Enchant == r.Int(t, "spe") {
				p = e.P
			}
		}
		counted(t, r, p, r.Int(t, "n"), r.Int(t, "count"))
	})
}

func BenchmarkWhich(b *testing.B) {
	q := &Gift{Rules: rules.Get("5.0.0").Altar(), Role: "Priest", Race: "human", Alignment: "neutral", XL: 30, Gifts: 1, Artifacts: 2}
	for b.Loop() {
		q.Which()
	}
}
