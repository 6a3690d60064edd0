package slash

import (
	"slices"
	"strings"

	"delphi/commands"
)

// Router is what slash commands are made from.
type Router interface {
	Commands() []*commands.Command
	Complete(line string, max int) []string
	About(group string) string // what the commands of a group are about
}

func lower(s string) string { return strings.ToLower(s) }

// Find returns the command with a name; nil if there is none.
func Find(r Router, name string) *commands.Command {
	for _, c := range r.Commands() {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// At returns the command with a whole name, such as "tourney new"; nil if there
// is none.
func At(r Router, path string) *commands.Command {
	for c := range commands.Every(r.Commands()) {
		if c.Path() == path {
			return c
		}
	}
	return nil
}

// Named returns the command with a name or an alias; nil if there is none.
func Named(r Router, name string) *commands.Command {
	for _, c := range r.Commands() {
		if c.Name == name || slices.Contains(c.Aliases, name) {
			return c
		}
	}
	return nil
}

// Value is an option that was filled in, or a subcommand that was chosen.
type Value struct {
	Name    string   `json:"name"`
	Value   any      `json:"value"` // string, float64 or bool
	Focused bool     `json:"focused"`
	Options []*Value `json:"options"` // of a subcommand
}

// Chosen follows the subcommands that were chosen, and returns the command that
// is meant and what was filled in for it. The command is nil if there is none
// of the name; [Ask] is none, and its values are returned as they are.
func Chosen(r Router, name string, values []*Value) (*commands.Command, []*Value) {
	c := Find(r, name)
	if c == nil && len(values) == 1 && values[0] != nil {
		if c = Find(r, values[0].Name); c == nil || c.Group != name {
			return nil, values
		}
		values = values[0].Options
	}
	for c != nil && len(c.Subs) > 0 && len(values) == 1 && values[0] != nil {
		v := values[0]
		if v.Value != nil { // of a client that knows the command from before it had subcommands
			return c, values
		}
		sub := c.Sub(v.Name)
		if sub == nil && v.Name != c.RunName {
			return nil, nil
		}
		values = v.Options
		if sub == nil {
			return c, values
		}
		c = sub
	}
	return c, values
}

// Said returns the values by name. It skips nulls, which Discord never sends
// but a faulty request may hold.
func Said(values []*Value) map[string]any {
	out := make(map[string]any, len(values))
	for _, v := range values {
		if v != nil {
			out[v.Name] = v.Value
		}
	}
	return out
}

// Roles marks those of the ids that were picked for a user or a role which are
// in roles, as the bot's own grammar writes them.
func Roles[T any](c *commands.Command, options map[string]any, roles map[string]T) {
	for _, p := range c.Params {
		id := commands.Entered(options[p.Name])
		if _, is := roles[id]; is && p.Refers == commands.ToUserOrRole {
			options[p.Name] = "role:" + id
		}
	}
}

// Line writes the question that the options of a slash command ask in the bot's
// own grammar, as [commands.Filled] does.
func Line(c *commands.Command, options map[string]any) string {
	line := commands.Filled(c, options)
	if v, ok := options[More]; ok {
		if c.Param(commands.KindWords) == nil {
			line += ","
		}
		line += " " + commands.Entered(v)
	}
	if sure, _ := options[Confirm].(bool); sure && c.Confirm != nil {
		line += " confirm"
	}
	return line
}
