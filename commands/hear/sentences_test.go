package hear_test

import (
	"strings"
	"testing"

	"delphi/commands/commandstest"
	"delphi/commands/route"
)

// means fails where a sentence is not answered as its plain line is: the words around the
// names, and their order, change nothing.
func means(t *testing.T, r *route.Router, line, plain string) {
	t.Helper()
	nothingOverlooked(t, line)
	got, want := commandstest.Ask(t, r, line), commandstest.Ask(t, r, plain)
	a, _ := got.JSON()
	b, _ := want.JSON()
	if got.Failed || want.Failed || got.Command != want.Command || answer(a) != answer(b) {
		t.Errorf("%s\n got %s %s\nwant %s", line, got.Command, got.Summary, want.Summary)
	}
}

// answersEach fails where a sentence is not answered as the line that says the same.
func answersEach(t *testing.T, r *route.Router, rows map[string]string) {
	t.Helper()
	for line, plain := range rows {
		means(t, r, line, plain)
	}
}

// asksEach fails where a sentence is not answered with what each of some plain lines is.
func asksEach(t *testing.T, r *route.Router, line string, each []string) {
	t.Helper()
	nothingOverlooked(t, line)
	reply := commandstest.Ask(t, r, line)
	got, _ := reply.JSON()
	for _, plain := range each {
		one := commandstest.Ask(t, r, plain)
		want, _ := one.JSON()
		if reply.Failed || reply.Command != "several" || !strings.Contains(string(got), strings.TrimSuffix(answer(want), "}")) {
			t.Errorf("%s\n got %s\nwant what %s says", line, got, plain)
		}
	}
}

// answer is the answer object of a reply, without how its line was read.
func answer(reply []byte) string {
	_, after, _ := strings.Cut(string(reply), `"answer":`)
	for _, end := range []string{`,"assumed"`, `,"warnings"`, `,"cites"`, `,"hints"`} {
		after, _, _ = strings.Cut(after, end)
	}
	return after
}
