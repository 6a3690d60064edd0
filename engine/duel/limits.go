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
	small       float64 // what is less likely is not followed
	// A phase less likely than hold, and than a part of all that is under way, waits until
	// more comes to it: its moves are put off, and nothing is lost.
	hold, part float64
	// A cloud more likely than the first of parts may have two, and so on.
	parts []float64
}

// usual are the limits of every fight. Without any the chances differ by less than 3 in 1,000.
var usual = limits{
	many: 96, some: 24, rare: 3e-5, faint: 1e-6, small: 2e-7, hold: 2e-5, part: 1e-3,
	parts: slices.Concat([]float64{2e-5, 2e-3, 6e-3, 2e-2, 6e-2, 6e-2}, slices.Repeat([]float64{0.2}, 5), slices.Repeat([]float64{0.4}, 14)),
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
	rare := func(h held) bool { return h.passes() && h.mass() < f.rare }
	if len(f.at.list) <= f.many && !slices.ContainsFunc(f.at.list, rare) {
		return
	}
	slices.SortStableFunc(f.at.list, func(a, b held) int { return cmp.Compare(b.mass(), a.mass()) })
	clear(f.kin.last)
	f.kin.before = f.kin.before[:0]
	for i, h := range f.taken() {
		passes := h.passes()
		if m := h.mass(); passes && (i >= f.some && m < f.rare || i >= f.many || m < f.faint) {
			if to := f.kin.of(f.at.list, h.phase); to >= 0 {
				f.at.list[to].cloud = f.at.list[to].add(h.cloud)
				continue
			}
		}
		f.kin.add(h.phase, len(f.at.list), passes)
		f.at.put(h.phase, h.cloud)
	}
}

// kin is places in a list by what phases are alike but for how long things last.
type kin struct {
	last   map[phase]int // the place after the last
	before []int         // by place, the place after the one before
}

// add adds the next place; passes says that something lasts in it.
func (k *kin) add(p phase, at int, passes bool) {
	k.before = append(k.before, 0)
	if passes {
		p = p.timeless()
		k.before[at], k.last[p] = k.last[p], at+1
	}
}

// of returns which place has what is the most like a phase; -1 if none is like it.
func (k *kin) of(list []held, p phase) int {
	best, least := -1, 0
	for i := k.last[p.timeless()] - 1; i >= 0; i = k.before[i] - 1 {
		if d := p.apart(list[i].phase); best < 0 || d <= least {
			best, least = i, d
		}
	}
	return best
}
