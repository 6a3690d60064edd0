package life

import (
	"math"
	"testing"

	"delphi/engine/rules"
)

// The chances are those of rn2(80 - 20*night()), whose turns are counted out one by one here.
func TestTurned(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		r := rules.Get(version).Lycanthropy()
		for _, night := range []bool{false, true} {
			once := 80.
			if night {
				once = 60
			}
			human, half := 1., 0
			for turn := 1; turn <= 500; turn++ {
				if human -= human / once; human <= 0.5 && half == 0 {
					half = turn
				}
				if got := Turned(r, night, turn); math.Abs(got-(1-human)) > 1e-9 {
					t.Fatalf("%s, night %t: %g within %d turns, want %g", version, night, got, turn, 1-human)
				}
			}
			if got := HalfTurned(r, night); got != half {
				t.Errorf("%s, night %t: half within %d turns, want %d", version, night, got, half)
			}
		}
	}
}
