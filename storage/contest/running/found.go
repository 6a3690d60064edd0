package running

import (
	"context"
	"slices"
	"sync"

	"delphi/engine/games/columns"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/storage/contest/archive"
	"delphi/storage/gamelog"
)

// found is what rules find in the rows of games beyond what columns hold. One goroutine may
// look at rows while others ask for those that were looked at before.
type found struct {
	looker *score.Looker

	mu   sync.Mutex
	rows []uint32 // by row, the number of its finding from 1; 0: it was not looked at
}

// rowsAtOnce is how many rows are read from the store at once.
const rowsAtOnce = 2048

// look reads those of the rows of some players that have not been looked at yet, in the order
// in which they are stored.
func (f *found) look(ctx context.Context, games gamelog.Games, rules *score.Rules, table *columns.Table, rows ...[]int32) error {
	if !rules.Looks() {
		return nil
	}
	var fresh []int32
	for _, row := range slices.Concat(rows...) {
		if int(row) >= len(f.rows) || f.rows[row] == 0 {
			fresh = append(fresh, row)
		}
	}
	slices.Sort(fresh)
	for some := range slices.Chunk(fresh, rowsAtOnce) {
		numbers := make([]uint64, len(some))
		for i, row := range some {
			numbers[i] = uint64(table.Ref(int(row)))
		}
		kept, err := games.Logged(ctx, numbers...)
		if err != nil {
			return err
		}
		for i, k := range kept {
			rec, err := xlog.Unpack(k.Record)
			if err != nil {
				continue // it lends nothing beyond what columns have
			}
			f.put(some[i], f.looker.Look(&rec, k.Source, xlog.VariantOf(&rec, k.Variant, k.Source)), table.Len())
		}
	}
	return nil
}

// put notes what was found in a row of so many.
func (f *found) put(row int32, number uint32, rows int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if rows > len(f.rows) {
		f.rows = append(f.rows, make([]uint32, rows-len(f.rows))...)
	}
	f.rows[row] = number
}

// games converts ascending lists of rows, which were looked at, into games for scoring; see
// archive.Scoring.
func (f *found) games(table *columns.Table, lists ...[]int32) [][]*score.Game {
	f.mu.Lock()
	rows, all := f.rows, f.looker.Found()
	f.mu.Unlock()
	return archive.Scoring(table, func(row int32) any {
		if int(row) >= len(rows) || rows[row] == 0 {
			return nil
		}
		return all[rows[row]-1]
	}, lists...)
}
