package route_test

import (
	"fmt"
	"testing"

	"delphi/commands/commandstest"
)

// BenchmarkBehindTyped asks a typed line and a change of it behind eight other typed lines.
func BenchmarkBehindTyped(b *testing.B) {
	w := commandstest.NewWorld(b)
	for i := range 8 {
		w.Ask("ann+", fmt.Sprintf("fail wiz xl%d int17 force bolt small shield", i+1))
	}
	for b.Loop() {
		w.Ask("ann+", "fail wiz xl9 int17 force bolt, small shield")
		w.Ask("ann+", "and with a robe?")
	}
}
