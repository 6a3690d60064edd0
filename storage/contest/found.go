package contest

import (
	"context"
	"slices"
	"sync"

	"delphi/engine/games/query"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/storage/contest/columns"
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
func (f *found) look(ctx context.Context, b *Book, rules *score.Rules, table *query.Table, rows []int32) error {
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

// games converts ascending lists of rows into games for scoring; see columns.Scoring.
func (f *found) games(table *query.Table, lists ...[]int32) [][]*score.Game {
	return columns.Scoring(table, func(row int32) any { more, _ := f.by.Load(row); return more }, lists...)
}
