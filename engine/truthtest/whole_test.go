package truthtest

import (
	"testing"
)

// A column counts as compared if a wrong cell of it fails the check, stops it or
// makes it panic.
func TestNoticed(t *testing.T) {
	rows := []Row{{"n": "1", "square": "1", "root": "1", "noise": "x"}, {"n": "2", "square": "4", "root": "1", "noise": "y"}, {"n": "3", "square": "9", "root": "2", "noise": "z"}}
	check := func(t testing.TB, r Row) {
		n := r.Int(t, "n")
		if n*n != r.Int(t, "square") {
			t.Errorf("%d", n)
		}
		if r["root"] == "2" && n < 3 {
			panic("too small")
		}
		if r["root"] == "?" {
			t.Fatal("no root")
		}
	}
	for column, want := range map[string]bool{"n": true, "square": true, "root": true, "noise": false} {
		if got := noticed(rows, column, check); got != want {
			t.Errorf("a wrong %s is noticed: %t", column, got)
		}
	}
}
