package rules

import "testing"

func TestArtifacts(t *testing.T) {
	for _, version := range Names() {
		s := Get(version)
		quests := map[string]bool{}
		for _, a := range s.Artifacts() {
			if a.Use != Wielded && a.Use != Wearing && a.Use != Carried {
				t.Errorf("%s: %+v", version, a)
			}
			if s.Objects() != nil && s.Object(a.Base) == nil {
				t.Errorf("%s: %s is made from %q, which is no object", version, a.Name, a.Base)
			}
			if a.Quest != "" {
				quests[a.Quest] = true
				if s.Role(a.Quest) == nil {
					t.Errorf("%s: %s is the quest artifact of %q, which is no role", version, a.Name, a.Quest)
				}
			}
		}
		for _, r := range s.Roles {
			if !quests[r.Name] {
				t.Errorf("%s: a %s has no quest artifact", version, r.Name)
			}
		}
	}
	for _, a := range Get("5.0.0").Artifacts() {
		switch want := map[string]Artifact{
			"Demonbane":                  {"Demonbane", "silver mace", Wielded, ""},
			"The Eyes of the Overworld":  {"The Eyes of the Overworld", "lenses", Wearing, "Monk"},
			"The Master Key of Thievery": {"The Master Key of Thievery", "skeleton key", Carried, "Rogue"},
			"The Mitre of Holiness":      {"The Mitre of Holiness", "helm of brilliance", Wearing, "Priest"},
			"The Eye of the Aethiopica":  {"The Eye of the Aethiopica", "amulet of ESP", Wearing, "Wizard"},
			"The Longbow of Diana":       {"The Longbow of Diana", "bow", Wielded, "Ranger"},
		}; {
		case want[a.Name] != Artifact{} && want[a.Name] != a:
			t.Errorf("%+v, want %+v", a, want[a.Name])
		}
	}
}
