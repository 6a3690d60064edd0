package rules

import (
	"slices"
	"testing"
)

func TestHeroes(t *testing.T) {
	for _, v := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		h := Get(v).Heroes()
		for _, x := range []struct {
			role, race, alignments, only string
			agree                        bool
		}{
			{"Knight", "", "lawful", "human", true}, {"Knight", "orc", "", "human", false}, {"Priest", "elf", "chaotic", "", true},
			{"Valkyrie", "", "lawful neutral", "", true}, {"Valkyrie", "dwarf", "lawful", "", true}, {"", "gnome", "neutral", "", true},
			{"Wizard", "human", "neutral chaotic", "", true}, {"", "", "lawful neutral chaotic", "", true}, {"Monk", "", "lawful neutral chaotic", "human", true},
		} {
			got := ""
			for _, a := range h.Alignments(x.role, x.race) {
				got += " " + a
			}
			if got != "" {
				got = got[1:]
			}
			if got != x.alignments || h.Race(x.role) != x.only || h.Agree(x.role, x.race) != x.agree {
				t.Errorf("%s: %q %q: %q, only %q, %t", v, x.role, x.race, got, h.Race(x.role), h.Agree(x.role, x.race))
			}
		}
		for role, b := range h.Roles {
			if !slices.ContainsFunc(Get(v).Roles, func(r *Role) bool { return r.Name == role }) {
				t.Errorf("%s has no %s", v, role)
			}
			for _, race := range b.Races {
				if len(h.Alignments(role, race)) == 0 {
					t.Errorf("%s: no %s %s has an alignment", v, race, role)
				}
			}
		}
		if len(h.Roles) != len(Get(v).Roles) {
			t.Errorf("%s: %d roles", v, len(h.Roles))
		}
	}
	if Get("slashem").Heroes() != nil {
		t.Error("SLASH'EM's heroes are others")
	}
}

func TestWhichHeroesFit(t *testing.T) {
	h := Get("5.0.0").Heroes()
	for _, c := range []struct {
		role, race, alignment string
		want                  int
	}{{"Samurai", "orc", "", 0}, {"Wizard", "dwarf", "", 0}, {"Ranger", "gnome", "", 1}, {"Priest", "", "", 4}, {"Valkyrie", "dwarf", "neutral", 0}, {"", "elf", "", 3}, {"", "", "lawful", 10}} {
		if got := h.Fits(c.role, c.race, c.alignment); len(got) != c.want {
			t.Errorf("%+v fits %v", c, got)
		}
	}
}
