package query

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"
)

// grouping collects the games of each group.
type grouping struct {
	r     *run
	views []*view // of what is grouped by
	wide  int64   // how many keys the second view has
	ids   *ids
	pairs map[[2]int64]int32 // instead of ids, where two keys do not fit into one
	keys  [][2]int64         // by group

	n, den  []int64
	figures []figure
	values  []func(int, []float64) []float64 // of the aggregates
	ratio   narrow
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
	if len(q.Groups) == 0 {
		g.group([2]int64{}) // all games are one group, even none
	}
	if err := g.collect(); err != nil {
		return nil, err
	}
	return g.result()
}

// number chooses how groups are numbered.
func (g *grouping) number() {
	switch len(g.views) {
	case 0:
		g.ids = newIDs(0, 0)
	case 1:
		w := g.views[0]
		if w.kind == Set {
			g.ids = newIDs(0, int64(len(w.names)))
			return
		}
		g.ids = newIDs(w.low, w.high)
	default:
		a, b := g.views[0].span(), g.views[1].span()
		if a == 0 || b == 0 || a > math.MaxInt64/b {
			g.pairs = map[[2]int64]int32{}
			return
		}
		g.wide = b
		g.ids = newIDs(0, a*b-1)
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
	return g.r.each(func(b int, live []bool, rows []int32) {
		if len(rows) == 0 {
			return
		}
		var of [2][]int64
		set := false
		for i, w := range g.views {
			of[i] = w.keys(b, keys[i][:])
			set = set || w.kind == Set
		}
		groups = groups[:0]
		switch {
		case set:
			rows, groups = g.members(of, rows, spare[:0], groups)
		case len(g.views) == 1:
			for _, i := range rows {
				groups = append(groups, g.group([2]int64{of[0][i]}))
			}
		case len(g.views) == 2:
			for _, i := range rows {
				groups = append(groups, g.group([2]int64{of[0][i], of[1][i]}))
			}
		default:
			groups = append(groups, make([]int32, len(rows))...)
		}
		for _, id := range groups {
			g.den[id]++
		}
		if g.ratio != nil {
			mask := hit[:len(live)]
			clear(mask)
			for _, i := range rows {
				mask[i] = true
			}
			g.ratio(b, mask)
			for k, i := range rows {
				if mask[i] {
					g.n[groups[k]]++
				}
			}
		}
		for k, values := range g.values {
			all, f := values(b, floats[:]), g.figures[k]
			for j, i := range rows {
				f.add(groups[j], all[i])
			}
		}
	})
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

// line is a group while it is being sorted.
type line struct {
	id    int32
	group []any
	text  []string
	cells map[string]any
}

// errRunning is what Running cannot be asked of.
var errRunning = errors.New("only counts, sums and different values can run on")

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
	var lines []*line
	for id := range g.keys {
		if g.views != nil && q.Vanilla && !slices.Contains(VanillaConducts, g.views[0].names[g.keys[id][0]]) {
			continue
		}
		l := g.line(int32(id))
		if g.has(l, allowed) {
			lines = append(lines, l)
		}
	}
	g.sort(lines)
	if q.Running {
		if err := g.cumulate(lines); err != nil {
			return nil, err
		}
	}
	res.Found = len(lines)
	if q.Limit > 0 && q.Limit < len(lines) {
		lines = lines[:q.Limit]
	}
	for _, l := range lines {
		row := append([]any{}, l.group...)
		for _, c := range res.Columns[res.Groups:] {
			row = append(row, l.cells[c])
		}
		res.Rows = append(res.Rows, row)
	}
	return res, nil
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

// line is a group with its figures.
func (g *grouping) line(id int32) *line {
	q := g.r.q
	l := &line{id: id, cells: map[string]any{"N": g.n[id], "den": g.den[id]}}
	whole := g.den[id]
	if g.ratio == nil {
		whole = int64(g.r.res.Matched)
		l.cells["den"] = whole
	}
	l.cells["pct"] = 100 * float64(g.n[id]) / float64(max(whole, 1))
	for i, a := range q.Aggregates {
		l.cells[a.Name] = g.figures[i].value(id)
	}
	for i, w := range g.views {
		key := g.keys[id][i]
		switch {
		case w.kind == Set:
			l.group, l.text = append(l.group, w.names[key]), append(l.text, w.names[key])
		case w.text != nil:
			l.group, l.text = append(l.group, w.text(key)), append(l.text, w.text(key))
		default:
			l.group, l.text = append(l.group, key), append(l.text, Plain(key))
		}
	}
	return l
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
		if err := other.each(func(b int, _ []bool, rows []int32) {
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
func (g *grouping) has(l *line, allowed []map[int64]bool) bool {
	for i, h := range g.r.q.Having {
		if h.In != nil {
			k := slices.IndexFunc(g.r.q.Groups, func(v *Value) bool { return v.Name == h.Of.Name })
			if k < 0 || !allowed[i][g.keys[l.id][k]] {
				return false
			}
			continue
		}
		if !ordered(h.Op, float(l.cells[h.Column]), h.N) {
			return false
		}
	}
	return true
}

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
// the highest share, first. Equal ones are in the order of their texts.
func (g *grouping) sort(lines []*line) {
	q := g.r.q
	order := q.Order
	switch {
	case q.Running:
		order = []Order{{Column: ".", Least: true}}
	case len(order) > 0:
	case q.EachOf:
		g.ownOrder(lines)
		return
	case q.Ratio != nil:
		order = []Order{{Column: "pct"}}
	default:
		order = []Order{{Column: "N"}}
	}
	slices.SortFunc(lines, func(a, b *line) int {
		for _, o := range order {
			d := 0
			if o.Column == "." {
				d = slices.CompareFunc(a.group, b.group, compareAny)
			} else {
				d = cmp.Compare(float(a.cells[o.Column]), float(b.cells[o.Column]))
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
		case len(q.Order) == 0 && g.ratio != nil && g.n[a.id] == 0 && g.n[b.id] == 0:
			if d := cmp.Compare(g.den[b.id], g.den[a.id]); d != 0 {
				return d
			}
		case strings.HasPrefix(order[0].Column, "cdist("):
			if d := cmp.Compare(g.n[b.id], g.n[a.id]); d != 0 {
				return d
			}
		}
		return slices.Compare(a.text, b.text)
	})
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
func (g *grouping) ownOrder(lines []*line) {
	place := func(l *line) int {
		if i := slices.Index(VanillaConducts, l.text[0]); i >= 0 {
			return i
		}
		return len(VanillaConducts)
	}
	slices.SortFunc(lines, func(a, b *line) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(b.cells["N"].(int64), a.cells["N"].(int64)), slices.Compare(a.text, b.text))
	})
}

// cumulate adds to each group the figures of those before it.
func (g *grouping) cumulate(lines []*line) error {
	n, den := int64(0), int64(0)
	for _, l := range lines {
		n, den = n+g.n[l.id], den+g.den[l.id]
		l.cells["N"] = n
		if g.ratio != nil {
			l.cells["den"], l.cells["pct"] = den, 100*float64(n)/float64(max(den, 1))
		} else {
			l.cells["pct"] = 100 * float64(n) / float64(max(g.r.res.Matched, 1))
		}
	}
	for i, a := range g.r.q.Aggregates {
		switch f := g.figures[i].(type) {
		case *sums:
			sum := 0.0
			for _, l := range lines {
				sum += float(f.value(l.id))
				l.cells[a.Name] = number(sum, f.whole)
			}
		case *distinct:
			if f.z {
				return errRunning
			}
			f.running(lines, a.Name)
		default:
			return errRunning
		}
	}
	return nil
}

// running counts in each group the values that none before it has.
func (s *distinct) running(lines []*line, name string) {
	place := make([]int32, len(lines))
	at := map[int32]int{}
	for i, l := range lines {
		at[l.id] = i
	}
	first := map[int32]int{} // of each value
	s.seen.each(func(key int64) {
		i, ok := at[int32(key>>32)]
		if !ok {
			return
		}
		value := int32(key)
		if f, known := first[value]; !known || i < f {
			first[value] = i
		}
	})
	for _, i := range first {
		place[i]++
	}
	sum := int64(0)
	for i, l := range lines {
		sum += int64(place[i])
		l.cells[name] = sum
	}
}
