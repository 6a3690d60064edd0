package scorefiles

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"delphi/engine/games/score"
	"delphi/engine/seq"
	"delphi/storage/contest/audit"
)

// Rows are a list as it is written: columns, and cells of text or numbers.
type Rows struct {
	columns []string
	cells   [][]any
}

func (r *Rows) add(cells ...any) { r.cells = append(r.cells, cells) }

// Write writes rows as a JSON list of objects, or as CSV with a line of heads.
func (r *Rows) Write(out io.Writer, asJSON bool) error {
	if asJSON {
		list := make([]map[string]any, 0, len(r.cells))
		for _, row := range r.cells {
			object := map[string]any{}
			for i, cell := range row {
				object[r.columns[i]] = cell
			}
			list = append(list, object)
		}
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		return enc.Encode(list)
	}
	w := csv.NewWriter(out)
	if err := w.Write(r.columns); err != nil {
		return err
	}
	for _, row := range r.cells {
		line := seq.Map(row, plainCell)
		if err := w.Write(line); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// plainCell returns a cell of a table. Text that a spreadsheet would take for a formula
// gets an apostrophe before it: names are the players' own.
func plainCell(cell any) string {
	switch x := cell.(type) {
	case int64:
		return strconv.FormatInt(x, 10)
	case score.Points:
		return x.Plain()
	case string:
		if x != "" && strings.ContainsAny(x[:1], "=+-@\t\r") {
			return "'" + x
		}
		return x
	}
	return fmt.Sprint(cell)
}

// Standings returns the places of all categories, the whole standings and the clans.
func Standings(res *score.Result) *Rows {
	out := &Rows{columns: []string{"category", "place", "name", "value", "text", "points"}}
	add := func(category string, list []score.Row) {
		for _, r := range list {
			out.add(category, int64(r.Place), r.Name, r.Value, r.Text, r.Points)
		}
	}
	add("overall", res.Overall)
	add("clans", res.Clans)
	for _, c := range res.Categories {
		add(c.Key, c.Rows)
		add(c.Key+" (clans)", c.Clans)
	}
	for _, h := range res.Trophies {
		add("trophy "+h.Key, h.Players)
		add("trophy "+h.Key+" (clans)", h.Clans)
	}
	return out
}

// Games returns all games of entrants, with what became of each.
func Games(res *score.Result) *Rows {
	out := &Rows{columns: []string{"entrant", "source", "account", "role", "race", "gender", "align", "points", "turns", "realtime", "start", "end", "death", "counted", "reason", "id"}}
	for _, v := range res.AllVerdicts() {
		g := v.Game
		out.add(v.Entrant, g.Source, g.Name, g.Role, g.Race, g.Gender0, g.Align0, g.Points, g.Turns, g.Realtime, g.Start, g.End, g.Death, v.Counted, v.Reason, g.ID)
	}
	return out
}

// Audit returns the audit log.
func Audit(log []audit.Entry) *Rows {
	out := &Rows{columns: []string{"at", "entrant", "game", "counted", "what", "line"}}
	for _, l := range log {
		out.add(l.At, l.Entrant, l.Game, l.Counted, l.What, l.Line)
	}
	return out
}

// linesShown is how many places of a leaderboard are printed.
const linesShown = 10

// WriteHonours writes the beginning of every list of a result as text.
func WriteHonours(out io.Writer, h *score.Honours) {
	for i, list := range [][]score.Placed{h.Players, h.Clans} {
		title := []string{"Points", "Points of clans"}[i]
		if len(list) == 0 {
			continue
		}
		fmt.Fprintln(out, title)
		for _, p := range list[:min(linesShown, len(list))] {
			fmt.Fprintf(out, "  %d. %s %v\n", p.Place, p.Name, p.Value)
		}
	}
	for _, b := range h.Leaderboards {
		fmt.Fprintf(out, "%s (%s)\n", b.Title, b.Key)
		for _, list := range [][]score.Placed{b.Players, b.Clans} {
			for _, p := range list[:min(linesShown, len(list))] {
				fmt.Fprintf(out, "  %d. %s %v\n", p.Place, p.Name, p.Value)
			}
			if len(list) > linesShown {
				fmt.Fprintf(out, "  and %d more\n", len(list)-linesShown)
			}
		}
	}
	for _, t := range h.Trophies {
		fmt.Fprintf(out, "%s (%s): %s", t.Name, t.Key, strings.Join(t.Players, ", "))
		if len(t.Clans) > 0 {
			fmt.Fprintf(out, "; clans %s", strings.Join(t.Clans, ", "))
		}
		fmt.Fprintln(out)
	}
}
