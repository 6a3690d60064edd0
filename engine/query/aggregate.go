package query

import (
	"math"
	"slices"
)

// figure collects an aggregate of each group.
type figure interface {
	// add takes a game's value into a group.
	add(group int32, x float64)
	// value is the figure of a group.
	value(group int32) any
}

// figure makes the collector of an aggregate, over values that w views.
func (a *Aggregate) figure(w *view) figure {
	whole := w.floats == nil
	switch a.Func {
	case "sum":
		return &sums{whole: whole}
	case "avg":
		return &averages{}
	case "std":
		return &deviations{}
	case "min":
		return &extremes{whole: whole, least: true}
	case "max":
		return &extremes{whole: whole}
	case "median":
		return &medians{}
	case "z":
		return &distinct{z: true, values: newIDs(w.low, w.high), seen: newIDs(1, 0)}
	}
	return &distinct{values: newIDs(w.low, w.high), seen: newIDs(1, 0)}
}

// grown makes a list long enough for a group.
func grown[T any](list []T, group int32) []T {
	if int(group) < len(list) {
		return list
	}
	return append(list, make([]T, int(group)+1-len(list))...)
}

// number is a figure as an answer has it.
func number(x float64, whole bool) any {
	if whole {
		return int64(x)
	}
	return x
}

type sums struct {
	whole bool
	of    []float64
}

func (s *sums) add(g int32, x float64) {
	s.of = grown(s.of, g)
	s.of[g] += x
}

func (s *sums) value(g int32) any { s.of = grown(s.of, g); return number(s.of[g], s.whole) }

type averages struct {
	sum []float64
	n   []int
}

func (s *averages) add(g int32, x float64) {
	s.sum, s.n = grown(s.sum, g), grown(s.n, g)
	s.sum[g] += x
	s.n[g]++
}

func (s *averages) value(g int32) any {
	s.sum, s.n = grown(s.sum, g), grown(s.n, g)
	return s.sum[g] / float64(max(s.n[g], 1))
}

// deviations are sample deviations, by Welford's method.
type deviations struct {
	mean, m2 []float64
	n        []float64
}

func (s *deviations) add(g int32, x float64) {
	s.mean, s.m2, s.n = grown(s.mean, g), grown(s.m2, g), grown(s.n, g)
	s.n[g]++
	d := x - s.mean[g]
	s.mean[g] += d / s.n[g]
	s.m2[g] += d * (x - s.mean[g])
}

func (s *deviations) value(g int32) any {
	s.m2, s.n = grown(s.m2, g), grown(s.n, g)
	return math.Sqrt(s.m2[g] / max(s.n[g]-1, 1))
}

type extremes struct {
	whole, least bool
	of           []float64
	has          []bool
}

func (s *extremes) add(g int32, x float64) {
	s.of, s.has = grown(s.of, g), grown(s.has, g)
	if !s.has[g] || (x < s.of[g]) == s.least && x != s.of[g] {
		s.of[g], s.has[g] = x, true
	}
}

func (s *extremes) value(g int32) any { s.of = grown(s.of, g); return number(s.of[g], s.whole) }

type medians struct {
	group []int32
	of    []float64
	parts [][]float64 // by group, once value is asked
}

func (s *medians) add(g int32, x float64) {
	s.group, s.of = append(s.group, g), append(s.of, x)
}

func (s *medians) value(g int32) any {
	if s.parts == nil {
		s.split()
	}
	s.parts = grown(s.parts, g)
	all := s.parts[g]
	if len(all) == 0 {
		return 0.0
	}
	mid := len(all) / 2
	high := nth(all, mid)
	if len(all)%2 == 1 {
		return high
	}
	return (high + slices.Max(all[:mid])) / 2
}

// split sorts the values by group, keeping each group's together.
func (s *medians) split() {
	var counts []int
	for _, g := range s.group {
		counts = grown(counts, g)
		counts[g]++
	}
	all := make([]float64, len(s.of))
	s.parts = make([][]float64, len(counts))
	at := 0
	for g, n := range counts {
		s.parts[g] = all[at : at : at+n]
		at += n
	}
	for i, g := range s.group {
		s.parts[g] = append(s.parts[g], s.of[i])
	}
}

// nth puts the k-th least value at its place, none before it being greater, and
// returns it.
func nth(a []float64, k int) float64 {
	for low, high := 0, len(a)-1; low < high; {
		pivot := a[(low+high)/2]
		i, j := low, high
		for i <= j {
			for a[i] < pivot {
				i++
			}
			for a[j] > pivot {
				j--
			}
			if i <= j {
				a[i], a[j] = a[j], a[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			high = j
		case k >= i:
			low = i
		default:
			return a[k]
		}
	}
	return a[k]
}

// distinct counts different values of each group; z instead adds 1/k for the k-th
// game of each value.
type distinct struct {
	z      bool
	values *ids
	seen   *ids // by group and value
	of     []float64
	k      []int32 // games of each of seen
}

func (s *distinct) add(g int32, x float64) {
	s.of = grown(s.of, g)
	value, _ := s.values.id(int64(x))
	id, fresh := s.seen.id(int64(g)<<32 | int64(value))
	if !s.z {
		if fresh {
			s.of[g]++
		}
		return
	}
	s.k = grown(s.k, id)
	s.k[id]++
	s.of[g] += 1 / float64(s.k[id])
}

func (s *distinct) value(g int32) any { s.of = grown(s.of, g); return number(s.of[g], !s.z) }
