package tourneys

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"delphi/bot/chart"
	"delphi/commands"
)

// heroesPage shows how many games of each role and race there were, and ascended.
func (p *Pages) heroesPage(_ context.Context, e *event, a *Ask) (string, []Block, error) {
	if a.Name != "" {
		return "", nil, ErrNone
	}
	return "Heroes", []Block{e.grid(), e.survival()}, nil
}

// races is the order in which the grid has the races of the game; others come after them.
var raceOrder = []string{"Hum", "Elf", "Dwa", "Gno", "Orc"}

// grid shows ascensions and games of each role and race.
func (e *event) grid() Block {
	roles, races := map[string]bool{}, map[string]bool{}
	for h := range e.heroes {
		roles[h.role], races[h.race] = true, true
	}
	across := slices.SortedFunc(maps.Keys(races), func(a, b string) int {
		place := func(r string) int {
			if i := slices.Index(raceOrder, r); i >= 0 {
				return i
			}
			return len(raceOrder)
		}
		return cmp.Or(place(a)-place(b), strings.Compare(a, b))
	})
	out := Block{ID: "grid", Title: "Roles and races", Text: []string{"Ascensions, and games."}, Columns: []Column{{Name: "role"}}, Empty: "No game has counted yet."}
	for _, r := range across {
		out.Columns = append(out.Columns, Column{Name: r, Right: true})
	}
	for _, role := range slices.Sorted(maps.Keys(roles)) {
		row := []Cell{plain(role)}
		for _, race := range across {
			d, ok := e.heroes[hero{role, race}]
			if !ok {
				row = append(row, Cell{Value: -1, Valued: true})
				continue
			}
			c := valued(fmt.Sprintf("%d/%d", d.won, d.games), float64(d.won)+float64(d.games)/1e7)
			c.Strong = d.won > 0
			row = append(row, c)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// survival shows how many games of each role ascended.
func (e *event) survival() Block {
	out := Block{ID: "roles", Title: "Survival by role", Columns: columns("role", "games#", "ascended#"), Empty: "No game has counted yet."}
	c := &commands.Chart{Kind: commands.BarChart, Title: "Ascensions by role", X: "role", Y: "% of its games", YMax: 100, Series: []commands.Series{{}}}
	for i, r := range slices.Sorted(maps.Keys(e.roles)) {
		out.Rows = append(out.Rows, []Cell{plain(r), figure(int64(e.roles[r])), figure(int64(e.won[r]))})
		c.Labels = append(c.Labels, r)
		c.Series[0].Points = append(c.Series[0].Points, commands.Point{X: float64(i), Y: math.Round(1000*float64(e.won[r])/float64(e.roles[r])) / 10})
	}
	if len(e.won) > 0 {
		out.Chart = chart.Markup(c)
	}
	return out
}

// deathsPage lists what killed people, each death once, with whom it killed first.
func (p *Pages) deathsPage(_ context.Context, e *event, a *Ask) (string, []Block, error) {
	if a.Name != "" {
		return "", nil, ErrNone
	}
	list := slices.Collect(maps.Values(e.deaths))
	slices.SortFunc(list, func(a, b *death) int { return cmp.Or(b.times-a.times, later(b.first, a.first)) })
	out := Block{ID: "deaths", Text: []string{fmt.Sprintf("%d different deaths.", len(list))}, Columns: columns("death", "times#", "first")}
	c := &commands.Chart{Kind: commands.BarChart, Title: "Deaths by killer", X: "death", Y: "times", Series: []commands.Series{{}}}
	for i, d := range list {
		out.Rows = append(out.Rows, []Cell{plain(d.text), figure(int64(d.times)), p.player(e, d.first.who)})
		c.Labels = append(c.Labels, strings.TrimPrefix(d.text, "killed by "))
		c.Series[0].Points = append(c.Series[0].Points, commands.Point{X: float64(i), Y: float64(d.times)})
	}
	if len(list) > 0 {
		out.Chart = chart.Markup(c)
	} else {
		out.Columns = nil
	}
	return "Deaths", []Block{out}, nil
}
