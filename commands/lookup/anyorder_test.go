package lookup_test

import (
	"slices"
	"strings"
	"testing"

	"delphi/commands/commandstest"
)

// TestWordsInAnyOrder: the name that uses all words is meant, in whatever order they stand,
// and what completion offers is answered.
func TestWordsInAnyOrder(t *testing.T) {
	r := commandstest.New(t)
	for line, want := range map[string]string{"mon ant soldier": "soldier ant (", "mon bee killer": "killer bee (", "mon soldier ant": "soldier ant (", "mon soldier": "soldier ("} {
		if reply := commandstest.Ask(t, r, line); reply.Failed || !strings.Contains(reply.Summary, want) {
			t.Errorf("%s: %s", line, reply.Summary)
		}
	}
	if offered := r.Complete("mon ant s", 10); len(offered) == 0 || offered[0] != "mon soldier ant" || slices.Contains(offered, "mon ant scream") {
		t.Errorf("ant s: %q", offered)
	}
	for _, line := range []string{"mon ant ", "mon ant s", "mon F y", "mon dragon f", "mon giant p"} {
		for _, offer := range r.Complete(line, 25) {
			if reply := commandstest.Ask(t, r, offer); reply.Failed {
				t.Errorf("%q is offered for %q, and refused: %s", offer, line, reply.Summary)
			}
		}
	}
}
