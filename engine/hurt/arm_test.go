package hurt

import (
	"math"
	"testing"

	"delphi/engine/dist"
)

// A weapon adds to what weapon attacks do, and to nothing else: here counted roll by roll, as
// mattacku and hitmu go.
func TestArmed(t *testing.T) {
	for _, c := range []struct {
		monster   string
		level, ac int
		arm       Arm
	}{
		{"dwarf", -1, 10, Arm{"dwarvish mattock", -1, dist.Die(12)}},
		{"dwarf", -1, 4, Arm{"+2 axe", 2, dist.Die(6).Add(2)}},
		{"dwarf", 40, 10, Arm{"-30 dagger", -30, dist.Exactly(0)}},
		{"captain", -1, 0, Arm{"silver saber", 0, dist.Die(8)}},
		{"mind flayer", -1, 5, Arm{"scimitar", 0, dist.Die(8)}},
		{"soldier ant", -1, 5, Arm{"axe", 5, dist.Die(6)}},
	} {
		q := assault(t, "5.0.0", c.monster, c.ac)
		q.Level = c.level
		bare := q.Hits()
		q.Arm = &c.arm
		h := q.Hits()
		for i, a := range h.Attacks {
			p, mean := bare.Attacks[i].Hits.P, bare.Attacks[i].Mean
			if a.What == "weapon" {
				n := 10 + q.level() + c.ac + c.arm.ToHit
				hits := 0
				for roll := 1; roll <= 20+i; roll++ {
					if n > roll {
						hits++
					}
				}
				p, mean = float64(hits)/float64(20+i), mean+c.arm.Damage.Mean()
				if a.Arm != c.arm.Name {
					t.Errorf("%s: its attack is with %q", c.monster, a.Arm)
				}
			}
			if p == 0 {
				mean = a.Mean
			}
			if math.Abs(a.Hits.P-p) > 1e-12 || math.Abs(a.Mean-mean) > 1e-12 {
				t.Errorf("%s with %s: attack %d hits %v for %v, want %v for %v", c.monster, c.arm.Name, i, a.Hits.P, a.Mean, p, mean)
			}
		}
	}
}
