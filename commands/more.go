package commands

import (
	"context"
	"fmt"
	"strings"

	"delphi/storage"
)

// pageLines is how many lines `more` shows at once.
const pageLines = 4

// more shows the rest of the last answer in the place, a few lines a time.
func (r *Router) more() *Command {
	return &Command{
		Name:     "more",
		Summary:  "the rest of the last answer here",
		Examples: []string{"more"},
		Run: func(ctx context.Context, c *Call) (Reply, error) {
			last, asked, err := r.lastHere(ctx, c)
			if err != nil {
				return Reply{}, err
			}
			lines := last.details()
			from := asked.Page * pageLines
			if from >= len(lines) {
				r.opts.Asked.Put(c.key(), storage.Asked{Line: asked.Line})
				return Reply{Summary: "that was all of: " + asked.Line, Hints: []string{"more"}, Version: last.Version}, nil
			}
			to := min(from+pageLines, len(lines))
			r.opts.Asked.Put(c.key(), storage.Asked{Line: asked.Line, Page: asked.Page + 1})
			heads := ""
			if last.Table != nil {
				heads = "[" + strings.Join(last.Table.Columns, " ") + "] "
			}
			out := Reply{Summary: heads + strings.Join(lines[from:to], " | "), Version: last.Version, Data: last.Data}
			if to < len(lines) {
				out.Hints = []string{fmt.Sprintf("more (%d left)", len(lines)-to)}
			}
			return out, nil
		},
	}
}

// details is all that a one-line network did not show of a reply: its table
// in short rows, or its steps, wrapped to lines of a third of the budget.
func (r *Reply) details() []string {
	var parts []string
	if r.Table != nil {
		for _, row := range r.Table.Rows {
			parts = append(parts, strings.Join(row, " "))
		}
	} else {
		for _, f := range r.Fields {
			parts = append(parts, f.Name+" "+f.Value)
		}
	}
	for _, n := range r.Notes {
		parts = append(parts, n.Text)
	}
	var lines []string
	line := ""
	for _, p := range parts {
		switch {
		case line == "":
			line = p
		case len(line)+2+len(p) > LineBudget/pageLines:
			lines = append(lines, line)
			line = p
		default:
			line += "; " + p
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
