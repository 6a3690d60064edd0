package divine

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

var which = truthtest.Table{
	Name: "gift_which", Files: "truth/divine/exact/gift_which.tsv", OneIn: 5, Whole: true,
	Columns: []string{"version", "role", "race", "align", "gifts_so_far", "existing", "max_gift_value", "n", "artifact", "count", "p_exact"},
	Unread:  map[string]string{"n": unscaled, "count": unscaled},
}

const unscaled = "p_exact times n, rounded"

func TestWhich(t *testing.T) {
	which.Check(t, func(t testing.TB, r truthtest.Row) {
		q := &Gift{
			Rules: rules.Get(r["version"]).Altar(), Role: r["role"], Race: r["race"], Alignment: r["align"], XL: 12,
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
		exact, ok := new(big.Rat).SetString(r["p_exact"])
		if !ok {
			t.Fatalf("no fraction: %v", r)
		}
		if want, _ := exact.Float64(); math.Abs(p-want) > 1e-12 {
			t.Errorf("%g, not %g: %v", p, want, r)
		}
	})
}

var candidates = truthtest.Table{
	Name: "gift_candidates", Files: "truth/divine/exact/gift_candidates.tsv", OneIn: 2, Whole: true,
	Columns: []string{"version", "role", "race", "align", "artifact", "gift_value", "aligned_1_unaligned_0", "own_role_artifact", "max_skill"},
}

// Whoever may be given something, what it takes, and what counts for it.
func TestCandidates(t *testing.T) {
	candidates.Check(t, func(t testing.TB, r truthtest.Row) {
		q := &Gift{Rules: rules.Get(r["version"]).Altar(), Role: r["role"], Race: r["race"], Alignment: r["align"], XL: 12, Gifts: 1}
		g := q.Rules.Gift(r["artifact"])
		if g == nil {
			t.Errorf("no gift: %v", r)
			return
		}
		own := g.Role != "" && g.Role == q.Role
		for _, x := range q.Rules.Gifts { // nothing comes before the role's own
			if x.Role == q.Role && !own {
				q.Existing = append(q.Existing, x.Name)
			}
		}
		if !slices.ContainsFunc(q.Which(), func(x Given) bool { return x.Name == g.Name }) {
			t.Errorf("not given: %v", r)
		}
		flag := map[bool]string{true: "1", false: "0"}
		if g.Worth != r.Int(t, "gift_value") || flag[own || g.Alignment == q.Alignment] != r["aligned_1_unaligned_0"] || flag[own] != r["own_role_artifact"] {
			t.Errorf("worth %d, %s, of a %s: %v", g.Worth, g.Alignment, g.Role, r)
		}
		if skill := q.Rules.Skill(q.Role, g.Skill); q.Rules.ByWorth && skill.String() != r["max_skill"] {
			t.Errorf("%s at most: %v", skill, r)
		}
	})
}

var giftChance = truthtest.Table{
	Name: "sacrifice_gift", Files: "truth/divine/sacrifice_gift.tsv", Whole: true, Unread: map[string]string{"value": "a gift comes as often for whatever is offered, while any is left"},
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
	Name: "gift_enchant", Files: "truth/divine/gift_enchant.tsv", Whole: true,
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

// What a role's gods give before anything else exists after the first gift.
func TestOwnGiven(t *testing.T) {
	for _, x := range []struct {
		role, alignment string
		gifts           int
		want            string
	}{
		{"Wizard", "neutral", 0, ""}, {"Wizard", "neutral", 1, "Magicbane"}, {"Samurai", "lawful", 2, "Snickersnee"}, {"", "lawful", 3, ""},
	} {
		q := &Gift{Rules: rules.Get("5.0.0").Altar(), Role: x.role, Race: "human", Alignment: x.alignment, XL: 10, Gifts: x.gifts}
		if got := strings.Join(q.OwnGiven(), ", "); got != x.want {
			t.Errorf("%s after %d: %q, not %q", x.role, x.gifts, got, x.want)
		}
	}
}
