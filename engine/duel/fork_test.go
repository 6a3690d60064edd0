package duel

import (
	"math"
	"testing"
)

// What goes whole one way comes to the same, but for a remainder, as a share each way.
func TestForksPayWhatIsOwed(t *testing.T) {
	f := newField(samurai(t, "3.6.7", "newt", 70))
	f.grain = f.lump
	c := newCloud(f.mem, false, 70, 5)
	owed, got, all, most := 0.0, 0.0, 0.0, 0.0
	ways := []float64{0.5, 0.3, 0.15, 0.05}
	var list []float64
	gone := make([]float64, len(ways))
	for i := range 1000 {
		m := f.lump * (0.1 + 0.8*float64(i%7)/7)
		some, rest := f.parted(&owed, c.times(m), 0.3)
		if x := some.mass() + rest.mass(); math.Abs(x-m) > 1e-12 || some.mass() > 0 && rest.mass() > 0 {
			t.Fatalf("of %v: %v and %v", m, some.mass(), rest.mass())
		}
		gone[f.way(&list, c.times(m), len(ways), func(i int) float64 { return ways[i] })] += m
		got, all, most = got+some.mass(), all+m, max(most, m)
	}
	if math.Abs(got-0.3*all) > most {
		t.Errorf("%v of %v went the way of 3 in 10", got, all)
	}
	for i, x := range ways {
		if math.Abs(gone[i]-x*all) > 3*most {
			t.Errorf("%v of %v went the way of %v", gone[i], all, x)
		}
	}
	if some, rest := f.parted(&owed, c.times(2*f.lump), 0.3); some.mass() == 0 || rest.mass() == 0 {
		t.Error("what is likely went whole one way")
	}
}
