package contest

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"delphi/engine/games/query"
	"delphi/engine/games/score"
	"delphi/storage"
	"delphi/storage/contest/columns"
)

// running is the up-to-date count of a tournament. Its games are rows of the columns of
// all games. It is rebuilt after a start, and whenever the columns are.
type running struct {
	mu    sync.Mutex
	table *query.Table
	epoch uint64 // of the log that it was made from
	basis basis
	span  score.Span
	rules *score.Rules
	count *score.Count
	found *found

	roster uint64             // of the entrants that are counted
	at     int                // rows that were looked at
	seen   int64              // when the last game was read that is counted
	played map[string]*played // by entrant
	owners owners
	moves  moves            // whose games are that referees have moved, by the keys of rulings
	movers map[string]bool  // by entrant: some of whose games are such ones
	left   map[int32]uint32 // what the audit log says of rows that are nobody's now
	sum    uint64           // of what became of the games

	// dirty holds the entrants for whose games the audit log may be out of date, with
	// the latest verdicts; nil if there were too many to keep.
	dirty  map[string][]score.Verdict
	known  bool // what the audit log says
	kept   map[string]score.Points
	held   map[string][]uint64 // the trophies that are kept
	counts uint64              // Tourney.Counts of kept and held; 0 and kept nil: not read

	res *score.Result // nil: not made since it last changed
}

// played holds the games of an entrant.
type played struct {
	entrant string
	again   bool    // they are to be counted again
	rows    []int32 // ascending
	marks   []mark  // of each row
}

// of returns an entrant's games.
func (r *running) of(entrant string) *played {
	p := r.played[entrant]
	if p == nil {
		p = &played{entrant: entrant}
		r.played[entrant] = p
	}
	return p
}

// mark says what became of a game, as a hash, now and in the audit log.
type mark struct{ now, said uint32 }

// mark returns the mark of one of the rows.
func (p *played) mark(row int32) *mark {
	i, _ := slices.BinarySearch(p.rows, row)
	return &p.marks[i]
}

// markOf returns the hash of a verdict. It is never 0.
func markOf(entrant string, counted bool, what string) uint32 {
	x := 31*xxhash.Sum64String(entrant) + xxhash.Sum64String(what)
	if counted {
		x = ^x
	}
	return uint32(x^x>>32) | 1
}

// summed returns what a row adds to the sum.
func summed(row int32, now uint32) uint64 {
	if now == 0 {
		return 0
	}
	x := (uint64(row)<<32 | uint64(now)) * 0x9e3779b97f4a7c15
	return x ^ x>>31
}

func (r *running) set(row int32, m *mark, now uint32) {
	r.sum += summed(row, now) - summed(row, m.now)
	m.now = now
}

// Standings counts a tournament from all games read so far. It only counts what has
// changed since the last time.
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
		table, f, rows := r.table, r.found, make(map[string][]int32, len(r.played))
		for id, p := range r.played {
			rows[id] = p.rows
		}
		release := b.Look()
		r.res, err = r.count.Result(ctx, 0)
		if release(); err != nil {
			return nil, r.fail(err)
		}
		r.res.From(func(ids []string) [][]*score.Game {
			defer b.Look()()
			lists := make([][]int32, len(ids))
			for i, id := range ids {
				lists[i] = rows[id]
			}
			return f.games(table, lists...)
		})
	}
	return r.res, nil
}

// bring brings the count of a tournament up to date. It reports whether only games that
// were read in time are in it: if the clock was set back, there may be later ones.
func (b *Book) bring(ctx context.Context, r *running, t *Tourney) (inTime bool, err error) {
	table, release, err := b.Table(ctx)
	if err != nil {
		return false, err
	}
	defer release()
	if r.table != table {
		r.renew(table, b.Epoch())
	}
	if err := r.restart(t); err != nil {
		return false, err
	}
	if !r.known && t.Logged != nil && t.Logged.Until.Epoch == r.epoch && r.at == 0 {
		// The log was complete then; what has not changed need not be read again.
		if err := r.take(ctx, b, t, table.Before(int64(t.Logged.Until.Entries))); err != nil {
			return false, err
		}
		if r.sum == t.Logged.Sum {
			r.agree()
			r.known = true
		}
	}
	if err := r.take(ctx, b, t, table.Len()); err != nil {
		return false, err
	}
	return r.seen <= b.Now().Unix(), nil
}

// renew forgets everything, because the games have new rows.
func (r *running) renew(table *query.Table, epoch uint64) {
	r.table, r.epoch, r.count, r.at, r.known = table, epoch, nil, 0, false
	r.played, r.owners, r.left, r.sum, r.dirty = map[string]*played{}, nil, map[int32]uint32{}, 0, map[string][]score.Verdict{}
}

// restart begins a new count if the rules or times have changed.
func (r *running) restart(t *Tourney) error {
	span := t.span()
	if r.count != nil && r.basis == t.basis() && r.span.Seen == span.Seen && maps.Equal(r.span.Closed, span.Closed) {
		return nil
	}
	rules, err := RulesOf(t)
	if err != nil {
		return err
	}
	r.rules, r.found, r.basis, r.span, r.res, r.roster = rules, &found{looker: rules.Looker()}, t.basis(), span, nil, 0
	r.kept, r.held = nil, nil // trophies have the numbers of the rules
	r.count = score.NewCount(rules, span, func(ids []string) [][]*score.Game { return r.found.games(r.table, r.rows(ids)...) })
	return nil
}

// fewAgain is the number of changed entrants from which all are counted again at once.
const fewAgain = 50

// batchGames is roughly how many games are read at once if many entrants are counted:
// enough for several to fall into each piece of the columns.
const batchGames = 30_000

// take counts the rows of the table before upTo for those who take part now.
func (r *running) take(ctx context.Context, b *Book, t *Tourney, upTo int) error {
	var again []*played
	if r.roster == 0 || r.roster != t.Roster {
		entered := r.count.Enter(t.scoring())
		entered = append(entered, r.moved(t)...)
		entered = append(entered, r.receivers(t, entered)...)
		slices.Sort(entered)
		entered = slices.Compact(entered)
		r.res, r.owners = nil, nil
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
		r.roster = t.Roster
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
	ids := make([]string, len(again))
	for i, p := range again {
		ids[i], p.again = p.entrant, false
		if err := r.found.look(ctx, b, r.rules, r.table, p.rows); err != nil {
			return r.fail(err)
		}
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

// leave forgets an entrant's games, but not what the audit log says about them.
func (r *running) leave(id string) {
	p := r.played[id]
	for i, row := range p.rows {
		m := &p.marks[i]
		if r.set(row, m, 0); m.said != 0 {
			r.left[row] = m.said
		}
	}
	delete(r.played, id)
}

// rows returns the rows of some entrants.
func (r *running) rows(ids []string) [][]int32 {
	out := make([][]int32, len(ids))
	for i, id := range ids {
		if p := r.played[id]; p != nil {
			out[i] = p.rows
		}
	}
	return out
}

// batches groups entrants so that each group has about batchGames games.
func (r *running) batches(ids []string) (out [][]string) {
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
func (r *running) fail(err error) error {
	if err != nil {
		r.table = nil
	}
	return err
}

// collect adds the rows from from up to upTo to the games of their entrants.
func (r *running) collect(from, upTo int, wanted func(*played) bool) {
	if from >= upTo {
		return
	}
	r.table.Ends(from, upTo, func(row int, name, source int32, end int64) {
		if end < r.basis.from || end > r.basis.until || end == r.basis.until && !r.rules.Closed() {
			return
		}
		p := r.owners.of(r, name, source)
		if p != nil && r.movers[p.entrant] {
			p = r.having(p, row)
		}
		if p == nil || !wanted(p) {
			return
		}
		m := mark{}
		if len(r.left) > 0 {
			m.said = r.left[int32(row)]
			delete(r.left, int32(row))
		}
		p.rows, p.marks = append(p.rows, int32(row)), append(p.marks, m)
		r.seen = max(r.seen, r.table.Seen(row))
	})
}

// owners maps accounts, by the codes of names and sources in the columns, to entrants.
// They are looked up on first use.
type owners [][]owner

type owner struct {
	*played // nil: nobody
	known   bool
}

func (o *owners) of(r *running, name, source int32) *played {
	if names, _ := r.table.Codes(); names > len(*o) {
		*o = append(*o, make([][]owner, names-len(*o))...)
	}
	by := (*o)[name]
	if int(source) >= len(by) {
		_, sources := r.table.Codes()
		by = append(by, make([]owner, sources-len(by))...)
		(*o)[name] = by
	}
	w := &by[source]
	if !w.known {
		w.known = true
		if id := r.count.Owner(r.table.Account(name, source)); id != "" {
			w.played = r.of(id)
		}
	}
	return w.played
}

// judged records the verdicts on an entrant's games. If keep is set, verdicts that the
// audit log may not contain yet are kept.
func (r *running) judged(id string, verdicts []score.Verdict, keep bool) {
	p := r.played[id]
	delete(r.dirty, id)
	var fresh []score.Verdict
	for i := range verdicts {
		v := &verdicts[i]
		row := int32(v.Game.Ref)
		m := p.mark(row)
		if r.set(row, m, markOf(v.Entrant, v.Counted, v.Reason)); m.now == m.said {
			continue
		}
		if keep {
			fresh = append(fresh, *v)
		}
		r.dirty[id] = fresh
	}
}

// say records what the audit log now says about a row.
func (r *running) say(entrant string, row int32, said uint32) {
	if p := r.played[entrant]; p != nil {
		if i, ok := slices.BinarySearch(p.rows, row); ok {
			p.marks[i].said = said
			return
		}
	}
	for _, p := range r.played { // it became another's meanwhile
		if i, ok := slices.BinarySearch(p.rows, row); ok {
			p.marks[i].said = said
			return
		}
	}
	r.left[row] = said
}

// agree records that the audit log has the verdicts on all games.
func (r *running) agree() {
	for _, p := range r.played {
		for i := range p.marks {
			if m := &p.marks[i]; m.now != 0 {
				m.said = m.now
			}
		}
	}
	clear(r.dirty)
}

// read records what an audit log says.
func (r *running) read(log []Entry) {
	said := map[string]uint32{}
	for _, e := range log {
		if e.Game != "" {
			said[e.Game] = markOf(e.Entrant, e.Counted, e.What)
		}
	}
	clear(r.dirty)
	for id, p := range r.played {
		for i, row := range p.rows {
			m := &p.marks[i]
			if m.said = said[columns.GameID(r.table, row)]; m.now != m.said {
				r.dirty[id] = nil
			}
		}
	}
	r.known = true
}

// logged returns what the audit log will say once it is complete.
func (r *running) logged() *Logged {
	l := &Logged{Until: storage.LogPoint{Epoch: r.epoch}, Sum: r.sum}
	if r.at > 0 {
		l.Until.Entries = uint64(r.table.Ref(r.at-1)) + 1
	}
	return l
}

// unsaid returns the verdicts missing from the audit log, in the order in which the
// games ended.
func (r *running) unsaid() (out []score.Verdict) {
	for id, verdicts := range r.dirty {
		p := r.played[id]
		if p == nil {
			continue
		}
		if verdicts == nil {
			verdicts = r.count.Verdicts(id)
		}
		for _, v := range verdicts {
			if m := p.mark(int32(v.Game.Ref)); m.now != m.said {
				out = append(out, v)
			}
		}
	}
	slices.SortFunc(out, func(a, b score.Verdict) int {
		return cmp.Or(cmp.Compare(a.Game.End, b.Game.End), cmp.Compare(a.Game.Start, b.Game.Start), strings.Compare(a.Game.ID, b.Game.ID))
	})
	return out
}
