package rules

import "testing"

// Every material that an object is of, or may be of, makes one or two kinds
// of golem, and every peculiar object exists.
func TestPolypileTables(t *testing.T) {
	for _, name := range PolypileNames() {
		s := Get(name)
		p := s.Polypile()
		for _, o := range s.Objects() {
			if n := len(p.GolemsFor(o.Material)); n < 1 || n > 2 {
				t.Errorf("%s: %s is of %q, for which there are %d golems", name, o.Name, o.Material, n)
			}
			for m := range p.LooksOf(o) {
				if len(p.GolemsFor(m)) == 0 {
					t.Errorf("%s: %s may be of %q, for which there is no golem", name, o.Name, m)
				}
			}
			if looks := p.LooksOf(o); looks != nil && looks[o.Material] == 0 {
				t.Errorf("%s: %s is of %q, not in its pool", name, o.Name, o.Material)
			}
		}
		for row := range p.special {
			if s.Object(row) == nil && row != "crocodile corpse" && row != "Death corpse" && row != "Pestilence corpse" && row != "Famine corpse" {
				t.Errorf("%s: no object %q", name, row)
			}
		}
		for class, looks := range map[string]int{"ring": 28, "wand": len(poolOf(s, "wand")) + 3 /* spare looks */, "spellbook": len(poolOf(s, "spellbook"))} {
			sum := 0
			for _, n := range p.Looks[class] {
				sum += n
			}
			if sum != looks {
				t.Errorf("%s: %d looks of a %s, want %d", name, sum, class, looks)
			}
		}
	}
	if Get("slashem").Polypile() != nil {
		t.Error("SLASH'EM's polymorph is not modelled")
	}
	if r, ok := Get("slashem").Reverts(); !ok || r.MinTurns != 500 {
		t.Error("SLASH'EM's objects revert")
	}
}

// poolOf lists the types of a class that draw from its pool of looks.
func poolOf(s *Set, class string) (out []string) {
	for _, o := range s.Objects() {
		if o.Class == class && s.Polypile().LooksOf(o) != nil {
			out = append(out, o.Name)
		}
	}
	return out
}
