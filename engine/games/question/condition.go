package question

import (
	"strings"

	"delphi/engine/games/query"
	"delphi/engine/problem"
)

// Condition reads a condition: filters, in notation or in words. An empty line
// means all games, a nil Cond.
func (r *Reader) Condition(line string) (*query.Cond, error) {
	if strings.TrimSpace(line) == "" {
		return nil, nil
	}
	q, err := r.read(line, false)
	if err != nil {
		return nil, err
	}
	if len(q.Players) > 0 {
		return nil, problem.Newf("%q is neither a filter nor a comparison.", q.Players[0]).Try("win turns<20000", "!quit")
	}
	if q.Grouped() || q.Random || q.Shown.Shown() || q.By != nil || q.Ordinal != 0 || q.Limit != 0 {
		return nil, problem.Newf("%q is more than a condition on games.", line).Try("win turns<20000", "!quit")
	}
	return q.Where, nil
}

// Value reads a field, a function of one, or arithmetic.
func (r *Reader) Value(text string) (*query.Value, error) {
	return (&parser{Reader: r, phrases: phrases, q: &query.Query{}}).value(strings.ToLower(text))
}
