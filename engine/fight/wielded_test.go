package fight

import (
	"math"
	"testing"

	"delphi/engine/rules"
)

// What dwarves and soldiers wield (hitval, dmgval): the plain dice of weapons against a hero.
func TestAgainstAHero(t *testing.T) {
	set := rules.Get("3.6.7")
	for _, c := range []struct {
		weapon     string
		plus       int
		toHit      int
		least, top int
		mean       float64
	}{
		{"dwarvish mattock", 0, -1, 1, 12, 6.5},
		{"axe", 0, 0, 1, 6, 3.5},
		{"crysknife", 0, 3, 1, 10, 5.5},
		{"elven dagger", 3, 5, 4, 8, 6}, // 2 of its own
		{"bow", 0, 0, 1, 2, 1.5},
		{"spear", 0, 0, 1, 6, 3.5},
		{"flail", 0, 0, 2, 7, 4.5},         // d6 + 1
		{"dagger", -3, -1, 0, 1, 0.25},     // 2 of its own; below 0 it takes nothing
		{"unicorn horn", 0, 1, 1, 12, 6.5}, // a tool
	} {
		w := Weapon{Object: set.Object(c.weapon), Enchant: c.plus, BUC: rules.Blessed}
		toHit, d := w.Against(set.Fight())
		d = d.Trim()
		if toHit != c.toHit || d.Min != c.least || d.Max() != c.top || math.Abs(d.Mean()-c.mean) > 1e-12 {
			t.Errorf("%+d %s: %+d to hit, %d to %d, %v", c.plus, c.weapon, toHit, d.Min, d.Max(), d.Mean())
		}
	}
}
