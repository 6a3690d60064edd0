package archive

import (
	"cmp"
	"context"
	"io"
	"maps"
	"math"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/xlog"
	"delphi/storage/contest/refusal"
	"delphi/storage/gamelog"
)

// Columns holds the games of a store as columns that can be queried. It may be used by many
// goroutines, and catches up with the store whenever it is queried. Games must be set.
type Columns struct {
	Games gamelog.Games
	Now   func() time.Time // nil: rows of any time can be true

	// File keeps the columns from one start to the next. If it is nil, they are rebuilt at
	// each start.
	File File
	// SaveEvery is how many new games make it worthwhile to write the file again; 0: 20,000.
	SaveEvery uint64

	begin sync.Once
	turn  chan struct{} // holds one token while somebody catches up
	mu    sync.RWMutex  // held for writing while table grows
	table *columns.Table
	at    gamelog.LogPoint
	saved uint64 // the entries of the log that the file has

	reached, goal atomic.Uint64 // entries of the log that are read, and that there were

	corrects int64            // the game that the next one of the log corrects; -1: none
	leftOut  map[string]int64 // how many rows that cannot be true are no games, by reason
	standing map[int64]int64  // the game that such a row was to correct, by the row
}

// File keeps what can be made anew from the store from one start to the next. It may be lost.
type File interface {
	Load() ([]byte, error) // nil: there is none
	Save(write func(io.Writer) error) error
	Aside(b []byte) // most of what Load gave is not looked at for now
}

// saveEvery is SaveEvery where that is not set.
const saveEvery = 20_000

// Ask answers a query about all stored games.
func (c *Columns) Ask(ctx context.Context, q *query.Query) (*query.Result, error) {
	table, release, err := c.Table(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return query.Run(ctx, table, q)
}

// Table returns the columns of all stored games, which do not change until release is
// called.
func (c *Columns) Table(ctx context.Context) (t *columns.Table, release func(), err error) {
	if err := c.catchUp(ctx); err != nil {
		return nil, nil, err
	}
	release = c.Look()
	return c.table, release, nil
}

// Preset makes c go on from a table that is made of the log up to a point.
func (c *Columns) Preset(table *columns.Table, at gamelog.LogPoint) {
	c.clear()
	c.table, c.at = table, at
}

// Epoch returns that of the log which the columns are of, until release is called.
func (c *Columns) Epoch() uint64 { return c.at.Epoch }

// Look holds the columns unchanged until release is called. If a part of their file can
// no longer be read because it was truncated, the goroutine panics; the program goes
// on.
func (c *Columns) Look() (release func()) {
	c.mu.RLock()
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		c.mu.RUnlock()
	}
}

// questionWaits is how long a question waits for games that are still being read; less if it
// must be answered sooner.
const questionWaits = 2 * time.Second

// catchUp adds what the store has logged since the last time. What it adds before ctx
// is done stays, so that the next call continues from there. A question, whose ctx has a
// deadline, waits only for a part of that: its error is a Refusal that says how far the
// games have been read.
func (c *Columns) catchUp(ctx context.Context) error {
	c.begin.Do(func() { c.turn = make(chan struct{}, 1) })
	soon := ctx
	if at, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		soon, cancel = context.WithTimeout(ctx, min(questionWaits, time.Until(at)/2))
		defer cancel()
	}
	err := c.advance(soon)
	if err != nil && soon.Err() != nil && ctx.Err() == nil {
		return refusal.New(refusal.Reading, "I am still reading the games that are kept (%d of %d so far); ask again in a moment.", c.reached.Load(), max(c.goal.Load(), c.reached.Load()))
	}
	return err
}

// advance is catchUp, without saying more than that ctx is done.
func (c *Columns) advance(ctx context.Context) error {
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	if c.table == nil {
		c.clear()
		if err := c.load(ctx); err != nil {
			c.table = nil
			return err
		}
		end, err := c.Games.LogEnd(ctx)
		if err != nil {
			return err
		}
		c.goal.Store(end.Entries)
	}
	whole := false
	defer func() {
		if !whole { // a panic came between: nobody knows how much was added
			c.table = nil
		}
	}()
	now := int64(math.MaxInt32)
	if c.Now != nil {
		now = c.Now().Unix()
	}
	add := func(n uint64, game *gamelog.Game) {
		c.add(n, game, now)
		c.reached.Store(n + 1)
	}
	to, err := c.Games.Log(ctx, c.at, gamelog.LogReader{Restart: c.clear, Game: add, Corrected: c.correct})
	whole = true
	if c.at = to; err != nil {
		return err
	}
	if c.File != nil && c.at.Entries >= c.saved+cmp.Or(c.SaveEvery, saveEvery) {
		return c.save(ctx)
	}
	return nil
}

// save writes the columns to the file. If it fails, only the next start takes longer.
func (c *Columns) save(ctx context.Context) error {
	fresh := c.saved == 0
	c.saved = c.at.Entries
	err := c.File.Save(func(w io.Writer) error { return c.table.Write(w, [2]uint64{c.at.Epoch, c.at.Entries}) })
	if err != nil || !fresh {
		return nil
	}
	// Freshly built columns take much more memory than those mapped from the file.
	if err := c.load(ctx); err != nil {
		return err
	}
	debug.FreeOSMemory()
	return nil
}

// load uses the columns in the file if they belong to this store.
func (c *Columns) load(ctx context.Context) error {
	if c.File == nil {
		return nil
	}
	raw, err := c.File.Load()
	if err != nil || len(raw) == 0 {
		return nil // the store has it all
	}
	table, mark, err := columns.Read(raw)
	if err != nil || table.Len() == 0 {
		return nil
	}
	// A restored store may have continued differently from the same point.
	n, last := table.Last()
	kept, err := c.Games.Logged(ctx, uint64(n))
	if err != nil || kept[0].Name != last.Name || kept[0].End != last.End || kept[0].Points != last.Points {
		return ctx.Err()
	}
	c.File.Aside(raw)
	c.table, c.at, c.saved = table, gamelog.LogPoint{Epoch: mark[0], Entries: mark[1]}, mark[1]
	return nil
}

func (c *Columns) clear() {
	c.table, c.at, c.saved = &columns.Table{}, gamelog.LogPoint{}, 0
	c.corrects, c.leftOut, c.standing = -1, map[string]int64{}, map[int64]int64{}
}

// add takes a game of the log. A row that cannot be true is left out, and the row that
// it was to correct stands. A store may contain such rows from the time before they
// were set aside.
func (c *Columns) add(n uint64, game *gamelog.Game, now int64) {
	corrects := c.corrects
	c.corrects = -1
	g, rec := columnsOf(game)
	// The later of the time of reading and now counts: the clock may have been slow.
	if err := xlog.Intact(rec, max(now, game.Seen)); err != nil {
		c.leftOut[err.Error()]++
		if corrects >= 0 {
			c.standing[int64(n)] = corrects
		}
		return
	}
	c.replace(corrects)
	g.Ref, g.Seen, g.Pos = int64(n), game.Seen, game.Pos
	g.Key, g.Line = game.Key()
	if c.table.Add(&g); game.Replaced {
		c.table.Replace(c.table.Len() - 1)
	}
}

// correct notes a correction in the log, which is followed by the later row.
func (c *Columns) correct(n uint64) {
	c.replace(c.corrects)
	c.corrects = int64(n)
	if of, ok := c.standing[c.corrects]; ok {
		c.corrects = of
	}
}

// replace marks the row of a game, if there is one, as corrected by a later one.
func (c *Columns) replace(n int64) {
	if row := c.table.RowOf(n); n >= 0 && row >= 0 {
		c.table.Replace(row)
	}
}

// LeftOut returns how many stored rows are left out because they cannot be true, by
// reason. Those left out before the columns were last saved are not counted.
func (c *Columns) LeftOut() map[string]int64 {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return maps.Clone(c.leftOut)
}

// columnsOf returns a stored game as columns hold it, and its record. A record that can
// no longer be read contributes nothing beyond what is stored beside it.
func columnsOf(k *gamelog.Game) (columns.Game, xlog.Record) {
	rec, err := xlog.Unpack(k.Record)
	if err == nil {
		if x, err := xlog.DecodeFrom(rec, k.Variant, k.Source); err == nil {
			return columns.FromRecord(x, k.Source), rec
		}
	}
	return columns.Game{
		Name: k.Name, Source: k.Source, Variant: k.Variant, Version: k.Version, Role: k.Role, Race: k.Race, Gender: k.Gender, Gender0: k.Gender0,
		Align: k.Align, Align0: k.Align0, Outcome: xlog.Outcome(k.Outcome), Points: k.Points, Turns: k.Turns, Realtime: k.Realtime,
		Start: k.Start, End: k.End, MaxLvl: k.MaxLvl, Died: k.Deaths, Practice: k.Practice,
	}, rec
}
