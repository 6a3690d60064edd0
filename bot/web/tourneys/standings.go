package tourneys

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"delphi/commands/wording"
	"delphi/engine/games/score"
)

// rows returns the places of a standing, with links by who.
func rows(list []score.Row, who func(score.Row) Cell) (out [][]Cell) {
	for _, r := range list {
		out = append(out, []Cell{figure(int64(r.Place)), who(r), valued(r.Text, float64(r.Value)), points(r.Points)})
	}
	return out
}

// points returns a cell with points.
func points(n score.Points) Cell { return valued(n.Plain(), n.Float()) }

var (
	placed      = []string{"place#", "player", "value#", "points#"}
	placedClans = []string{"place#", "clan", "value#", "points#"}
)

func (p *Pages) standingsPage(ctx context.Context, e *event, a *Ask) (string, []Block, error) {
	if a.Name != "" {
		return "", nil, ErrNone
	}
	all := Block{ID: "all", Title: wording.Capital(e.worthName()), Columns: columns("place#", "player", e.worthName()+"#", "clan", "games#", "ascended#"), Empty: "Nobody has joined yet."}
	clans := map[string]string{}
	for _, x := range e.Entrants {
		clans[x.Person] = x.Clan
	}
	for _, r := range e.res.Overall {
		row := []Cell{figure(int64(r.Place)), p.player(e, r.Entrant), valued(e.worth(&r), e.figure(&r)), {}, figure(int64(e.by[r.Entrant].games)), figure(int64(e.by[r.Entrant].won))}
		if c := clans[r.Entrant]; c != "" {
			row[3] = p.clan(e, c)
		}
		all.Rows = append(all.Rows, row)
	}
	if len(e.res.Clans) == 0 {
		all.Columns = slices.Delete(all.Columns, 3, 4)
		for i := range all.Rows {
			all.Rows[i] = slices.Delete(all.Rows[i], 3, 4)
		}
	}
	var out []Block
	if race := p.race(ctx, e); race != "" {
		out = append(out, Block{ID: "race", Title: "The race", Chart: race})
	}
	out = append(out, all)
	if len(e.res.Clans) > 0 {
		out = append(out, p.clans(e))
	}
	return "Standings", append(out, p.leaders(e)), nil
}

// clans lists the clans.
func (p *Pages) clans(e *event) Block {
	return Block{ID: "clans", Title: "Clans", Columns: columns(placedClans...), Empty: "There are no clans.", Rows: rows(e.res.Clans, func(r score.Row) Cell { return p.clan(e, r.Entrant) })}
}

// leaders lists the categories and leaderboards with who leads each.
func (p *Pages) leaders(e *event) Block {
	out := Block{ID: "leaders", Title: "Leaders", Columns: columns("trophy", "player", "value#"), Empty: "The rules have no categories."}
	for i := range e.res.Categories {
		c := &e.res.Categories[i]
		row := []Cell{p.trophy(e, c.Title, c.Key), {Text: "nobody yet"}, {}}
		switch {
		case len(c.Rows) > 0:
			row[1], row[2] = p.player(e, c.Rows[0].Entrant), valued(c.Rows[0].Text, float64(c.Rows[0].Value))
		case len(c.Clans) > 0:
			row[1], row[2] = p.clan(e, c.Clans[0].Name), valued(c.Clans[0].Text, float64(c.Clans[0].Value))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

func (p *Pages) playerPage(ctx context.Context, e *event, a *Ask) (string, []Block, error) {
	person := e.person(a.Name)
	if person == "" {
		return "", nil, ErrNone
	}
	worth := Block{ID: "points", Title: "Points", Columns: columns("trophy", "place#", "value#", "points#"), Empty: "No points yet."}
	for i := range e.res.Categories {
		c := &e.res.Categories[i]
		for _, r := range c.Rows {
			if r.Entrant == person {
				worth.Rows = append(worth.Rows, []Cell{p.trophy(e, c.Title, c.Key), figure(int64(r.Place)), valued(r.Text, float64(r.Value)), points(r.Points)})
			}
		}
	}
	if e.res.Pointless() {
		worth.Title, worth.Empty, worth.Columns = "Places", "No place yet.", worth.Columns[:3]
		for i := range worth.Rows {
			worth.Rows[i] = worth.Rows[i][:3]
		}
	}
	for _, r := range e.res.Overall {
		if r.Entrant == person {
			worth.Text = []string{fmt.Sprintf("Place %d with %s.", r.Place, r.Text)}
		}
	}
	has := Block{ID: "has", Title: "Trophies", Columns: columns("trophy", "points#"), Empty: "None yet."}
	for i := range e.res.Trophies {
		h := &e.res.Trophies[i]
		if slices.ContainsFunc(h.Players, func(r score.Row) bool { return r.Entrant == person }) {
			has.Rows = append(has.Rows, []Cell{p.trophy(e, h.Name, h.Key), points(h.Points)})
		}
	}
	out := []Block{worth}
	if len(e.res.Trophies) > 0 {
		out = append(out, has)
	}
	games, err := p.gameList(ctx, e, person)
	out = append(out, games, p.rulings(e, person))
	if len(out[len(out)-1].Rows) == 0 {
		out = out[:len(out)-1]
	}
	if p.compares(e) {
		out = append(out, Block{ID: "with", Title: "Compare " + a.Name, Form: p.compare(e, a.Name, "", false)})
	}
	return a.Name, out, err
}

func (p *Pages) clanPage(ctx context.Context, e *event, a *Ask) (string, []Block, error) {
	if a.Name == "" {
		all := p.clans(e)
		all.Title = ""
		return "Clans", []Block{all}, nil
	}
	of := Block{ID: "members", Title: "Members", Columns: columns("place#", "player", e.worthName()+"#", "games#", "ascended#")}
	in := map[string]bool{}
	for _, x := range e.Entrants {
		if x.Clan == a.Name {
			in[x.Person] = true
		}
	}
	for _, r := range e.res.Overall {
		if in[r.Entrant] {
			of.Rows = append(of.Rows, []Cell{figure(int64(r.Place)), p.player(e, r.Entrant), valued(e.worth(&r), e.figure(&r)), figure(int64(e.by[r.Entrant].games)), figure(int64(e.by[r.Entrant].won))})
		}
	}
	if of.Rows == nil {
		return "", nil, ErrNone
	}
	for _, r := range e.res.Clans {
		if r.Entrant == a.Name {
			of.Text = []string{fmt.Sprintf("Place %d with %s.", r.Place, r.Text)}
		}
	}
	games, err := p.gameList(ctx, e, slices.Sorted(maps.Keys(in))...)
	out := []Block{of, games}
	if p.compares(e) && len(e.res.Clans) > 1 {
		out = append(out, Block{ID: "with", Title: "Compare " + a.Name, Form: p.compare(e, a.Name, "", true)})
	}
	return "Clan " + a.Name, out, err
}
