package web

import (
	"math"
	"regexp"
	"strconv"
	"testing"

	"delphi/bot/chart"
)

// The colours of charts are told from the paper, in both themes of the pages.
func TestChartColours(t *testing.T) {
	style, err := files.ReadFile("static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	light := func(hex string) float64 {
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			v, _ := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
			s := float64(v) / 255
			if s <= 0.04045 {
				sum += weight * s / 12.92
			} else {
				sum += weight * math.Pow((s+0.055)/1.055, 2.4)
			}
		}
		return sum + 0.05
	}
	themes := []map[string]string{{}, {}} // light and dark, in the order of the file
	for _, m := range regexp.MustCompile(`--chart-(\w+): #([0-9a-f]{6});`).FindAllStringSubmatch(string(style), -1) {
		if _, said := themes[0][m[1]]; said {
			themes[1][m[1]] = m[2]
		} else {
			themes[0][m[1]] = m[2]
		}
	}
	for i, theme := range themes {
		for _, name := range chart.Colours {
			if len(theme[name]) != 6 {
				t.Errorf("theme %d has no colour %s", i, name)
				continue
			}
			least := 3.0
			switch name {
			case "paper", "faint":
				continue
			case "ink", "mark":
				least = 7
			}
			a, b := light(theme[name]), light(theme["paper"])
			if c := max(a, b) / min(a, b); c < least {
				t.Errorf("theme %d: %s has a contrast of %.2f", i, name, c)
			}
		}
	}
}
