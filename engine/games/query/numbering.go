package query

import (
	"math"

	"delphi/engine/games/columns"
)

// number chooses how groups are numbered. Where they may be very many and are only
// counted, sorting all keys costs less than looking each one up.
func (g *grouping) number() {
	counted := len(g.r.q.Aggregates) == 0
	if counted && g.few() {
		return
	}
	switch len(g.views) {
	case 0:
		g.ids = newIDs(0, 0)
	case 1:
		w := g.views[0]
		if w.kind == columns.Set {
			g.ids = newIDs(0, int64(len(w.names)))
			if counted {
				g.sets = make([]int64, 2*len(w.dict))
			}
			return
		}
		g.ids = newIDs(w.low, w.high)
		if counted && g.ids.dense == nil && w.span() > 0 && w.span() < math.MaxInt64/4 {
			g.all = newKeyList(w.span(), g.r.t.Len())
		}
	default:
		a, b := g.views[0].span(), g.views[1].span()
		if a == 0 || b == 0 || a > math.MaxInt64/4/b {
			g.pairs = map[[2]int64]int32{}
			return
		}
		g.wide = b
		g.ids = newIDs(0, a*b-1)
		if counted && g.ids.dense == nil && g.views[0].kind != columns.Set && g.views[1].kind != columns.Set {
			g.all = newKeyList(a*b, g.r.t.Len())
		}
	}
}

// span returns how many keys a view may have; 0: nobody knows.
func (w *view) span() int64 {
	if w.kind == columns.Set {
		return int64(len(w.names)) + 1
	}
	if w.low > w.high || w.high-w.low < 0 || w.high-w.low == math.MaxInt64 {
		return 0
	}
	return w.high - w.low + 1
}

// few makes a count for each key, or pair of keys, there may be, where those are few
// enough: nothing costs less. It reports whether they are.
func (g *grouping) few() bool {
	if len(g.views) == 1 && g.views[0].derived != nil {
		// The texts that it follows from are counted; that is less work than to look
		// up for each game what follows.
		g.tally = make([]uint32, len(g.views[0].derived))
		if g.r.q.Ratio != nil {
			g.met = make([]uint32, len(g.tally))
		}
		return true
	}
	span, wide := int64(1), int64(0)
	for _, w := range g.views {
		if wide = w.span(); w.kind == columns.Set || wide == 0 || wide > most/span {
			return false
		}
		span *= wide
	}
	if len(g.views) == 0 {
		return false
	}
	if len(g.views) > 1 {
		g.wide = wide
	}
	g.tally = make([]uint32, span)
	if g.r.q.Ratio != nil {
		g.met = make([]uint32, span)
	}
	return true
}

// tallied counts rows by their keys; counts has one for each that there may be.
func (g *grouping) tallied(counts []uint32, of [2][]int64, rows []int32) {
	low := g.views[0].low
	if len(g.views) == 1 {
		for _, i := range rows {
			counts[of[0][i]-low]++
		}
		return
	}
	second := g.views[1].low
	for _, i := range rows {
		counts[(of[0][i]-low)*g.wide+of[1][i]-second]++
	}
}

// ofTally makes the groups of the keys that were counted.
func (g *grouping) ofTally() {
	if g.tally == nil {
		return
	}
	if to := g.views[0].derived; len(g.views) == 1 && to != nil {
		g.tally, g.met = folded(g.tally, to, g.views[0].high), folded(g.met, to, g.views[0].high)
	}
	different := 0
	for _, n := range g.tally {
		different += boolInt(n != 0)
	}
	g.keys, g.den = make([]int64, 0, different), make([]int32, 0, different)
	for key, n := range g.tally {
		if n == 0 {
			continue
		}
		g.keys, g.den = append(g.keys, int64(key)), append(g.den, int32(n))
		if g.met != nil {
			g.n = append(g.n, int32(g.met[key]))
		}
	}
	g.packed = true
}

// folded returns the counts of what follows from the things that were counted; high is
// the greatest number of those.
func folded(counts []uint32, to []int64, high int64) []uint32 {
	if counts == nil {
		return nil
	}
	out := make([]uint32, high+1)
	for i, n := range counts {
		out[to[i]] += n
	}
	return out
}

// key returns what a group has of the i-th thing that is grouped by.
func (g *grouping) key(id int32, i int) int64 {
	if g.pairs != nil {
		return g.pairKeys[id][i]
	}
	key := int64(0)
	if g.listed != nil {
		key = g.listed(id)
	} else {
		key = g.keys[id]
	}
	if g.wide > 0 {
		if i == 0 {
			key /= g.wide
		} else {
			key %= g.wide
		}
	} else if !g.packed {
		return key
	}
	if g.views[i].kind != columns.Set {
		key += g.views[i].low
	}
	return key
}

// group returns the number of the group of two keys (the second is 0 if one thing is
// grouped by).
func (g *grouping) group(keys [2]int64) int32 {
	var id int32
	var fresh bool
	key := keys[0]
	switch {
	case g.pairs != nil:
		known := false
		if id, known = g.pairs[keys]; !known {
			id, fresh = int32(len(g.pairKeys)), true
			g.pairs[keys] = id
			g.pairKeys = append(g.pairKeys, keys)
		}
	case g.wide > 0:
		a, b := keys[0], keys[1]
		if g.views[0].kind != columns.Set {
			a -= g.views[0].low
		}
		if g.views[1].kind != columns.Set {
			b -= g.views[1].low
		}
		key = a*g.wide + b
		id, fresh = g.ids.id(key)
	default:
		id, fresh = g.ids.id(key)
	}
	if fresh {
		g.keys = append(g.keys, key)
		g.n, g.den = append(g.n, 0), append(g.den, 0)
	}
	return id
}

// hits counts the games of a block that meet the ratio.
func (g *grouping) hits(mask []bool, of [2][]int64, rows, groups []int32) {
	switch {
	case g.tally != nil:
		met := make([]int32, 0, len(rows))
		for _, i := range rows {
			if mask[i] {
				met = append(met, i)
			}
		}
		g.tallied(g.met, of, met)
	case g.all != nil:
		g.all.hits(mask, rows)
	case g.sets != nil:
		for _, i := range rows {
			if mask[i] {
				g.sets[len(g.sets)/2+int(of[0][i])]++
			}
		}
	default:
		for k, i := range rows {
			if mask[i] {
				g.n[groups[k]]++
			}
		}
	}
}

// ofList makes the groups of keys that were listed.
func (g *grouping) ofList() {
	if g.all != nil {
		g.listed, g.den, g.n, g.found = g.all.count(g.ratio != nil, g.top())
		g.packed = true
	}
}

// top returns how many groups are wanted where those are the ones with the most games, and
// nothing else depends on the others; else 0.
func (g *grouping) top() int {
	q := g.r.q
	byCount := len(q.Order) == 0 && q.Ratio == nil && !q.EachOf || len(q.Order) > 0 && q.Order[0].Column == "N" && !q.Order[0].Least && q.Ratio == nil
	if !byCount || q.Running || q.Vanilla || len(q.Having) > 0 {
		return 0
	}
	return q.rows()
}

// ofSets makes the groups of the members of sets that were counted.
func (g *grouping) ofSets() {
	n := len(g.sets) / 2
	for set, games := range g.sets[:n] {
		if games == 0 {
			continue
		}
		for _, member := range g.views[0].members(int64(set)) {
			id := g.group([2]int64{member})
			g.den[id] += int32(games)
			g.n[id] += int32(g.sets[n+set])
		}
	}
}

// group1 returns the group of a key where one thing is grouped by.
func (g *grouping) group1(key int64) int32 {
	if d := g.ids.dense; d != nil {
		if id := d[key-g.ids.low]; id != 0 {
			return id - 1
		}
	}
	return g.group([2]int64{key})
}

// members returns the groups of games that are each in several groups, and the row of
// each group.
func (g *grouping) members(of [2][]int64, rows, out, groups []int32) ([]int32, []int32) {
	keysOf := func(k int, row int32) []int64 {
		if k >= len(g.views) {
			return []int64{0}
		}
		if w := g.views[k]; w.kind == columns.Set {
			return w.members(of[k][row])
		}
		return of[k][row : row+1]
	}
	for _, row := range rows {
		for _, a := range keysOf(0, row) {
			for _, b := range keysOf(1, row) {
				out = append(out, row)
				groups = append(groups, g.group([2]int64{a, b}))
			}
		}
	}
	return out, groups
}
