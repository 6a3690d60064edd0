package route_test

import (
	"strings"
	"testing"

	"delphi/commands/commandstest"
)

// A paste of several lines is read with the words around it, whatever its length: about what is
// wrong if something is asked, else about the game as a whole.
func TestPastes(t *testing.T) {
	const status = "Agent the Stripling St:16 Dx:12 Co:18 In:8 Wi:8 Ch:8 Neutral\nDlvl:5 $:0 HP:5(40) Pw:5(5) AC:6 Xp:5/200 T:1400 Hungry Conf"
	const stacks = "\n Weapons\na - a +1 long sword (weapon in hand)\n Potions\nc - 2 potions of healing\n Wands\nd - a wand of sleep (0:4)\n (1 of 1)"
	long := strings.Repeat("\nz - a blessed rustproof +2 long sword named something very long indeed", 20)
	for _, c := range []struct{ message, command, holds string }{
		{"now\n" + status + stacks, "now", "drink one of the 2 potions of healing (c)"},
		{"now soldier ant\n" + status + stacks, "now", "soldier ant"},
		{"wat do\n" + status + stacks, "now", "drink one"},
		{status + stacks + "\nwhat should i do", "now", "drink one"},
		{status + stacks + "\nsoldier ant next to me, what do i do?", "now", "a soldier ant kills you"},
		{"help!!\n" + status + stacks, "now", "drink one"},
		{"```\n" + status + stacks + "\n```\nany hope?", "now", "drink one"},
		{status + stacks, "game", "for 6.5 damage"},
		{status + "\nis it safe to pray? never prayed before", "pray", "Safe to pray"},
		{status + stacks + long, "game", "HP 5(40)"},
		{status + stacks + long + "\nwhat should i do", "now", "drink one"},
		{"now\n" + status + stacks + long, "now", "drink one"},
		{"postmortem\nkilled by a soldier ant\n" + status + stacks + long, "postmortem", "was killed by a soldier ant"},
	} {
		w := commandstest.NewWorld(t)
		req := commandstest.Request(c.message)
		req.At = w.Now
		r := w.Router.Answer(t.Context(), req)
		if r.Failed || r.Command != c.command || !strings.Contains(r.Summary, c.holds) {
			t.Errorf("%q: %s: %s, want %s with %q", c.message, r.Command, r.Summary, c.command, c.holds)
		}
	}
}
