package query

import (
	"cmp"
	"slices"
	"strings"
)

// float is a figure as a number.
func float(x any) float64 {
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
	ranks := g.ranks()
	compare := func(a, b int32) int {
		for _, o := range order {
			d := 0
			if o.Column == "." {
				for i := range g.views {
					if d = g.compareKeys(a, b, i, ranks); d != 0 {
						break
					}
				}
			} else {
				of := g.figure[o.Column].of
				d = cmp.Compare(of[a], of[b])
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
		case len(q.Order) == 0 && g.ratio != nil && g.n[a] == 0 && g.n[b] == 0:
			if d := cmp.Compare(g.den[b], g.den[a]); d != 0 {
				return d
			}
		case strings.HasPrefix(order[0].Column, "cdist("):
			if d := cmp.Compare(g.n[b], g.n[a]); d != 0 {
				return d
			}
		}
		for i := range g.views {
			d := 0
			if ranks[i] != nil {
				d = cmp.Compare(ranks[i][g.keys[a][i]], ranks[i][g.keys[b][i]])
			} else {
				d = strings.Compare(g.text(a, i), g.text(b, i))
			}
			if d != 0 {
				return d
			}
		}
		return 0
	}
	if q.Limit > 0 && q.Limit < len(ids)/4 {
		return firstOf(ids, q.Limit, compare)
	}
	slices.SortFunc(ids, compare)
	return ids
}

// firstOf sorts the first n of a list, as an order has them.
func firstOf(ids []int32, n int, compare func(a, b int32) int) []int32 {
	kept := make([]int32, 0, 2*n+64)
	for _, id := range ids {
		if len(kept) > n && compare(id, kept[n-1]) >= 0 {
			continue
		}
		if kept = append(kept, id); len(kept) == cap(kept) || len(kept) == n+1 {
			slices.SortFunc(kept, compare)
			kept = kept[:min(n+1, len(kept))]
		}
	}
	slices.SortFunc(kept, compare)
	return kept[:min(n, len(kept))]
}

// ranks are, for each thing that is grouped by, the places of its keys in the
// order of their texts; nil where there are not worth having.
func (g *grouping) ranks() [][]int32 {
	out := make([][]int32, len(g.views))
	for i, w := range g.views {
		if w.kind == Text && w.dict != nil {
			out[i] = g.r.t.ranks(g.r.q.Groups[i].Name, w.dict)
		}
	}
	return out
}

func (g *grouping) compareKeys(a, b int32, i int, ranks [][]int32) int {
	if ranks[i] != nil {
		return cmp.Compare(ranks[i][g.keys[a][i]], ranks[i][g.keys[b][i]])
	}
	return compareAny(g.cell(a, i), g.cell(b, i))
}

func compareAny(a, b any) int {
	if x, ok := a.(string); ok {
		if y, ok := b.(string); ok {
			return strings.Compare(x, y)
		}
	}
	return cmp.Compare(float(a), float(b))
}

// ownOrder puts the members of a set in the order of their bits.
func (g *grouping) ownOrder(ids []int32) {
	place := func(id int32) int {
		if i := slices.Index(VanillaConducts, g.text(id, 0)); i >= 0 {
			return i
		}
		return len(VanillaConducts)
	}
	slices.SortFunc(ids, func(a, b int32) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(g.n[b], g.n[a]), strings.Compare(g.text(a, 0), g.text(b, 0)))
	})
}

// cumulate adds to each group the figures of those before it.
func (g *grouping) cumulate(ids []int32) {
	n, den := 0.0, 0.0
	for _, id := range ids {
		n += g.figure["N"].of[id]
		g.figure["N"].of[id] = n
		if g.ratio != nil {
			den += g.figure["den"].of[id]
			g.figure["den"].of[id] = den
		} else {
			den = float64(g.r.res.Matched)
		}
		g.figure["pct"].of[id] = 100 * n / max(den, 1)
	}
	for i, a := range g.r.q.Aggregates {
		of := g.figure[a.Name].of
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
