package effect

import (
	"math"
	"slices"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

var versions = []string{"3.4.3", "3.6.7", "5.0.0"}

// ailment finds an ailment of a version.
func ailment(t *testing.T, s *rules.Set, name string) *rules.Ailment {
	t.Helper()
	for _, a := range s.Remedies().Ailments {
		if a.Name == name {
			return a
		}
	}
	t.Fatalf("%s has no %s", s.Name, name)
	return nil
}

// testdata/cures.tsv is what the code of each version says of things that players
// ask about.
func TestCures(t *testing.T) {
	truthtest.Rows(t, "testdata/cures.tsv", func(r truthtest.Row) {
		thing, buc := r["thing"], rules.BUCNotSaid
		for _, b := range []rules.BUC{rules.Blessed, rules.Uncursed, rules.Cursed} {
			if rest, ok := strings.CutPrefix(thing, b.String()+" "); ok {
				thing, buc = rest, b
			}
		}
		for _, version := range versions {
			s := rules.Get(version)
			does := slices.ContainsFunc(Cures(s, ailment(t, s, r["trouble"])), func(c Cure) bool { return c.Uses(s, thing, buc) })
			if want := r[version] == "yes"; does != want {
				t.Errorf("%s: %s cures %s: %t, want %t", version, r["thing"], r["trouble"], does, want)
			}
			if ends := slices.ContainsFunc(Ends(s, thing, buc), func(a *rules.Ailment) bool { return a.Name == r["trouble"] }); ends != does {
				t.Errorf("%s: what %s ends and what ends %s differ", version, r["thing"], r["trouble"])
			}
		}
	})
}

// testdata/horn.tsv is how often the real game's horns cured one trouble.
func TestHorns(t *testing.T) {
	rows := 0
	truthtest.Rows(t, "testdata/horn.tsv", func(r truthtest.Row) {
		rows++
		s, p := rules.Get(r["version"]), 0.0
		for _, c := range Cures(s, ailment(t, s, r["trouble"])) {
			if c.P != nil && strings.HasSuffix(c.What, " "+r["horn"]+" "+Horn) {
				p = c.P.P
			}
		}
		n, cured := r.Float(t, "n"), r.Float(t, "cured")
		if off := math.Abs(cured-n*p) / math.Sqrt(n*p*(1-p)+1); off > 4.5 {
			t.Errorf("%s: a %s horn cures %s with %g; the game did %g times in %g", r["version"], r["horn"], r["trouble"], p, cured, n)
		}
	})
	if rows < 5 {
		t.Errorf("only %d rows", rows)
	}
}

// Time is said last, and prayer first.
func TestOrder(t *testing.T) {
	s := rules.Get("5.0.0")
	list := Cures(s, ailment(t, s, "blindness"))
	if list[0].Things[0] != Prayer || list[len(list)-1].What != "time" {
		t.Errorf("%+v", list)
	}
}

// testdata/resists.tsv counts the monsters of the game's own tables that resist
// something, and names them where they are few.
func TestResisting(t *testing.T) {
	truthtest.Rows(t, "testdata/resists.tsv", func(r truthtest.Row) {
		found := Resisting(rules.BestiaryOf(r["version"]), r["attack"])
		if len(found.Monsters) != r.Int(t, "monsters") {
			t.Errorf("%s: %d monsters resist %s, want %s", r["version"], len(found.Monsters), r["attack"], r["monsters"])
		}
		var names []string
		for _, m := range found.Monsters {
			if !slices.Contains(names, m.Name) {
				names = append(names, m.Name)
			}
		}
		if slices.Sort(names); r["names"] != "" && strings.Join(names, ",") != r["names"] {
			t.Errorf("%s: %s is resisted by %v, want %s", r["version"], r["attack"], names, r["names"])
		}
		grouped := len(found.Others)
		for _, g := range slices.Concat(found.Classes, found.Kinds) {
			grouped += len(g.Monsters)
		}
		if grouped != len(found.Monsters) {
			t.Errorf("%s: %d of %d monsters that resist %s are in groups", r["version"], grouped, len(found.Monsters), r["attack"])
		}
	})
}

// testdata/gains.tsv is what eating corpses gave in the real game.
func TestCorpses(t *testing.T) {
	truthtest.Rows(t, "testdata/gains.tsv", func(r truthtest.Row) {
		s := rules.Get(r["version"])
		for _, p := range s.Properties().List {
			if p.Name != r["property"] {
				continue
			}
			for _, c := range Giving(s, p).Corpses {
				if c.Monster.Name == r["monster"] {
					if got := c.Fraction.String(); got != r["p"] && !(got == "1/1" && r["p"] == "1") || c.Timed != (r["timed"] == "1") {
						t.Errorf("%s: %s of %s is %s (timed: %t), want %s", r["version"], r["property"], r["monster"], got, c.Timed, r["p"])
					}
					return
				}
			}
		}
		t.Errorf("%s: %s is no source of %s", r["version"], r["monster"], r["property"])
	})
}

func TestGiving(t *testing.T) {
	for _, c := range []struct{ version, property, items, others string }{
		{"5.0.0", "reflection", "silver dragon scale mail,silver dragon scales,shield of reflection,amulet of reflection,Dragonbane,The Longbow of Diana", ""},
		{"3.4.3", "reflection", "silver dragon scale mail,silver dragon scales,shield of reflection,amulet of reflection,The Longbow of Diana", ""},
		{"3.4.3", "free action", "ring of free action", ""},
		{"5.0.0", "free action", "ring of free action,orange dragon scale mail,orange dragon scales", ""},
		{"5.0.0", "drain resistance", "shield of drain resistance,Excalibur,Stormbringer,The Staff of Aesculapius,black dragon scale mail,black dragon scales", ""},
		{"3.4.3", "cold resistance", "white dragon scale mail,white dragon scales,ring of cold resistance,Frost Brand", "being crowned,Monk from XL13,Valkyrie from XL1"},
		{"3.4.3", "stealth", "elven cloak,elven boots,ring of stealth,The Heart of Ahriman", "a prayer without trouble (Luck 6 or more, record 14),Archeologist from XL1,Barbarian from XL15,Monk from XL5,Ranger from XL7,Rogue from XL1,Samurai from XL15,Valkyrie from XL1"},
		{"5.0.0", "teleport control", "ring of teleport control,The Master Key of Thievery", "Monk from XL17,Wizard from XL17"},
		{"3.4.3", "stoning resistance", "", ""},
	} {
		s := rules.Get(c.version)
		i := slices.IndexFunc(s.Properties().List, func(p *rules.Property) bool { return p.Name == c.property })
		found := Giving(s, s.Properties().List[i])
		var items []string
		for _, x := range found.Items {
			items = append(items, x.Name)
		}
		if got := strings.Join(items, ","); got != c.items {
			t.Errorf("%s: items of %s: %s, want %s", c.version, c.property, got, c.items)
		}
		if got := strings.Join(found.Others, ","); got != c.others {
			t.Errorf("%s: other sources of %s: %s, want %s", c.version, c.property, got, c.others)
		}
	}
}

func BenchmarkCures(b *testing.B) {
	s := rules.Get("5.0.0")
	for b.Loop() {
		for _, a := range s.Remedies().Ailments {
			Cures(s, a)
		}
	}
}

func BenchmarkGiving(b *testing.B) {
	s := rules.Get("5.0.0")
	for b.Loop() {
		Giving(s, s.Properties().List[0])
	}
}
