package commands

import (
	"context"
	"fmt"
	"strings"
)

// help says what can be asked, in all or about one command.
func (r *Router) help() *Command {
	return &Command{
		Name:     "help",
		Aliases:  []string{"commands", "usage"},
		Summary:  "what can be asked; help and a command's name says more",
		Params:   []Param{{Name: "command", Kind: Text, Summary: "a command's name"}},
		Examples: []string{"help", "help fail"},
		Run: func(ctx context.Context, c *Call) (Reply, error) {
			topic, _ := cutWord(strings.TrimPrefix(c.Text("command"), r.opts.Prefix))
			if topic == "" {
				return r.helpAll(), nil
			}
			cmd := r.byName[topic]
			if cmd == nil {
				return Reply{}, r.noCommand(topic)
			}
			return r.helpOne(cmd), nil
		},
	}
}

func (r *Router) helpAll() Reply {
	table := &Table{Columns: []string{"command", "what it does", "example"}}
	names := make([]string, len(r.commands))
	for i, c := range r.commands {
		names[i] = c.Name
		table.Rows = append(table.Rows, []string{c.Name, c.Summary, c.Examples[0]})
	}
	return Reply{
		Summary: "ask the odds of NetHack, words in any order: " + r.commands[0].Examples[0] + ". Commands: " + strings.Join(names, ", ") + ".",
		Table:   table,
		Hints:   []string{"help fail says more about fail"},
	}
}

func (r *Router) helpOne(cmd *Command) Reply {
	out := Reply{Summary: fmt.Sprintf("%s: %s. Example: %q.", cmd.Name, cmd.Summary, cmd.Examples[0])}
	if len(cmd.Aliases) > 0 {
		out.Fields = append(out.Fields, Field{"also", strings.Join(cmd.Aliases, ", ")})
	}
	var takes []string
	for _, p := range cmd.Params {
		takes = append(takes, p.Name)
		out.Fields = append(out.Fields, Field{p.Name, p.Summary})
	}
	if len(cmd.Params) == 1 && cmd.Params[0].Kind == Text {
		out.Summary += " Say: " + cmd.Params[0].Summary + "."
		takes = nil
	}
	if len(takes) > 0 {
		out.Summary += " Takes: " + strings.Join(takes, ", ") + "."
	}
	out.Hints = append(out.Hints, cmd.Examples[1:]...)
	return out
}
