package rules

import (
	"slices"
	"strings"
	"testing"
)

// Every material that an object is of, or may be of, makes one or two kinds
// of golem, and every peculiar object exists.
func TestPolypileTables(t *testing.T) {
	for _, name := range PolypileNames() {
		s := Polypiling(name)
		p := s.Polypile()
		isThing := func(row string) bool {
			return s.Object(row) != nil || strings.HasSuffix(row, " corpse") || slices.ContainsFunc(s.Artifacts(), func(a Artifact) bool { return a.Name == row })
		}
		for row := range p.special {
			if !isThing(row) {
				t.Errorf("%s: there is no %q", name, row)
			}
		}
		for class, ends := range p.Redraws {
			for _, end := range ends {
				if o := s.Object(end); o == nil || o.Class != class {
					t.Errorf("%s: a %s is drawn again from %q", name, class, end)
				}
			}
		}
		if p.OwnMaterials {
			if len(p.Looks) > 0 {
				t.Errorf("%s: looks go by the material of each type", name)
			}
		}
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
		if p.OwnMaterials {
			continue
		}
		spare := map[string]int{"wand": 3} // looks that no type has
		switch name {
		case "slashem":
			spare["spellbook"] = 6
		case "unnethack":
			spare = map[string]int{"wand": 25, "ring": 13, "spellbook": 23}
		}
		for _, class := range []string{"ring", "wand", "spellbook"} {
			sum := 0
			for _, n := range p.Looks[class] {
				sum += n
			}
			if want := len(poolOf(s, class)) + spare[class]; sum != want {
				t.Errorf("%s: %d looks of a %s, want %d", name, sum, class, want)
			}
		}
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
