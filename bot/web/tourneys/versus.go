package tourneys

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/engine/games/score"
)

// mostNames is the largest number of names that a form offers.
const mostNames = 500

// compares reports whether a tournament has two to compare, and a server to ask.
func (p *Pages) compares(e *event) bool { return !p.Static && len(e.res.Overall) > 1 }

// compare returns the form that asks whom to compare, players or clans.
func (p *Pages) compare(e *event, a, b string, clans bool) *Form {
	f := &Form{Action: p.Link(Path(e.ID, "vs")), A: a, B: b}
	list := e.res.Overall
	if clans {
		f.Action, list = p.Link(Path(e.ID, "vs", "clans")), e.res.Clans
	}
	for _, r := range list[:min(mostNames, len(list))] {
		if name := e.called(&r, clans); !slices.Contains(f.Names, name) {
			f.Names = append(f.Names, name)
		}
	}
	return f
}

// called returns what pages call the entrant or the clan of a row.
func (e *event) called(r *score.Row, clan bool) string {
	if clan {
		return r.Name
	}
	return e.names[r.Entrant]
}

// versusPage shows two players, or two clans, side by side.
func (p *Pages) versusPage(_ context.Context, e *event, a *Ask) (string, []Block, error) {
	clans := a.Name == "clans"
	if a.Name != "" && !clans {
		return "", nil, ErrNone
	}
	out := []Block{{ID: "players", Title: "Two players", Form: p.compare(e, a.A, a.B, false)}}
	if len(e.res.Clans) > 1 {
		out = append(out, Block{ID: "clans", Title: "Two clans", Form: p.compare(e, "", "", true)})
	}
	if clans {
		out[0].Form.A, out[0].Form.B = "", ""
		if len(out) > 1 {
			out[1].Form.A, out[1].Form.B = a.A, a.B
		}
	}
	if a.A == "" || a.B == "" {
		return "Compare", out, nil
	}
	side := Block{ID: "both", Title: a.A + " and " + a.B, Columns: columns("what", a.A+"#", a.B+"#"), Side: true}
	list := e.res.Overall
	if clans {
		list = e.res.Clans
	}
	x, y := e.rowOf(list, a.A, clans), e.rowOf(list, a.B, clans)
	switch {
	case x == nil || y == nil:
		missing := a.A
		if x != nil {
			missing = a.B
		}
		side.Text, side.Columns = []string{"Nobody here is called " + missing + "."}, nil
		return "Compare", append([]Block{side}, out...), nil
	}
	pair(&side, "place", x, y, func(r *score.Row) Cell { return figure(int64(r.Place)) })
	pair(&side, e.worthName(), x, y, func(r *score.Row) Cell { return valued(e.worth(r), e.figure(r)) })
	level := x != nil && y != nil && e.figure(x) == e.figure(y)
	side.Rows[1][1].Strong, side.Rows[1][2].Strong = side.Rows[0][1].Strong && !level, side.Rows[0][2].Strong && !level
	if !clans {
		pair(&side, "games", x, y, func(r *score.Row) Cell { return figure(int64(e.by[r.Entrant].games)) })
		pair(&side, "ascensions", x, y, func(r *score.Row) Cell { return figure(int64(e.by[r.Entrant].won)) })
	}
	for i := range e.res.Categories {
		c := &e.res.Categories[i]
		of := c.Rows
		if clans {
			of = c.Clans
		}
		if mine, theirs := e.rowOf(of, a.A, clans), e.rowOf(of, a.B, clans); mine != nil || theirs != nil {
			pair(&side, c.Title, mine, theirs, func(r *score.Row) Cell { return plain(r.Text + " (" + ordinal(r.Place) + ")") })
		}
	}
	one, other, both := e.trophiesOf(x, y, clans)
	for _, l := range []struct {
		title string
		list  []string
	}{{"Trophies of both", both}, {"Trophies of " + a.A + " alone", one}, {"Trophies of " + a.B + " alone", other}} {
		if len(l.list) > 0 {
			side.Text = append(side.Text, fmt.Sprintf("%s (%d): %s.", l.title, len(l.list), strings.Join(l.list, ", ")))
		}
	}
	return "Compare", append([]Block{side}, out...), nil
}

// ordinal writes a place: "3rd".
func ordinal(n int) string {
	end := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return fmt.Sprint(n) + end
}

// rowOf returns the row of whoever pages call so, or nil.
func (e *event) rowOf(list []score.Row, name string, clan bool) *score.Row {
	for i := range list {
		if strings.EqualFold(e.called(&list[i], clan), name) {
			return &list[i]
		}
	}
	return nil
}

// pair adds a row to a comparison; whoever has the better place is set off.
func pair(b *Block, what string, x, y *score.Row, show func(*score.Row) Cell) {
	row := []Cell{plain(what), plain("-"), plain("-")}
	for i, r := range []*score.Row{x, y} {
		if r != nil {
			row[1+i] = show(r)
		}
	}
	if what != "games" && what != "ascensions" {
		row[1].Strong = x != nil && (y == nil || x.Place < y.Place)
		row[2].Strong = y != nil && (x == nil || y.Place < x.Place)
	}
	b.Rows = append(b.Rows, row)
}

// trophiesOf lists the trophies that only one of two has, that only the other has, and
// that both have.
func (e *event) trophiesOf(x, y *score.Row, clans bool) (one, other, both []string) {
	for i := range e.res.Trophies {
		h := &e.res.Trophies[i]
		list := h.Players
		if clans {
			list = h.Clans
		}
		has := func(r *score.Row) bool {
			return slices.ContainsFunc(list, func(o score.Row) bool { return o.Entrant == r.Entrant && o.Name == r.Name })
		}
		switch mine, theirs := has(x), has(y); {
		case mine && theirs:
			both = append(both, h.Name)
		case mine:
			one = append(one, h.Name)
		case theirs:
			other = append(other, h.Name)
		}
	}
	return one, other, both
}
