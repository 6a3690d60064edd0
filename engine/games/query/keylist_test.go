package query

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/truthtest"
)

// TestKeyListCounts: keys that were listed are counted as a map counts them, however
// far apart they may be.
func TestKeyListCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		span := rapid.SampledFrom([]int64{10, 1 << together, 1<<together + 7, mostCounted, mostCounted + 1, 1 << 40}).Draw(t, "span")
		low := rapid.Int64Range(-5, 5).Draw(t, "low")
		keys := rapid.SliceOfN(rapid.OneOf(rapid.Int64Range(0, span-1), rapid.SampledFrom([]int64{0, span / 2, span - 1})), 1, 300).Draw(t, "keys")
		met := rapid.SliceOfN(rapid.Bool(), len(keys), len(keys)).Draw(t, "met")
		g := &grouping{views: []*view{{low: low}}}
		of, rows := [2][]int64{make([]int64, len(keys))}, make([]int32, len(keys))
		type counts struct{ den, n int32 }
		want := map[int64]counts{}
		for i, key := range keys {
			of[0][i], rows[i] = key+low, int32(i)
			c := want[key]
			c.den++
			c.n += int32(boolInt(met[i]))
			want[key] = c
		}
		l := newKeyList(span, len(keys))
		l.add(g, of, rows)
		l.hits(met, rows)
		top := rapid.IntRange(0, 6).Draw(t, "top")
		at, den, n, found := l.count(true, top)
		if found != len(want) || top == 0 && len(den) != found {
			t.Fatalf("%d groups, %d made, want %d", found, len(den), len(want))
		}
		if top > 0 { // those with more games than any that was left out, and all that have as many
			var all []int32
			for _, c := range want {
				all = append(all, c.den)
			}
			slices.Sort(all)
			least, enough := all[max(0, len(all)-top)], 0
			for _, c := range want {
				enough += boolInt(c.den >= least)
			}
			made := 0
			for id := range den {
				made += boolInt(den[id] >= least)
			}
			if made != enough {
				t.Fatalf("%d of the %d first groups are made", made, enough)
			}
		}
		for id := range den {
			if got := (counts{den[id], n[id]}); got != want[at(int32(id))] {
				t.Fatalf("key %d: %v, want %v", at(int32(id)), got, want[at(int32(id))])
			}
		}
	})
}

// TestDistinctCounts: pairs of a group and a value are told apart, whether there are
// few values or many.
func TestDistinctCounts(t *testing.T) {
	truthtest.Tries(t, 30)
	rapid.Check(t, func(t *rapid.T) {
		wide := rapid.SampledFrom([]int64{3, 1000, maxSeen, maxSeen + 1}).Draw(t, "wide")
		s := newDistinct(&view{low: -2, high: wide - 3}, false)
		far := rapid.SampledFrom([]int32{1, 1, 1, maxBits}).Draw(t, "far") / int32(min(wide, math.MaxInt32))
		want := map[int32]map[int64]bool{}
		for range rapid.IntRange(1, 200).Draw(t, "games") {
			group, value := max(far, 1)*rapid.Int32Range(0, 3).Draw(t, "group"), rapid.SampledFrom([]int64{-2, -1, 0, wide - 3}).Draw(t, "value")
			s.add([]int32{group}, []int32{0}, []float64{float64(value)})
			if want[group] == nil {
				want[group] = map[int64]bool{}
			}
			want[group][value] = true
		}
		n := int(max(far, 1))*3 + 1
		got, _ := s.values(n)
		for group, values := range want {
			if got[group] != float64(len(values)) {
				t.Fatalf("group %d: %v, want %d", group, got[group], len(values))
			}
		}
	})
}

// TestLimit is the n-th greatest figure, of small counts and of any.
func TestLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.SampledFrom([]*rapid.Generator[float64]{
			rapid.Map(rapid.IntRange(0, 9), func(n int) float64 { return float64(n) }),
			rapid.Map(rapid.IntRange(0, 9000), func(n int) float64 { return float64(n) }),
			rapid.Float64Range(-5, 5),
		}).Draw(t, "kind")
		figures := rapid.SliceOfN(some, 1, 60).Draw(t, "figures")
		n := rapid.IntRange(1, len(figures)).Draw(t, "n")
		sorted := slices.Clone(figures)
		slices.Sort(sorted)
		if got := limit(slices.Clone(figures), n); got != sorted[len(sorted)-n] {
			t.Fatalf("%v, want %v", got, sorted[len(sorted)-n])
		}
	})
}
