package divine

import (
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

var scared = truthtest.Table{
	Name: "scared_by", Files: "truth/divine/scared_by.tsv", Whole: true,
	Columns: []string{"version", "monster", "Elbereth", "scare_monster_scroll", "Elbereth_in_Gehennom"},
}

func TestScared(t *testing.T) {
	scared.Check(t, func(t testing.TB, r truthtest.Row) {
		set := rules.Get(r["version"])
		known, fits := false, false
		for _, m := range set.Bestiary().Monsters { // of two of one name, one must fit
			for _, n := range m.Names {
				if n != r["monster"] {
					continue
				}
				known = true
				w := set.Ward()
				fits = fits || Scared(w, m, false, false) == (r["Elbereth"] == "1") && Scared(w, m, true, false) == (r["scare_monster_scroll"] == "1") && Scared(w, m, false, true) == (r["Elbereth_in_Gehennom"] == "1")
			}
		}
		if !known || !fits {
			t.Errorf("known %v: %v", known, r)
		}
	})
}

var wiped = truthtest.Table{
	Name: "wiped", Files: "truth/divine/engraving_wipe.tsv", Whole: true, Unread: map[string]string{"version": truthtest.Alike},
	Columns: []string{"version", "type", "chars_wiped_call", "n", "still_Elbereth"},
}

func TestSurvives(t *testing.T) {
	kinds := map[string]string{"dust": Dust, "engrave": Engraved, "burn": Burned, "graffiti": Graffiti, "blood": Blood}
	wiped.Check(t, func(t testing.TB, r truthtest.Row) {
		p := Survives(rules.Get(r["version"]).Ward(), kinds[r["type"]], r.Int(t, "chars_wiped_call")).P
		// A letter may be rubbed into one like itself, but seldom.
		counted(t, r, p, r.Int(t, "n"), r.Int(t, "still_Elbereth"))
	})
}
