package rules

import (
	"slices"
	"strings"
	"testing"
)

// vanilla holds the versions of which remedies and properties are known.
var vanilla = []string{"3.4.3", "3.6.7", "5.0.0"}

// placed reports a rule of a version that has no place in its source.
func placed(t *testing.T, s *Set, of, rule string) {
	t.Helper()
	if at, ok := s.Cite(rule); !ok || !strings.Contains(at.Place, ".c:") {
		t.Errorf("%s: %s names the rule %q, which has no place", s.Name, of, rule)
	}
}

// exists reports whether a name is that of an object, an artifact, a spell or a
// corpse of the version.
func exists(s *Set, name string) bool {
	corpse, ok := strings.CutSuffix(name, " corpse")
	return s.Object(name) != nil || s.Spell(name) != nil || ok && s.Bestiary().Named(corpse) != nil ||
		slices.ContainsFunc(s.Powers(), func(p *Powers) bool { return p.Name == name })
}

// A remedy cures what there is, with what there is, and says where that stands.
func TestRemedies(t *testing.T) {
	for _, version := range vanilla {
		s := Get(version)
		known, cured := map[string]bool{}, map[string]bool{}
		for _, a := range s.Remedies().Ailments {
			known[a.Name] = true
			for _, god := range a.Gods {
				if !slices.ContainsFunc(s.Prayer().Troubles, func(k *TroubleKind) bool { return k.Name == god }) {
					t.Errorf("%s: no god of %s knows the trouble %q", a.Name, version, god)
				}
			}
			if a.Horn != "" && a.Horn != HornPoints && !slices.Contains(s.Crafts().HornCures, a.Horn) {
				t.Errorf("%s: horns of %s know no %q", a.Name, version, a.Horn)
			}
		}
		for _, r := range s.Remedies().List {
			placed(t, s, r.What, r.Rule)
			for _, name := range r.Things {
				if name != AcidicCorpse && name != AnyFood && !exists(s, name) {
					t.Errorf("%s has no %q, with which %s is done", version, name, r.What)
				}
			}
			if len(r.Cures) == 0 {
				t.Errorf("%s: %s cures nothing", version, r.What)
			}
			for _, c := range r.Cures {
				cured[c] = true
				if !known[c] {
					t.Errorf("%s: %s cures %q, which nobody has", version, r.What, c)
				}
			}
		}
		for name := range known {
			if !cured[name] {
				t.Errorf("%s: nothing cures %s", version, name)
			}
		}
	}
	if Get("evilhack").Remedies() != nil || No[Remedies](Get("evilhack")) == nil {
		t.Error("remedies of EvilHack are said to be known")
	}
}

// A property is given by what there is, and its sources say where they stand.
func TestProperties(t *testing.T) {
	for _, version := range vanilla {
		s := Get(version)
		known := map[string]bool{}
		for _, p := range s.Properties().List {
			known[p.Name] = true
			for _, g := range p.Grants {
				placed(t, s, p.Name, g.Rule)
				if g.Item != "" && s.Object(g.Item) == nil || g.Item == "" && g.What == "" {
					t.Errorf("%s has no %q, which gives %s", version, g.Item, p.Name)
				}
			}
			if o := s.Object(p.Anchor); p.Anchor != "" && o == nil && version == "5.0.0" || o != nil && o.Property == 0 {
				t.Errorf("%s: %q gives no property", version, p.Anchor)
			}
		}
		for _, i := range s.Properties().Innate {
			if !known[i.Has] || i.Level < 1 || s.Role(i.Who) == nil && !slices.Contains([]string{"elf", "orc", "dwarf", "gnome"}, i.Who) {
				t.Errorf("%s: %+v", version, i)
			}
		}
		for _, gain := range s.Crown().Gains {
			if !known[gain] {
				t.Errorf("%s: crowning gives %q, which is no property", version, gain)
			}
		}
	}
}
