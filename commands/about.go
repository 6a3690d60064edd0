package commands

import (
	"cmp"
	"context"
	"strings"

	"delphi/engine/rules"
)

// about says what answers: the bot's version, the rule sets with the release
// of the game that each follows, where the source is.
func (r *Router) about() *Command {
	return &Command{
		Name:     "about",
		Aliases:  []string{"version"},
		Summary:  "the bot's version, the rules it knows, and where the source is",
		Examples: []string{"about"},
		Run: func(ctx context.Context, c *Call) (Reply, error) {
			a := r.opts.About
			out := Reply{}
			table := &Table{Columns: []string{"rules", "follows", "released"}}
			var known []string
			for _, n := range rules.Names() {
				s := rules.Get(n)
				title, released := s.Title, "-"
				if s.Released != "" {
					released = s.Released
					title += " (" + released + ")"
				}
				known = append(known, title)
				table.Rows = append(table.Rows, []string{s.Name, s.Title, released})
			}
			out.Table = table
			out.Summary = "Delphi " + a.Version + " answers by the source of " + strings.Join(known, ", ") + "."
			source := cmp.Or(a.Source, "ask whoever runs this bot")
			out.Summary += " Its own source: " + source + "."
			out.Fields = append(out.Fields, Field{"source", source})
			out.Fields = append(out.Fields, Field{"version", a.Version}, Field{"data", rules.DataVersion()})
			if a.Status != nil && c.Admin {
				for _, f := range a.Status() {
					out.Fields = append(out.Fields, f)
					out.Summary += " " + strings.ToUpper(f.Name[:1]) + f.Name[1:] + ": " + f.Value + "."
				}
			}
			return out, nil
		},
	}
}
