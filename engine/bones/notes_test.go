package bones

import (
	"maps"
	"testing"

	"delphi/engine/rules"
)

// Each level where something may be that keeps no bones says what.
func TestLayoutNotes(t *testing.T) {
	b := rules.Get("5.0.0").Bones()
	upper := map[int]string{}
	for d := 6; d <= 10; d++ {
		upper[d] = "Sokoban may branch off here"
	}
	for d := 11; d <= 16; d++ {
		upper[d] = "the quest portal may be here"
	}
	if got := oracle(b).notes; !maps.Equal(got, upper) {
		t.Errorf("above: %v", got)
	}
	lower := map[int]string{}
	for d := 21; d <= b.Deepest(); d++ {
		switch {
		case d <= 24:
			lower[d] = "Medusa may be here"
		case d <= 28:
			lower[d] = "Medusa or the Castle may be here"
		case d == 29:
			lower[d] = "the Castle may be here"
		case d >= 25+b.Dungeon("Gehennom").MinLevels-1:
			lower[d] = "Gehennom may end here"
		}
	}
	if got := bottom(b).notes; !maps.Equal(got, lower) {
		t.Errorf("below: %v, want %v", got, lower)
	}
}

// The draws of a level's place are each as likely as another.
func TestAloneDraws(t *testing.T) {
	b := rules.Get("5.0.0").Bones()
	for _, l := range b.Levels {
		g := alone(b, l)
		sum := 0.0
		for _, d := range g.draws {
			p, _ := d.p.Float64()
			sum += p
			if l.Portal && d.keeps != 0 {
				t.Errorf("%s keeps bones", l.Name)
			}
		}
		if l.Max > 0 && (sum < 1-1e-9 || sum > 1+1e-9) {
			t.Errorf("%s: the draws come to %g", l.Name, sum)
		}
	}
}
