package foe

import (
	"testing"

	"delphi/engine/rules"
)

// Names stand with the article of the game: none before a proper name, "the" before a title.
func TestSome(t *testing.T) {
	for name, want := range map[string]string{
		"soldier ant": "a soldier ant", "owlbear": "an owlbear", "Archon": "an Archon", "Grey-elf": "a Grey-elf", "Uruk-hai": "an Uruk-hai", "Keystone Kop": "a Keystone Kop", "Angel": "an Angel",
		"Oracle": "the Oracle", "Wizard of Yendor": "the Wizard of Yendor", "Cyclops": "the Cyclops", "Medusa": "Medusa", "Vlad the Impaler": "Vlad the Impaler", "Juiblex": "Juiblex",
	} {
		for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
			if got := Some(rules.BestiaryOf(version).Named(name)); got != want {
				t.Errorf("%s: %q, want %q", version, got, want)
			}
		}
	}
}
