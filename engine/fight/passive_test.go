package fight

import (
	"math"
	"testing"
)

// What a monster returns to who strikes it.
func TestReturns(t *testing.T) {
	for _, x := range []struct {
		what, monster string
		change        func(*Question)
		when          When
		p             float64
		min, max      int
	}{
		{"a gaze for one die more than its level", "floating eye", nil, OnAlive, 2.0 / 3, 3, 210},
		{"of a higher level, one more", "floating eye", func(q *Question) { q.Target.Level = 5 }, OnAlive, 2.0 / 3, 6, 420},
		{"a touch for its own dice", "gelatinous cube", nil, OnAlive, 2.0 / 3, 1, 4},
		{"acid", "acid blob", nil, OnHit, 0.5, 1, 8},
		{"cold", "brown mold", nil, OnAlive, 2.0 / 3, 2, 12},
		{"fire", "red mold", nil, OnAlive, 2.0 / 3, 2, 8},
		{"shocks", "energy vortex", nil, OnAlive, 2.0 / 3, 7, 28},
		{"stuns", "yellow mold", nil, OnAlive, 2.0 / 3, 2, 8},
		{"the Oracle's revenge", "Oracle", nil, OnBlow, 1, 13, 52},
		{"an explosion", "gas spore", nil, OnDeath, 1, 4, 24},
		{"rust", "rust monster", nil, OnHit, 1, 0, 0},
		{"corrosion", "black pudding", nil, OnHit, 1, 0, 0},
		{"enchantment", "disenchanter", nil, OnHit, 1, 0, 0},
		{"stone, for bare hands", "cockatrice", func(q *Question) { q.Weapon = Weapon{} }, OnHit, 1, 0, 0},
		{"but not in gloves", "cockatrice", func(q *Question) { q.Weapon, q.Gloved = Weapon{}, true }, "", 0, 0, 0},
		{"or with a weapon", "cockatrice", nil, "", 0, 0, 0},
		{"but for feet", "chickatrice", func(q *Question) { q.Kick = true }, OnHit, 1, 0, 0},
		{"nothing to a missile", "floating eye", func(q *Question) { q.Missile = true }, "", 0, 0, 0},
		{"nothing", "jackal", nil, "", 0, 0, 0},
		{"nothing", "green slime", nil, "", 0, 0, 0},
	} {
		q := asked(t, "5.0.0", x.monster, "dagger", "")
		if x.change != nil {
			x.change(q)
		}
		r := q.Returns()
		if r == nil {
			r = &Return{}
		}
		if r.Takes == nil {
			r.Takes = &Range{}
		}
		if r.Takes.Mean != float64(x.min+x.max)/2 || r.When != x.when || math.Abs(r.P-x.p) > 1e-12 || r.Takes.Min != x.min || r.Takes.Max != x.max {
			t.Errorf("%s, %s: %+v, %+v", x.monster, x.what, r, r.Takes)
		}
	}
}
