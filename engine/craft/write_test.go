package craft

import (
	"math"
	"testing"
)

// The chance that ink is enough is that of the sums of all draws.
func TestEnough(t *testing.T) {
	for _, base := range []int{8, 16, 30} {
		least, most := Used(base)
		sums := map[int]float64{0: 1}
		for n := 1; n <= 4; n++ {
			next := map[int]float64{}
			for sum, p := range sums {
				for used := least; used <= most; used++ {
					next[sum+used] += p / float64(most-least+1)
				}
			}
			sums = next
			for ink := 0; ink <= 127; ink++ {
				want := 0.0
				for sum, p := range sums {
					if sum <= ink {
						want += p
					}
				}
				if got := Enough(base, ink, n); math.Abs(got.P-want) > 1e-9 {
					t.Fatalf("%d ink for %d of base %d: %v, not %v", ink, n, base, got.P, want)
				}
			}
		}
	}
	if got := Enough(30, 20, 1); got.Num != 2 || got.Den != 5 {
		t.Errorf("20 ink for genocide: %v", got)
	}
}
