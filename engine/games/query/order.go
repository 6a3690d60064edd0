package query

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"delphi/engine/games/columns"
)

// Float returns a cell of an answer as a number; 0 if it is a text.
func Float(x any) float64 {
	switch x := x.(type) {
	case int64:
		return float64(x)
	case float64:
		return x
	}
	return 0
}

// sort orders groups as the query says: by default those with the most games, or
// the highest share, first. Equal ones are in the order of their texts. With a
// Limit only the first so many are sure to be there.
func (g *grouping) sort(ids []int32) []int32 {
	q := g.r.q
	order := q.Order
	switch {
	case q.Running:
		order = []Order{{Column: ".", Least: true}}
	case len(order) > 0:
	case q.EachOf:
		g.ownOrder(ids)
		return ids
	case q.Ratio != nil:
		order = []Order{{Column: "pct"}}
	default:
		order = []Order{{Column: "N"}}
	}
	if len(ids) < 2 {
		return ids
	}
	most := q.rows()
	few := most > 0 && most < len(ids)/4 && !q.Running
	compare := g.comparer(order)
	if few {
		var before func(id, last int32) bool
		if o := order[0]; o.Column != "." {
			at, least := g.figure[o.Column].at, o.Least
			before = func(id, last int32) bool {
				x, y := at(id), at(last)
				return x == y || (x < y) == least
			}
			ids = front(ids, most, at, least)
		}
		return firstOf(ids, most, compare, before)
	}
	slices.SortFunc(ids, compare)
	return ids
}

// comparer returns how two groups are in an order; equal ones are in that of their texts.
func (g *grouping) comparer(order []Order) func(a, b int32) int {
	ranks := g.ranks()
	figures := make([]func(int32) float64, len(order)) // nil: by the group
	for i, o := range order {
		if o.Column != "." {
			figures[i] = g.figure[o.Column].at
		}
	}
	shares := len(g.r.q.Order) == 0 && g.ratio != nil
	different := strings.HasPrefix(order[0].Column, "cdist(")
	return func(a, b int32) int {
		for i, o := range order {
			d := 0
			if at := figures[i]; at != nil {
				d = cmp.Compare(at(a), at(b))
			} else {
				for i := range g.views {
					if d = g.compareKeys(a, b, i, ranks); d != 0 {
						break
					}
				}
			}
			if !o.Least {
				d = -d
			}
			if d != 0 {
				return d
			}
		}
		// Sequell lists those of most games first of groups that have nothing, or
		// equally many different things.
		switch {
		case shares && g.n[a] == 0 && g.n[b] == 0:
			if d := cmp.Compare(g.den[b], g.den[a]); d != 0 {
				return d
			}
		case different:
			if d := cmp.Compare(g.n[b], g.n[a]); d != 0 {
				return d
			}
		}
		for i := range g.views {
			d := 0
			switch {
			case ranks[i] != nil:
				d = cmp.Compare(ranks[i][g.key(a, i)], ranks[i][g.key(b, i)])
			case g.key(a, i) == g.key(b, i):
			case g.views[i].digits():
				d = compareDigits(g.key(a, i), g.key(b, i))
			default:
				d = strings.Compare(g.text(a, i), g.text(b, i))
			}
			if d != 0 {
				return d
			}
		}
		return 0
	}
}

// front returns those of a list that can be among its first n by one figure, the
// greatest or the least first.
func front(ids []int32, n int, at func(int32) float64, least bool) []int32 {
	sign := 1.0
	if least {
		sign = -1
	}
	figures := make([]float64, len(ids))
	for i, id := range ids {
		figures[i] = sign * at(id)
	}
	last := limit(figures, n)
	out := make([]int32, 0, 2*n)
	for i, id := range ids {
		if figures[i] >= last {
			out = append(out, id)
		}
	}
	if len(out) < n {
		return ids // some are no numbers
	}
	return out
}

// limit returns the n-th greatest of some figures.
func limit(figures []float64, n int) float64 {
	// Most figures are small counts.
	const small = 1 << 12
	var counts [small]int32
	for _, x := range figures {
		if k := int(x); x >= 0 && x < small && float64(k) == x {
			counts[k]++
		} else if x >= small {
			counts[small-1]++
		} else {
			return nth(slices.Clone(figures), len(figures)-n)
		}
	}
	rest := n
	for k := small - 1; k >= 0; k-- {
		if rest -= int(counts[k]); rest > 0 {
			continue
		}
		if k == small-1 {
			break
		}
		return float64(k)
	}
	return nth(slices.Clone(figures), len(figures)-n)
}

// firstOf sorts the first n of a list, as an order has them. before, where it is
// not nil, is a quick look: whether one may be before another.
func firstOf(ids []int32, n int, compare func(a, b int32) int, before func(a, b int32) bool) []int32 {
	kept := make([]int32, 0, 2*n+64)
	full := false
	for _, id := range ids {
		if full && (before != nil && !before(id, kept[n-1]) || compare(id, kept[n-1]) >= 0) {
			continue
		}
		if kept = append(kept, id); len(kept) == cap(kept) {
			slices.SortFunc(kept, compare)
			kept, full = kept[:n], true
		}
	}
	slices.SortFunc(kept, compare)
	return kept[:min(n, len(kept))]
}

// ranks are, for each thing that is grouped by, the places of its keys in the order of
// their texts; nil if there are not worth having.
func (g *grouping) ranks() [][]int32 {
	out := make([][]int32, len(g.views))
	for i, w := range g.views {
		if w.kind == columns.Text && w.dict != nil {
			out[i] = g.r.t.Ranks(g.r.q.Groups[i].Name, w.dict)
		}
	}
	return out
}

// digits reports whether the view's keys are numbers that are written as they are.
func (w *view) digits() bool { return w.kind != columns.Set && w.text == nil }

// compareDigits compares numbers as texts: 10 comes before 9.
func compareDigits(a, b int64) int {
	var x, y [20]byte
	return bytes.Compare(strconv.AppendInt(x[:0], a, 10), strconv.AppendInt(y[:0], b, 10))
}

func (g *grouping) compareKeys(a, b int32, i int, ranks [][]int32) int {
	if ranks[i] != nil {
		return cmp.Compare(ranks[i][g.key(a, i)], ranks[i][g.key(b, i)])
	}
	return CompareCells(g.cell(a, i), g.cell(b, i))
}

// CompareCells compares two cells of a column of an answer.
func CompareCells(a, b any) int {
	if x, ok := a.(string); ok {
		if y, ok := b.(string); ok {
			return strings.Compare(x, y)
		}
	}
	return cmp.Compare(Float(a), Float(b))
}

// ownOrder puts the members of a set in the order of their bits.
func (g *grouping) ownOrder(ids []int32) {
	place := func(id int32) int {
		if i := slices.Index(columns.VanillaConducts, g.text(id, 0)); i >= 0 {
			return i
		}
		return len(columns.VanillaConducts)
	}
	slices.SortFunc(ids, func(a, b int32) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(g.n[b], g.n[a]), strings.Compare(g.text(a, 0), g.text(b, 0)))
	})
}

// cumulate adds to each group the figures of those before it.
func (g *grouping) cumulate(ids []int32) {
	own := func(name string) []float64 {
		c := g.figure[name]
		of := make([]float64, len(g.den))
		for _, id := range ids {
			of[id] = c.at(id)
		}
		c.at = fixed(of)
		return of
	}
	share := own("pct")
	games, dens := own("N"), own("den")
	n, den := 0.0, 0.0
	for _, id := range ids {
		n += games[id]
		games[id] = n
		if g.ratio != nil {
			den += dens[id]
			dens[id] = den
		} else {
			den = float64(g.r.res.Matched)
		}
		share[id] = 100 * n / max(den, 1)
	}
	for i, a := range g.r.q.Aggregates {
		of := own(a.Name)
		if d, ok := g.figures[i].(*distinct); ok {
			d.running(ids, of)
			continue
		}
		sum := 0.0
		for _, id := range ids {
			sum += of[id]
			of[id] = sum
		}
	}
}

// running counts in each group the values that none before it has.
func (s *distinct) running(ids []int32, of []float64) {
	at := map[int32]int{}
	for i, id := range ids {
		at[id] = i
		of[id] = 0
	}
	first := map[int64]int{} // of each value
	s.each(func(group int32, value int64) {
		i, ok := at[group]
		if !ok {
			return
		}
		if f, known := first[value]; !known || i < f {
			first[value] = i
		}
	})
	for _, i := range first {
		of[ids[i]]++
	}
	sum := 0.0
	for _, id := range ids {
		sum += of[id]
		of[id] = sum
	}
}
