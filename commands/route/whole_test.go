package route_test

import (
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
)

// TestVersionsAsHints: where another version is offered, the whole question is,
// and typed as shown it is answered.
func TestVersionsAsHints(t *testing.T) {
	r := commandstest.New(t)
	ask := func(line string) commands.Reply {
		return r.Answer(t.Context(), commands.Request{Line: line, Network: "test", Place: "#test", User: "ann", Private: true})
	}
	for _, line := range []string{
		"luck slashem 5 600 turns", "hit slashem newt as Samurai human xl1", "wish slashem 2 wands of death", "poly dnethack 7 unihorns",
		"polyfor dnethack marker from unihorn", "is it safe to pray in slashem, turn 900 never prayed", "fail nethack4 wiz xl5 int16 force bolt",
	} {
		refused := ask(line)
		if !refused.Failed || len(refused.Hints) == 0 {
			t.Errorf("%s: %q with the hints %q", line, refused.Summary, refused.Hints)
		}
		for _, hint := range refused.Hints {
			if answer := ask(hint); answer.Failed || !strings.Contains(hint, " ") {
				t.Errorf("%s: %q is answered %q", line, hint, answer.Summary)
			}
		}
	}
}

// TestPunctuation: a question mark or thanks behind a line change nothing of
// what it asks.
func TestPunctuation(t *testing.T) {
	r := commandstest.New(t)
	ask := func(line string) commands.Reply {
		return r.Answer(t.Context(), commands.Request{Line: line, Network: "test", Place: "#test", User: "ann", Private: true, Alone: true})
	}
	for _, cmd := range r.Commands() {
		if !cmd.Cacheable {
			continue
		}
		for _, line := range cmd.Examples {
			want := ask(line)
			for _, behind := range []string{"?", "??", ".", "!", " please", ", thanks", " thx!"} {
				if got := ask(line + behind); got.Summary != want.Summary || got.Failed != want.Failed {
					t.Errorf("%s: %q, and with %q behind %q", line, want.Summary, behind, got.Summary)
				}
			}
		}
	}
}

// TestNoCommand: a sentence that cannot be answered as it was read is not taken for a mistyped
// command.
func TestNoCommand(t *testing.T) {
	r := commandstest.New(t)
	for _, line := range []string{
		"snow boots, could these be the levitation type",
		"two cloaks of protection, one oilskin, magic resistance odds?",
		"my engraving got burned into the floor, wand?",
	} {
		reply := r.Answer(t.Context(), commands.Request{Line: line, Network: "test", Place: "#test", User: "ann", Private: true, Alone: true})
		if strings.Contains(reply.Summary, "no command") {
			t.Errorf("%s: %q", line, reply.Summary)
		}
	}
}
