package running

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"

	"github.com/cespare/xxhash/v2"

	"delphi/engine/games/columns"
	"delphi/engine/games/score"
	"delphi/storage/contest/archive"
	"delphi/storage/gamelog"
)

// Kept is a count in a form that outlives the program. It does not say what the audit log
// says; that shows when the same became of all games.
type Kept struct {
	Event uint64 // a hash of what is counted, and how
	Epoch uint64 // of the log
	Rows  int    // that were looked at
	Last  string // the game of the last one
	Sum   uint64

	Count *score.Kept
	Games []int32 // how many each player has
	Fates []int32 // how many different things became of them, and
	Marks []uint32
	Fate  []uint8 // of each game, the number of what became of it

	Findings []score.KeptFound
	Found    []uint32 // by row, the number of its finding from 1
}

// Keep returns the count for Resume; nil: it cannot be kept now.
func (r *Count) Keep(ctx context.Context, c *archive.Columns) (*Kept, error) {
	if r.table == nil || r.at == 0 {
		return nil, nil
	}
	defer c.Look()()
	count, err := r.count.Keep(ctx)
	if err != nil {
		return nil, r.fail(err)
	}
	k := &Kept{Event: r.event.identity(), Epoch: r.epoch, Rows: r.at, Last: lastGame(r.table, r.at), Sum: r.sum, Count: count}
	for _, id := range count.Players {
		p := r.of(id)
		marks := map[uint32]int{}
		for _, m := range p.marks {
			n, ok := marks[m.now]
			if !ok {
				n = len(marks)
				if n > 255 {
					return nil, nil // as many rulings as that are rare
				}
				marks[m.now] = n
				k.Marks = append(k.Marks, m.now)
			}
			k.Fate = append(k.Fate, uint8(n))
		}
		k.Games, k.Fates = append(k.Games, int32(len(p.rows))), append(k.Fates, int32(len(marks)))
	}
	k.Found, k.Findings = r.found.rows, r.found.looker.Keep()
	return k, nil
}

// Resume makes the next count go on from what was kept, where that is of the same event and
// games.
func (r *Count) Resume(k *Kept) { r.kept = k }

// resume goes on from what was kept, once.
func (r *Count) resume(e *Event) {
	k := r.kept
	r.kept = nil
	if r.at > 0 || k.Epoch != r.epoch || k.Event != e.identity() || k.Rows > r.table.Len() || k.Last != lastGame(r.table, k.Rows) {
		return
	}
	if r.goOn(k, e) {
		r.at = k.Rows
		return
	}
	r.renew(r.table, r.epoch)
	r.restart(e)
}

// goOn takes over what was kept. It reports false if that does not fit the games.
func (r *Count) goOn(k *Kept, e *Event) bool {
	r.count.Enter(e.Entrants())
	if !r.count.Resume(k.Count) || len(k.Games) != len(k.Count.Players) || len(k.Fates) != len(k.Games) {
		return false
	}
	r.roster = e.Roster
	r.moves, r.movers = e.moved()
	for i, id := range k.Count.Players {
		p := r.of(id)
		p.rows, p.marks = make([]int32, 0, k.Games[i]), make([]mark, 0, k.Games[i])
	}
	r.collect(0, k.Rows, func(*played) bool { return true })
	marks, fate := k.Marks, k.Fate
	for i, id := range k.Count.Players {
		p, fates := r.of(id), int(k.Fates[i])
		if len(p.rows) != int(k.Games[i]) || len(fate) < len(p.rows) || len(marks) < fates {
			return false
		}
		for n, row := range p.rows {
			if int(fate[n]) >= fates {
				return false
			}
			r.set(row, &p.marks[n], marks[fate[n]])
		}
		marks, fate = marks[fates:], fate[len(p.rows):]
	}
	if r.sum != k.Sum || len(k.Found) > r.table.Len() {
		return false
	}
	r.found.rows = k.Found
	return r.found.looker.Refind(k.Findings) && !slices.ContainsFunc(k.Found, func(n uint32) bool { return int(n) > len(k.Findings) })
}

// lastGame returns the ID of the last of the first rows.
func lastGame(table *columns.Table, rows int) string {
	source, line := table.Key(rows - 1)
	return gamelog.GameID(table.End(rows-1), source, line)
}

// identity returns a hash of all that a count depends on, but the games.
func (e *Event) identity() uint64 {
	h := xxhash.New()
	number := func(numbers ...int64) {
		for _, n := range numbers {
			_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, uint64(n)))
		}
	}
	text := func(texts ...string) {
		for _, s := range texts {
			number(int64(len(s)))
			_, _ = h.WriteString(s)
		}
	}
	text(e.Template)
	number(e.Span.From, e.Span.Until, e.Span.Seen, int64(len(e.Span.Closed)))
	for _, source := range slices.Sorted(maps.Keys(e.Span.Closed)) {
		text(source)
		number(e.Span.Closed[source])
	}
	entrants := e.Entrants()
	number(int64(len(entrants)))
	for i := range entrants {
		x := &entrants[i]
		text(x.ID, x.Name, x.Clan)
		number(x.Joined, int64(x.Extra), int64(len(x.Accounts)), int64(len(x.Struck)))
		for _, a := range x.Accounts {
			text(a.Name, a.Source)
		}
		for _, game := range slices.Sorted(maps.Keys(x.Struck)) {
			text(game, x.Struck[game])
		}
	}
	number(int64(len(e.Moves)))
	for _, m := range e.Moves {
		text(m.From, m.To)
		text(m.Games...)
		number(int64(len(m.Games)))
		if m.Undone {
			number(1)
		}
	}
	return h.Sum64()
}
