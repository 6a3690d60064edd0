package query

import (
	"slices"

	"delphi/engine/games/columns"
)

// grouping collects the games of each group.
type grouping struct {
	r     *run
	views []*view // of what is grouped by
	wide  int64   // how many keys the second view has
	ids   *ids
	pairs map[[2]int64]int32 // instead of ids, where two keys do not fit into one
	all   keyList            // instead of ids, every key
	tally []uint32           // instead of ids, the games of each key there may be, where they are only counted
	met   []uint32           // of those, the ones that meet the ratio
	sets  []int64            // instead of ids, the games of each whole set, and after them those that meet the ratio

	// The keys of groups; see key.
	keys     []int64
	pairKeys [][2]int64        // instead of keys, where pairs number them
	listed   func(int32) int64 // instead of keys, where all were listed
	packed   bool              // counted from the least key there may be

	n, den    []int32
	found     int                // groups, where only some of them are made
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
		room := min(len(g.ids.dense), r.t.Len(), 1<<19)
		g.keys, g.n, g.den = make([]int64, 0, room), make([]int32, 0, room), make([]int32, 0, room)
	}
	if len(q.Groups) == 0 {
		g.group([2]int64{}) // all games are one group, even none
	}
	if err := g.collect(); err != nil {
		return nil, err
	}
	return g.result()
}

// collect counts every game in its groups.
func (g *grouping) collect() error {
	var keys [2][columns.BlockSize]int64
	var floats [columns.BlockSize]float64
	var hit [columns.BlockSize]bool
	groups := make([]int32, 0, columns.BlockSize)
	spare := make([]int32, 0, columns.BlockSize)
	set := slices.ContainsFunc(g.views, func(w *view) bool { return w.kind == columns.Set })
	err := g.r.each(func(b, n int, rows []int32) {
		var of [2][]int64
		for i, w := range g.views {
			if g.tally != nil && w.derived != nil && len(g.views) == 1 {
				of[i] = w.base(b, keys[i][:])
				continue
			}
			of[i] = w.keys(b, keys[i][:])
		}
		groups = groups[:0]
		switch {
		case g.tally != nil:
			g.tallied(g.tally, of, rows)
		case g.all != nil:
			g.all.add(g, of, rows)
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
	g.ofList()
	g.ofTally()
	g.ofSets()
	return err
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
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
	ids := make([]int32, 0, len(g.den))
	all := len(q.Having) == 0 && !q.Vanilla
	for id := range g.den {
		if all || g.has(int32(id), allowed) {
			ids = append(ids, int32(id))
		}
	}
	res.Found = max(len(ids), g.found)
	if len(q.Having) > 0 || q.Vanilla {
		res.Found = len(ids)
	}
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

// cell returns the value of a group's i-th thing that is grouped by.
func (g *grouping) cell(id int32, i int) any {
	w, key := g.views[i], g.key(id, i)
	switch {
	case w.kind == columns.Set:
		return w.names[key]
	case w.text != nil:
		return w.text(key)
	}
	return key
}

// text returns the same as a text.
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

// fixed returns a function for figures that already exist.
func fixed(of []float64) func(id int32) float64 {
	return func(id int32) float64 { return of[id] }
}

// fill makes the figures of all groups ready.
func (g *grouping) fill() {
	counts := func(name string, of []int32) {
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

// columns returns the answer's columns, of which the first ones are groups.
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
	for _, name := range columns.VanillaConducts {
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
		var buf [columns.BlockSize]int64
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
	if g.r.q.Vanilla && !slices.Contains(columns.VanillaConducts, g.views[0].names[g.key(id, 0)]) {
		return false
	}
	for i, h := range g.r.q.Having {
		if h.In != nil {
			k := slices.IndexFunc(g.r.q.Groups, func(v *Value) bool { return v.Name == h.Of.Name })
			if k < 0 || !allowed[i][g.key(id, k)] {
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
