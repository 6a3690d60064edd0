package discord

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/commands"
)

// Router is what the adapter asks of the commands, besides answers.
type Router interface {
	Commands() []*commands.Command
	Complete(line string, max int) []string
	Known(line string) bool
	Prefix(commands.Network, commands.Place) string
}

func lower(s string) string { return strings.ToLower(s) }

// find is the command of a name.
func find(r Router, name string) *commands.Command {
	for _, c := range r.Commands() {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// said is the options of an interaction by name, as Discord decoded them:
// string, float64 or bool. What Discord does not send, but a forged request
// may, is left out.
func said(options []*discordgo.ApplicationCommandInteractionDataOption) map[string]any {
	out := make(map[string]any, len(options))
	for _, o := range options {
		if o != nil {
			out[o.Name] = o.Value
		}
	}
	return out
}

// lineOf is the question that the options of a slash command ask, in the bot's
// own grammar: "fail v3.4.3 spell:force bolt, xl:12, worn:robe, worn:plate
// mail". The order is the parameters', the version first. An option's text
// cannot say less than it would in a typed line, nor more.
func lineOf(c *commands.Command, options map[string]any) string {
	var b strings.Builder
	b.WriteString(c.Name)
	add := func(words ...string) {
		b.WriteByte(' ')
		for _, w := range words {
			b.WriteString(w)
		}
	}
	for i := range c.Params {
		p := &c.Params[i]
		v, ok := options[p.Name]
		if !ok {
			continue
		}
		switch p.Kind {
		case commands.Flag:
			if on, _ := v.(bool); on {
				add(p.Name, ",")
			}
		case commands.Percent:
			add("<=", plain(v), "%,")
		case commands.Version:
			add("v", strings.TrimPrefix(plain(v), "v"), ",")
		case commands.Name:
			if p.Pile { // stacks have a grammar of their own, commas and all
				add(plain(v), ",")
				continue
			}
			for part := range strings.SplitSeq(plain(v), ",") {
				if part = strings.TrimSpace(part); part != "" {
					add(p.Name, ":", part, ",")
				}
			}
		case commands.Number, commands.Choice:
			add(p.Name, ":", plain(v), ",")
		default:
			add(plain(v))
		}
	}
	return strings.TrimSuffix(b.String(), ",")
}

// plain is an option's value as text on one line.
func plain(v any) string {
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

// completions are what may follow line, each without the line itself.
func completions(r Router, line string, max int) []string {
	var out []string
	for _, whole := range r.Complete(line, max) {
		if rest, ok := strings.CutPrefix(whole, line); ok && rest != "" {
			out = append(out, rest)
		}
	}
	return out
}

// completeOption lists what the focused option may become, the likeliest
// first. options are all that were filled in, among them the version, which
// says what names there are.
func completeOption(r Router, c *commands.Command, focused string, options map[string]any) []string {
	typed := plain(options[focused])
	if s, ok := options[focused].(string); ok && strings.HasSuffix(s, " ") && typed != "" {
		typed += " " // "plate " is not "plate"
	}
	if c == nil {
		if focused != askOption || typed == "" {
			return nil
		}
		return r.Complete(typed, maxChoices)
	}
	line := c.Name + " "
	var p *commands.Param
	for i := range c.Params {
		q := &c.Params[i]
		if q.Name == focused {
			p = q
		} else if v := plain(options[q.Name]); q.Kind == commands.Version && v != "" {
			line += "v" + strings.TrimPrefix(v, "v") + ", "
		}
	}
	if p == nil {
		return nil
	}
	head := ""
	switch p.Kind {
	case commands.Name:
		if i := strings.LastIndexByte(typed, ','); i >= 0 && p.Many {
			head, typed = typed[:i+1]+" ", strings.TrimLeft(typed[i+1:], " ")
		}
		q, rest := qualified(typed)
		head, typed = head+q, rest
		line += p.Name + ":"
	case commands.Version, commands.Choice:
		line += p.Name + ":"
	}
	var out []string
	for _, whole := range r.Complete(line+typed, maxChoices) {
		if rest, ok := strings.CutPrefix(whole, line); ok {
			out = append(out, head+rest)
		}
	}
	return out
}

// qualified parts what is said about a thing ("blessed +2 ") from its name.
func qualified(s string) (about, name string) {
	name = s
	for {
		word, rest, ok := strings.Cut(name, " ")
		_, err := strconv.Atoi(word)
		switch {
		case !ok:
			return about, name
		case err == nil, word == "blessed", word == "uncursed", word == "cursed", word == "without", word == "no":
			about, name = about+word+" ", rest
		default:
			return about, name
		}
	}
}

// choicesOf are completions as Discord takes them: at most 25 of at most 100
// characters, none twice. What is too long to be a choice is left out, for a
// cut one would ask something else.
func choicesOf(list []string) choices {
	out := choices{Choices: []choice{}}
	seen := map[string]bool{}
	for _, s := range list {
		if s = strings.TrimSpace(s); s == "" || length(s) > maxChoice || seen[s] {
			continue
		}
		if len(out.Choices) == maxChoices {
			break
		}
		seen[s] = true
		out.Choices = append(out.Choices, choice{s, s})
	}
	return out
}
