package tries

import "testing"

// A gift that comes once in six offerings and half of the time is the one: a quarter
// takes 4 offerings, half is never reached, and what comes first comes on top.
func TestOnly(t *testing.T) {
	trial := Alike(1.0/6, "1/6", "sacrifice")
	trial.Only(0.5, "1/2")
	later := Later(10, 1.0/6, "1/6", "sacrifice")
	later.Only(0.5, "1/2")
	for _, x := range []struct {
		trial      *Trial
		confidence float64
		want       int
	}{{trial, 0.25, 4}, {trial, 0.5, 0}, {trial, 0.99, 0}, {later, 0.25, 14}, {later, 0.5, 0}} {
		if got := x.trial.count(x.confidence); got != x.want {
			t.Errorf("%v: %d, not %d", x.confidence, got, x.want)
		}
	}
}

// What is searched is the first number of tries that is enough, of those that are
// counted.
func TestSearch(t *testing.T) {
	for most, want := range map[int]int{0: 0, 6: 0, 7: 7, 8: 7, 100: 7} {
		trial := &Trial{Most: most, Within: func(n int) float64 { return float64(n) / 10 }}
		if got := trial.count(0.7); got != want {
			t.Errorf("of %d: %d, not %d", most, got, want)
		}
	}
}
