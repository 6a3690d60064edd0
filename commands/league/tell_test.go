package league_test

import (
	"slices"
	"testing"

	"delphi/commands/commandstest"
)

// TestTellKeepsTheText: a message is kept as it was typed, for whom and where.
func TestTellKeepsTheText(t *testing.T) {
	w := commandstest.NewWorld(t)
	for _, line := range []string{"tell Bob: and it was FUN, wasn't it?", "TELL bob  Dlvl 4, 20% & rising!"} {
		if r := w.Ask("ann", line); r.Failed {
			t.Fatal(r.Summary)
		}
	}
	got, err := w.Tells.Take(t.Context(), "test", "#test", "bob")
	var texts []string
	for _, x := range got {
		texts = append(texts, x.From+" to "+x.To+": "+x.Text)
	}
	if want := []string{"ann to Bob: and it was FUN, wasn't it?", "ann to bob: Dlvl 4, 20% & rising!"}; err != nil || !slices.Equal(texts, want) {
		t.Errorf("%q, %v, want %q", texts, err, want)
	}
}
