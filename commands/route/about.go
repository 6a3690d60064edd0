package route

import (
	"cmp"
	"context"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

// about says what answers: the bot's version, the rule sets with the release
// of the game that each follows, where the source is and, to administrators,
// how the bot is doing.
func (r *Router) about() *commands.Command {
	return &commands.Command{
		Name:     "about",
		Aliases:  []string{"version"},
		Summary:  "Show the bot's version, the rules it knows, and where its source is",
		Examples: []string{"about"},
		Public:   true,
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			a := r.opts.About
			table := &commands.Table{Columns: []string{"rules", "follows", "released"}}
			var known []string
			for _, n := range rules.Names() {
				s := rules.Get(n)
				title, released := s.Title, cmp.Or(s.Released, "-")
				if s.Released != "" {
					title += " (" + released + ")"
				}
				known = append(known, title)
				table.Rows = append(table.Rows, []string{s.Name, s.Title, released})
			}
			source := cmp.Or(a.Source, "ask whoever runs this bot")
			out := commands.Reply{
				Table:   table,
				Summary: "Delphi " + a.Version + " answers from the source code of " + wording.And(known) + ". Its own source: " + source + ".",
				Fields: []commands.Field{
					{Name: "source", Value: source}, {Name: "version", Value: a.Version}, {Name: "data", Value: rules.DataVersion()},
				},
			}
			if a.Status != nil && c.Admin {
				for _, f := range a.Status() {
					out.Fields = append(out.Fields, f)
					out.Summary += " " + wording.Capital(f.Name) + ": " + f.Value + "."
				}
			}
			return out, nil
		},
	}
}
