package polymorph

import (
	"math"
	"testing"

	"delphi/engine/rules"
)

// A wand's count goes up if it is below rn2(7); weapons, armour and wands keep what
// they have.
func TestKept(t *testing.T) {
	p := rules.Get("5.0.0").Polypile()
	for recharged := 0; recharged <= 8; recharged++ {
		up := 0
		for roll := range p.Recharges {
			if recharged < roll {
				up++
			}
		}
		if got, want := Raised(p, recharged), float64(up)/float64(p.Recharges); math.Abs(got-want) > 1e-12 {
			t.Errorf("recharged %d times: %g, want %g", recharged, got, want)
		}
	}
	for class, want := range map[string]bool{"wand": true, "weapon": true, "armor": true, "ring": false, "tool": false, "": false} {
		if Kept(class).Spe != want {
			t.Errorf("%s", class)
		}
	}
}
