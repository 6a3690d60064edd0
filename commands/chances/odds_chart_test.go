package chances_test

import (
	"math"
	"slices"
	"testing"

	"delphi/commands/commandstest"
)

// A chart of tries has the answer at its mark, and each of its points is the
// answer for that many tries.
func TestTriesChart(t *testing.T) {
	r := commandstest.New(t)
	for line, want := range map[string]struct{ x, y float64 }{
		"odds 1/6 10 tries chart":         {10, 83.85},
		"odds 3% at least 2 in 50 chart":  {50, 44.47},
		"odds 50% at most 1 in 4 chart":   {4, 31.25},
		"odds 50% exactly 2 in 4 chart":   {4, 37.5},
		"odds 1/12 for 95% chart":         {12, 64.8},
		"odds 1/100000 1000 tries chart":  {990, 0.985},
		"what is 1/6 10 dips as a chart?": {10, 83.85},
	} {
		c := commandstest.Ask(t, r, line).Chart
		if c == nil {
			t.Errorf("%s: no chart", line)
			continue
		}
		if points := c.Series[0].Points; len(points) > 200 {
			t.Errorf("%s: %d points", line, len(points))
		}
		found := false
		for _, p := range c.Series[0].Points {
			if p.X == want.x {
				found = true
				if math.Abs(p.Y-want.y) > 0.01 {
					t.Errorf("%s: %v at %v, want %v", line, p.Y, p.X, want.y)
				}
			}
		}
		if !found {
			t.Errorf("%s: no point at %v", line, want.x)
		}
	}
	if flat := commandstest.Ask(t, r, "odds 100% chart"); flat.Chart != nil || !slices.Contains(flat.Assumptions(), "a chart would show a single figure") {
		t.Errorf("a level line: %v, %q", flat.Chart, flat.Assumptions())
	}
	// Of a pile for something the chart counts that, and its parts add up.
	pile := commandstest.Ask(t, r, "poly 7 unihorns for marker chart").Chart
	if pile == nil || pile.X != "magic markers" || pile.Series[0].Points[0].X != 0 || math.Abs(pile.Series[0].Points[0].Y-79.6) > 0.1 {
		t.Errorf("a pile for markers: %+v", pile)
	}
	for line, mark := range map[string]float64{"odds 1/6 10 tries chart": 10, "odds 1/6 chart": 0} {
		c := commandstest.Ask(t, r, line).Chart
		if got := c.Mark; (got == nil) != (mark == 0) || got != nil && *got != mark {
			t.Errorf("%s: marked at %v, want %v", line, got, mark)
		}
	}
	if c := commandstest.Ask(t, r, "odds 0% chart").Chart; c != nil {
		t.Error("a chart of what never happens")
	}
}
