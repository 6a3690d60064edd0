package rules

import "testing"

// ARM_BONUS takes min(greatest_erosion, a_ac).
func TestWearLoss(t *testing.T) {
	w := Get("5.0.0").Wear()
	for _, c := range []struct{ base, degree, want int }{{7, 0, 0}, {7, 1, 1}, {7, 2, 2}, {7, 3, 3}, {1, 3, 1}, {2, 3, 2}, {0, 2, 0}} {
		if got := w.Loss(c.base, c.degree); got != c.want {
			t.Errorf("AC %d eroded to %d loses %d, want %d", c.base, c.degree, got, c.want)
		}
	}
}
