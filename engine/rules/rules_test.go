package rules

import (
	"slices"
	"strings"
	"testing"

	"delphi/engine/names"
)

func TestEveryTableIsWhole(t *testing.T) {
	for _, name := range Names() {
		s := Get(name)
		if s.Title == "" || len(s.Roles) < 13 || len(s.Spells) < 35 || len(s.Worn) < 60 || len(s.Held) < 100 {
			t.Errorf("%s: %q, %d roles, %d spells, %d worn, %d held", name, s.Title, len(s.Roles), len(s.Spells), len(s.Worn), len(s.Held))
		}
		for _, r := range s.Roles {
			if r.Special != "" && s.Spell(r.Special) == nil {
				t.Errorf("%s: the special spell of %s, %q, is not a spell", name, r.Name, r.Special)
			}
			if r.Stat != Int && r.Stat != Wis {
				t.Errorf("%s: %s casts with %q", name, r.Name, r.Stat)
			}
			for _, x := range s.Spells {
				if _, known := r.Reach(s.School(r, x)); !known && s.Casting.Power.AmuletMultiples == 0 {
					t.Errorf("%s: what skill a %s reaches in %s is not known", name, r.Name, s.School(r, x))
				}
			}
		}
		for _, x := range s.Spells {
			if x.Level < 1 || x.Level > 7 || x.School == "" || x.Delay == 0 {
				t.Errorf("%s: %+v", name, x)
			}
		}
		for _, h := range s.Held {
			if h.Wand != "" && s.Spell(h.Wand) == nil {
				t.Errorf("%s: %s is the wand of %q, which is no spell", name, h.Name, h.Wand)
			}
		}
	}
}

// What makes the versions differ, where the tables alone would not show it.
func TestDeltas(t *testing.T) {
	old, now := Get("3.6.7"), Get("5.0.0")
	if old.Spell("sleep").Level != 1 || now.Spell("sleep").Level != 3 {
		t.Error("sleep is level 1 before 5.0.0 and 3 in it")
	}
	if now.Spell("chain lightning") == nil || old.Spell("chain lightning") != nil {
		t.Error("chain lightning came with 5.0.0")
	}
	if old.Object("aklys") == nil || Get("slashem").Object("lightsaber") != nil || Get("slashem").Object("green lightsaber") == nil || Get("fiqhack").Objects() != nil {
		t.Error("each version has the objects of its own table, and FIQHack's is not known")
	}
	priest := now.Role("Priest")
	if now.School(priest, now.Spell("light")) != "clerical" || now.School(now.Role("Wizard"), now.Spell("light")) != "divination" {
		t.Error("in 5.0.0 light is clerical for Priests alone")
	}
	if s := old.School(old.Role("Priest"), old.Spell("light")); s != "divination" {
		t.Errorf("before 5.0.0 light is divination for Priests too, not %s", s)
	}
	if Get("xnethack").Spell("identify") != nil {
		t.Error("xNetHack has no spell of identify")
	}
	if w := Get("evilhack").WornNamed("dark elven bracers"); w.Big || !w.Metallic {
		t.Error("bracers are metallic and not big")
	}
}

func TestLookup(t *testing.T) {
	for word, want := range map[string]string{
		"3.4.3": "3.4.3", "v3.4.3": "3.4.3", "3.4": "3.4.3", "v343": "3.4.3", "nethack3.6": "3.6.7", "3.6.1": "3.6.7",
		"3.6": "3.6.7", "5.0": "5.0.0", "v5.0.0": "5.0.0", "3.7": "5.0.0", "v3.7": "5.0.0",
		"slashem": "slashem", "xnethack": "xnethack", "xnh": "xnethack", "evilhack": "evilhack", "fiqhack": "fiqhack",
	} {
		f, ok, err := Lookup(word)
		if !ok || err != nil || f.Set == nil || f.Name != want {
			t.Errorf("Lookup(%q) = %v, %v, %v; want %s", word, f.Set, ok, err, want)
		}
		if note := word == "3.7" || word == "v3.7" || word == "3.6.1"; note != (f.Note != "") {
			t.Errorf("Lookup(%q) notes %q", word, f.Note)
		}
	}
	for _, word := range []string{"dnethack", "unnethack", "slashthem", "v9.9.9", "v1.2.3", "4.0.3"} {
		_, ok, err := Lookup(word)
		var unknown *UnknownVersion
		if !ok || err == nil {
			t.Errorf("Lookup(%q) = %v, %v; want a refusal", word, ok, err)
		} else if unknown, _ = err.(*UnknownVersion); len(unknown.Nearest) == 0 {
			t.Errorf("Lookup(%q) names no near version", word)
		} else {
			for _, n := range unknown.Nearest {
				if Get(n) == nil {
					t.Errorf("Lookup(%q) names %q as near, which there is not", word, n)
				}
			}
		}
	}
	for _, word := range []string{"", "v", "robe", "12", "1.5", "xl12", "343", "wiz", "evil", "slash"} {
		if _, ok, err := Lookup(word); ok || err != nil {
			t.Errorf("Lookup(%q) takes it for a version: %v", word, err)
		}
	}
}

// Two names of one vocabulary never fold to the same key.
func TestNamesDiffer(t *testing.T) {
	for _, version := range Names() {
		s := Get(version)
		seen := map[string]string{}
		check := func(vocabulary, name string, aliases []string) {
			for _, n := range append([]string{name}, aliases...) {
				key := vocabulary + ":" + strings.Join(names.Words(n), "")
				if other, ok := seen[key]; ok && other != name {
					t.Errorf("%s: %s and %s are both %q", version, other, name, key)
				}
				seen[key] = name
			}
		}
		for _, x := range s.Roles {
			check("role", x.Name, x.Aliases)
		}
		for _, x := range s.Spells {
			check("spell", x.Name, x.Aliases)
		}
		for _, x := range s.Worn {
			check("worn", x.Name, x.Aliases)
		}
		for _, x := range s.Held {
			check("held", x.Name, x.Aliases)
		}
	}
}

// Every alias leads somewhere in some version.
func TestAliasesLead(t *testing.T) {
	for vocabulary, list := range readAliases() {
		for name := range list {
			found := slices.ContainsFunc(Names(), func(version string) bool {
				s := Get(version)
				switch vocabulary {
				case "role":
					return s.Role(name) != nil
				case "spell":
					return s.Spell(name) != nil
				case "worn":
					return s.WornNamed(name) != nil
				case "held":
					return s.HeldNamed(name) != nil
				}
				return vocabulary != "object" || slices.ContainsFunc(s.Objects(), func(o *Object) bool { return o.Name == name })
			})
			if !found {
				t.Errorf("aliases of the %s %q lead nowhere", vocabulary, name)
			}
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	for b.Loop() {
		for _, v := range versions {
			build(v)
			for _, t := range topics {
				t.build(v)
			}
		}
	}
}
