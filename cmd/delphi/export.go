package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"delphi/engine/games/score"
	"delphi/storage/contest"
	"delphi/storage/contest/places"
)

type tourneyExportCmd struct {
	What   string   `arg:"" enum:"standings,games,audit" help:"standings, games or audit."`
	Name   []string `arg:"" help:"The tournament's name."`
	Format string   `default:"csv" enum:"csv,json" help:"csv or json."`
}

// Run writes one list of a tournament as it stands now, also beside a serving bot.
// It changes nothing.
func (c *tourneyExportCmd) Run(e *env) error {
	return withBook(e, func(b *contest.Book) error {
		t, err := b.Find(e.ctx, places.Place{}, strings.Join(c.Name, " "))
		if err != nil {
			return err
		}
		if c.What == "audit" {
			log, err := b.Audit(e.ctx, t.ID)
			if err != nil {
				return err
			}
			return c.write(e.out, auditRows(log))
		}
		res, err := b.Count(e.ctx, t, b.Now().Unix())
		if err != nil {
			return err
		}
		if c.What == "games" {
			return c.write(e.out, gameRows(res))
		}
		return c.write(e.out, standingRows(res))
	})
}

// rows are a list as it is written: columns, and cells of text or numbers.
type rows struct {
	columns []string
	cells   [][]any
}

func (r *rows) add(cells ...any) { r.cells = append(r.cells, cells) }

// write writes rows as CSV with a line of heads, or as a JSON list of objects.
func (c *tourneyExportCmd) write(out io.Writer, r *rows) error {
	if c.Format == "json" {
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
		var line []string
		for _, cell := range row {
			line = append(line, plainCell(cell))
		}
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

// standingRows returns the places of all categories, the whole standings and the clans.
func standingRows(res *score.Result) *rows {
	out := &rows{columns: []string{"category", "place", "name", "value", "text", "points"}}
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

// gameRows returns all games of entrants, with what became of each.
func gameRows(res *score.Result) *rows {
	out := &rows{columns: []string{"entrant", "source", "account", "role", "race", "gender", "align", "points", "turns", "realtime", "start", "end", "death", "counted", "reason", "id"}}
	for _, v := range res.AllVerdicts() {
		g := v.Game
		out.add(v.Entrant, g.Source, g.Name, g.Role, g.Race, g.Gender0, g.Align0, g.Points, g.Turns, g.Realtime, g.Start, g.End, g.Death, v.Counted, v.Reason, g.ID)
	}
	return out
}

// auditRows returns the audit log.
func auditRows(log []contest.Entry) *rows {
	out := &rows{columns: []string{"at", "entrant", "game", "counted", "what", "line"}}
	for _, l := range log {
		out.add(l.At, l.Entrant, l.Game, l.Counted, l.What, l.Line)
	}
	return out
}
