package running

import (
	"cmp"
	"maps"
	"slices"

	"delphi/engine/games/columns"
	"delphi/engine/games/score"
	"delphi/storage/contest/archive"
)

// moves says whose each game is that has been moved, by what it is found by.
type moves map[string]string

// of returns whose the game in a row is, if it has been moved; empty: it has not.
func (m moves) of(table *columns.Table, row int) (to string) {
	table.Games([]int32{int32(row)}, func(_ int, g *columns.Game) {
		to = cmp.Or(m[archive.GameID(table, int32(row))], m[score.Same(g)])
	})
	return to
}

// moved returns the games that are moved now, and the entrants some of whose games are, or
// were for a time.
func (e *Event) moved() (now moves, movers map[string]bool) {
	movers = map[string]bool{}
	for _, m := range e.Moves {
		if movers[m.From] = true; m.Undone {
			continue
		}
		if now == nil {
			now = moves{}
		}
		for _, key := range m.Games {
			now[key] = m.To
		}
	}
	return now, movers
}

// moved takes over which games referees have moved, and returns the entrants who have
// other games by that.
func (r *Count) moved(e *Event) (again []string) {
	now, movers := e.moved()
	if maps.Equal(now, r.moves) {
		return nil
	}
	was := r.movers
	r.moves, r.movers = now, movers
	for _, m := range e.Moves {
		again = append(again, m.From, m.To)
	}
	again = append(again, slices.Collect(maps.Keys(was))...)
	return slices.DeleteFunc(again, func(id string) bool { return !r.count.Has(id) })
}

// receivers returns who has got games of entrants that changed, or take part no more: with
// other accounts these may be other games.
func (r *Count) receivers(e *Event, changed []string) (again []string) {
	for _, m := range e.Moves {
		if !m.Undone && r.count.Has(m.To) && (slices.Contains(changed, m.From) || !r.count.Has(m.From)) {
			again = append(again, m.To)
		}
	}
	return again
}

// having returns who has the game in a row of p's accounts: another, where a referee has
// moved it, or nil if that one takes part no more.
func (r *Count) having(p *played, row int) *played {
	to := r.moves.of(r.table, row)
	switch {
	case to == "":
		return p
	case !r.count.Has(to):
		return nil
	}
	return r.of(to)
}
