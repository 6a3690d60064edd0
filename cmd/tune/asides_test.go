package main

import (
	"strings"
	"testing"
)

func TestToldBeside(t *testing.T) {
	told := toldBeside(1, all)
	again := toldBeside(1, all)
	for i, a := range told {
		if a != again[i] {
			t.Fatalf("another run tells %q for %q", again[i], a)
		}
		if a == "" || strings.ContainsAny(a, "{}|<>") {
			t.Errorf("not filled: %q", a)
		}
	}
	var some, others []string
	some, others = toldBeside(4, func(f int) bool { return f == 0 }), toldBeside(4, func(f int) bool { return f != 0 })
	if len(some)+len(others) != len(told) || len(some) == 0 || len(others) == 0 {
		t.Errorf("%d and %d make %d", len(some), len(others), len(told))
	}
}
