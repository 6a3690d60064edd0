package route_test

import (
	"strings"
	"testing"

	"delphi/commands/commandstest"
)

// TestMisread: lines that were answered once as something else, which kills heroes. What
// the answer must say, and what it must not; a line that is asked back says it in its hints.
func TestMisread(t *testing.T) {
	r := commandstest.New(t)
	for _, c := range []struct{ line, says, not string }{
		{"how do i cure stoning", "lizard corpse", "64.6%"},
		{"how do i cure sliming", "fire", "64.6%"},
		{"how do i cure lycanthropy", "holy water", "64.6%"},
		{"does a unicorn horn cure stoning", "No: a unicorn horn does not cure stoning", ""},
		{"chaotic standing on a lawful altar, timeout 0, hungry, luck 0, pray y/n", "Not safe", ""},
		{"is it safe to pray, cross-aligned altar, prayed 2000 turns ago, hungry", "Not safe", ""},
		{"i prayed 200 turns ago but my timeout was 0 before, hp 3(45) safe?", "200 turns after", "timeout 0)"},
		{"when can i pray again after praying on turn 1200", "from turn 2429 on for a 95% chance", "never prayed"},
		{"is T 5000 last prayed T 4200 hp 5/60 safe to pray", "800 turns after", ""},
		{"can i pray, turn 900 hp 3(40)", "you have not prayed yet", ""},
		{"can a gnome get excalibur", "never comes to a neutral hero", ""},
		{"odds to get mjollnir as valk first sac", "16.7% chance of Mjollnir", ""},
		{"can i get grayswandir by sacrificing as sam", "No chance of Grayswandir", ""},
		{"how many zaps to wrest one last wish, 75% sure", "168 zaps for a 75% chance", ""},
		{"is a lvl 20 mr 90 monster going to resist my force bolt? wiz xl12 int18", "resists 97.8% of the time", ""},
		{"a scroll costs 80 gold in the shop", "asked 80", "base 80"},
		{"shop sells ring for 133", "asked 133", ""},
		{"he offers 50 for my wand", "offered 50", ""},
		{"scroll (unpaid, 133 zorkmids)", "asked 133", ""},
		{"ring (for sale, 200 zorkmids)", "asked 200", ""},
		{"under 3.6 how often does a wiz xl10 int17 fail sleep", "Sleep: 0% fail", "3%"},
		{"fountain quaff 20", "Over 20 quaffs", ""},
		{"throne 10", "Over 10 sits", ""},
		{"7 markers from 20 horns?", "unicorn horn", "tooled"},
		{"poly 13 worthless pieces of glass", "worthless piece", "13 gold"},
		{"how much gold do i give to the priest", "experience level", "corpse"},
		{"i broke a mirror", "-2", ""},
		{"where do i get telepathy", "floating eye", ""},
		{"chance that a random wand is death", "Wand of death: 0.5%", "finger"},
		{"cast wiz xl10 int18 pw 50 force bolt burdened", "Burdened heroes can cast too", "cannot cast while"},
		{"cast wiz xl10 int18 pw 50 force bolt overloaded", "cannot cast while Overtaxed or Overloaded", ""},
		{"my chance to die to a soldier ant with 20 hp", "20 HP", "jackal"},
	} {
		reply := commandstest.Ask(t, r, c.line)
		said := reply.Summary + " " + strings.Join(reply.Hints, " ")
		for _, n := range reply.Notes {
			said += " " + n.Text
		}
		if !strings.Contains(said, c.says) || c.not != "" && strings.Contains(said, c.not) {
			t.Errorf("%s: %s", c.line, said)
		}
	}
}

// TestAnotherVersion: a version that a sentence names is the one that is asked about.
func TestAnotherVersion(t *testing.T) {
	r := commandstest.New(t)
	if reply := commandstest.Ask(t, r, "under 3.6 how often does a wiz xl10 int17 fail sleep"); reply.Version != "3.6.7" {
		t.Errorf("read for %q: %s", reply.Version, reply.Summary)
	}
}
