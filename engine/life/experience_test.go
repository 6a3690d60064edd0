package life

import (
	"testing"

	"delphi/engine/rules"
)

// The games' own tables say what each monster brings at its own level.
func TestExperienceAtItsOwnLevel(t *testing.T) {
	for _, name := range rules.Names() {
		g, b := rules.Get(name).Growth(), rules.BestiaryOf(name)
		if g == nil || b == nil {
			continue
		}
		wrong := 0
		for _, m := range b.Monsters {
			if got := Experience(g, m, m.Level, false); m.Experience != 0 && got.Points != m.Experience {
				if wrong++; wrong < 12 {
					t.Errorf("%s: %s brings %d, want %d: %+v %+v", name, m.Name, got.Points, m.Experience, got.Parts, m.Attacks)
				}
			}
		}
		t.Logf("%s: %d of %d wrong", name, wrong, len(b.Monsters))
	}
}

func TestGains(t *testing.T) {
	g := rules.Get("5.0.0").Growth()
	if len(g.Cutoffs) != 29 || LeastAt(g, 1) != 0 || LeastAt(g, 2) != 20 || LeastAt(g, 11) != 10000 || LeastAt(g, 14) != 80000 || LeastAt(g, 30) != 100_000_000 {
		t.Errorf("%v", g.Cutoffs)
	}
	for version, want := range map[string][4]int{"slashem": {40, 10000, 150_000, 1_000_000}, "evilhack": {20, 5120, 80000, 4_800_000}, "xnethack": {20, 5120, 28000, 700_000}} {
		c := rules.Get(version).Growth()
		if got := [4]int{LeastAt(c, 2), LeastAt(c, 10), LeastAt(c, 14), LeastAt(c, 30)}; len(c.Cutoffs) != 29 || got != want {
			t.Errorf("%s: %v, want %v", version, got, want)
		}
	}
	for xl := 1; xl <= 30; xl++ {
		if got := LevelAt(g, LeastAt(g, xl)); got != xl {
			t.Errorf("XL %d begins at XL %d", xl, got)
		}
	}
	if got := Gains(g, 1, 0, 1000); got.XL != 2 || got.After != 39 { // one level a kill
		t.Errorf("%+v", got)
	}
	if got := Gains(g, 8, 2000, 100); got.XL != 8 || got.Kills != 6 {
		t.Errorf("%+v", got)
	}
	if got := Gains(g, 30, 2e8, 100); got.XL != 30 || got.Next != 0 {
		t.Errorf("%+v", got)
	}
	for died, want := range map[int]int{1: 97, 20: 97, 21: 49, 40: 49, 41: 25, 80: 25, 81: 13, 120: 13, 121: 7, 255: 2} {
		if got := Again(g, 97, died); got != want {
			t.Errorf("%d died: %d, want %d", died, got, want)
		}
	}
}
