package casting_test

import (
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
)

// TestNext: the changed questions that an answer suggests can be asked, and
// differ from it as their labels say, also where a character is remembered.
func TestNext(t *testing.T) {
	r := commandstest.New(t)
	ask := func(line string) commands.Reply {
		t.Helper()
		reply := r.Answer(t.Context(), commands.Request{Line: line, Network: "test", Place: "here", User: "alice", Buttons: true})
		if reply.Failed {
			t.Fatalf("%s: %s", line, reply.Summary)
		}
		return reply
	}
	ask("me wiz xl8 int16 plate mail")
	first := ask("fail basic fireball robe, plate mail")
	if again := ask(first.Question); again.Summary != first.Summary || again.Question != first.Question {
		t.Errorf("asked again as %q:\n%s\n%s", first.Question, again.Summary, first.Summary)
	}
	want := map[string]func(string) bool{
		"take off plate mail": func(s string) bool { return !strings.Contains(s, "plate mail)") && strings.Contains(s, "robe") },
		"XL+1":                func(s string) bool { return strings.Contains(s, "XL9") && strings.Contains(s, "plate mail") },
	}
	if len(first.Next) != len(want) {
		t.Fatalf("%+v", first.Next)
	}
	for _, n := range first.Next {
		if got := ask(n.Line); want[n.Label] == nil || !want[n.Label](got.Summary) {
			t.Errorf("%s, %q: %s", n.Label, n.Line, got.Summary)
		}
	}
	for _, line := range []string{"fail wiz xl30 int16 force bolt naked", "fail wiz xl8 int16 force bolt naked"} { // no level changes 0%
		if last := ask(line); len(last.Next) != 0 || last.Tone != commands.Good {
			t.Errorf("%s: nothing is left to change: %+v, tone %d", line, last.Next, last.Tone)
		}
	}
}
