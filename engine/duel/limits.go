package duel

import (
	"cmp"
	"slices"
)

// limits keep the work of a fight in bounds.
type limits struct {
	// Of the phases under way many may be told apart, some of them though they are less
	// likely than rare, and none that is less likely than faint.
	many, some  int
	rare, faint float64
	// A cloud more likely than the first of parts may have two, and so on.
	parts []float64
}

// usual are the limits of every fight. Without any the chances differ by less than 3 in 1,000.
var usual = limits{
	many: 64, some: 16, rare: 1e-4, faint: 2e-6,
	parts: slices.Concat([]float64{1e-5, 1e-3, 3e-3, 1e-2, 3e-2, 3e-2}, slices.Repeat([]float64{0.1}, 5), slices.Repeat([]float64{0.2}, 14)),
}

// thin keeps the work in bounds: it joins phases, and parts of clouds, that are too
// unlikely to be told apart.
func (f *field) thin() {
	if len(f.at.list) > f.some {
		f.join()
	}
	for i := range f.at.list {
		h := &f.at.list[i]
		n := 1
		for m := h.mass(); n <= len(f.parts) && m > f.parts[n-1]; n++ {
		}
		h.cloud = h.settled().atMost(n)
	}
}

// join joins phases that are too unlikely to be told apart.
func (f *field) join() {
	slices.SortStableFunc(f.at.list, func(a, b held) int { return cmp.Compare(b.mass(), a.mass()) })
	kin := map[phase][]int{}
	for i, h := range f.taken() {
		m := h.mass()
		if i >= f.some && m < f.rare || i >= f.many || m < f.faint {
			if to := f.kin(kin[h.timeless()], h.phase); to >= 0 {
				f.at.list[to].cloud = f.at.list[to].add(h.cloud)
				continue
			}
		}
		kin[h.timeless()] = append(kin[h.timeless()], len(f.at.list))
		f.at.put(h.phase, h.cloud)
	}
}

// kin returns which of some phases, which differ from another only in how long things last, is
// the most like it; -1 if there are none.
func (f *field) kin(list []int, p phase) int {
	best, least := -1, 0
	for _, i := range list {
		if d := p.apart(f.at.list[i].phase); best < 0 || d < least {
			best, least = i, d
		}
	}
	return best
}
