package spell

import (
	"testing"

	"delphi/engine/rules"
)

// Where nothing worn helps, one more level or point does, and the advice says
// which.
func TestGains(t *testing.T) {
	seen := map[ChangeKind]bool{}
	for xl := 1; xl < MaxXL; xl += 3 {
		for stat := 8; stat < MaxStat; stat++ {
			q := wizard("5.0.0")
			q.Spell, q.XL, q.Int, q.Skill = q.Rules.Spell("finger of death"), xl, stat, rules.Expert
			q.Held = q.Rules.HeldNamed("quarterstaff")
			for _, w := range Advise(wear(q, "robe", "helm of brilliance")).Ways() {
				for _, c := range w.Changes {
					want := map[ChangeKind]int{GainLevel: q.XL + 1, GainStat: q.Int + 1}[c.Kind]
					if seen[c.Kind] = true; want != 0 && c.Value != want {
						t.Errorf("XL %d, Int %d: %+v, want %d", xl, stat, c, want)
					}
				}
			}
		}
	}
	if !seen[GainLevel] && !seen[GainStat] {
		t.Errorf("never a level or a point: %v", seen)
	}
}
