package tourneys

import (
	"context"
	"html/template"
	"slices"

	"delphi/bot/chart"
	"delphi/commands"
)

// leaders is how many players' points a chart shows over time.
const leaders = 5

// progress returns a chart of the leaders' points over time; empty if there is nothing
// to show.
func (p *Pages) progress(ctx context.Context, e *event) template.HTML {
	if e.games == 0 || e.figure(&e.res.Overall[0]) == 0 {
		return ""
	}
	const moments = 24
	from, to := e.From, min(e.Until, p.Now().Unix())
	if to <= from {
		return ""
	}
	var times []int64
	for i := range moments + 1 {
		times = append(times, from+(to-from)*int64(i)/moments)
	}
	then, err := p.Book.Progress(ctx, e.Tourney, times)
	if err != nil {
		p.Log.Error("counting points over time failed", "tournament", e.ID, "err", err)
		return ""
	}
	c := &commands.Chart{Kind: commands.Steps, Title: e.Name + ": " + e.worthName() + " over time", X: "hours from the beginning", Y: e.worthName()}
	for _, r := range e.res.Overall[:min(leaders, len(e.res.Overall))] {
		line := commands.Series{Name: e.names[r.Entrant]}
		for i, res := range then {
			for _, row := range res.Overall {
				if row.Entrant == r.Entrant {
					line.Points = append(line.Points, commands.Point{X: float64(times[i]-from) / 3600, Y: e.figure(&row)})
				}
			}
		}
		c.Series = append(c.Series, line)
	}
	return chart.Markup(c)
}

// survival returns a table and a chart of how many games of each role ascended.
func (p *Pages) survival(e *event) []Block {
	games, won := e.roles, e.won
	if len(games) == 0 {
		return nil
	}
	var roles []string
	for r := range games {
		roles = append(roles, r)
	}
	slices.Sort(roles)
	out := Block{ID: "roles", Title: "Survival by role", Columns: []string{"role", "games", "ascended"}}
	c := &commands.Chart{Kind: commands.BarChart, Title: "Ascensions by role", X: "role", Y: "ascended", YMax: 1, Series: []commands.Series{{}}}
	for i, r := range roles {
		out.Rows = append(out.Rows, []Cell{plain(r), figure(int64(games[r])), figure(int64(won[r]))})
		c.Labels = append(c.Labels, r)
		c.Series[0].Points = append(c.Series[0].Points, commands.Point{X: float64(i), Y: float64(won[r]) / float64(games[r])})
	}
	if len(won) > 0 {
		out.Chart = chart.Markup(c)
	}
	return []Block{out}
}
