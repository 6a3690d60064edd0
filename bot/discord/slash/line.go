package slash

import (
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

// Value is an option that was filled in.
type Value struct {
	Name    string `json:"name"`
	Value   any    `json:"value"` // string, float64 or bool
	Focused bool   `json:"focused"`
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
	b.WriteString(c.Name)
	add := func(words ...string) {
		b.WriteByte(' ')
		for _, w := range words {
			b.WriteString(w)
		}
	}
	for i := range c.Params {
		p := c.Params[i]
		v, ok := options[p.Name]
		if !ok {
			continue
		}
		switch p.Kind {
		case commands.KindFlag:
			if on, _ := v.(bool); on {
				add(p.Name, ",")
			}
		case commands.KindPercent:
			add("<=", Plain(v), "%,")
		case commands.KindVersion:
			add("v", strings.TrimPrefix(Plain(v), "v"), ",")
		case commands.KindName:
			if p.Pile { // a stack's own grammar has commas
				add(Plain(v), ",")
				continue
			}
			for part := range strings.SplitSeq(Plain(v), ",") {
				if part = strings.TrimSpace(part); part != "" {
					add(p.Name, ":", part, ",")
				}
			}
		case commands.KindNumber, commands.KindChoice:
			add(p.Name, ":", Plain(v), ",")
		default:
			add(Plain(v))
		}
	}
	return strings.TrimSuffix(b.String(), ",")
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
