package lookup_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"delphi/commands/commandstest"
)

// Of several corpses one at least gives what each gives with some chance, and what each gives
// always or never need not be said.
func TestOfSeveral(t *testing.T) {
	r := commandstest.New(t)
	for _, x := range []struct {
		line string
		n    int
		p    float64 // that one does; 0: nothing is said
	}{
		{"eat 5 killer bees", 5, .3},
		{"eat v3.6.7 2 frost giants", 2, .5},
		{"eat killer bee", 1, 0},
		{"eat 4 floating eyes", 4, 0},
		{"eat 2 lichens", 2, 0},
	} {
		says := commandstest.Ask(t, r, x.line).Summary
		want := fmt.Sprintf("%.1f%%", 100*(1-math.Pow(1-x.p, float64(x.n))))
		if many := strings.Contains(says, "at least one"); many != (x.p > 0) || many && !strings.Contains(says, strings.TrimSuffix(want, ".0%")) {
			t.Errorf("%s, %s expected: %s", x.line, want, says)
		}
	}
}
