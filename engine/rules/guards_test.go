package rules

import (
	"slices"
	"testing"
)

// A guard stops a hazard that there is, by a rule with a place in the source.
func TestGuards(t *testing.T) {
	for _, version := range vanilla {
		s := Get(version)
		for _, g := range s.Guards().Guards {
			placed(t, s, g.Hazard+" by "+g.Property, g.Rule)
			if !slices.ContainsFunc(s.Guards().Hazards, func(h *Hazard) bool { return h.Name == g.Hazard }) {
				t.Errorf("%s: %s stops %q, which is no hazard", version, g.Property, g.Hazard)
			}
			if g.Partly && g.How == "" {
				t.Errorf("%s: how %s stops %s in part is not said", version, g.Property, g.Hazard)
			}
		}
		for _, h := range s.Guards().Hazards {
			if len(s.Guards().Against(h.Name)) == 0 {
				t.Errorf("%s: nothing stops %s", version, h.Name)
			}
		}
	}
	if Get("evilhack").Guards() != nil {
		t.Error("what stops what in EvilHack is said to be known")
	}
}
