package query

import (
	"cmp"
	"context"
	"slices"
	"time"

	"delphi/engine/games/columns"
)

// Run answers a query from a table. Its only error is that of a cancelled ctx.
func Run(ctx context.Context, t *columns.Table, q *Query) (*Result, error) {
	r := &run{ctx: ctx, t: t, q: q, zone: q.zone()}
	if q.Grouped() {
		return r.groups()
	}
	return r.list()
}

// zone returns where days begin.
func (q *Query) zone() *time.Location {
	return cmp.Or(q.Zone, time.UTC)
}

// run is one query being answered.
type run struct {
	ctx  context.Context
	t    *columns.Table
	q    *Query
	zone *time.Location
	res  Result
}

// each gives the games of each block that are asked about: rows are places within
// the block of those that count, are the players' and meet the condition. n is how
// many rows the block has.
func (r *run) each(do func(b, n int, rows []int32)) error {
	t := r.t
	where := r.q.Where.bind(t, r.zone)
	whose := r.whose()
	var mask [columns.BlockSize]bool
	var buf [columns.BlockSize]int64
	all := make([]int32, columns.BlockSize)
	for i := range all {
		all[i] = int32(i)
	}
	rows := make([]int32, 0, columns.BlockSize)
	for b := range t.Blocks() {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		n := min(columns.BlockSize, t.Len()-b*columns.BlockSize)
		low, high := t.Num[columns.State].Bounds(b)
		if low == 0 && high == 0 && whose == nil && r.q.Where == nil {
			r.res.Games += n
			r.res.Matched += n
			do(b, n, all[:n])
			continue
		}
		m := mask[:n]
		for i := range m {
			m[i] = true
		}
		if low != 0 || high != 0 {
			for i, s := range t.Num[columns.State].Block(b, buf[:]) {
				m[i] = s == 0
			}
		}
		if whose != nil {
			for i, c := range t.Text[columns.Name].Rows.Block(b, buf[:]) {
				m[i] = m[i] && whose[c]
			}
		}
		live := n
		if whose != nil || low != 0 || high != 0 {
			live = countTrue(m)
		}
		r.res.Games += live
		if live == 0 {
			continue
		}
		where(b, m)
		rows = placesOf(rows[:0], m)
		r.res.Matched += len(rows)
		if len(rows) > 0 {
			do(b, n, rows)
		}
	}
	return nil
}

func countTrue(mask []bool) (n int) {
	for _, ok := range mask {
		if ok {
			n++
		}
	}
	return n
}

// placesOf adds the places that a mask has.
func placesOf(rows []int32, mask []bool) []int32 {
	rows = rows[:len(mask)]
	k := 0
	for i, ok := range mask { // without a branch
		rows[k] = int32(i)
		if ok {
			k++
		}
	}
	return rows[:k]
}

// whose says of each name whether it is one of the players'; nil: all are.
func (r *run) whose() []bool {
	if len(r.q.Players) == 0 {
		return nil
	}
	dict := r.t.Text[columns.Name].Dict
	ok := make([]bool, len(dict))
	for i, name := range r.t.Lower("name", dict) {
		ok[i] = slices.Contains(r.q.Players, name)
	}
	return ok
}
