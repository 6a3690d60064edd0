package rules

import "testing"

// The roles' skills are those of u_init.c: an Archeologist stops early with a dagger, a
// Samurai begins with the long sword, and a Valkyrie's first weapon changed.
func TestSkillCaps(t *testing.T) {
	for _, x := range []struct {
		version, role, skill string
		name                 string
		from, best           Skill
	}{
		{"5.0.0", "Archeologist", "dagger", "dagger", Unskilled, Basic},
		{"5.0.0", "Samurai", "long sword", "long sword", Basic, Expert},
		{"5.0.0", "Valkyrie", "long sword", "long sword", Unskilled, Expert},
		{"3.6.7", "Valkyrie", "long sword", "long sword", Basic, Expert},
		{"5.0.0", "Valkyrie", "spear", "spear", Basic, Expert},
		{"3.6.7", "Valkyrie", "spear", "spear", Unskilled, Skilled},
		{"3.4.3", "Archeologist", "sling", "sling", Basic, Skilled},
		{"3.6.7", "Archeologist", "sling", "sling", Unskilled, Skilled},
		{"3.4.3", "Healer", "javelin", "javelin", Unskilled, Basic},
		{"3.6.7", "Healer", "javelin", "javelin", Restricted, Restricted},
		{"5.0.0", "Monk", "bare-handed combat", "martial arts", Basic, GrandMaster},
		{"5.0.0", "Caveman", "martial arts", "bare-handed combat", Basic, Master},
		{"5.0.0", "Monk", "long sword", "long sword", Restricted, Restricted},
	} {
		if name, from, best := Get(x.version).SkillCaps().Of(x.role, x.skill); name != x.name || from != x.from || best != x.best {
			t.Errorf("%s %s %s: %s from %s to %s, not %s from %s to %s", x.version, x.role, x.skill, name, from, best, x.name, x.from, x.best)
		}
	}
}
