package divine

import (
	"strings"
	"testing"

	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

var crowns = truthtest.Table{
	Name: "crown", Files: "truth/divine/crown.tsv", Whole: true, Unread: map[string]string{"race": "no crowning asks for it"},
	Columns: []string{"version", "role", "race", "align", "wielded", "crown_message", "at_feet", "wielded_after", "gifts_counter"},
}

func TestCrowning(t *testing.T) {
	crowns.Check(t, func(t testing.TB, r truthtest.Row) {
		q := &Crowning{Rules: rules.Get(r["version"]).Crown(), Role: r["role"], Alignment: r["align"]}
		var held string
		held, q.Book = strings.CutSuffix(r["wielded"], ", carrying the class book")
		if name, ok := strings.CutPrefix(held, "-1 rusty "); ok {
			q.Wielded = &Weapon{Name: name, BUC: rules.Uncursed, Enchant: -1, Eroded: true}
		}
		a := q.Answer()
		if a.Words != r["crown_message"] || a.AtFeet != r["at_feet"] || a.Wielded != r["wielded_after"] || a.Gifts != r.Int(t, "gifts_counter") {
			t.Errorf("%+v: %v", a, r)
		}
	})
}

func TestCrownChance(t *testing.T) {
	for luck, want := range map[int]odds.Fraction{0: odds.Never, 9: odds.Never, 10: odds.Of(1, 8), 11: odds.Of(1, 8), 12: odds.Of(2, 9), 13: odds.Of(2, 9)} {
		if got := CrownChance(rules.Get("5.0.0").Prayer(), luck); got != want {
			t.Errorf("Luck %d: %s, want %s", luck, got, want)
		}
	}
}
