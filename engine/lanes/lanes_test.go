package lanes

import (
	"math"
	"testing"
)

// Rows of every length come to what the plain sums come to.
func TestLanes(t *testing.T) {
	for n := range 21 {
		row, other, to, want := make([]float64, n), make([]float64, n), make([]float64, n+Taps-1), make([]float64, n+Taps-1)
		taps := [Taps]float64{0.1, 0.2, 0.3, 0.5}
		sum, places := 0.0, 0.0
		for i := range row {
			row[i], other[i] = float64(i*i%7)+0.5, float64(i%5)
			sum += row[i]
			places += row[i] * float64(i)
			want[i] += 2*row[i] + 3*other[i]
			for k, p := range taps {
				want[i+Taps-1-k] += p * row[i]
			}
		}
		Axpy(to, row, 1)
		Axpy2(to[:n], row, other, 1, 3)
		Tap(to, row, &taps)
		for i := range to {
			if math.Abs(to[i]-want[i]) > 1e-9 {
				t.Errorf("%d numbers: %v at %d, want %v", n, to[i], i, want[i])
			}
		}
		if math.Abs(Sum(row)-sum) > 1e-9 || math.Abs(Places(row)-places) > 1e-9 {
			t.Errorf("%d numbers: sum %v, places %v, want %v, %v", n, Sum(row), Places(row), sum, places)
		}
		Scale(row, 3)
		if math.Abs(Sum(row)-3*sum) > 1e-9 {
			t.Errorf("%d numbers scaled: %v, want %v", n, Sum(row), 3*sum)
		}
	}
}
