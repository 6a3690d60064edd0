package main

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestDisturbances: a disturbance changes its own kind of place, and nothing else.
func TestDisturbances(t *testing.T) {
	const line = "what chance to get a marker, 12 unihorns"
	for name, want := range map[string]func(out string) bool{
		"hedged": func(out string) bool {
			return strings.HasPrefix(out, "what chance to get a marker, ") && strings.Contains(out, "12")
		},
		"opened":   func(out string) bool { return strings.HasSuffix(out, line) },
		"closed":   func(out string) bool { return strings.HasPrefix(out, line) },
		"mistyped": func(out string) bool { d := len(out) - len(line); return -1 <= d && d <= 1 },
		"stretched": func(out string) bool {
			return out == "whattt chance to get a marker, 12 unihorns" || out == "what chanceee to get a marker, 12 unihorns"
		},
		"dotted":    func(out string) bool { return out == "what chance to get a marker... 12 unihorns" },
		"otherwise": func(out string) bool { return strings.HasSuffix(out, " a marker, 12 unihorns") },
	} {
		for _, d := range disturbances {
			if d.name != name {
				continue
			}
			for seed := range uint64(20) {
				if out := d.change(rand.New(rand.NewPCG(seed, 1)), line); out == line && name != "mistyped" || !want(out) { // a letter may be like the next
					t.Errorf("%s: %q", name, out)
				}
			}
		}
	}
	for _, d := range disturbances {
		if d.name != "opened" && d.name != "closed" {
			if out := d.change(rand.New(rand.NewPCG(1, 1)), "?"); out != "?" {
				t.Errorf("%s: %q", d.name, out)
			}
		}
	}
}
