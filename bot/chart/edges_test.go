package chart

import (
	"bytes"
	"image/color"
	"image/png"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"delphi/commands"
)

// Between whole things there is nothing: a curve over them has no slope, and no tick
// stands between two of them.
func TestWholeThings(t *testing.T) {
	c := &commands.Chart{Kind: commands.Curve, Title: "tries", X: "tries", Y: "chance %", Series: []commands.Series{{Points: []commands.Point{{X: 0, Y: 10}, {X: 1, Y: 40}, {X: 2, Y: 90}}}}}
	drawn, err := SVG(c)
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, path := range regexp.MustCompile(`stroke-linejoin="round" stroke-linecap="round" d="([^"]*)"`).FindAllStringSubmatch(string(drawn), -1) {
		lines++
		var at [][2]string
		for _, p := range regexp.MustCompile(`[ML]([0-9.]+) ([0-9.]+)`).FindAllStringSubmatch(path[1], -1) {
			at = append(at, [2]string{p[1], p[2]})
		}
		for i := 1; i < len(at); i++ {
			if at[i][0] != at[i-1][0] && at[i][1] != at[i-1][1] {
				t.Errorf("it slopes from %v to %v", at[i-1], at[i])
			}
		}
	}
	if lines == 0 {
		t.Error("no line was found")
	}
	c.Kind = commands.BarChart
	for _, kind := range []commands.ChartKind{commands.Curve, commands.BarChart} {
		c.Kind = kind
		if drawn, err = SVG(c); err != nil || strings.Contains(string(drawn), ">0.5<") || strings.Contains(string(drawn), ">-0.5<") {
			t.Errorf("kind %d: a tick stands between whole things, %v", kind, err)
		}
	}
}

// No text of a drawing reaches over its edges.
func TestNothingIsCut(t *testing.T) {
	mark := 3000000.0
	long := strings.Repeat("a title that says what it is of ", 6)
	for _, c := range []*commands.Chart{
		{Kind: commands.Steps, Title: long, X: "turns", Y: "Luck", Mark: &mark, Series: []commands.Series{{Name: "one", Points: []commands.Point{{X: 0, Y: 5}, {X: 3000000, Y: 0}}}, {Name: long, Points: []commands.Point{{X: 0, Y: 1}, {X: 3000000, Y: 2}}}}},
		{Kind: commands.BarChart, Title: "bars", X: long, Y: long, Labels: []string{long, "b"}, Series: []commands.Series{{Points: []commands.Point{{X: 1, Y: 100}, {X: 2, Y: 99.9}}}}},
		{Kind: commands.BarChart, Title: "columns", X: "gold", Y: "chance %", Series: []commands.Series{{Points: []commands.Point{{X: -1000000, Y: 1}, {X: 1000000, Y: 2}}}}},
	} {
		drawn, err := SVG(c)
		if err != nil {
			t.Fatal(err)
		}
		texts := regexp.MustCompile(`<text x="([-0-9.]+)" y="([-0-9.]+)" text-anchor="(\w+)" font-size="(\d+)"[^>]*textLength="([0-9.]+)"[^>]*>([^<]*)`).FindAllStringSubmatch(string(drawn), -1)
		if len(texts) < 3 {
			t.Fatalf("%s: %d texts", c.Title, len(texts))
		}
		for _, m := range texts {
			x, _ := strconv.ParseFloat(m[1], 64)
			y, _ := strconv.ParseFloat(m[2], 64)
			width, _ := strconv.ParseFloat(m[5], 64)
			from := x - map[string]float64{"start": 0, "middle": 0.5, "end": 1}[m[3]]*width
			if from < 0 || from+width > Width || y < textSize/2 || y > Height {
				t.Errorf("%.20s: %q reaches from %.0f to %.0f at %.0f", c.Title, m[6], from, from+width, y)
			}
		}
	}
}

// A picture for a chat brings its own paper, so that it reads on a light page and on a
// dark one.
func TestOwnPaper(t *testing.T) {
	for i, c := range append([]color.RGBA{ink, marked, quiet}, palette...) {
		if got := contrast(c, paper); got < 4.5 {
			t.Errorf("colour %d: contrast %.2f", i, got)
		}
	}
}

// A face shows the figure with its words, large; a chart, long texts and none at all
// change nothing about its size.
func TestFace(t *testing.T) {
	c := &commands.Chart{Kind: commands.BarChart, Title: "x", X: "x", Y: "y", Labels: make([]string, 30), Series: []commands.Series{{}}}
	for i := range c.Labels {
		c.Labels[i] = "thing"
		c.Series[0].Points = append(c.Series[0].Points, commands.Point{X: float64(i), Y: 1})
	}
	for _, f := range []Face{
		{}, {Figure: "3%", Words: "3% fail", Text: "Fireball: 3% fail."}, {Figure: "4", Words: "Luck falls from +5 to +4 in 600 turns", Text: "Luck falls", Chart: c},
		{Text: strings.Repeat("word ", 400), Notes: []string{strings.Repeat("note ", 200)}}, {Figure: strings.Repeat("9", 99), Words: strings.Repeat("9", 99), Asked: strings.Repeat("x", 500), Chart: &commands.Chart{}},
	} {
		b, err := f.PNG()
		if err != nil {
			t.Fatal(err)
		}
		if img, err := png.Decode(bytes.NewReader(b)); err != nil || img.Bounds().Dx() != Width || img.Bounds().Dy() != Height {
			t.Errorf("%.20q: %v", f.Words, err)
		}
	}
	if len(c.Labels) != 30 || len(c.Series[0].Points) != 30 {
		t.Error("the chart was changed")
	}
}
