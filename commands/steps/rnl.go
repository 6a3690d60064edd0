package steps

import (
	"fmt"

	"delphi/engine/rnd"
	"delphi/engine/rules"
)

// RnlAtMost returns the chance that rnl(x) shows at most v under a Luck as a formula
// has it, in the notation of Derivation.Work: "1/40 * 1/7 + 39/40 * 2/7", for what
// it shows where Luck is left out, once in 40, and where it counts.
func RnlAtMost(l *rules.Luck, x, luck, v int) string {
	w := rnd.RnlWays(l, x, luck, v)
	if w.Skip == 1 {
		return fmt.Sprintf("%d/%d", w.Plain, x)
	}
	return fmt.Sprintf("1/%d * %d/%d + %d/%d * %d/%d", w.Skip, w.Plain, x, w.Skip-1, w.Skip, w.Bent, x)
}
