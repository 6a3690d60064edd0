package contest

import (
	"context"
	"sync"

	"delphi/engine/query"
	"delphi/engine/xlog"
	"delphi/storage"
)

// Columns are the games of a store as columns to ask about. The zero value is
// ready for use, by many goroutines; it catches up with the store whenever it is
// asked.
type Columns struct {
	mu    sync.RWMutex // held for writing while table grows
	table *query.Table
	at    storage.LogPoint
}

// Ask answers a query about all games that are kept.
func (b *Book) Ask(ctx context.Context, q *query.Query) (*query.Result, error) {
	table, release, err := b.Table(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return query.Run(ctx, table, q)
}

// Table gives the columns of all games that are kept, which do not change until
// release is called.
func (b *Book) Table(ctx context.Context) (t *query.Table, release func(), err error) {
	c := &b.columns
	if err := c.catchUp(ctx, b.Games); err != nil {
		return nil, nil, err
	}
	c.mu.RLock()
	return c.table, c.mu.RUnlock, nil
}

// catchUp adds what the store has logged since the last time.
func (c *Columns) catchUp(ctx context.Context, games storage.Games) error {
	if err := games.EnsureLog(ctx); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.table == nil {
		c.clear()
	}
	to, err := games.Log(ctx, c.at, c.clear, c.add)
	if err != nil {
		c.table = nil // half of it may be there
		return err
	}
	c.at = to
	return nil
}

func (c *Columns) clear() {
	c.table, c.at = &query.Table{}, storage.LogPoint{}
}

// add takes an entry of the log.
func (c *Columns) add(n uint64, game *storage.Game, corrected bool) {
	g := columnsOf(game)
	g.Ref = int64(n)
	if corrected {
		if row := c.table.Find(&g); row >= 0 {
			c.table.Replace(row)
			return
		}
	}
	c.table.Add(&g)
	if corrected || game.Replaced {
		c.table.Replace(c.table.Len() - 1)
	}
}

// columnsOf is a kept game as columns have it. A record that cannot be read any
// more lends nothing beyond what is kept beside it.
func columnsOf(k *storage.Game) query.Game {
	if rec, err := xlog.Unpack(k.Record); err == nil {
		if x, err := xlog.Decode(rec, k.Variant); err == nil {
			return query.FromRecord(x, k.Source)
		}
	}
	return query.Game{
		Name: k.Name, Source: k.Source, Variant: k.Variant, Version: k.Version, Role: k.Role, Race: k.Race, Gender: k.Gender, Gender0: k.Gender0,
		Align: k.Align, Align0: k.Align0, Outcome: xlog.Outcome(k.Outcome).String(), Points: k.Points, Turns: k.Turns, Realtime: k.Realtime,
		Start: k.Start, End: k.End, MaxLvl: k.MaxLvl, Died: k.Deaths, Practice: k.Practice,
	}
}
