package slash

import (
	"strconv"
	"strings"

	"delphi/bot/discord/api"
	"delphi/commands"
)

// completions returns what may follow line, each without the line itself.
func completions(r Router, line string, max int) []string {
	var out []string
	for _, whole := range r.Complete(line, max) {
		if rest, ok := strings.CutPrefix(whole, line); ok && rest != "" {
			out = append(out, rest)
		}
	}
	return out
}

// Complete lists what the focused option may become, the likeliest first.
// options holds everything that was filled in; the version among them decides
// which names there are. A nil command means [Ask].
func Complete(r Router, c *commands.Command, focused string, options map[string]any) []string {
	typed := commands.Entered(options[focused])
	if s, ok := options[focused].(string); ok && strings.HasSuffix(s, " ") && typed != "" {
		typed += " " // "plate " is not "plate"
	}
	if c == nil {
		if focused != AskLine || typed == "" {
			return nil
		}
		return r.Complete(typed, api.MaxChoices)
	}
	line := c.Path() + " "
	var p *commands.Param
	for i := range c.Params {
		q := c.Params[i]
		if q.Name == focused {
			p = q
		} else if v := commands.Entered(options[q.Name]); q.Kind == commands.KindVersion && v != "" {
			line += "v" + strings.TrimPrefix(v, "v") + ", "
		}
	}
	if p == nil {
		return nil
	}
	head := ""
	switch p.Kind {
	case commands.KindName:
		if i := strings.LastIndexByte(typed, ','); i >= 0 && p.Many {
			head, typed = typed[:i+1]+" ", strings.TrimLeft(typed[i+1:], " ")
		}
		q, rest := qualified(typed)
		head, typed = head+q, rest
		line += p.Name + ":"
	case commands.KindVersion, commands.KindChoice:
		line += p.Name + ":"
	case commands.KindWords:
		line += p.Name + " "
	}
	var out []string
	for _, whole := range r.Complete(line+typed, api.MaxChoices) {
		if rest, ok := strings.CutPrefix(whole, line); ok {
			out = append(out, head+rest)
		}
	}
	return out
}

// qualified splits what is said about a thing ("blessed +2 ") from its name.
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
// characters, none twice. What is too long to be a api.Choice is left out, for a
// cut one would ask something else.
func ChoicesOf(list []string) api.Choices {
	out := api.Choices{Choices: []api.Choice{}}
	seen := map[string]bool{}
	for _, s := range list {
		if s = strings.TrimSpace(s); s == "" || api.Length(s) > api.MaxChoice || seen[s] {
			continue
		}
		if len(out.Choices) == api.MaxChoices {
			break
		}
		seen[s] = true
		out.Choices = append(out.Choices, api.Choice{Name: s, Value: s})
	}
	return out
}
