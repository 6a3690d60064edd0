package route_test

import (
	"slices"
	"strings"
	"testing"

	"delphi/commands/commandstest"
)

// TestDenied: what a line says is not so is not taken, is no reason to ask back, and takes back
// what the line before said.
func TestDenied(t *testing.T) {
	for _, c := range []struct{ lines, read string }{
		{"search 15 turns for a secret door, luck 0, i don't have lenses", "search hidden:secret door luck0 tries15"},
		{"is it safe to eat a lichen corpse, i'm not blind or hallucinating", `eat corpse:"lichen"`},
		{"moved on. dlvl 13, no portal, bones?", "bones number13"},
		{"hit a soldier ant, samurai xl 5, not riding", "hit monster:soldier ant, role:Samurai, xl5"},
		{"I know this is not a wise thing to do, but I'm bored, on dungeon level 4. Luck is 0. If I quaff from the fountain 50 times, what is the chance that I get a wish?", "fountain use:quaff dlvl4 luck0 tries50"},
		{"bones dlvl 11 items 22 with portal\nno portal", "bones dlvl11 items22"},
		{"fail sam xl12 int13 haste self, robe, small shield\nno shield\nnot wearing the robe", "fail haste self, Samurai, xl12 int13"},
		{"pray hp 6(50) prayed 900 turns ago weak\nnot weak", "pray prayed900 ago fed hp6 maxhp50"},
		{"can i outrun a dwarf if im not fast at all", "outrun monster:dwarf"},
	} {
		checkRead(t, c.lines, c.read)
	}
}

// checkRead checks how the last of some lines of one person is read, in whatever order.
func checkRead(t *testing.T, lines, want string) {
	t.Helper()
	w := commandstest.NewWorld(t)
	var read string
	for line := range strings.SplitSeq(lines, "\n") {
		read = w.Ask("ann+", line).Read
	}
	if !slices.Equal(sorted(read), sorted(want)) {
		t.Errorf("%q: read as %q, want %q", lines, read, want)
	}
}
