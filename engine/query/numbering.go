package query

import "math"

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
		if w.kind == Set {
			g.ids = newIDs(0, int64(len(w.names)))
			if counted {
				g.sets = make([]int64, 2*len(w.dict))
			}
			return
		}
		g.ids = newIDs(w.low, w.high)
		if counted && g.ids.dense == nil && w.span() > 0 && w.span() < math.MaxInt64/4 {
			g.all = make([]uint64, 0, g.r.t.n)
		}
	default:
		a, b := g.views[0].span(), g.views[1].span()
		if a == 0 || b == 0 || a > math.MaxInt64/4/b {
			g.pairs = map[[2]int64]int32{}
			return
		}
		g.wide = b
		g.ids = newIDs(0, a*b-1)
		if counted && g.ids.dense == nil && g.views[0].kind != Set && g.views[1].kind != Set {
			g.all = make([]uint64, 0, g.r.t.n)
		}
	}
}

// span is how many keys a view may have; 0: nobody knows.
func (w *view) span() int64 {
	if w.kind == Set {
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
	span, wide := int64(1), int64(0)
	for _, w := range g.views {
		if wide = w.span(); w.kind == Set || wide == 0 || wide > most/span {
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
	for key, n := range g.tally {
		if n == 0 {
			continue
		}
		keys := [2]int64{int64(key) + g.views[0].low}
		if len(g.views) > 1 {
			keys = [2]int64{int64(key)/g.wide + g.views[0].low, int64(key)%g.wide + g.views[1].low}
		}
		g.keys, g.den = append(g.keys, keys), append(g.den, int64(n))
		if g.met != nil {
			g.n = append(g.n, int64(g.met[key]))
		}
	}
}

// group is the number of the group of two keys (the second is 0 where one thing
// is grouped by).
func (g *grouping) group(keys [2]int64) int32 {
	var id int32
	var fresh bool
	switch {
	case g.pairs != nil:
		known := false
		if id, known = g.pairs[keys]; !known {
			id, fresh = int32(len(g.keys)), true
			g.pairs[keys] = id
		}
	case g.wide > 0:
		a, b := keys[0], keys[1]
		if g.views[0].kind != Set {
			a -= g.views[0].low
		}
		if g.views[1].kind != Set {
			b -= g.views[1].low
		}
		id, fresh = g.ids.id(a*g.wide + b)
	default:
		id, fresh = g.ids.id(keys[0])
	}
	if fresh {
		g.keys = append(g.keys, keys)
		g.n, g.den = append(g.n, 0), append(g.den, 0)
	}
	return id
}

// list adds the keys of games to those that are to be sorted.
func (g *grouping) list(of [2][]int64, rows []int32) {
	low := g.views[0].low
	if len(g.views) == 1 {
		for _, i := range rows {
			g.all = append(g.all, uint64(of[0][i]-low)<<1)
		}
		return
	}
	second := g.views[1].low
	for _, i := range rows {
		g.all = append(g.all, uint64((of[0][i]-low)*g.wide+of[1][i]-second)<<1)
	}
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
		last := g.all[len(g.all)-len(rows):]
		for k, i := range rows {
			last[k] |= uint64(boolInt(mask[i]))
		}
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

// sorted makes the groups of keys that were listed.
func (g *grouping) sorted() {
	if g.all == nil {
		return
	}
	g.all = radix(g.all)
	different := 0
	for i, key := range g.all {
		if i == 0 || key>>1 != g.all[i-1]>>1 {
			different++
		}
	}
	g.keys, g.den = make([][2]int64, 0, different), make([]int64, 0, different)
	for i := 0; i < len(g.all); {
		key, first, hits := g.all[i]>>1, i, int64(0)
		for ; i < len(g.all) && g.all[i]>>1 == key; i++ {
			hits += int64(g.all[i] & 1)
		}
		keys := [2]int64{int64(key) + g.views[0].low}
		if g.wide > 0 {
			keys = [2]int64{int64(key)/g.wide + g.views[0].low, int64(key)%g.wide + g.views[1].low}
		}
		g.keys = append(g.keys, keys)
		g.den = append(g.den, int64(i-first))
		if g.ratio != nil {
			g.n = append(g.n, hits)
		}
	}
	g.all = nil
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
			g.den[id] += games
			g.n[id] += g.sets[n+set]
		}
	}
}

// group1 is the group of a key where one thing is grouped by.
func (g *grouping) group1(key int64) int32 {
	if d := g.ids.dense; d != nil {
		if id := d[key-g.ids.low]; id != 0 {
			return id - 1
		}
	}
	return g.group([2]int64{key})
}

// members are the groups of games of which each is in several, and the row of
// each of them.
func (g *grouping) members(of [2][]int64, rows, out, groups []int32) ([]int32, []int32) {
	keysOf := func(k int, row int32) []int64 {
		if k >= len(g.views) {
			return []int64{0}
		}
		if w := g.views[k]; w.kind == Set {
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
