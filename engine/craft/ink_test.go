package craft

import (
	"math"
	"testing"

	"delphi/engine/truthtest"
)

// The sheets that a marker writes are those that its ink is enough for: by day with one
// amount of ink in seven, at night with every one.
func TestSheets(t *testing.T) {
	step := 7
	if truthtest.Nightly() {
		step = 1
	}
	for i, base := range []int{8, 10, 16, 30, 70} {
		for ink := i; ink <= 127; ink += step {
			sheets, dries := Sheets(base, ink)
			more, sum := 0.0, 0.0
			for n := len(sheets) - 1; n >= 0; n-- {
				more += sheets[n]
				if want := Enough(base, ink, n).P; math.Abs(more-want) > 1e-9 {
					t.Fatalf("%d ink, base %d: %d or more with %g, want %g", ink, base, n, more, want)
				}
			}
			for _, p := range sheets {
				sum += p
			}
			if math.Abs(sum-1) > 1e-9 || dries < 0 || dries > 1+1e-9 {
				t.Fatalf("%d ink, base %d: %v, dries %g", ink, base, sheets, dries)
			}
		}
	}
	// 16 ink for genocide, 15 to 29: 15 and 16 write one and leave too little; all else dries out.
	if sheets, dries := Sheets(30, 16); math.Abs(sheets[1]-2.0/15) > 1e-12 || math.Abs(dries-13.0/15) > 1e-12 {
		t.Errorf("%v, dries %g", sheets, dries)
	}
	if sheets, dries := Sheets(30, 14); len(sheets) != 1 || sheets[0] != 1 || dries != 0 {
		t.Errorf("14 ink: %v, dries %g", sheets, dries)
	}
}
