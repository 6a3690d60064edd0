package dice

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestCases(t *testing.T) {
	for _, tt := range []struct {
		name string
		play func(*Dice) int
		want map[int][2]int64
	}{
		{"nothing rolled", func(*Dice) int { return 7 }, map[int][2]int64{7: {1, 1}}},
		{"a die of one side", func(d *Dice) int { return d.Rn2(1) }, map[int][2]int64{0: {1, 1}}},
		{"two dice", func(d *Dice) int { return d.D(2, 2) }, map[int][2]int64{2: {1, 4}, 3: {1, 2}, 4: {1, 4}}},
		{"a roll behind another", func(d *Dice) int {
			if d.OneIn(3) {
				return d.Rnd(2)
			}
			return 1
		}, map[int][2]int64{1: {5, 6}, 2: {1, 6}}},
		{"ways without a chance", func(d *Dice) int { return d.Weighted(0, 3, 0, 1, 0) }, map[int][2]int64{1: {3, 4}, 3: {1, 4}}},
		{"never and always", func(d *Dice) int {
			if d.Chance(0, 5) || !d.Chance(7, 5) {
				return 1
			}
			return 0
		}, map[int][2]int64{0: {1, 1}}},
		{"rne", func(d *Dice) int { return d.Rne(4, 1) }, map[int][2]int64{1: {3, 4}, 2: {3, 16}, 3: {3, 64}, 4: {3, 256}, 5: {1, 256}}},
		{"rne at level 18", func(d *Dice) int { return min(5, d.Rne(4, 18)) }, map[int][2]int64{1: {3, 4}, 2: {3, 16}, 3: {3, 64}, 4: {3, 256}, 5: {1, 256}}},
	} {
		got := Cases(tt.play)
		if len(got) != len(tt.want) {
			t.Errorf("%s: %v", tt.name, got)
		}
		for i, c := range got {
			if want := tt.want[c.What]; c.Num != want[0] || c.Den != want[1] || c.P != float64(want[0])/float64(want[1]) {
				t.Errorf("%s: %+v, want %v", tt.name, c, want)
			}
			if i > 0 && c.P > got[i-1].P {
				t.Errorf("%s: %+v stands behind %+v", tt.name, c, got[i-1])
			}
		}
	}
}

// Chances that fit no fraction are still summed up.
func TestLooseChances(t *testing.T) {
	got := Cases(func(d *Dice) bool {
		for range 12 {
			if !d.OneIn(1009) {
				return false
			}
		}
		return true
	})
	if len(got) != 2 || got[0].What || math.Abs(got[0].P-1) > 1e-12 || got[1].Den != 0 || math.Abs(got[1].P/math.Pow(1009, -12)-1) > 1e-9 {
		t.Errorf("%+v", got)
	}
}

func TestTimes(t *testing.T) {
	for _, tt := range []struct {
		c        Chance
		num, den int64
		want     Chance
	}{
		{Chance{0.75, 3, 4}, 2, 9, Chance{1.0 / 6, 1, 6}},
		{Chance{0.75, 3, 4}, 5, 5, Chance{0.75, 3, 4}},
		{Chance{0.5, 0, 0}, 1, 2, Chance{0.25, 0, 0}},
		{Chance{0.5, 1, 2}, 1, 1 << 61, Chance{P: math.Ldexp(1, -62)}},
	} {
		if got := tt.c.Times(tt.num, tt.den); got.Num != tt.want.Num || got.Den != tt.want.Den || math.Abs(got.P-tt.want.P) > 1e-15 {
			t.Errorf("%v times %d in %d: %v", tt.c, tt.num, tt.den, got)
		}
	}
}

func TestCasesSumToOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sides := rapid.SliceOfN(rapid.IntRange(1, 6), 1, 5).Draw(t, "sides")
		total, sum := 0.0, 0.0
		for _, c := range Cases(func(d *Dice) int {
			n := 0
			for _, s := range sides {
				n += d.Rn2(s)
				if n%3 == 2 {
					n += d.Rnd(2)
				}
			}
			return n
		}) {
			total += c.P
			sum += float64(c.Num) / float64(c.Den)
		}
		if math.Abs(total-1) > 1e-12 || math.Abs(sum-1) > 1e-12 {
			t.Fatalf("%v sum to %v and %v", sides, total, sum)
		}
	})
}

func BenchmarkCases(b *testing.B) {
	for b.Loop() {
		Cases(func(d *Dice) int { return d.D(3, 10) })
	}
}
