package commandstest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Meant asks the lines of a folder's testdata/meant.tsv, if it has one, each of which stands before
// a tab and the question that it must be answered as, written in the one way that a question is
// written. What the answer says is asserted elsewhere: how it is told by a conversation with the same
// words, its numbers by the tests of the engine.
func Meant(t *testing.T, folder string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "testdata", "meant.tsv"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("every line is in a conversation")
	}
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
