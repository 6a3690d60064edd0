package running

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"delphi/engine/games/columns"
	"delphi/engine/games/score"
	"delphi/storage/contest/archive"
	"delphi/storage/gamelog"
)

// mark says what became of a game, as a hash, now and in the audit log.
type mark struct{ now, said uint32 }

// mark returns the mark of one of the rows.
func (p *played) mark(row int32) *mark {
	i, _ := slices.BinarySearch(p.rows, row)
	return &p.marks[i]
}

// Mark returns the hash of a verdict. It is never 0.
func Mark(entrant string, counted bool, what string) uint32 {
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

func (r *Count) set(row int32, m *mark, now uint32) {
	r.sum += summed(row, now) - summed(row, m.now)
	m.now = now
}

// judged records the verdicts on an entrant's games. If keep is set, verdicts that the
// audit log may not contain yet are kept.
func (r *Count) judged(id string, verdicts []score.Verdict, keep bool) {
	p := r.played[id]
	delete(r.dirty, id)
	var fresh []score.Verdict
	for i := range verdicts {
		v := &verdicts[i]
		row := int32(v.Game.Ref)
		m := p.mark(row)
		if r.set(row, m, Mark(v.Entrant, v.Counted, v.Reason)); m.now == m.said {
			continue
		}
		if keep {
			fresh = append(fresh, *v)
		}
		r.dirty[id] = fresh
	}
}

// Say records that the audit log has some verdicts now, which Unsaid gave of the columns in
// table.
func (r *Count) Say(verdicts []score.Verdict, table *columns.Table) {
	if r.table != table {
		return // the games have other rows: the log is read again
	}
	for i := range verdicts {
		v := &verdicts[i]
		r.say(v.Entrant, int32(v.Game.Ref), Mark(v.Entrant, v.Counted, v.Reason))
	}
	for id := range r.dirty {
		if p := r.played[id]; p == nil || !slices.ContainsFunc(p.marks, func(m mark) bool { return m.now != m.said }) {
			delete(r.dirty, id)
		}
	}
}

// say records what the audit log now says about a row.
func (r *Count) say(entrant string, row int32, said uint32) {
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

// Agree records that the audit log has the verdicts on all games.
func (r *Count) Agree() {
	for _, p := range r.played {
		for i := range p.marks {
			if m := &p.marks[i]; m.now != 0 {
				m.said = m.now
			}
		}
	}
	clear(r.dirty)
	r.known = true
}

// Known reports whether it is known what the audit log says.
func (r *Count) Known() bool { return r.known }

// Read takes over what an audit log says, as the Mark of the last verdict on each game by its
// ID.
func (r *Count) Read(said map[string]uint32) {
	clear(r.dirty)
	for id, p := range r.played {
		for i, row := range p.rows {
			m := &p.marks[i]
			if m.said = said[archive.GameID(r.table, row)]; m.now != m.said {
				r.dirty[id] = nil
			}
		}
	}
	r.known = true
}

// Logged returns what the audit log will say once it is complete.
func (r *Count) Logged() *Logged {
	l := &Logged{Until: gamelog.LogPoint{Epoch: r.epoch}, Sum: r.sum}
	if r.at > 0 {
		l.Until.Entries = uint64(r.table.Ref(r.at-1)) + 1
	}
	return l
}

// Unsaid returns the verdicts missing from the audit log, in the order in which the
// games ended; of somewhat more than most at once, those of some entrants.
func (r *Count) Unsaid(most int) (out []score.Verdict, more bool) {
	for _, id := range slices.Sorted(maps.Keys(r.dirty)) {
		if more = len(out) >= most; more {
			break
		}
		p, verdicts := r.played[id], r.dirty[id]
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
	return out, more
}
