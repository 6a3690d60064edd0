package rules

import (
	"reflect"
	"testing"
)

// Every number of a polypile rule stands in a place that can be cited.
func TestPolypileCited(t *testing.T) {
	names := PolypileNames()
	if len(names) != 3 {
		t.Fatalf("polypile rules for %v, want three versions", names)
	}
	for _, name := range names {
		s := Get(name)
		p := reflect.ValueOf(s.Polypile()).Elem()
		for i := range p.NumField() {
			f := p.Type().Field(i)
			if f.Type.Kind() != reflect.Int {
				continue
			}
			rule := f.Tag.Get("cite")
			if _, ok := s.Cite(rule); !ok {
				t.Errorf("%s: %s cites %q, which has no place", name, f.Name, rule)
			}
			if p.Field(i).Int() == 0 && f.Name != "ReadLimit" {
				t.Errorf("%s: %s is empty", name, f.Name)
			}
		}
		for _, rule := range []string{CitePile, CiteResist, CiteShudder, CiteDecide, CiteGolem, CiteAbsorb, CiteBecome, CiteDraw, CiteGems, CiteLooks, CiteRange, CiteBeam, CiteDip} {
			if _, ok := s.Cite(rule); !ok {
				t.Errorf("%s: no place for %q", name, rule)
			}
		}
	}
}

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
