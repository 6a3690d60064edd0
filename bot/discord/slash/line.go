package slash

import (
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
)

// Router is what slash commands are made from.
type Router interface {
	Commands() []*commands.Command
	Complete(line string, max int) []string
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

// Named returns the command with a name or an alias; nil if there is none.
func Named(r Router, name string) *commands.Command {
	for _, c := range r.Commands() {
		if c.Name == name || slices.Contains(c.Aliases, name) {
			return c
		}
	}
	return nil
}

// InMenu returns the command that a menu calls by a name; nil if there is none.
func InMenu(r Router, name string) *commands.Command {
	for _, c := range r.Commands() {
		if c.Menu == name && name != "" {
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
	for c != nil && len(c.Subs) > 0 && len(values) == 1 && values[0] != nil {
		v := values[0]
		if v.Value != nil { // of a client that knows the command from before it had subcommands
			return c, values
		}
		sub := c.Sub(v.Name)
		if sub == nil && v.Name != c.Own {
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

// Line writes the question that the options of a slash command ask in the bot's
// own grammar: "fail v3.4.3 spell:force bolt, xl:12, worn:robe, worn:plate
// mail". Options stand in the order of the parameters. The text of an option
// means what it would mean in a typed line.
func Line(c *commands.Command, options map[string]any) string {
	var b strings.Builder
	b.WriteString(c.Path())
	words := c.Param(commands.KindWords) != nil
	for _, p := range c.Params {
		v, ok := options[p.Name]
		if !ok {
			continue
		}
		if words {
			b.WriteString(field(p, v))
		} else {
			b.WriteString(said(p, v))
		}
	}
	if v, ok := options[More]; ok {
		b.WriteString(" " + Plain(v))
	}
	line := strings.TrimSuffix(b.String(), ",")
	if sure, _ := options[Confirm].(bool); sure && c.Confirm != nil {
		line += " confirm"
	}
	return line
}

// said writes the value of a parameter as a typed line has it, with a comma
// behind it.
func said(p *commands.Param, v any) string {
	switch p.Kind {
	case commands.KindFlag:
		if on, _ := v.(bool); on {
			return " " + p.Name + ","
		}
		return ""
	case commands.KindPercent:
		return " <=" + Plain(v) + "%,"
	case commands.KindVersion:
		return " v" + strings.TrimPrefix(Plain(v), "v") + ","
	case commands.KindName:
		if p.Pile { // a stack's own grammar has commas
			return " " + Plain(v) + ","
		}
		out := ""
		for part := range strings.SplitSeq(Plain(v), ",") {
			if part = strings.TrimSpace(part); part != "" {
				out += " " + p.Name + ":" + part + ","
			}
		}
		return out
	case commands.KindNumber, commands.KindChoice:
		return " " + p.Name + ":" + Plain(v) + ","
	}
	return " " + Plain(v)
}

// field writes the value of a parameter as a line has it whose values are words
// as they were typed: in quotation marks behind its name.
func field(p *commands.Param, v any) string {
	text := strings.Join(strings.Fields(strings.ReplaceAll(Plain(v), `"`, " ")), " ")
	switch on, isFlag := v.(bool); {
	case p.Kind == commands.KindFlag && isFlag && on:
		return " " + p.Name
	case p.Kind == commands.KindFlag, text == "":
		return ""
	case p.Kind == commands.KindNumber:
		return " " + p.Name + ":" + text
	}
	return " " + p.Name + `:"` + text + `"`
}

// Plain returns an option's value as text on one line.
func Plain(v any) string {
	switch v := v.(type) {
	case string:
		return strings.Join(strings.Fields(v), " ")
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}
