package running

import (
	"context"
	"slices"

	"delphi/engine/games/columns"
	"delphi/engine/games/score"
	"delphi/storage/contest/archive"
)

// Count is the count of a tournament. Its games are rows of the columns of all games. It is
// made anew whenever the columns are. The zero value is ready for use, by one goroutine
// at a time.
type Count struct {
	table *columns.Table
	epoch uint64 // of the log that it was made from
	event Event  // as it is counted
	count *score.Count
	found *found
	kept  *Kept // to go on from; nil: nothing

	roster uint64             // of the entrants that are counted
	at     int                // rows that were looked at
	seen   int64              // when the last game was read that is counted
	played map[string]*played // by entrant
	owners owners
	moves  moves            // whose games are that referees have moved
	movers map[string]bool  // by entrant: some of whose games are such ones
	left   map[int32]uint32 // what the audit log says of rows that are nobody's now
	sum    uint64           // of what became of the games

	// dirty holds the entrants for whose games the audit log may be out of date, with
	// the latest verdicts; nil if there were too many to keep.
	dirty map[string][]score.Verdict
	known bool // what the audit log says

	changes uint64
	res     *score.Result // nil: not made since it last changed
}

// Rules returns those that are counted by.
func (r *Count) Rules() *score.Rules { return r.event.Rules }

// Table returns the columns whose rows are counted; nil: none are.
func (r *Count) Table() *columns.Table { return r.table }

// Seen returns when the last game was read that is counted. It is later than now if the
// clock was set back.
func (r *Count) Seen() int64 { return r.seen }

// Changes returns another number whenever the count has changed.
func (r *Count) Changes() uint64 { return r.changes }

// Points gives the points of every entrant, as score.Count does.
func (r *Count) Points(each func(id, name string, points score.Points)) { r.count.Points(each) }

// Trophies gives the trophies of every entrant, as score.Count does.
func (r *Count) Trophies(each func(id string, has []uint64)) { r.count.Trophies(each) }

// Bring brings the count of a tournament up to date.
func (r *Count) Bring(ctx context.Context, c *archive.Columns, e *Event) error {
	table, release, err := c.Table(ctx)
	if err != nil {
		return err
	}
	defer release()
	if r.table != table {
		r.renew(table, c.Epoch())
	}
	if r.restart(e); r.kept != nil {
		r.resume(e)
	}
	if l := e.Logged; !r.known && l != nil && l.Until.Epoch == r.epoch {
		// The log was complete then; what has not changed need not be read again.
		if upTo := table.Before(int64(l.Until.Entries)); r.at <= upTo {
			if err := r.take(ctx, c, e, upTo); err != nil {
				return err
			}
			if r.sum == l.Sum {
				r.Agree()
			}
		}
	}
	return r.take(ctx, c, e, table.Len())
}

// renew forgets everything, because the games have new rows.
func (r *Count) renew(table *columns.Table, epoch uint64) {
	*r = Count{table: table, epoch: epoch, kept: r.kept, changes: r.changes + 1, played: map[string]*played{}, left: map[int32]uint32{}, dirty: map[string][]score.Verdict{}}
}

// restart begins a new count if the rules or times have changed.
func (r *Count) restart(e *Event) {
	same := r.count != nil && r.event.Template == e.Template && sameSpan(&r.event.Span, &e.Span)
	if r.event = *e; same {
		return
	}
	r.found, r.res, r.roster = &found{looker: e.Rules.Looker()}, nil, 0
	r.changes++
	r.count = score.NewCount(e.Rules, e.Span, func(ids []string) [][]*score.Game { return r.found.games(r.table, r.rows(ids)...) })
}

// fewAgain is the number of changed entrants from which all are counted again at once.
const fewAgain = 50

// batchGames is roughly how many games are read at once if many entrants are counted:
// enough for several to fall into each piece of the columns.
const batchGames = 30_000

// take counts the rows of the table before upTo for those who take part now.
func (r *Count) take(ctx context.Context, c *archive.Columns, e *Event, upTo int) error {
	var again []*played
	if r.roster == 0 || r.roster != e.Roster {
		again = r.enter(e)
	}
	if upTo > r.at {
		r.collect(r.at, upTo, func(p *played) bool {
			if !p.again {
				p.again = true
				again = append(again, p)
			}
			return true
		})
		r.at = upTo
	}
	if len(again) == 0 {
		return nil
	}
	r.res = nil
	r.changes++
	ids := make([]string, len(again))
	for i, p := range again {
		ids[i], p.again = p.entrant, false
	}
	if err := r.found.look(ctx, c.Games, e.Rules, r.table, r.rows(ids)...); err != nil {
		return r.fail(err)
	}
	if len(ids) >= fewAgain {
		return r.fail(r.count.Fill(ctx, r.batches(ids), func(id string, verdicts []score.Verdict) {
			r.judged(id, verdicts, false)
		}))
	}
	for _, id := range ids {
		verdicts, err := r.count.Put(ctx, id)
		if err != nil {
			return r.fail(err)
		}
		r.judged(id, verdicts, true)
	}
	return nil
}

// enter takes over who takes part, and returns those who are to be counted again, with their
// games.
func (r *Count) enter(e *Event) (again []*played) {
	entered := r.count.Enter(e.Entrants())
	entered = append(entered, r.moved(e)...)
	entered = append(entered, r.receivers(e, entered)...)
	slices.Sort(entered)
	entered = slices.Compact(entered)
	r.res, r.owners, r.roster = nil, nil, e.Roster
	r.changes++
	for id := range r.played {
		if _, anew := slices.BinarySearch(entered, id); anew || !r.count.Has(id) {
			r.leave(id)
		}
	}
	for _, id := range entered {
		p := r.of(id)
		p.again = true
		again = append(again, p)
	}
	r.collect(0, r.at, func(p *played) bool { return p.again })
	return again
}

// batches groups entrants so that each group has about batchGames games.
func (r *Count) batches(ids []string) (out [][]string) {
	n, first := 0, 0
	for i, rows := range r.rows(ids) {
		if n += len(rows); n >= batchGames || i == len(ids)-1 {
			out = append(out, ids[first:i+1])
			n, first = 0, i+1
		}
	}
	return out
}

// fail makes the next count start over if this one was interrupted.
func (r *Count) fail(err error) error {
	if err != nil {
		r.table = nil
	}
	return err
}

// Top returns the first places of everything.
func (r *Count) Top(ctx context.Context, c *archive.Columns, places int) (*score.Result, error) {
	defer c.Look()()
	res, err := r.count.Result(ctx, places)
	return res, r.fail(err)
}

// Result returns the whole count. What it is asked about games it says as of now.
func (r *Count) Result(ctx context.Context, c *archive.Columns) (*score.Result, error) {
	if r.res != nil {
		return r.res, nil
	}
	table, f, rows := r.table, r.found, make(map[string][]int32, len(r.played))
	for id, p := range r.played {
		rows[id] = p.rows
	}
	res, err := r.Top(ctx, c, 0)
	if err != nil {
		return nil, err
	}
	res.From(func(ids []string) [][]*score.Game {
		defer c.Look()()
		lists := make([][]int32, len(ids))
		for i, id := range ids {
			lists[i] = rows[id]
		}
		return f.games(table, lists...)
	})
	r.res = res
	return res, nil
}
