package fight

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// volleys holds how many missiles the game lets fly.
var volleys = truthtest.Table{
	Name: "volley", Files: "truth/fight/volley.tsv.gz", Whole: true, Unread: map[string]string{"id": label}, OneIn: 3,
	Columns: []string{"id", "role", "race", "missile", "launcher", "skill", "dex", "str", "quan", "dist_343", "dist_367", "dist_500"},
}

func TestVolleys(t *testing.T) {
	volleys.Check(t, func(t testing.TB, r truthtest.Row) {
		for column, version := range versions {
			q := &Question{Set: rules.Get(version), Rules: rules.Get(version).Fight(), Hero: Hero{Role: r["role"], Race: r["race"], Dex: r.Int(t, "dex"), Str: strength(t, r["str"])}, Missile: true, Quantity: r.Int(t, "quan")}
			q.Weapon, q.Second = weapon(t, version, r["missile"], ""), weapon(t, version, r["launcher"], "")
			q.Weapon.Skill, _ = rules.SkillNamed(r["skill"])
			d := q.Volley()
			seen := 0.0
			for cell := range strings.SplitSeq(r["dist_"+column], " ") {
				n, p, _ := strings.Cut(cell, ":")
				want, err := strconv.ParseFloat(p, 64)
				if err != nil {
					t.Fatal(err)
				}
				got := d.At(atoi(t, n))
				if seen += got; math.Abs(got-want) > 1e-6 {
					t.Errorf("%s: %v: %s with %g, want %g", version, r, n, got, want)
				}
			}
			if math.Abs(seen-1) > 1e-9 {
				t.Errorf("%s: %v: more than that: %v", version, r, d.Values())
			}
		}
	})
}
