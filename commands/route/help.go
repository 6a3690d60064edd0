package route

import (
	"context"
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/engine/rules"
)

// help says what can be asked, in all or about one command.
func (r *Router) help() *commands.Command {
	topic := commands.NewText(commands.Param{Name: "command", Summary: "A command's name", Complete: r.completeCommand})
	return &commands.Command{
		Name:     "help",
		Aliases:  []string{"commands", "usage"},
		Summary:  "Show what you can ask, or how one command works",
		Params:   commands.Takes(topic),
		Examples: []string{"help", "help fail"},
		Anybody:  true,
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			about := strings.TrimPrefix(topic.In(c), r.opts.Prefix)
			word, rest := commands.CutWord(about)
			if word == "" {
				return r.helpAll(c.Admin), nil
			}
			cmd := r.byName[word]
			if cmd == nil {
				return commands.Reply{}, r.noCommand(word)
			}
			for word, rest = commands.CutWord(rest); word != ""; word, rest = commands.CutWord(rest) {
				sub := cmd.Sub(word)
				if sub == nil {
					return commands.Reply{}, noSub(cmd, word)
				}
				cmd = sub
			}
			return helpOne(cmd), nil
		},
	}
}

// completeCommand lists the commands that typed may become.
func (r *Router) completeCommand(_ *rules.Set, typed string, most int) []string {
	var out []string
	var walk func(list []*commands.Command)
	walk = func(list []*commands.Command) {
		for _, c := range list {
			if strings.HasPrefix(c.Path(), strings.ToLower(typed)) && len(out) < most {
				out = append(out, c.Path())
			}
			if strings.HasPrefix(strings.ToLower(typed), c.Path()+" ") {
				walk(c.Subs)
			}
		}
	}
	walk(r.commands)
	return out
}

// helpAll lists the commands, those of administrators only to them.
func (r *Router) helpAll(admin bool) commands.Reply {
	table := &commands.Table{Columns: []string{"command", "what it does", "example"}}
	var names []string
	for _, c := range r.commands {
		if c.Rights == commands.Administrator && !admin {
			continue
		}
		names = append(names, c.Name)
		table.Rows = append(table.Rows, []string{c.Name, c.Summary, c.Examples[0]})
	}
	return commands.Reply{
		Summary: "Ask me the odds of NetHack, words in any order: " + r.commands[0].Examples[0] + ". Commands: " + strings.Join(names, ", ") + ".",
		Table:   table,
		Hints:   []string{"help fail"},
	}
}

func helpOne(cmd *commands.Command) commands.Reply {
	out := commands.Reply{Summary: cmd.Path() + ": " + cmd.Summary + "."}
	if len(cmd.Examples) > 0 {
		out.Summary += fmt.Sprintf(" Example: %q.", cmd.Examples[0])
		out.Hints = cmd.Examples[1:]
	}
	if len(cmd.Aliases) > 0 {
		out.Fields = append(out.Fields, commands.Field{Name: "also", Value: strings.Join(cmd.Aliases, ", ")})
	}
	if cmd.Needs() != commands.Anyone {
		out.Fields = append(out.Fields, commands.Field{Name: "for", Value: cmd.Needs().String()})
	}
	var takes, subs []string
	for _, p := range cmd.Params {
		takes = append(takes, p.Name)
		out.Fields = append(out.Fields, commands.Field{Name: p.Name, Value: p.Summary})
	}
	for _, s := range cmd.Subs {
		subs = append(subs, s.Name)
		out.Fields = append(out.Fields, commands.Field{Name: s.Path(), Value: s.Summary})
	}
	switch {
	case len(cmd.Params) == 1 && cmd.Params[0].Kind == commands.KindText:
		out.Summary += " Say: " + cmd.Params[0].Summary + "."
	case len(takes) > 0:
		out.Summary += " Takes: " + strings.Join(takes, ", ") + "."
	}
	if len(subs) > 0 {
		out.Summary += " Further words: " + strings.Join(subs, ", ") + "."
	}
	return out
}
