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

// TestCrowningWithArtifact checks what an artifact in hand changes, by gcrownu in pray.c.
func TestCrowningWithArtifact(t *testing.T) {
	for _, test := range []struct {
		role, alignment string
		wielded         Weapon
		feet, after     string
		gifts           int
	}{
		{"Valkyrie", "lawful", Weapon{Name: "long sword", Artifact: "Excalibur", Enchant: 3, Eroded: true}, "nothing", "blessed long sword +3 = Excalibur erodeproof", 0},
		{"Wizard", "neutral", Weapon{Name: "long sword", Artifact: "Vorpal Blade", Enchant: -2}, "nothing", "blessed long sword +1 = Vorpal Blade erodeproof", 0},
		{"Wizard", "chaotic", Weapon{Name: "long sword", Artifact: "Vorpal Blade"}, "blessed runesword +1 = Stormbringer erodeproof", "uncursed long sword +0 = Vorpal Blade", 1},
		{"Wizard", "neutral", Weapon{Name: "athame", Artifact: "Magicbane"}, "blessed finger of death +0", "uncursed athame +0 = Magicbane", 1},
		{"Monk", "lawful", Weapon{Name: "katana", Artifact: "Snickersnee"}, "nothing", "blessed katana +1 = Snickersnee erodeproof", 0},
		{"Monk", "lawful", Weapon{Name: "katana"}, "blessed restore ability +0", "uncursed katana +0", 1},
		{"Barbarian", "chaotic", Weapon{Name: "runesword", Artifact: "Stormbringer"}, "nothing", "blessed runesword +1 = Stormbringer erodeproof", 0},
		{"Priest", "neutral", Weapon{Name: "mace", Artifact: "Demonbane"}, "blessed long sword +1 = Vorpal Blade erodeproof", "uncursed mace +0 = Demonbane", 1},
	} {
		for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
			q := &Crowning{Rules: rules.Get(version).Crown(), Role: test.role, Alignment: test.alignment, Wielded: &test.wielded}
			if a := q.Answer(); a.AtFeet != test.feet || a.Wielded != test.after || a.Gifts != test.gifts {
				t.Errorf("%s %s %s wielding %s: %+v", version, test.alignment, test.role, test.wielded.Artifact, a)
			}
		}
	}
}

func TestCrownChance(t *testing.T) {
	for luck, want := range map[int]odds.Fraction{0: odds.Never, 9: odds.Never, 10: odds.Of(1, 8), 11: odds.Of(1, 8), 12: odds.Of(2, 9), 13: odds.Of(2, 9)} {
		if got := CrownChance(rules.Get("5.0.0").Prayer(), luck); got != want {
			t.Errorf("Luck %d: %s, want %s", luck, got, want)
		}
	}
}
