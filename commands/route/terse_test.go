package route_test

import (
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
)

// saved is the part of a line that a terse place is spared at least, over the
// examples of all commands that work something out.
const saved = 0.35

// TestTerse asks every example of what is worked out, and compares the lines of
// an ordinary place with those of a terse one, where the figure stays.
func TestTerse(t *testing.T) {
	r := commandstest.New(t)
	usual, terse := 0, 0
	for _, cmd := range r.Commands() {
		if cmd.Why == nil {
			continue
		}
		for _, line := range cmd.Examples {
			reply := r.Answer(t.Context(), commandstest.Request(line))
			long := reply.OneLine(commands.LineBudget, "!")
			if reply.Failed {
				t.Errorf("%s: %s", line, reply.Summary)
				continue
			}
			reply.Terse = true
			short := reply.OneLine(commands.LineBudget, "!")
			if h := reply.Headline; h != "" && strings.Contains(long, h) && !strings.Contains(strings.ToLower(short), strings.ToLower(h)) {
				t.Errorf("%s: a terse place loses the figure %q: %s", line, h, short)
			}
			for _, aside := range reply.Asides {
				if aside != "" && !strings.Contains(reply.Summary, aside) {
					t.Errorf("%s: the aside %q is no part of: %s", line, aside, reply.Summary)
				}
			}
			usual += len(long)
			terse += len(short)
		}
	}
	if usual == 0 {
		t.Fatal("no examples")
	}
	spared := 1 - float64(terse)/float64(usual)
	t.Logf("terse answers take %d of %d bytes: %.1f%% less", terse, usual, 100*spared)
	if spared < saved {
		t.Errorf("terse answers are only %.1f%% shorter", 100*spared)
	}
}
