package lock

import (
	"math"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

var picks = truthtest.Table{
	Name: "picks", Files: "truth/divine/lockpick_chance.tsv", Whole: true, Unread: map[string]string{"version": truthtest.Alike, "tool_buc": "a cursed tool is as good as any"}, OneIn: 5,
	Columns: []string{"version", "role", "tool", "tool_buc", "dex", "target", "box_cursed", "percent_per_turn"},
}

func TestPick(t *testing.T) {
	picks.Check(t, func(t testing.TB, r truthtest.Row) {
		l := rules.Get(r["version"]).Locks()
		q := &Lock{Rules: l, Box: r["target"] == "chest", Cursed: r["box_cursed"] == "1", Dex: r.Int(t, "dex"), Rogue: r["role"] == "Rogue"}
		for _, tool := range l.Tools {
			if tool.Name == r["tool"] {
				q.Tool = tool
			}
		}
		if got := q.Percent(); got != r.Int(t, "percent_per_turn") {
			t.Errorf("%v: %d", r, got)
		}
	})
}

var traps = truthtest.Table{
	Name: "traps", Files: "truth/divine/untrap.tsv", Whole: true, OneIn: 2,
	Columns: []string{"version", "role", "XL", "trap", "made_by_you", "state", "P_success_per_try"},
}

func TestUntrap(t *testing.T) {
	traps.Check(t, func(t testing.TB, r truthtest.Row) {
		s := r["state"]
		got := Untrap(&Trap{
			Rules: rules.Get(r["version"]).Locks(), Web: r["trap"] == "web", Bear: r["trap"] == "bear trap", Own: r["made_by_you"] == "1",
			XL: r.Int(t, "XL"), Rogue: r["role"] == "Rogue", Ranger: r["role"] == "Ranger", Artifact: s == "quest artifact carried",
			Confused: s == "confused", Blind: s == "blind", Stunned: s == "stunned", Fumbling: s == "fumbling",
		})
		if math.Abs(got.P-r.Float(t, "P_success_per_try")) > 6e-9 {
			t.Errorf("%v: %s %v", r, got, got.P)
		}
	})
}

var searches = truthtest.Table{
	Name: "searches", Files: "truth/divine/search.tsv", Whole: true, OneIn: 2,
	Columns: []string{"version", "luck", "gear", "hidden_thing", "P_found_per_search_turn"},
}

func TestSearch(t *testing.T) {
	searches.Check(t, func(t testing.TB, r truthtest.Row) {
		s := rules.Get(r["version"])
		got := Search(&Hidden{Rules: s.Locks(), Luck: s.Luck(), At: r.Int(t, "luck"), Trap: r["hidden_thing"] == "trap", Lens: r["gear"] == "lenses"})
		if math.Abs(got.P-r.Float(t, "P_found_per_search_turn")) > 6e-9 {
			t.Errorf("%v: %s %v", r, got, got.P)
		}
	})
}
