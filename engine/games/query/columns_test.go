package query_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"delphi/engine/games/columns"
	"delphi/engine/games/xlog"
)

// As many games have the n-th greatest score or more as are looked for, and equals.
func TestHighest(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	table := &columns.Table{}
	var points []int64
	for i := range 3 * columns.BlockSize / 2 {
		n := rnd.Int64N(500)
		table.Add(&columns.Game{Name: fmt.Sprint("p", i%7), Outcome: xlog.Died, Points: n, End: int64(1e9 + i)})
		if i%7 == 3 {
			points = append(points, n)
		}
	}
	slices.Sort(points)
	slices.Reverse(points)
	whose := columns.Wanted{Player: "P3"}
	for _, n := range []int{1, 2, 10, 1000, len(points)} {
		whose.Points = table.Highest(columns.Wanted{Player: "p3"}, n)
		if whose.Points != points[n-1] {
			t.Errorf("the %d-th greatest is %d, want %d", n, whose.Points, points[n-1])
		}
		want := 0
		for _, p := range points {
			if p >= points[n-1] {
				want++
			}
		}
		if whose.Points > 0 && len(table.Latest(whose)) != want {
			t.Errorf("%d rows have %d points or more, want %d", len(table.Latest(whose)), whose.Points, want)
		}
	}
	if got := table.Highest(columns.Wanted{Player: "p3"}, len(points)+1); got != 0 {
		t.Errorf("of too few: %d", got)
	}
}
