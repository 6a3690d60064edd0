package divine

import (
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// stones reads what the rows of the game carry: "blessed+cursed luckstones".
func stones(t testing.TB, carried string) (s Stones) {
	t.Helper()
	if carried == "no stone" {
		return s
	}
	list, _, ok := strings.Cut(carried, " luckstone")
	if !ok {
		t.Fatalf("what is %q?", carried)
	}
	for buc := range strings.SplitSeq(list, "+") {
		switch buc {
		case "blessed":
			s.Blessed++
		case "uncursed":
			s.Uncursed++
		case "cursed":
			s.Cursed++
		default:
			t.Fatalf("what is %q?", carried)
		}
	}
	return s
}

// fading is what the game's own function did to Luck on one turn.
var fading = truthtest.Table{
	Name: "luck_timeout", Files: "truth/divine/luck_timeout.tsv", Whole: true, Unread: map[string]string{"version": truthtest.Alike},
	Columns: []string{"version", "carried", "move", "amulet", "god_angry", "luck_before", "luck_after"},
}

func TestFading(t *testing.T) {
	fading.Check(t, func(t testing.TB, r truthtest.Row) {
		f := Fading{
			Rules: rules.Get(r["version"]).Luck(), Luck: r.Int(t, "luck_before"), Turn: r.Int(t, "move") - 1, Turns: 1,
			Fast: r["amulet"] == "1" || r["god_angry"] == "1", Stones: stones(t, r["carried"]),
		}
		if got := f.Over(); got.Luck != r.Int(t, "luck_after") {
			t.Errorf("%+v: %v", got, r)
		}
	})
}

// TestFadingTurnByTurn takes one turn after the other.
func TestFadingTurnByTurn(t *testing.T) {
	l := rules.Get("5.0.0").Luck()
	for _, f := range []Fading{
		{Luck: 5, Turn: 1234, Turns: 2000}, {Luck: -3, Base: 1, Turn: 599, Turns: 2402, Fast: true}, {Luck: 7, Base: -4, Turns: 10_000},
		{Luck: 2, Turns: 5000, Stones: Stones{Blessed: 1}}, {Luck: -2, Turns: 5000, Stones: Stones{Blessed: 2, Cursed: 1}},
	} {
		f.Rules = l
		step := f
		for step.Turns = 1; step.Turn < f.Turn+f.Turns; step.Turn++ {
			step.Luck = step.Over().Luck
		}
		got := f.Over()
		if got.Luck != step.Luck {
			t.Errorf("%+v: %d, turn by turn %d", f, got.Luck, step.Luck)
		}
		if f.Turns = got.Settle; got.Settle > 0 {
			before := f
			before.Turns--
			if f.Over().Luck != f.Base || before.Over().Luck == f.Base {
				t.Errorf("%+v does not settle after %d turns", f, got.Settle)
			}
		}
	}
}
