package running

// played holds the games of an entrant.
type played struct {
	entrant string
	again   bool    // they are to be counted again
	rows    []int32 // ascending
	marks   []mark  // of each row
}

// of returns an entrant's games.
func (r *Count) of(entrant string) *played {
	p := r.played[entrant]
	if p == nil {
		p = &played{entrant: entrant}
		r.played[entrant] = p
	}
	return p
}

// leave forgets an entrant's games, but not what the audit log says about them.
func (r *Count) leave(id string) {
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
func (r *Count) rows(ids []string) [][]int32 {
	out := make([][]int32, len(ids))
	for i, id := range ids {
		if p := r.played[id]; p != nil {
			out[i] = p.rows
		}
	}
	return out
}

// collect adds the rows from from up to upTo to the games of their entrants.
func (r *Count) collect(from, upTo int, wanted func(*played) bool) {
	if from >= upTo {
		return
	}
	r.table.Ends(from, upTo, func(row int, name, source int32, end int64) {
		if !r.event.during(end) {
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

func (o *owners) of(r *Count, name, source int32) *played {
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
