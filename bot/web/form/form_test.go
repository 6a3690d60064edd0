package form

import (
	"testing"

	"delphi/commands"
)

// A label says what is to be filled in, in a few words; examples stand in the field.
func TestLabelled(t *testing.T) {
	for _, c := range []struct {
		summary, label, hint, example string
	}{
		{"Intelligence, as the status line shows it", "Intelligence", "As the status line shows it", ""},
		{"Strength: 16, 18/50, 18/**, 21", "Strength", "", "16, 18/50, 18/**, 21"},
		{"Blessed, uncursed or cursed", "Blessed, uncursed or cursed", "", ""},
		{"What you want, such as telepathy or fire resistance", "What you want", "", "telepathy or fire resistance"},
		{"Armour worn, separated by commas", "Armour worn", "", ""},
		{"The spell", "Spell", "", ""},
		{"Your race", "Race", "", ""},
	} {
		label, hint, example := labelled(&commands.Param{Summary: c.summary})
		if label != c.label || hint != c.hint || example != c.example {
			t.Errorf("%s: %q, %q, %q", c.summary, label, hint, example)
		}
	}
}
