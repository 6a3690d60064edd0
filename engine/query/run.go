package query

import (
	"context"
	"slices"
	"strings"
	"time"
)

// Run answers a query from a table. Its only error is that of a cancelled ctx.
func Run(ctx context.Context, t *Table, q *Query) (*Result, error) {
	r := &run{ctx: ctx, t: t, q: q, zone: q.Zone}
	if r.zone == nil {
		r.zone = time.UTC
	}
	if q.grouped() {
		return r.groups()
	}
	return r.list()
}

// run is one query being answered.
type run struct {
	ctx  context.Context
	t    *Table
	q    *Query
	zone *time.Location
	res  Result
}

// each gives the games of each block that are asked about: live are those that
// count and are the players', and rows, places within the block, those that meet
// the condition as well.
func (r *run) each(do func(b int, live []bool, rows []int32)) error {
	t := r.t
	where := r.q.Where.bind(t, r.zone)
	whose := r.whose()
	var live, mask [blockSize]bool
	var buf [blockSize]int64
	rows := make([]int32, 0, blockSize)
	for b := range t.blocks() {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		state := t.num[colState].block(b, buf[:])
		on := live[:len(state)]
		for i, s := range state {
			on[i] = s == 0
		}
		if whose != nil {
			for i, c := range t.text[colName].rows.block(b, buf[:]) {
				on[i] = on[i] && whose[c]
			}
		}
		m := mask[:len(on)]
		copy(m, on)
		where(b, m)
		rows = rows[:0]
		for i, ok := range m {
			if ok {
				rows = append(rows, int32(i))
			}
		}
		for _, ok := range on {
			if ok {
				r.res.Games++
			}
		}
		r.res.Matched += len(rows)
		do(b, on, rows)
	}
	return nil
}

// whose says of each name whether it is one of the players'; nil: all are.
func (r *run) whose() []bool {
	if len(r.q.Players) == 0 {
		return nil
	}
	dict := r.t.text[colName].dict
	ok := make([]bool, len(dict))
	for i, name := range r.t.lower("name", dict) {
		ok[i] = slices.Contains(r.q.Players, name)
	}
	return ok
}

// Played reports whether a table has games of a player, whatever the name's case.
func (t *Table) Played(name string) bool {
	name = strings.ToLower(name)
	return slices.Contains(t.lower("name", t.text[colName].dict), name)
}
