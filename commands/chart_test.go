package commands

import (
	"slices"
	"testing"
)

func TestBarsWithNames(t *testing.T) {
	c := Chart{Kind: BarChart, Title: "becomes", X: "item", Y: "chance %", YMax: 10, Labels: []string{"magic marker", "bell"}, Series: []Series{{Points: []Point{{1, 10}, {2, 10}}}}}
	want := []string{"becomes:", "        item    chance %", "magic marker          10 ████", "        bell          10 ████"}
	if got := c.Bars(4); !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}
