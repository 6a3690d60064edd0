package read_test

import (
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/engine/truthtest"
)

// hostile returns lines of the greatest length that nobody asks: one thing said again and
// again.
func hostile() map[string]string {
	out := map[string]string{}
	for _, w := range []string{
		"12", "(", ")", "1/6", "12%", "x3", "3x", "?oEW", "=oFA", "HP:3(9)", "18/05", "a", "of", "for", "vs", "or", "no", "xl", "d6", "1:2", "+3", "->", "=", "?", "blessed", "ones", "either", "not cursed",
		"wizrad", "unicron", "zzzz", "dragon", "unicorn horn", "magic marker", "force bolt", "12 unihorns (3 cursed)", "robe vs none", "restore abil", "1 in 6", "how many", "steal", "fail", "poly", "bones",
		"soldier ant", "cloak of magic resistance", "wiz 12 int 18", "3 of them", "dlvl 5", "pray",
	} {
		for before, name := range map[string]string{"": w, "fail ": "fail " + w, "poly ": "poly " + w} {
			line := before + strings.Repeat(w+" ", commands.MaxLine/len(w)+1)
			out[name] = strings.TrimSpace(line[:commands.MaxLine])
		}
	}
	return out
}

// TestHostile: the work for the longest line is bounded, as its allocations show.
func TestHostile(t *testing.T) {
	const most = 150_000
	r := commandstest.New(t, commandstest.Uncached)
	for name, line := range hostile() {
		if !truthtest.Today(3) {
			continue
		}
		req := commandstest.Request(line)
		answer := func() uint64 {
			before := objects()
			r.Answer(t.Context(), req)
			return objects() - before
		}
		n := answer()
		if n > most { // a first line makes what all others use
			n = answer()
		}
		if n > most {
			t.Errorf("%s: %d allocations", name, n)
		}
	}
}

func BenchmarkHostile(b *testing.B) {
	r := commandstest.New(b, commandstest.Uncached)
	for name, line := range hostile() {
		b.Run(strings.ReplaceAll(name, "/", ":"), func(b *testing.B) {
			req := commandstest.Request(line)
			for b.Loop() {
				r.Answer(b.Context(), req)
			}
		})
	}
}
