package read_test

import (
	"strings"
	"testing"

	"delphi/commands/commandstest"
	"delphi/engine/rules"
)

// TestTales: what is told of another game or hero is not taken for the one that is asked about.
func TestTales(t *testing.T) {
	reader, set := commandstest.New(t).Reader(), rules.Get(rules.Default)
	for _, x := range []struct{ line, says, not string }{
		{"90 hit points and AC -8 felt like a fortress until I saw the minotaur. My previous hero, at AC -3, lasted five turns. How much does one of those hit me for per turn?", "ac-8", "ac-3"},
		{"my last wizard prayed on turn 900 and died. new one hasn't prayed, turn 1400, hp 3 of 40, safe?", "turn1400", "900"},
		{"last game i had a +3 katana, this game a +0 long sword, valk xl 6 st 17 dex 13 luck 0. hit a soldier ant", "long sword", "katana"},
		{"in my old game i polypiled 20 rings, this game i have 6 amulets, odds of life saving?", "6 random amulet", "ring"},
		{"my other character is a priest xl 9 wis 17, how often does he fail sleep", "Priest xl9 wis17", "xl1 "}, // it is the one asked about
		{"last time i prayed was turn 4100, now it is 4900, hp 5(60), safe?", "prayed4100", "prayed4900"},
	} {
		list, err := reader.Read(t.Context(), x.line, set, nil, nil)
		if err != nil || len(list) == 0 || len(list[0].Lines) != 1 {
			t.Errorf("%s: %v", x.line, err)
			continue
		}
		if line := list[0].Lines[0]; !strings.Contains(line, x.says) || strings.Contains(line, x.not) {
			t.Errorf("%s: %s", x.line, line)
		}
	}
}
