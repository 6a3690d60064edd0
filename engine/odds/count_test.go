package odds

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

// TestCounts: none, at most and exactly, as the binomial coefficients have it.
func TestCounts(t *testing.T) {
	for _, tt := range []struct {
		q    Question
		want string // of at_most or exactly
	}{
		{Question{Chance: chance(t, "1/2"), Trials: 2, Count: AtMostWanted}, `[{"k":0,"p":0.25,"num":1,"den":4}]`},
		{Question{Chance: chance(t, "1/2"), Trials: 3, Wanted: 1, Count: AtMostWanted}, `[{"k":1,"p":0.5,"num":1,"den":2}]`},
		{Question{Chance: chance(t, "1/2"), Trials: 4, Wanted: 2, Count: ExactlyWanted}, `[{"k":2,"p":0.375,"num":3,"den":8}]`},
		{Question{Chance: chance(t, "1/5"), Trials: 2, Count: ExactlyWanted}, `[{"k":0,"p":0.64,"num":16,"den":25}]`},
		{Question{Chance: chance(t, "1/5"), Trials: 2, Wanted: 3, Count: ExactlyWanted}, `[{"k":3,"p":0,"num":0,"den":1}]`},
		{Question{Chance: chance(t, "1/5"), Trials: 2, Wanted: 3, Count: AtMostWanted}, `[{"k":3,"p":1,"num":1,"den":1}]`},
	} {
		if err := tt.q.Check(); err != nil {
			t.Fatal(err)
		}
		a := Ask(&tt.q)
		got, _ := json.Marshal(append(a.AtMost, a.Exactly...))
		if string(got) != tt.want {
			t.Errorf("%+v: %s, want %s", tt.q, got, tt.want)
		}
	}
	for _, q := range []Question{
		{Chance: chance(t, "1/5"), Count: AtMostWanted},
		{Chance: chance(t, "1/5"), Trials: 2, Count: ExactlyWanted, Confidence: usual},
	} {
		if err := q.Check(); !mendable(err) {
			t.Errorf("%+v passes: %v", q, err)
		}
	}
}

// TestCountsAddUp: at most k and at least one more is everything, and the counts
// up to k add up to at most k.
func TestCountsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 300).Draw(t, "n")
		k := rapid.IntRange(0, n).Draw(t, "k")
		p := rapid.Float64Range(0, 1).Draw(t, "p")
		if sum := AtMost(n, k, p) + AtLeast(n, k+1, p); !(sum > 1-1e-11 && sum < 1+1e-11) {
			t.Fatalf("%d of %d at %g: %g together", k, n, p, sum)
		}
		sum := 0.0
		for i := range k + 1 {
			sum += Exactly(n, i, p)
		}
		if most := AtMost(n, k, p); !(sum > most-1e-11 && sum < most+1e-11) {
			t.Fatalf("up to %d of %d at %g: %g, and at most %g", k, n, p, sum, most)
		}
	})
}
