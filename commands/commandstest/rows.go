package commandstest

import (
	"encoding/json"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/route"
)

// Fields returns the machine-readable answer to a line. A refusal, or a word that was
// guessed or ignored, fails the test; the result is then nil.
func Fields(t testing.TB, r *route.Router, line string) map[string]any {
	t.Helper()
	reply := Ask(t, r, line)
	if reply.Failed || reply.Data == nil {
		t.Errorf("%s: %s", line, reply.Summary)
		return nil
	}
	for _, a := range append(reply.Assumptions(), reply.Warnings()...) {
		if strings.Contains(a, "read as") || strings.Contains(a, "not used") || strings.Contains(a, "the default") {
			t.Errorf("%s: assumed %s", line, a)
		}
	}
	return Data(t, &reply)
}

// Data returns the machine-readable answer of a reply.
func Data(t testing.TB, reply *commands.Reply) map[string]any {
	t.Helper()
	text, err := json.Marshal(reply.Data)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// Chance returns the chance of the ends of a list of an answer that a test accepts:
// of "outcomes", by their "what".
func Chance(answer map[string]any, list, name string, accept func(string) bool) float64 {
	p := 0.0
	ends, _ := answer[list].([]any)
	for _, e := range ends {
		end := e.(map[string]any)
		if what, ok := end[name].(string); ok && accept(what) {
			p += end["p"].(float64)
		}
	}
	return p
}
