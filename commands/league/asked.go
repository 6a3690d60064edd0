package league

import (
	"context"
	"fmt"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/shape"
	"delphi/commands/wording"
	"delphi/engine/games/query"
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

// rowsTold is how many groups an answer has as data.
const rowsTold = 5_000

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
		out = shape.Games(q, res, budget)
	case res.Groups == 0:
		out = shape.Figures(res)
	default:
		out = shape.Groups(q, res, budget)
	}
	out.Data, out.Moments = answer, append(out.Moments, shape.Times(res)...)
	return out, err
}

// noRows says that nothing was found, and what was searched.
func noRows(q *query.Query, res *query.Result) commands.Reply {
	s := fmt.Sprintf("None of %s match that.", asker.Many(res.Games, "game"))
	switch {
	case len(q.Players) > 0 && res.Games == 0:
		s = fmt.Sprintf("I have no games by %s.", wording.Or(q.Players))
	case res.Matched > 0 && res.Refs != nil:
		s = fmt.Sprintf("Only %s match that.", asker.Many(res.Matched, "game"))
	case res.Matched > 0:
		s = fmt.Sprintf("None of the groups of %s matches that.", asker.Many(res.Matched, "game"))
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
		before = fmt.Sprintf("%s of %s: ", query.Commas(int64(place)), query.Commas(int64(res.Matched)))
	}
	if res.Tied > 1 && q.By != nil {
		before += fmt.Sprintf("(%d are equal) ", res.Tied)
	}
	zone := q.Zone
	g, err := r.told(kept[0])
	if err != nil {
		return commands.Reply{}, err
	}
	if q.Shown.Log {
		out := r.answerGame(g, zone, before)
		if out.Summary = before + g.dump; g.dump == "" {
			out.Summary = fmt.Sprintf("I don't know where %s keeps dump logs.", kept[0].Source)
		}
		return out, nil
	}
	if more := shape.Extra(q, res, 0); more != "" {
		before += more + " "
	}
	out := r.answerGame(g, zone, before)
	if last := len(res.Columns) - 1; q.By != nil && res.Columns[last] == q.By.Name && q.By.Name != "realtime" {
		out.Field(q.By.Name, "%s", shape.Shown(q.By.Name, res.Rows[0][last]))
	}
	return out, err
}
