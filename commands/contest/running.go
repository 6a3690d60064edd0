package contest

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"delphi/engine/query"
	"delphi/engine/score"
	"delphi/engine/xlog"
	"delphi/storage"
)

// running is the count of a tournament that is kept up to date. The games are rows
// of the columns of all games; it is made anew after a start, and where the columns
// are.
type running struct {
	mu    sync.Mutex
	table *query.Table
	epoch uint64 // of the log that it was made from
	basis basis
	span  score.Span
	count *score.Count

	roster uint64             // of the entrants that are counted
	at     int                // rows that were looked at
	seen   int64              // when the last game was read that is counted
	rows   map[string][]int32 // by entrant, their games
	marks  map[int32]mark     // by row
	sum    uint64             // of what became of the games

	dirty  map[string]bool // entrants of whose games the audit log may not say the last
	known  bool            // what the audit log says
	kept   map[string]int64
	counts uint64 // Tourney.Counts of kept; 0 and kept nil: not read

	res *score.Result // nil: not made since it last changed
}

// mark says what became of a game, as a hash, now and in the audit log.
type mark struct{ now, said uint32 }

// markOf is never 0.
func markOf(entrant string, counted bool, what string) uint32 {
	if counted {
		what += "\x00"
	}
	return uint32(xxhash.Sum64String(entrant+"\x00"+what)) | 1
}

// summed is what a row adds to the sum.
func (r *running) summed(row int32, now uint32) uint64 {
	if now == 0 {
		return 0
	}
	_, line := r.table.Key(int(row))
	x := (line ^ uint64(now)) * 0x9e3779b97f4a7c15
	return x ^ x>>31
}

func (r *running) set(row int32, now uint32) {
	m := r.marks[row]
	r.sum += r.summed(row, now) - r.summed(row, m.now)
	m.now = now
	r.marks[row] = m
}

// Standings counts a tournament by all games that were read until now. What was
// counted before is not counted again.
func (b *Book) Standings(ctx context.Context, t *Tourney) (*score.Result, error) {
	r := &running{}
	if known, ok := b.running.Load(t.ID); ok {
		r = known.(*running) // otherwise no sweep looks after it: it is counted once
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	inTime, err := b.bring(ctx, r, t)
	if err != nil {
		return nil, err
	}
	if !inTime {
		return b.Count(ctx, t, b.Now().Unix())
	}
	if r.res == nil {
		table, rows := r.table, maps.Clone(r.rows)
		r.res = r.count.Result(0, func(id string) []*score.Game {
			b.columns.mu.RLock()
			defer b.columns.mu.RUnlock()
			return games(table, rows[id])
		})
	}
	return r.res, nil
}

// bring counts what there is now of a tournament. It reports whether that are only
// games that were read in time: a clock that was put back knows later ones.
func (b *Book) bring(ctx context.Context, r *running, t *Tourney) (inTime bool, err error) {
	table, release, err := b.Table(ctx)
	if err != nil {
		return false, err
	}
	defer release()
	if r.table != table {
		r.renew(table, b.columns.at.Epoch)
	}
	if err := r.restart(t); err != nil {
		return false, err
	}
	if !r.known && t.Logged != nil && t.Logged.Until.Epoch == r.epoch && len(r.marks) == 0 {
		// The log said everything then; what is the same now need not be read.
		if err := r.take(ctx, t, table.Before(int64(t.Logged.Until.Entries))); err != nil {
			return false, err
		}
		if r.sum == t.Logged.Sum {
			r.agree()
			r.known = true
		}
	}
	if err := r.take(ctx, t, table.Len()); err != nil {
		return false, err
	}
	return r.seen <= b.Now().Unix(), nil
}

// renew forgets everything: the games have other rows.
func (r *running) renew(table *query.Table, epoch uint64) {
	r.table, r.epoch, r.count, r.at, r.known = table, epoch, nil, 0, false
	r.rows, r.marks, r.sum, r.dirty = map[string][]int32{}, map[int32]mark{}, 0, map[string]bool{}
}

// restart begins another count where that is of other rules or times.
func (r *running) restart(t *Tourney) error {
	span := t.span()
	if r.count != nil && r.basis == t.basis() && r.span.Seen == span.Seen && maps.Equal(r.span.Closed, span.Closed) {
		return nil
	}
	rules, err := RulesOf(t)
	if err != nil {
		return err
	}
	r.count, r.basis, r.span, r.res, r.roster = score.NewCount(rules, span), t.basis(), span, nil, 0
	return nil
}

// fewAgain is from how many entrants on all are counted at once.
const fewAgain = 50

// take counts the rows of the table before upTo, and who takes part now.
func (r *running) take(ctx context.Context, t *Tourney, upTo int) error {
	again := map[string]bool{}
	if r.roster == 0 || r.roster != t.Roster {
		for _, id := range r.count.Enter(t.scoring()) {
			again[id] = true
		}
		r.res = nil
		for id, rows := range r.rows {
			if r.count.Has(id) && !again[id] {
				continue
			}
			for _, row := range rows {
				r.set(row, 0)
			}
			delete(r.rows, id)
		}
		r.collect(0, r.at, func(id string) bool { return again[id] })
		r.roster = t.Roster
	}
	if upTo > r.at {
		r.collect(r.at, upTo, func(id string) bool { again[id] = true; return true })
		r.at = upTo
	}
	if len(again) == 0 {
		return nil
	}
	r.res = nil
	ids := slices.Sorted(maps.Keys(again))
	of := func(id string) []*score.Game { return games(r.table, r.rows[id]) }
	if len(ids) >= fewAgain {
		return r.fail(r.count.Fill(ctx, ids, of, r.judged))
	}
	for _, id := range ids {
		verdicts, err := r.count.Put(ctx, id, of(id))
		if err != nil {
			return r.fail(err)
		}
		r.judged(id, verdicts)
	}
	return nil
}

// fail makes the next count begin anew where this one was cut short.
func (r *running) fail(err error) error {
	if err != nil {
		r.table = nil
	}
	return err
}

// collect adds to the games of entrants the rows from from until upTo that are theirs.
func (r *running) collect(from, upTo int, wanted func(id string) bool) {
	if from >= upTo {
		return
	}
	r.table.Ends(from, upTo, func(row int, name, source string, end int64) {
		if end < r.basis.from || end >= r.basis.until {
			return
		}
		if id := r.count.Owner(name, source); id != "" && wanted(id) {
			r.rows[id] = append(r.rows[id], int32(row))
			r.seen = max(r.seen, r.table.Seen(row))
		}
	})
}

// judged notes what became of the games of an entrant.
func (r *running) judged(id string, verdicts []score.Verdict) {
	for i := range verdicts {
		v := &verdicts[i]
		row := int32(v.Game.Ref)
		r.set(row, markOf(v.Entrant, v.Counted, v.Reason))
		if m := r.marks[row]; m.now != m.said {
			r.dirty[id] = true
		}
	}
}

// agree notes that the audit log says what became of all games.
func (r *running) agree() {
	for row, m := range r.marks {
		if m.now != 0 {
			m.said = m.now
			r.marks[row] = m
		}
	}
	clear(r.dirty)
}

// read notes what an audit log says.
func (r *running) read(log []Entry) {
	said := map[string]uint32{}
	for _, e := range log {
		if e.Game != "" {
			said[e.Game] = markOf(e.Entrant, e.Counted, e.What)
		}
	}
	clear(r.dirty)
	for id, rows := range r.rows {
		for _, row := range rows {
			m := r.marks[row]
			m.said = said[gameID(r.table, row)]
			if r.marks[row] = m; m.now != m.said {
				r.dirty[id] = true
			}
		}
	}
	r.known = true
}

// logged is what the audit log says once it says everything.
func (r *running) logged() *Logged {
	l := &Logged{Until: storage.LogPoint{Epoch: r.epoch}, Sum: r.sum}
	if r.at > 0 {
		l.Until.Entries = uint64(r.table.Ref(r.at-1)) + 1
	}
	return l
}

// unsaid are the verdicts that the audit log does not say, by the ends of games.
func (r *running) unsaid() (out []score.Verdict) {
	for id := range r.dirty {
		if !r.count.Has(id) {
			continue
		}
		for _, v := range r.count.Verdicts(id, games(r.table, r.rows[id])) {
			if m := r.marks[int32(v.Game.Ref)]; m.now != m.said {
				out = append(out, v)
			}
		}
	}
	slices.SortFunc(out, func(a, b score.Verdict) int {
		return cmp.Or(cmp.Compare(a.Game.End, b.Game.End), cmp.Compare(a.Game.Start, b.Game.Start), strings.Compare(a.Game.ID, b.Game.ID))
	})
	return out
}

// gameID is the ID of the game of a row.
func gameID(table *query.Table, row int32) string {
	source, line := table.Key(int(row))
	return storage.GameID(table.End(int(row)), source, line)
}

// games are rows as scoring reads them; see Scored.
func games(table *query.Table, rows []int32) []*score.Game {
	all := make([]score.Game, len(rows))
	out := make([]*score.Game, len(rows))
	for i, g := range table.Games(rows) {
		all[i] = score.Game{
			ID: storage.GameID(g.End, g.Key, g.Line), Source: g.Source, Account: g.Name, Variant: g.Variant,
			Role: g.Role, Race: g.Race, Gender: g.Gender0, Align: g.Align0, Outcome: xlog.OutcomeOf(g.Outcome), Amulet: g.Amulet, Practice: g.Practice,
			Points: g.Points, Turns: g.Turns, Realtime: g.Realtime, Start: g.Start, End: g.End, Seen: g.Seen, Pos: g.Pos,
			Conducts: g.Conducts, Feats: g.Achieved, Death: g.Death, Ref: int64(rows[i]),
		}
		if g.NoStart {
			all[i].Start = 0
		}
		out[i] = &all[i]
	}
	return out
}
