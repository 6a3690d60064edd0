package running

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"delphi/engine/games/columns"
	"delphi/engine/games/score"
	"delphi/storage/contest/archive"
)

// Recount counts a tournament from all its games, as it stood at several times, from rows
// read by the time seen. A game counts from its end onwards.
func Recount(ctx context.Context, c *archive.Columns, e *Event, seen int64, times ...int64) (out []*score.Result, err error) {
	table, release, err := c.Table(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	entrants := e.Entrants()
	owners := score.NewCount(e.Rules, e.Span, nil)
	owners.Enter(entrants)
	rows := e.rows(owners, table, seen)
	f := &found{looker: e.Rules.Looker()}
	if err := f.look(ctx, c.Games, e.Rules, table, slices.Collect(maps.Values(rows))...); err != nil {
		return nil, err
	}
	for _, at := range times {
		source := func(ids []string) [][]*score.Game {
			lists := make([][]int32, len(ids))
			for i, id := range ids {
				lists[i] = rows[id]
			}
			all := f.games(table, lists...)
			for i := range all {
				all[i] = slices.DeleteFunc(all[i], func(g *score.Game) bool { return g.End > at })
			}
			return all
		}
		count := score.NewCount(e.Rules, e.Span, source)
		if err := count.Fill(ctx, slices.Collect(slices.Chunk(count.Enter(entrants), 256)), func(string, []score.Verdict) {}); err != nil {
			return nil, err
		}
		res, err := count.Result(ctx, 0)
		if err != nil {
			return nil, err
		}
		res.From(func(ids []string) [][]*score.Game { defer c.Look()(); return source(ids) })
		out = append(out, res)
	}
	return out, nil
}

// rows returns, by entrant, the rows of games that ended while the event was on and
// that were read by the time seen, including rows that later ones correct.
func (e *Event) rows(c *score.Count, table *columns.Table, seen int64) map[string][]int32 {
	out := map[string][]int32{}
	whose := map[[2]int32]string{}
	moves, movers := e.moved()
	table.Ends(0, table.Len(), func(row int, name, source int32, end int64) {
		if !e.during(end) || table.Seen(row) > seen {
			return
		}
		id, known := whose[[2]int32{name, source}]
		if !known {
			id = c.Owner(table.Account(name, source))
			whose[[2]int32{name, source}] = id
		}
		if movers[id] {
			id = cmp.Or(moves.of(table, row), id)
		}
		if id != "" && c.Has(id) {
			out[id] = append(out[id], int32(row))
		}
	})
	return out
}
