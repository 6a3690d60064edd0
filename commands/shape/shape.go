package shape

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/games/query"
)

// What of a result is shown.
const (
	rowsShown   = 50 // in a table
	pointsDrawn = 60 // in a chart
)

// many returns a number of games: "1,234 games".
func many(n int) string {
	if n == 1 {
		return "1 game"
	}
	return query.Commas(int64(n)) + " games"
}

// Games lists games, with at most budget bytes of them in the sentence.
func Games(q *query.Query, res *query.Result, budget int) commands.Reply {
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
		text := fmt.Sprintf("%d. %v %s (%v)", i+1, row[0], Shown(key, row[column(key)]), row[1])
		if more := Extra(q, res, i); more != "" {
			text += " " + more
		}
		parts = append(parts, text)
		if i >= rowsShown {
			continue
		}
		cells := []string{strconv.Itoa(i + 1), fmt.Sprint(row[0]), hero, Shown("turns", row[5]), Shown("points", row[6])}
		if extra {
			cells = append(cells, Shown(by, row[column(by)]))
		}
		table.Rows = append(table.Rows, append(cells, fmt.Sprint(row[7])))
	}
	list, _ := wording.List(parts, ", ", budget)
	return commands.Reply{Table: table, Summary: fmt.Sprintf("%s; %s like that.", list, many(res.Matched))}
}

// Extra returns what x= asks of a game besides: "[hp 5, maxlvl 10]"; empty: nothing.
func Extra(q *query.Query, res *query.Result, row int) string {
	var parts []string
	for _, v := range q.Extra {
		if i := slices.Index(res.Columns, v.Name); i >= 0 {
			parts = append(parts, v.Name+" "+Shown(v.Name, res.Rows[row][i]))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// Shown returns a figure as people read it.
func Shown(column string, x any) string {
	switch x := x.(type) {
	case int64:
		switch {
		case isLength(column):
			return query.Clock(x)
		case isTime(column):
			return momentOf(x).Text
		case column == "year":
			return strconv.FormatInt(x, 10)
		}
		return query.Commas(x)
	case float64:
		if column == "pct" {
			return fmt.Sprintf("%.1f%%", x)
		}
		if isLength(column) {
			return query.Clock(int64(math.Round(x)))
		}
		if x >= 1000 || x <= -1000 {
			return query.Commas(int64(math.Round(x)))
		}
		return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
	}
	if x == "" {
		return "(none)"
	}
	return fmt.Sprint(x)
}

// Figures returns the figures of all games together.
func Figures(res *query.Result) commands.Reply {
	cell := map[string]any{}
	for i, c := range res.Columns {
		cell[c] = res.Rows[0][i]
	}
	out := commands.Reply{}
	var parts []string
	if den, ok := cell["den"]; ok {
		out.Headline = Shown("pct", cell["pct"])
		parts = append(parts, fmt.Sprintf("%s: %s of %s", out.Headline, Shown("N", cell["N"]), many(int(den.(int64)))))
	} else {
		parts = append(parts, many(res.Matched))
		out.Headline = query.Commas(int64(res.Matched))
	}
	for _, c := range res.Columns {
		if c != "N" && c != "den" && c != "pct" {
			parts = append(parts, c+" "+Shown(c, cell[c]))
		}
	}
	out.Summary = strings.Join(parts, ", ") + "."
	return out
}

// Groups lists groups of games, with at most budget bytes of them in the sentence.
func Groups(q *query.Query, res *query.Result, budget int) commands.Reply {
	main := mainColumn(q, res)
	table := &commands.Table{Columns: res.Columns}
	var parts []string
	for i, row := range res.Rows {
		if i < rowsShown {
			var cells []string
			for k, x := range row {
				cells = append(cells, Shown(res.Columns[k], x))
			}
			table.Rows = append(table.Rows, cells)
		}
		if i < 100 {
			parts = append(parts, groupText(res, row))
		}
	}
	list, n := wording.List(parts, ", ", budget)
	out := commands.Reply{Table: table, Summary: list + "."}
	if len(parts) < len(res.Rows) {
		list, _ = wording.List(parts[:n], ", ", budget+60)
		all := len(res.Rows)
		if q.Limit == 0 {
			all = res.Found
		}
		out.Summary = list + wording.AndMore(all-n) + "."
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
		name = append(name, Shown(res.Columns[i], row[i]))
	}
	s := strings.Join(name, " ")
	figure := map[string]any{}
	for i := res.Groups; i < len(row); i++ {
		figure[res.Columns[i]] = row[i]
	}
	switch {
	case figure["den"] != nil:
		s += fmt.Sprintf(" %s (%s of %s)", Shown("pct", figure["pct"]), Shown("N", figure["N"]), Shown("den", figure["den"]))
	case figure["pct"] != nil:
		s += fmt.Sprintf(" %s (%s)", Shown("N", figure["N"]), Shown("pct", figure["pct"]))
	default:
		s += " " + Shown("N", figure["N"])
	}
	var extra []string
	for i := res.Groups; i < len(row); i++ {
		if c := res.Columns[i]; c != "N" && c != "den" && c != "pct" {
			extra = append(extra, Shown(c, row[i])+" "+aggregateName(c))
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
	c := &commands.Chart{Kind: commands.BarChart, Title: wording.Capital(res.Columns[0]), X: res.Columns[0], Y: res.Columns[main]}
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
			name = append(name, Shown(res.Columns[k], row[k]))
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

// Times returns the times among the rows that are shown.
func Times(res *query.Result) (out []commands.Moment) {
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

// isLength reports whether a column holds lengths of time.
func isLength(column string) bool {
	return strings.Contains(column, "realtime") || strings.Contains(column, "playtime") || strings.Contains(column, "wallclock")
}
