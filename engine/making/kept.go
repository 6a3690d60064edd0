package making

import (
	"slices"
	"strings"

	"delphi/engine/rules"
)

// exempt are left by small monsters whatever they weigh: by version's rule, the
// first in all of them.
var exempt = []string{"figurine"}

// mostMade is the greatest number that an object is made in: 11 arrows.
const mostMade = 11

// Kept returns the chance that an object, drawn for the death of a monster smaller
// than a human, is not taken away again for its weight or bulk (xkilled).
func Kept(r *rules.Making, s *rules.Set, o *rules.Object) float64 {
	if slices.Contains(exempt, o.Name) {
		return 1
	}
	if r.SmallBulk && (o.Name == "food ration" || o.Name == "leash") {
		return 1
	}
	if o.Big || r.SmallBulk && bulky(s, o) {
		return 0
	}
	switch { // most need no look at how many there are
	case o.Weight > r.SmallCarries:
		return 0
	case o.Weight*mostMade <= r.SmallCarries, single(o):
		return 1
	}
	states := New(r, o)
	if states == nil {
		return 1
	}
	kept := 0.0
	for _, st := range states {
		if st.Quantity*o.Weight <= r.SmallCarries {
			kept += st.P
		}
	}
	return kept
}

// single reports objects that are made one at a time.
func single(o *rules.Object) bool {
	switch o.Class {
	case "weapon":
		return !multiple(o)
	case "tool":
		return !strings.HasSuffix(o.Name, " candle")
	case "food", "gem":
		return false
	}
	return true
}

// bulky reports spears, polearms and morning stars, which are long.
func bulky(s *rules.Set, o *rules.Object) bool {
	if o.Class != "weapon" || s.Fight() == nil {
		return false
	}
	skill := s.Fight().WeaponSkill(o)
	return o.Sub > 0 && slices.Contains([]string{"spear", "polearms", "morning star", "lance"}, skill)
}

// Remains returns the chances that a killed monster leaves an object of each class:
// drop is the chance that one is made at all. food says that it may be food.
func Remains(s *rules.Set, small, food bool, drop float64) []Drawn {
	r := s.Making()
	var out []Drawn
	for _, c := range Classes(r, "ordinary") {
		p := drop * c.P
		if small {
			share := 0.0
			for _, d := range Objects(s, c.Name, 0) {
				share += d.P * Kept(r, s, s.Object(d.Name))
			}
			p *= share
		}
		if c.Name == "food" && !food {
			p = 0
		}
		d := Drawn{Name: c.Name}
		d.P = p
		out = append(out, d)
	}
	return out
}
