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

// A line that is level throughout and a single bar tell nothing.
func TestTells(t *testing.T) {
	flat := []Point{{1, 47}, {2, 47}, {30, 47}}
	for _, c := range []struct {
		chart Chart
		want  bool
	}{
		{Chart{Kind: Steps, Series: []Series{{Points: flat}}}, false},
		{Chart{Series: []Series{{Points: flat}, {Points: flat}}}, false},
		{Chart{Series: []Series{{Points: flat}, {Points: []Point{{1, 3}}}}}, true},
		{Chart{Series: []Series{{Points: []Point{{1, 0}, {2, 1}}}}}, true},
		{Chart{Kind: BarChart, Series: []Series{{Points: flat[:1]}}}, false},
		{Chart{Kind: BarChart, Series: []Series{{Points: flat}}}, true},
		{Chart{Kind: BarChart}, false},
		{Chart{}, false},
	} {
		if got := c.chart.Tells(); got != c.want {
			t.Errorf("%v: %v", c.chart, got)
		}
	}
}
