package craft

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// EnoughFor is the sum over all amounts of ink that the writings can take.
func TestEnoughFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bases := rapid.SliceOfN(rapid.SampledFrom([]int{2, 8, 10, 12, 14, 16, 20, 30}), 1, 5).Draw(t, "bases")
		ink := rapid.IntRange(0, 127).Draw(t, "ink")
		used := map[int]float64{0: 1}
		for _, base := range bases {
			least, most := Used(base)
			next := map[int]float64{}
			for n, p := range used {
				for u := least; u <= most; u++ {
					next[n+u] += p / float64(most-least+1)
				}
			}
			used = next
		}
		want := 0.0
		for n, p := range used {
			if n <= ink {
				want += p
			}
		}
		if got := EnoughFor(bases, ink).P; math.Abs(got-want) > 1e-9 {
			t.Fatalf("%d ink for %v: %v, want %v", ink, bases, got, want)
		}
	})
}
