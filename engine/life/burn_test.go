package life

import (
	"math"
	"testing"

	"delphi/engine/rules"
)

// A lamp that burnt 1150 turns is out if it had 1000 to 1150 of its up to 1499.
func TestLeft(t *testing.T) {
	lamp := rules.Range{Min: 1000, Max: 1499}
	if left, mean, out := Left(lamp, 0); left != lamp || mean != 1249.5 || out != 0 {
		t.Errorf("a new lamp: %v, %g on average, out %g", left, mean, out)
	}
	left, mean, out := Left(lamp, 1150)
	if want := 349.0 * 350 / 2 / 500; left != (rules.Range{Min: 0, Max: 349}) || math.Abs(mean-want) > 1e-9 || math.Abs(out-151.0/500) > 1e-9 {
		t.Errorf("after 1150: %v, %g on average, out %g", left, mean, out)
	}
	if left, mean, out := Left(rules.Range{Min: 400, Max: 400}, 150); left.Min != 250 || mean != 250 || out != 0 {
		t.Errorf("a candle: %v, %g, %g", left, mean, out)
	}
}
