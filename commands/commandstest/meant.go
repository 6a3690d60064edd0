package commandstest

import (
	"os"
	"strings"
	"testing"
)

// meant is the file of a room's testdata that Meant reads.
const meant = "testdata/meant.tsv"

// Meant asks the lines of testdata/meant.tsv, each of which stands before a tab and the
// question that it must be answered as, written in the one way that a question is written.
// What the answer says is asserted elsewhere: how it is told by a conversation with the same
// words, its numbers by the tests of the engine.
func Meant(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(meant)
	if err != nil {
		t.Fatal(err)
	}
	w := NewWorld(t)
	for row := range strings.Lines(string(text)) {
		line, want, ok := strings.Cut(strings.TrimSuffix(row, "\n"), "\t")
		reply := w.Ask("", line)
		switch {
		case !ok:
			t.Errorf("%q: no tab", row)
		case reply.Failed || reply.Question != want:
			t.Errorf("%s\n is read as %s\nwant %s\n%s", line, reply.Question, want, reply.Summary)
		case TooLong(&reply):
			t.Errorf("%s is answered with more than a line: %s", line, Line(reply))
		}
	}
}
