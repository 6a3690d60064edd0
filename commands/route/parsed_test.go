package route_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"delphi/commands/commandstest"
	"delphi/engine/truthtest"
)

// TestTyped: what somebody typed is remembered as the question that it asks, for the lines
// behind it. A few that slots cannot hold (a pile in squares, a foe after another) are not.
func TestTyped(t *testing.T) {
	r := commandstest.New(t)
	files, err := filepath.Glob("../read/testdata/rows/*.tsv")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var lines []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for row := range bytes.Lines(text) {
			_, means, ok := strings.Cut(strings.TrimSpace(string(row)), "\t")
			if ok && !strings.ContainsAny(means, ";|!{") {
				lines = append(lines, means)
			}
		}
	}
	slices.Sort(lines)
	lines = slices.Compact(lines)
	typed, lost := 0, []string{}
	for _, line := range lines {
		if !truthtest.Today(20) {
			continue
		}
		keeps, known := r.Keeps(context.Background(), line)
		if !known {
			continue
		}
		if typed++; !keeps {
			lost = append(lost, line)
		}
	}
	if typed < 100 || len(lost) > 2+typed/300 {
		t.Errorf("of %d lines %d are remembered as something else:\n%s", typed, len(lost), strings.Join(lost, "\n"))
	}
}
