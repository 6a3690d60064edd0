package read_test

import (
	"strings"
	"testing"

	"delphi/commands/commandstest"
	"delphi/engine/rules"
)

// TestFigures: a figure whatever the words around it stands in the place of the nearest one that
// the question before said, and of none where it counts something else.
func TestFigures(t *testing.T) {
	reader, set := commandstest.New(t).Reader(), rules.Get(rules.Default)
	for _, x := range []struct{ before, line, says, not string }{
		{"cast wiz xl11 int18 pw 58 cone of cold", "say i rest up to 75 first", "pw 75", "xl75"},
		{"poly 11 random ring for ring of conflict", "eh miscounted, theres only 8", "poly 8 random ring", "11"},
		{"duel troll Valkyrie xl8 ac2 hp68, +1 long sword", "thats full health, actually im down to 41", "hp41", "68"},
		{"luck luck6 turns1800", "hm the bones said 2400 that i should stay", "turns2400", "luck2400"},
		{"hit dwarf lord as Samurai xl6 dex 13, katana", "should've said, it's +2", "+2 katana", "xl2"},
		{"excalibur val xl6 luck0 dwarf", "seen 16 of those watchmen", "xl6", "xl16"},
	} {
		past := reader.Recall(t.Context(), []string{x.before}, set)
		if past == nil {
			t.Fatalf("%s is not read", x.before)
		}
		list, err := reader.Read(t.Context(), x.line, set, past, nil)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, rd := range list {
			if !rd.Follows || rd.Kind != past.Kind || len(rd.Lines) != 1 {
				continue
			}
			found = true
			if line := rd.Lines[0]; !strings.Contains(line, x.says) || strings.Contains(line, x.not) {
				t.Errorf("%s behind %q: %s", x.line, x.before, line)
			}
			break
		}
		if !found {
			t.Errorf("%s behind %q: nothing that changes it", x.line, x.before)
		}
	}
}
