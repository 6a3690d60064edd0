package timespan

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"delphi/engine/problem"
)

func ExampleParse() {
	d, err := Parse("1w2d")
	fmt.Println(d, err)
	_, err = Parse("soon")
	fmt.Println(err)
	// Output:
	// 216h0m0s <nil>
	// "soon" is not a length of time. Write it as 90m, 6h, 3d or 1w.
}

func TestParse(t *testing.T) {
	const day = 24 * time.Hour
	for text, want := range map[string]time.Duration{
		"90s": 90 * time.Second, "30m": 30 * time.Minute, "2h": 2 * time.Hour, "7d": 7 * day, "1w": 7 * day, "1.5d": 36 * time.Hour,
		"1d12h": 36 * time.Hour, "2h30m": 150 * time.Minute, "1w1d1h": 193 * time.Hour, "7D": 7 * day, " 2H ": 2 * time.Hour, "0": 0, "0d": 0, "4999d": 4999 * day, "250ms": 250 * time.Millisecond,
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", " ", "d", "7", "-7d", "+7d", "7x", "7 d", "soon", "1dd", "1d-2h", "200000d", "99999999999999999999w", "16000w1d99999999h", "∞d", "1d7"} {
		got, err := Parse(text)
		var p *problem.Problem
		if !errors.As(err, &p) || len(p.Hints) == 0 {
			t.Errorf("%q was read as %v, %v", text, got, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"7d", "1w2d3h", "1.5d", "-1h", "soon"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse(text)
		if d < 0 || err != nil && d != 0 {
			t.Fatalf("%q is %v, %v", text, d, err)
		}
		if err != nil {
			return
		}
		if again, err := Parse(d.String()); err != nil || again != d {
			t.Fatalf("%q is %v, which reads as %v, %v", text, d, again, err)
		}
	})
}
