package contest

import (
	"context"
	"slices"
	"sync"

	"delphi/engine/games/columns"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/storage"
)

// found is what rules find in the rows of games beyond what columns hold. It may be
// read while it grows.
type found struct {
	looker *score.Looker
	by     sync.Map // by row
}

// rowsAtOnce is how many rows are read from the store at once.
const rowsAtOnce = 2048

// look reads those of some rows, in ascending order, that have not been looked at yet.
func (f *found) look(ctx context.Context, b *Book, rules *score.Rules, table *columns.Table, rows []int32) error {
	if !rules.Looks() {
		return nil
	}
	fresh := slices.DeleteFunc(slices.Clone(rows), func(row int32) bool { _, ok := f.by.Load(row); return ok })
	for some := range slices.Chunk(fresh, rowsAtOnce) {
		numbers := make([]uint64, len(some))
		for i, row := range some {
			numbers[i] = uint64(table.Ref(int(row)))
		}
		kept, err := b.Games.Logged(ctx, numbers...)
		if err != nil {
			return err
		}
		for i, k := range kept {
			rec, err := xlog.Unpack(k.Record)
			if err != nil {
				continue // it lends nothing beyond what columns have
			}
			f.by.Store(some[i], f.looker.Look(&rec, k.Source))
		}
	}
	return nil
}

// games converts ascending lists of rows into games for scoring. The Ref of a game is
// its row.
func (f *found) games(table *columns.Table, lists ...[]int32) [][]*score.Game {
	out := make([][]*score.Game, len(lists))
	n := 0
	for i, rows := range lists {
		out[i] = make([]*score.Game, 0, len(rows))
		n += len(rows)
	}
	merged := make([]uint64, 0, n) // a row, and whose it is
	for i, rows := range lists {
		for _, row := range rows {
			merged = append(merged, uint64(row)<<32|uint64(i))
		}
	}
	if len(lists) > 1 {
		slices.Sort(merged)
	}
	rows := make([]int32, n)
	for i, m := range merged {
		rows[i] = int32(m >> 32)
	}
	all := make([]score.Game, n)
	table.Games(rows, func(i int, g *columns.Game) {
		all[i] = *g
		all[i].ID, all[i].Ref = storage.GameID(g.End, g.Key, g.Line), int64(rows[i])
		if f != nil {
			all[i].More, _ = f.by.Load(rows[i])
		}
		whose := uint32(merged[i])
		out[whose] = append(out[whose], &all[i])
	})
	return out
}
