package contest

import (
	"maps"
	"slices"
)

// moved takes over which games referees have moved, and returns the entrants who have
// other games by that.
func (r *running) moved(t *Tourney) (again []string) {
	moves := t.moves()
	if maps.Equal(moves, r.moves) {
		return nil
	}
	was := r.movers
	r.moves, r.movers = moves, t.movers()
	for i := range t.Rulings {
		if x := &t.Rulings[i]; x.Kind == Move {
			again = append(again, x.Person, x.To)
		}
	}
	again = append(again, slices.Collect(maps.Keys(was))...)
	return slices.DeleteFunc(again, func(id string) bool { return !r.count.Has(id) })
}

// receivers returns who has got games of entrants that changed, or take part no more: with
// other accounts these may be other games.
func (r *running) receivers(t *Tourney, changed []string) (again []string) {
	for i := range t.Rulings {
		x := &t.Rulings[i]
		if x.Kind == Move && x.Undone == "" && r.count.Has(x.To) && (slices.Contains(changed, x.Person) || !r.count.Has(x.Person)) {
			again = append(again, x.To)
		}
	}
	return again
}

// having returns who has the game in a row of p's accounts: another, where a referee has
// moved it, or nil if that one takes part no more.
func (r *running) having(p *played, row int) *played {
	to := r.moves.of(r.table, row)
	switch {
	case to == "":
		return p
	case !r.count.Has(to):
		return nil
	}
	return r.of(to)
}
