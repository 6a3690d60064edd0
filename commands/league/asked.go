package league

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/engine/query"
	"delphi/engine/score"
)

// queryAnswer is a query's result in machine-readable form.
type queryAnswer struct {
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
	Matched int      `json:"matched"`
	Games   int      `json:"games"`
	Read    string   `json:"read"`
	Groups  int      `json:"groups,omitempty"` // how many there are, where not all of them are rows
	Ordinal int      `json:"ordinal,omitempty"`
	Tied    int      `json:"tied_on_key,omitempty"`
}

// What of a result is shown.
const (
	rowsShown   = 50 // in a table
	rowsTold    = 5_000
	pointsDrawn = 60 // in a chart
)

// sayResult returns a result as a reply. Lists in its sentence are limited to a number
// of bytes.
func (r *room) sayResult(ctx context.Context, q *query.Query, res *query.Result, budget int) (out commands.Reply, err error) {
	if res.Rows == nil {
		res.Rows = [][]any{}
	}
	answer := queryAnswer{Columns: res.Columns, Rows: res.Rows, Matched: res.Matched, Games: res.Games, Read: q.Words()}
	if q.Limit == 0 && res.Found > len(res.Rows) {
		answer.Groups = res.Found
	}
	if res.Refs != nil && len(res.Rows) > 0 {
		answer.Ordinal, answer.Tied = res.Ordinal, res.Tied
	}
	switch {
	case len(res.Rows) == 0:
		out = noRows(q, res)
	case len(res.Refs) == 1:
		out, err = r.oneGame(ctx, q, res)
	case res.Refs != nil:
		out = severalGames(q, res, budget)
	case res.Groups == 0:
		out = figures(res)
	default:
		out = groups(q, res, budget)
	}
	out.Data, out.Moments = answer, append(out.Moments, timesIn(res)...)
	return out, err
}

// noRows says that nothing was found, and what was searched.
func noRows(q *query.Query, res *query.Result) commands.Reply {
	s := fmt.Sprintf("No games like that among %s.", asker.Many(res.Games, "game"))
	switch {
	case len(q.Players) > 0 && res.Games == 0:
		s = fmt.Sprintf("I know no games by %s.", commands.Or(q.Players))
	case res.Matched > 0 && res.Refs != nil:
		s = fmt.Sprintf("There are only %s like that.", asker.Many(res.Matched, "game"))
	case res.Matched > 0:
		s = fmt.Sprintf("None of the groups of %s is like that.", asker.Many(res.Matched, "game"))
	}
	return commands.Reply{Summary: s, Hints: []string{"query *"}}
}

// oneGame returns the one game found.
func (r *room) oneGame(ctx context.Context, q *query.Query, res *query.Result) (commands.Reply, error) {
	kept, err := r.book.Games.Logged(ctx, uint64(res.Refs[0]))
	if err != nil {
		return commands.Reply{}, err
	}
	before := ""
	if res.Matched > 1 {
		place := res.Ordinal
		if q.By != nil { // the best is the first
			place = res.Matched + 1 - place
		}
		before = fmt.Sprintf("%s of %s: ", score.Commas(int64(place)), score.Commas(int64(res.Matched)))
	}
	if res.Tied > 1 && q.By != nil {
		before += fmt.Sprintf("(%d are equal) ", res.Tied)
	}
	zone := q.Zone
	g, err := r.told(kept[0])
	if err != nil {
		return commands.Reply{}, err
	}
	out := r.answerGame(g, zone, before)
	if last := len(res.Columns) - 1; q.By != nil && res.Columns[last] == q.By.Name && q.By.Name != "realtime" {
		out.Field(q.By.Name, "%s", shown(q.By.Name, res.Rows[0][last]))
	}
	return out, err
}

// severalGames lists games.
func severalGames(q *query.Query, res *query.Result, budget int) commands.Reply {
	column := func(name string) int { return slices.Index(res.Columns, name) }
	by := "points"
	if q.By != nil {
		by = q.By.Name
	}
	table := &commands.Table{Columns: []string{"", "player", "hero", "turns", "points"}}
	extra := by != "points" && by != "turns" && column(by) >= 0
	if extra {
		table.Columns = append(table.Columns, by)
	}
	table.Columns = append(table.Columns, "death")
	var parts []string
	for i, row := range res.Rows {
		hero := fmt.Sprintf("%v-%v-%v-%v", row[1], row[2], row[3], row[4])
		key := by
		if column(by) < 0 {
			key = "points"
		}
		parts = append(parts, fmt.Sprintf("%d. %v %s (%v)", i+1, row[0], shown(key, row[column(key)]), row[1]))
		if i >= rowsShown {
			continue
		}
		cells := []string{strconv.Itoa(i + 1), fmt.Sprint(row[0]), hero, shown("turns", row[5]), shown("points", row[6])}
		if extra {
			cells = append(cells, shown(by, row[column(by)]))
		}
		table.Rows = append(table.Rows, append(cells, fmt.Sprint(row[7])))
	}
	list, _ := commands.List(parts, ", ", budget)
	return commands.Reply{Table: table, Summary: fmt.Sprintf("%s; %s like that.", list, asker.Many(res.Matched, "game"))}
}

// shown returns a figure as people read it.
func shown(column string, x any) string {
	switch x := x.(type) {
	case int64:
		switch {
		case strings.Contains(column, "realtime"), strings.Contains(column, "wallclock"):
			return score.Clock(x)
		case isTime(column):
			return momentOf(x).Text
		case column == "year":
			return strconv.FormatInt(x, 10)
		}
		return score.Commas(x)
	case float64:
		if column == "pct" {
			return fmt.Sprintf("%.1f%%", x)
		}
		if strings.Contains(column, "realtime") || strings.Contains(column, "wallclock") {
			return score.Clock(int64(x))
		}
		if x >= 1000 || x <= -1000 {
			return score.Commas(int64(x))
		}
		return strconv.FormatFloat(float64(int64(x*100+0.5))/100, 'f', -1, 64)
	}
	if x == "" {
		return "(none)"
	}
	return fmt.Sprint(x)
}

// figures returns the figures of all games together.
func figures(res *query.Result) commands.Reply {
	cell := map[string]any{}
	for i, c := range res.Columns {
		cell[c] = res.Rows[0][i]
	}
	out := commands.Reply{}
	var parts []string
	if den, ok := cell["den"]; ok {
		out.Headline = shown("pct", cell["pct"])
		parts = append(parts, fmt.Sprintf("%s: %s of %s", out.Headline, shown("N", cell["N"]), asker.Many(int(den.(int64)), "game")))
	} else {
		parts = append(parts, asker.Many(res.Matched, "game"))
		out.Headline = score.Commas(int64(res.Matched))
	}
	for _, c := range res.Columns {
		if c != "N" && c != "den" && c != "pct" {
			parts = append(parts, c+" "+shown(c, cell[c]))
		}
	}
	out.Summary = strings.Join(parts, ", ") + "."
	return out
}

// groups lists groups of games.
func groups(q *query.Query, res *query.Result, budget int) commands.Reply {
	main := mainColumn(q, res)
	table := &commands.Table{Columns: res.Columns}
	var parts []string
	for i, row := range res.Rows {
		if i < rowsShown {
			var cells []string
			for k, x := range row {
				cells = append(cells, shown(res.Columns[k], x))
			}
			table.Rows = append(table.Rows, cells)
		}
		if i < 100 {
			parts = append(parts, groupText(res, row))
		}
	}
	list, n := commands.List(parts, ", ", budget)
	out := commands.Reply{Table: table, Summary: list + "."}
	if len(parts) < len(res.Rows) {
		list, _ = commands.List(parts[:n], ", ", budget+60)
		all := len(res.Rows)
		if q.Limit == 0 {
			all = res.Found
		}
		out.Summary = list + commands.AndMore(all-n) + "."
	}
	if len(res.Rows) > 1 && len(res.Rows) <= pointsDrawn {
		out.Chart = chart(q, res, main)
	}
	return out
}

// groupText returns a group in a few words: "Pri 44.4% (8 of 18)".
func groupText(res *query.Result, row []any) string {
	var name []string
	for i := range res.Groups {
		name = append(name, shown(res.Columns[i], row[i]))
	}
	s := strings.Join(name, " ")
	figure := map[string]any{}
	for i := res.Groups; i < len(row); i++ {
		figure[res.Columns[i]] = row[i]
	}
	switch {
	case figure["den"] != nil:
		s += fmt.Sprintf(" %s (%s of %s)", shown("pct", figure["pct"]), shown("N", figure["N"]), shown("den", figure["den"]))
	case figure["pct"] != nil:
		s += fmt.Sprintf(" %s (%s)", shown("N", figure["N"]), shown("pct", figure["pct"]))
	default:
		s += " " + shown("N", figure["N"])
	}
	var extra []string
	for i := res.Groups; i < len(row); i++ {
		if c := res.Columns[i]; c != "N" && c != "den" && c != "pct" {
			extra = append(extra, shown(c, row[i])+" "+aggregateName(c))
		}
	}
	if len(extra) > 0 {
		s += " [" + strings.Join(extra, ", ") + "]"
	}
	return s
}

// aggregateName returns the name of a column of figures in a sentence: "avg turns".
func aggregateName(column string) string {
	name, of, _ := strings.Cut(strings.TrimSuffix(column, ")"), "(")
	if name == "cdist" {
		name = "different"
	}
	return strings.TrimSpace(name + " " + of)
}

// mainColumn returns the figure that a chart of groups shows.
func mainColumn(q *query.Query, res *query.Result) int {
	for _, o := range q.Order {
		if i := slices.Index(res.Columns, o.Column); i >= res.Groups {
			return i
		}
	}
	for _, name := range []string{"pct", "N"} {
		if i := slices.Index(res.Columns, name); i >= 0 && (name == "N" || slices.Contains(res.Columns, "den")) {
			return i
		}
	}
	return res.Groups
}

// chart draws groups: as a line if they are ordered in time, else as a bar each.
func chart(q *query.Query, res *query.Result, main int) *commands.Chart {
	c := &commands.Chart{Kind: commands.BarChart, Title: commands.Capital(res.Columns[0]), X: res.Columns[0], Y: res.Columns[main]}
	if res.Groups == 1 && q.Groups[0].Chronic() {
		c.Kind = commands.Curve
	}
	s := commands.Series{}
	rows := res.Rows
	if c.Kind == commands.Curve { // in the order of time, whatever the answer's
		rows = slices.Clone(rows)
		slices.SortFunc(rows, func(a, b []any) int { return query.CompareCells(a[0], b[0]) })
	}
	for i, row := range rows {
		var name []string
		for k := range res.Groups {
			name = append(name, shown(res.Columns[k], row[k]))
		}
		c.Labels = append(c.Labels, strings.Join(name, " "))
		x := float64(i)
		s.Points = append(s.Points, commands.Point{X: x, Y: query.Float(row[main])})
	}
	c.Series = []commands.Series{s}
	return c
}

// isTime reports whether a column holds times.
func isTime(column string) bool {
	return column == "starttime" || column == "endtime" || strings.HasSuffix(column, "(start)") || strings.HasSuffix(column, "(end)")
}

// momentOf returns a time in UTC.
func momentOf(unix int64) commands.Moment {
	at := time.Unix(unix, 0).UTC()
	return commands.Moment{At: at, Text: at.Format("2006-01-02 15:04")}
}

// timesIn returns the times among the rows that are shown.
func timesIn(res *query.Result) (out []commands.Moment) {
	for k, column := range res.Columns {
		if !isTime(column) {
			continue
		}
		for _, row := range res.Rows[:min(rowsShown, len(res.Rows))] {
			if x, ok := row[k].(int64); ok {
				out = append(out, momentOf(x))
			}
		}
	}
	return out
}
