package query

import (
	"math"
	"slices"

	"delphi/engine/games/columns"
)

// figure collects an aggregate of each group.
type figure interface {
	// add takes the values at some rows of a block into their groups.
	add(groups, rows []int32, of []float64)
	// values are the figures of n groups, and whether they are whole numbers.
	values(n int) (of []float64, whole bool)
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
	case "variance":
		return &deviations{squared: true}
	case "min":
		return &extremes{whole: whole, least: true}
	case "max":
		return &extremes{whole: whole}
	case "median":
		if span := w.span(); whole && span > 0 && span <= 1<<32 {
			return &medians[uint32]{low: float64(w.low)}
		}
		return &medians[float64]{}
	case "z":
		return newDistinct(w, true)
	}
	return newDistinct(w, false)
}

// grown makes a list long enough for a group.
func grown[T any](list []T, group int32) []T {
	if int(group) < len(list) {
		return list
	}
	return append(list, make([]T, int(group)+1-len(list))...)
}

// number returns a figure as an answer has it.
func number(x float64, whole bool) any {
	if whole {
		return int64(x)
	}
	return x
}

// room makes a list long enough for the groups.
func room[T any](list []T, groups []int32) []T {
	most := int32(-1)
	for _, g := range groups {
		most = max(most, g)
	}
	return grown(list, most)
}

type sums struct {
	whole bool
	of    []float64
}

func (s *sums) add(groups, rows []int32, of []float64) {
	s.of = room(s.of, groups)
	for i, g := range groups {
		s.of[g] += of[rows[i]]
	}
}

func (s *sums) values(n int) ([]float64, bool) { return grown(s.of, int32(n-1)), s.whole }

type averages struct {
	sum []float64
	n   []int32
}

func (s *averages) add(groups, rows []int32, of []float64) {
	s.sum, s.n = room(s.sum, groups), room(s.n, groups)
	for i, g := range groups {
		s.sum[g] += of[rows[i]]
		s.n[g]++
	}
}

func (s *averages) values(n int) ([]float64, bool) {
	out := make([]float64, n)
	for g := range s.sum {
		out[g] = s.sum[g] / float64(max(s.n[g], 1))
	}
	return out, false
}

// deviations are sample deviations, by Welford's method.
type deviations struct {
	mean, m2, n []float64
	squared     bool // the variance is wanted
}

func (s *deviations) add(groups, rows []int32, of []float64) {
	s.mean, s.m2, s.n = room(s.mean, groups), room(s.m2, groups), room(s.n, groups)
	for i, g := range groups {
		x := of[rows[i]]
		s.n[g]++
		d := x - s.mean[g]
		s.mean[g] += d / s.n[g]
		s.m2[g] += d * (x - s.mean[g])
	}
}

func (s *deviations) values(n int) ([]float64, bool) {
	out := make([]float64, n)
	for g := range s.m2 {
		if out[g] = s.m2[g] / max(s.n[g]-1, 1); !s.squared {
			out[g] = math.Sqrt(out[g])
		}
	}
	return out, false
}

type extremes struct {
	whole, least bool
	of           []float64
	has          []bool
}

func (s *extremes) add(groups, rows []int32, of []float64) {
	s.of, s.has = room(s.of, groups), room(s.has, groups)
	for i, g := range groups {
		if x := of[rows[i]]; !s.has[g] || s.least && x < s.of[g] || !s.least && x > s.of[g] {
			s.of[g], s.has[g] = x, true
		}
	}
}

func (s *extremes) values(n int) ([]float64, bool) { return grown(s.of, int32(n-1)), s.whole }

// medians keep all values, less low: whole numbers that are not far apart fit into
// half of the bytes.
type medians[T uint32 | float64] struct {
	low   float64
	group []int32 // of each value; empty while all are of group 0
	of    []T
}

func (s *medians[T]) add(groups, rows []int32, of []float64) {
	if len(s.group) > 0 || slices.ContainsFunc(groups, func(g int32) bool { return g != 0 }) {
		if len(s.group) == 0 {
			s.group = make([]int32, len(s.of), 2*len(s.of)+columns.BlockSize)
		}
		s.group = append(s.group, groups...)
	}
	if len(s.of)+len(rows) > cap(s.of) {
		s.of = slices.Grow(s.of, 16*columns.BlockSize+len(s.of))
	}
	for _, r := range rows {
		s.of = append(s.of, T(of[r]-s.low))
	}
}

func (s *medians[T]) values(n int) ([]float64, bool) {
	out := make([]float64, n)
	for g, all := range s.split(n) {
		if len(all) == 0 {
			continue
		}
		mid := len(all) / 2
		if out[g] = s.low + float64(nth(all, mid)); len(all)%2 == 0 {
			out[g] = (out[g] + s.low + float64(slices.Max(all[:mid]))) / 2
		}
	}
	return out, false
}

// split returns the values of each group.
func (s *medians[T]) split(n int) [][]T {
	if len(s.group) == 0 {
		parts := make([][]T, n)
		if n > 0 {
			parts[0] = s.of
		}
		return parts
	}
	counts := make([]int, n)
	for _, g := range s.group {
		counts[g]++
	}
	all, parts, at := make([]T, len(s.of)), make([][]T, n), 0
	for g, k := range counts {
		parts[g] = all[at : at : at+k]
		at += k
	}
	for i, g := range s.group {
		parts[g] = append(parts[g], s.of[i])
	}
	return parts
}

// nth puts the k-th least value at its place, none before it being greater, and
// returns it.
func nth[T uint32 | float64](a []T, k int) T {
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
