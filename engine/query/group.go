package query

import (
	"math"
	"slices"
)

// grouping collects the games of each group.
type grouping struct {
	r     *run
	views []*view // of what is grouped by
	wide  int64   // how many keys the second view has
	ids   *ids
	pairs map[[2]int64]int32 // instead of ids, where two keys do not fit into one
	all   []uint64           // instead of ids, every key, to be sorted; the lowest bit is whether the ratio is met
	sets  []int64            // instead of ids, the games of each whole set, and after them those that meet the ratio
	keys  [][2]int64         // by group

	n, den    []int64
	figure    map[string]*filled // by column
	columnsOf []*filled          // in the order of the columns
	figures   []figure
	values    []func(int, []float64) []float64 // of the aggregates
	ratio     narrow
}

// groups answers with groups of games.
func (r *run) groups() (*Result, error) {
	q := r.q
	g := &grouping{r: r}
	for _, v := range q.Groups {
		g.views = append(g.views, v.bind(r.t, r.zone))
	}
	g.number()
	for _, a := range q.Aggregates {
		w := a.Of.bind(r.t, r.zone)
		g.figures = append(g.figures, a.figure(w))
		g.values = append(g.values, w.float())
	}
	if q.Ratio != nil {
		g.ratio = q.Ratio.bind(r.t, r.zone)
	}
	if g.ids != nil && g.ids.dense != nil && g.all == nil {
		room := min(len(g.ids.dense), r.t.n, 1<<19)
		g.keys, g.n, g.den = make([][2]int64, 0, room), make([]int64, 0, room), make([]int64, 0, room)
	}
	if len(q.Groups) == 0 {
		g.group([2]int64{}) // all games are one group, even none
	}
	if err := g.collect(); err != nil {
		return nil, err
	}
	return g.result()
}

// number chooses how groups are numbered. Where they may be very many and are only
// counted, sorting all keys costs less than looking each one up.
func (g *grouping) number() {
	counted := len(g.r.q.Aggregates) == 0
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

// collect counts every game in its groups.
func (g *grouping) collect() error {
	var keys [2][blockSize]int64
	var floats [blockSize]float64
	var hit [blockSize]bool
	groups := make([]int32, 0, blockSize)
	spare := make([]int32, 0, blockSize)
	set := slices.ContainsFunc(g.views, func(w *view) bool { return w.kind == Set })
	err := g.r.each(func(b, n int, rows []int32) {
		var of [2][]int64
		for i, w := range g.views {
			of[i] = w.keys(b, keys[i][:])
		}
		groups = groups[:0]
		switch {
		case g.all != nil:
			g.list(of, rows)
		case g.sets != nil:
			for _, i := range rows {
				g.sets[of[0][i]]++
			}
		case set:
			rows, groups = g.members(of, rows, spare[:0], groups)
		case len(g.views) == 1:
			for _, i := range rows {
				groups = append(groups, g.group1(of[0][i]))
			}
		case len(g.views) == 2:
			for _, i := range rows {
				groups = append(groups, g.group([2]int64{of[0][i], of[1][i]}))
			}
		default:
			groups = groups[:len(rows)]
			clear(groups)
		}
		for _, id := range groups { // none where they are made at the end
			g.den[id]++
		}
		if g.ratio != nil {
			mask := hit[:n]
			clear(mask)
			for _, i := range rows {
				mask[i] = true
			}
			g.ratio(b, mask)
			g.hits(mask, of, rows, groups)
		}
		for k, values := range g.values {
			g.figures[k].add(groups, rows, values(b, floats[:]))
		}
	})
	g.sorted()
	g.ofSets()
	return err
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

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
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

// result makes the rows of the answer.
func (g *grouping) result() (*Result, error) {
	q, res := g.r.q, &g.r.res
	if g.ratio == nil {
		g.n = g.den
	}
	res.Columns, res.Groups = g.columns()
	if q.Vanilla {
		g.vanilla()
	}
	allowed, err := g.allowed()
	if err != nil {
		return nil, err
	}
	g.fill()
	ids := make([]int32, 0, len(g.keys))
	all := len(q.Having) == 0 && !q.Vanilla
	for id := range g.keys {
		if all || g.has(int32(id), allowed) {
			ids = append(ids, int32(id))
		}
	}
	res.Found = len(ids)
	ids = g.sort(ids)
	if q.Running {
		g.cumulate(ids)
	}
	if most := q.rows(); most > 0 && most < len(ids) {
		ids = ids[:most]
	}
	width := len(res.Columns)
	cells := make([]any, 0, width*len(ids))
	res.Rows = make([][]any, 0, len(ids))
	for _, id := range ids {
		at := len(cells)
		for i := range g.views {
			cells = append(cells, g.cell(id, i))
		}
		for _, c := range g.columnsOf {
			cells = append(cells, c.value(id))
		}
		res.Rows = append(res.Rows, cells[at:len(cells):len(cells)])
	}
	return res, nil
}

// cell is the value of a group's i-th thing that is grouped by.
func (g *grouping) cell(id int32, i int) any {
	w, key := g.views[i], g.keys[id][i]
	switch {
	case w.kind == Set:
		return w.names[key]
	case w.text != nil:
		return w.text(key)
	}
	return key
}

// text is the same as a text.
func (g *grouping) text(id int32, i int) string {
	switch x := g.cell(id, i).(type) {
	case string:
		return x
	case int64:
		return Plain(x)
	}
	return ""
}

// filled is a column of figures.
type filled struct {
	name  string
	at    func(id int32) float64
	whole bool
}

func (c *filled) value(id int32) any { return number(c.at(id), c.whole) }

// fixed are figures that are there.
func fixed(of []float64) func(id int32) float64 {
	return func(id int32) float64 { return of[id] }
}

// fill makes the figures of all groups ready.
func (g *grouping) fill() {
	counts := func(name string, of []int64) {
		g.figure[name] = &filled{name: name, at: func(id int32) float64 { return float64(of[id]) }, whole: true}
	}
	g.figure = map[string]*filled{}
	counts("N", g.n)
	if g.ratio == nil {
		matched := float64(g.r.res.Matched)
		g.figure["den"] = &filled{name: "den", at: func(int32) float64 { return matched }, whole: true}
	} else {
		counts("den", g.den)
	}
	n, den := g.figure["N"], g.figure["den"]
	g.figure["pct"] = &filled{name: "pct", at: func(id int32) float64 { return 100 * n.at(id) / max(den.at(id), 1) }}
	for i, a := range g.r.q.Aggregates {
		of, whole := g.figures[i].values(len(g.den))
		g.figure[a.Name] = &filled{a.Name, fixed(of), whole}
	}
	for _, name := range g.r.res.Columns[len(g.views):] {
		g.columnsOf = append(g.columnsOf, g.figure[name])
	}
}

// columns are the answer's columns, the first so many being groups.
func (g *grouping) columns() (out []string, groups int) {
	q := g.r.q
	for _, v := range q.Groups {
		out = append(out, v.Name)
	}
	out = append(out, "N")
	switch {
	case q.Ratio != nil || q.EachOf && len(q.Groups) > 0 && !q.Share:
		out = append(out, "den", "pct")
	case q.Share:
		out = append(out, "pct")
	}
	for _, a := range q.Aggregates {
		if !slices.Contains(out, a.Name) {
			out = append(out, a.Name)
		}
	}
	return out, len(q.Groups)
}

// vanilla adds the vanilla conducts that no game kept.
func (g *grouping) vanilla() {
	w := g.views[0]
	for _, name := range VanillaConducts {
		key := slices.Index(w.names, name)
		if key < 0 {
			w.names = append(w.names, name)
			key = len(w.names) - 1
		}
		if g.ids.dense != nil && key >= len(g.ids.dense) {
			g.ids.dense = grown(g.ids.dense, int32(key))
		}
		g.group([2]int64{int64(key)})
	}
	g.n = g.den
}

// allowed are, for each Having with a condition, the keys that a group may have.
func (g *grouping) allowed() (out []map[int64]bool, err error) {
	for _, h := range g.r.q.Having {
		if h.In == nil {
			out = append(out, nil)
			continue
		}
		w := h.Of.bind(g.r.t, g.r.zone)
		q := *g.r.q
		q.Where = h.In
		other := &run{ctx: g.r.ctx, t: g.r.t, q: &q, zone: g.r.zone}
		keys := map[int64]bool{}
		var buf [blockSize]int64
		if err := other.each(func(b, _ int, rows []int32) {
			all := w.keys(b, buf[:])
			for _, i := range rows {
				keys[all[i]] = true
			}
		}); err != nil {
			return nil, err
		}
		out = append(out, keys)
	}
	return out, nil
}

// has reports whether a group is to be listed.
func (g *grouping) has(id int32, allowed []map[int64]bool) bool {
	if g.r.q.Vanilla && !slices.Contains(VanillaConducts, g.views[0].names[g.keys[id][0]]) {
		return false
	}
	for i, h := range g.r.q.Having {
		if h.In != nil {
			k := slices.IndexFunc(g.r.q.Groups, func(v *Value) bool { return v.Name == h.Of.Name })
			if k < 0 || !allowed[i][g.keys[id][k]] {
				return false
			}
			continue
		}
		if !ordered(h.Op, g.figure[h.Column].at(id), h.N) {
			return false
		}
	}
	return true
}
