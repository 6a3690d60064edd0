package rules

import (
	"testing"

	"delphi/engine/truthtest"
)

func TestStartSkill(t *testing.T) {
	for _, x := range []struct {
		version, role string
		school        School
		want          Skill
	}{
		{"3.4.3", "Wizard", "attack", Basic}, {"5.0.0", "Wizard", "enchantment", Basic}, {"5.0.0", "Wizard", "divination", Unskilled},
		{"5.0.0", "Priest", "clerical", Basic}, {"3.6.7", "Healer", "healing", Basic}, {"xnethack", "Monk", "healing", Basic},
		{"5.0.0", "Valkyrie", "healing", Restricted}, {"5.0.0", "Valkyrie", "attack", Unskilled}, {"fiqhack", "Wizard", "attack", Basic}, {"fiqhack", "Samurai", "attack", Unskilled},
		{"slashem", "Wizard", "attack", Unskilled}, {"slashem", "Wizard", "protection", Basic}, {"slashem", "Necromancer", "attack", Basic}, {"slashem", "Monk", "healing", Unskilled},
		{"evilhack", "Druid", "evocation", Basic}, {"evilhack", "Infidel", "attack", Basic}, {"evilhack", "Wizard", "attack", Basic},
	} {
		if got := Get(x.version).Role(x.role).StartSkill(x.school); got != x.want {
			t.Errorf("a %s of %s begins %s in %s, want %s", x.role, x.version, got, x.school, x.want)
		}
	}
	for _, version := range Names() {
		s := Get(version)
		for role, schools := range s.Starts().Basic {
			for _, school := range schools {
				if s.Role(role) == nil {
					t.Errorf("%s has no %s to begin with a skill", version, role)
				} else if best, known := s.Role(role).Reach(school); known && best < Basic {
					t.Errorf("%s: a %s begins Basic in %s and reaches only %s", version, role, school, best)
				}
			}
		}
	}
}

// The game's own functions give the same skills before the inventory counts,
// which it does in SLASH'EM alone.
func TestStartSkillsEqualTheGames(t *testing.T) {
	rows := 0
	for _, path := range truthtest.Beside(t, "facts/roleskills_*.tsv") {
		truthtest.Rows(t, path, func(r truthtest.Row) {
			s := Get(r["version"])
			if s.Name == "slashem" {
				return
			}
			rows++
			if got := s.Role(r["role"]).StartSkill(School(r["school"])); got.String() != r["start_skill_before_inventory"] {
				t.Errorf("%s: the game says %v", got, r)
			}
		})
	}
	if rows < 300 {
		t.Errorf("only %d rows", rows)
	}
}
