package commands

import (
	"context"
	"strings"

	"delphi/storage"
)

// lastHere answers again what was last asked in the place of a call.
func (r *Router) lastHere(ctx context.Context, c *Call) (Reply, storage.Asked, error) {
	asked, ok := r.opts.Asked.Last(ctx, c.key())
	if !ok {
		return Reply{}, asked, &Problem{Text: "nothing was asked here yet", Hints: []string{"fail wiz xl8 int16 force bolt"}}
	}
	last, err := r.again(ctx, asked.Line)
	return last, asked, err
}

// why answers with the steps of the last answer in the place.
func (r *Router) why() *Command {
	return &Command{
		Name:     "why",
		Aliases:  []string{"steps", "how"},
		Summary:  "the steps of the last answer here, with the lines of the game's source",
		Examples: []string{"why"},
		Run: func(ctx context.Context, c *Call) (Reply, error) {
			last, asked, err := r.lastHere(ctx, c)
			if err != nil {
				return Reply{}, err
			}
			last.Chart, last.Table, last.Hints = nil, nil, nil
			if len(last.Fields) == 0 {
				last.Hints = []string{"more"}
				last.Summary = "that answer has no steps of its own: " + asked.Line
				return last, nil
			}
			steps := make([]string, len(last.Fields))
			for i, f := range last.Fields {
				steps[i] = f.Name + " " + f.Value
			}
			cites := last.Citations()
			last.Summary = subject(last.Summary) + ": " + strings.Join(steps, "; ") + "."
			for i := 1; i < len(cites); i++ { // the version is said once
				cites[i] = strings.TrimPrefix(cites[i], last.Version+" ")
			}
			if len(cites) > 0 {
				last.Summary += " [" + strings.Join(cites, ", ") + "]"
			}
			last.Headline, last.Notes = "", nil // the steps say it all
			return last, nil
		},
	}
}

// subject is what a summary is about: all before its first colon, semicolon
// or bracket.
func subject(summary string) string {
	if i := strings.IndexAny(summary, ":;("); i >= 0 {
		summary = summary[:i]
	}
	return strings.Trim(summary, " .")
}
