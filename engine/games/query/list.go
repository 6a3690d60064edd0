package query

import (
	"cmp"
	"container/heap"
	"slices"
	"time"

	"delphi/engine/games/columns"
)

// ranked is a game by what it is listed by.
type ranked struct {
	key float64
	end int64
	row int32
}

// worst orders games from the worst to the best: by key, then by end, then as
// they were added.
func worst(a, b ranked) int {
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.end, b.end), cmp.Compare(a.row, b.row))
}

// best returns the reverse of worst.
func best(a, b ranked) int { return worst(b, a) }

// bestFirst has the best first, but of equal ones the earlier one.
func bestFirst(a, b ranked) int {
	return cmp.Or(cmp.Compare(b.key, a.key), cmp.Compare(a.end, b.end), cmp.Compare(a.row, b.row))
}

// top keeps the first so many games in an order; the last of them is on top.
type top struct {
	all   []ranked
	order func(a, b ranked) int
	low   bool // the order begins with the least keys

	dropped int // games not kept that have the key of the last one kept
	key     float64
}

func (h *top) Len() int           { return len(h.all) }
func (h *top) Swap(i, k int)      { h.all[i], h.all[k] = h.all[k], h.all[i] }
func (h *top) Less(i, k int) bool { return h.order(h.all[i], h.all[k]) > 0 }
func (h *top) Push(x any)         { h.all = append(h.all, x.(ranked)) }
func (h *top) Pop() any {
	x := h.all[len(h.all)-1]
	h.all = h.all[:len(h.all)-1]
	return x
}

// offer takes a game where it is among the n wanted.
func (h *top) offer(g ranked, n int) {
	if len(h.all) < n {
		heap.Push(h, g)
		return
	}
	if h.order(g, h.all[0]) < 0 {
		if g, h.all[0] = h.all[0], g; n > 1 {
			heap.Fix(h, 0)
		}
	}
	switch last := h.all[0].key; {
	case g.key != last:
	case h.key == last:
		h.dropped++
	default:
		h.key, h.dropped = last, 1
	}
}

// tied returns how many games have the key of one that was kept.
func (h *top) tied(g ranked) (n int) {
	for _, o := range h.all {
		if o.key == g.key {
			n++
		}
	}
	if h.dropped > 0 && h.key == g.key {
		n += h.dropped
	}
	return n
}

// list answers with single games.
func (r *run) list() (*Result, error) {
	q := r.q
	ordinal := cmp.Or(q.Ordinal, -1)
	n := max(q.Limit, 1)
	if q.Limit == 0 {
		n = max(ordinal, -ordinal)
	}
	if q.Random {
		return r.random()
	}
	kept := top{order: best}
	switch {
	case ordinal > 0:
		kept.order, kept.low = worst, true
	case q.Limit > 0 && q.By != nil:
		kept.order = bestFirst
	}
	by := q.By
	if by == nil {
		by = Of("end")
	}
	keys := by.bind(r.t, r.zone).float()
	var floats [columns.BlockSize]float64
	var ends [columns.BlockSize]int64
	err := r.each(func(b, _ int, rows []int32) {
		key, end := keys(b, floats[:]), r.t.Num[columns.End].Block(b, ends[:])
		for _, i := range rows {
			g := ranked{key[i], end[i], int32(b*columns.BlockSize) + i}
			if q.Least {
				g.key = -g.key
			}
			if len(kept.all) < n || g.key >= kept.all[0].key || kept.low {
				kept.offer(g, n)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(kept.all, kept.order)
	listed := kept.all
	if q.Limit == 0 {
		if len(listed) < n {
			listed = nil // there are fewer than that
		} else {
			listed = listed[n-1:]
		}
	}
	res := &r.res
	res.Columns = gameColumns(by)
	if len(listed) > 0 {
		res.Tied = kept.tied(listed[0])
	}
	if res.Ordinal = n; q.Limit > 0 {
		res.Ordinal = 1
	}
	if ordinal < 0 {
		res.Ordinal = res.Matched + 1 - res.Ordinal
	}
	r.show(listed, by)
	return res, nil
}

// random answers with any one of the games: that with the greatest number made of its
// row and the seed.
func (r *run) random() (*Result, error) {
	best, most, at := int32(-1), uint64(0), 0
	err := r.each(func(b, _ int, rows []int32) {
		before := r.res.Matched - len(rows)
		for k, i := range rows {
			row := int32(b*columns.BlockSize) + i
			if x := mixed(r.q.Seed ^ uint64(row)); best < 0 || x > most {
				best, most, at = row, x, before+k+1
			}
		}
	})
	if err != nil {
		return nil, err
	}
	var listed []ranked
	if best >= 0 {
		listed = append(listed, ranked{row: best})
	}
	r.res.Columns, r.res.Ordinal, r.res.Tied = gameColumns(Of("end")), at, len(listed)
	r.show(listed, Of("end"))
	return &r.res, nil
}

// mixed spreads a number over all numbers, so that like ones come to be unlike.
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// show makes the rows of games that are listed by a value.
func (r *run) show(listed []ranked, by *Value) {
	q, res := r.q, &r.res
	var extra []*Value
	for _, v := range q.Extra {
		if !slices.Contains(res.Columns, v.Name) {
			res.Columns, extra = append(res.Columns, v.Name), append(extra, v)
		}
	}
	res.Refs = make([]int64, 0, len(listed))
	for _, g := range listed {
		res.Refs = append(res.Refs, r.t.Ref(int(g.row)))
		key := g.key
		if q.Least {
			key = -key
		}
		row := r.game(int(g.row), by, key)
		if len(extra) > 0 {
			r.t.Games([]int32{g.row}, func(_ int, of *columns.Game) {
				for _, v := range extra {
					row = append(row, v.Cell(of, r.zone))
				}
			})
		}
		res.Rows = append(res.Rows, row)
	}
}

// Cell returns a value of one game as an answer has it: a text, an int64 or a float64.
func (v *Value) Cell(g *columns.Game, zone *time.Location) any {
	switch {
	case v.Kind() != columns.Number:
		return v.Text(g, zone)
	case v.Fraction():
		return v.Number(g, zone)
	}
	return v.Whole(g, zone)
}

// gameColumns returns the columns of games listed by a value: that comes last where
// they do not have it anyway.
func gameColumns(by *Value) []string {
	out := []string{"name", "role", "race", "gender0", "align0", "turns", "points", "death", "starttime", "endtime", "source"}
	if by.Name == "end" || by.Name == "start" || slices.Contains(out, by.Name) {
		return out
	}
	return append(out, by.Name)
}

// game returns a game as the row of an answer.
func (r *run) game(row int, by *Value, key float64) []any {
	text := func(col int) string { return r.t.Text[col].Dict[r.t.Text[col].Rows.At(row)] }
	num := func(col int) int64 { return r.t.Num[col].At(row) }
	out := []any{
		text(columns.Name), text(columns.Role), text(columns.Race), text(columns.Gender0), text(columns.Align0), num(columns.Turns), num(columns.Points), text(columns.Death),
		num(columns.Start), num(columns.End), text(columns.Source),
	}
	if len(gameColumns(by)) == len(out) {
		return out
	}
	if by.Fraction() {
		return append(out, key)
	}
	return append(out, int64(key))
}
