package hurt

import (
	"fmt"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// The difficulties and the hero's levels of the columns of levels.
var (
	levelsAt = []int{1, 3, 5, 8, 10, 12, 14, 18, 24, 30}
	levelsIn = []int{1, 3, 5, 8, 10, 12, 15, 20, 25, 29}
)

// levelColumns returns the columns of levels: one for each difficulty.
func levelColumns() []string {
	out := []string{"version", "monster", "base_level"}
	for _, d := range levelsIn {
		out = append(out, levelColumn(d))
	}
	return out
}

func levelColumn(difficulty int) string {
	return fmt.Sprintf("d%d_xl%s", difficulty, strings.Trim(strings.ReplaceAll(fmt.Sprint(levelsAt), " ", ","), "[]"))
}

// levels holds the levels of new monsters.
var levels = truthtest.Table{Name: "levels", Files: "truth/fight/adj_level.tsv.gz", Whole: true, Unread: map[string]string{"version": truthtest.Alike}, OneIn: 3, Columns: levelColumns()}

func TestLevels(t *testing.T) {
	levels.Check(t, func(t testing.TB, r truthtest.Row) {
		if got := rules.BestiaryOf(r["version"]).Named(r["monster"]).Level; got != r.Int(t, "base_level") {
			t.Errorf("%s %s: level %d, want %s", r["version"], r["monster"], got, r["base_level"])
		}
		for _, d := range levelsIn {
			for i, want := range strings.Split(r[levelColumn(d)], ",") {
				got := Level(r.Int(t, "base_level"), d, levelsAt[i])
				if r["monster"] == Wizard { // never killed in these rows
					got = Killed(r.Int(t, "base_level"), 0)
				}
				if fmt.Sprint(got) != want {
					t.Errorf("%s at difficulty %d, XL %d: %d, want %s", r["monster"], d, levelsAt[i], got, want)
				}
			}
		}
	})
}

func TestKilled(t *testing.T) {
	for n, want := range map[int]int{0: 30, 3: 33, 19: 49, 20: 49, 255: 49} {
		if got := Killed(30, n); got != want {
			t.Errorf("killed %d times: level %d, want %d", n, got, want)
		}
	}
}
