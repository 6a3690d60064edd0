package main

import (
	"strings"
	"testing"
)

// TestTold: every pattern takes what parameters are known, and is filled to the end.
func TestTold(t *testing.T) {
	*root, *weights = "../..", "none"
	u, err := newTuner()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range lines(factPatterns) {
		_, takes, ok := strings.Cut(p, "\t")
		if !ok {
			t.Errorf("%q says nothing of what it takes", p)
		}
		for what := range strings.FieldsSeq(takes) {
			if heroic[what] == nil && what != "-" {
				t.Errorf("%q takes %q", p, what)
			}
		}
	}
	var rows []*row
	for range 40 {
		for _, c := range []string{"fail Wizard xl5 int17 sleep", "hurt soldier ant ac 3", "sokoban", "pray since 900", "odds 1/3"} {
			rows = append(rows, u.row("r", "how about it", c))
		}
	}
	told := u.told(rows)
	if len(told) < 20 {
		t.Errorf("%d rows of %d are told", len(told), len(rows))
	}
	for _, r := range told {
		t.Log(r.line, "=>", r.canon)
		if strings.ContainsAny(r.line, "{}|<>") {
			t.Errorf("not filled: %q", r.line)
		}
		if strings.HasPrefix(r.wants[0][0], "!") {
			t.Errorf("%q means %q, which is refused", r.line, r.canon)
		}
		if strings.HasPrefix(r.canon[0], "sokoban") && r.canon[0] != "sokoban" {
			t.Errorf("Sokoban takes %q", r.canon)
		}
	}
}
