package tourney_test

import (
	"strings"
	"testing"
	_ "time/tzdata"

	"delphi/commands"
	"delphi/commands/commandstest"
)

// TestQuestionsAreAskedAgain: what standings and rules answered is answered the
// same from any place and by anybody.
func TestQuestionsAreAskedAgain(t *testing.T) {
	w := commandstest.NewWorld(t)
	w.Hold("Autumn Dash", "league")
	for _, line := range []string{"join as ann", "clan join Oracles"} {
		if r := w.Ask("ann", line); r.Failed {
			t.Fatal(r.Summary)
		}
	}
	w.Play("name=ann:death=ascended:ago=1m")
	for _, line := range []string{"standings", "standings turns", "standings clan", "standings me", "standings ann", "standings chart", "standings autumn dash", "rules", "rules dash"} {
		first := w.Ask("ann", line)
		if first.Failed || first.Question == "" {
			t.Errorf("%s: %q, question %q", line, first.Summary, first.Question)
			continue
		}
		again := w.Ask("bob@other", first.Question)
		if again.Failed || again.Summary != first.Summary || again.Question != first.Question || len(again.Fields) != len(first.Fields) || (again.Chart == nil) != (first.Chart == nil) {
			t.Errorf("%s, asked again as %s: %s, question %s; first %s", line, first.Question, again.Summary, again.Question, first.Summary)
		}
	}
}

// TestRightsAreInTheTable: what changes a tournament needs its rights, and no
// line of anybody else's does it.
func TestRightsAreInTheTable(t *testing.T) {
	w := commandstest.NewWorld(t)
	w.Hold("Autumn Dash", "dash")
	before := w.Ask("", "tourney")
	asked := 0
	var walk func(cmd *commands.Command)
	walk = func(cmd *commands.Command) {
		for _, s := range cmd.Subs {
			walk(s)
		}
		if cmd.Needs() == commands.Anyone {
			return
		}
		for _, line := range cmd.Examples {
			for _, who := range []string{"mallory", "~op!", "mallory?", "op!?", "mallory&7"} {
				if asked++; !w.Ask(who, line+" confirm").Failed && (cmd.Needs() != commands.Operator || !strings.Contains(who, "!")) {
					t.Errorf("%s: %s is let", who, line)
				}
			}
		}
	}
	for _, cmd := range w.Router.Commands() {
		if cmd.Name == "tourney" {
			walk(cmd)
		}
	}
	if after := w.Ask("", "tourney"); after.Summary != before.Summary || asked < 60 {
		t.Errorf("after %d questions: %s, before %s", asked, after.Summary, before.Summary)
	}
	// In another place's channel, organisers change nothing here.
	for _, l := range [][2]string{{"op!@other", "tourney organiser add boss"}, {"op!", "tourney organiser add boss"}} {
		if r := w.Ask(l[0], l[1]); r.Failed {
			t.Fatal(r.Summary)
		}
	}
	if r := w.Ask("boss@other", "tourney cancel autumn dash confirm"); !r.Failed || !strings.Contains(r.Summary, "another channel") {
		t.Errorf("elsewhere: %s", r.Summary)
	}
	if r := w.Ask("boss", "tourney cancel autumn dash confirm"); r.Failed {
		t.Errorf("here: %s", r.Summary)
	}
}
