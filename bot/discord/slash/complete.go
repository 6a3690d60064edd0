package slash

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"delphi/bot/discord/api"
	"delphi/commands"
	"delphi/engine/names"
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
		return forgiving(r.Complete, typed)
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
	return forgiving(func(typed string, most int) []string {
		var out []string
		for _, whole := range r.Complete(line+typed, most) {
			if rest, ok := strings.CutPrefix(whole, line); ok {
				out = append(out, head+rest)
			}
		}
		return out
	}, typed)
}

// How much of what was typed may be wrong, and is left off to find what was meant.
const (
	leastRight = 2    // letters at the beginning that must be right, but for the first
	mostWrong  = 8    // letters at the end that may be left off
	mostNear   = 200  // continuations that are looked at
	leastTyped = 4    // letters from which on the first of them may be wrong
	mostWords  = 3    // words at the end whose first letter may be
	mostOfAll  = 2000 // continuations that are looked at where nothing of the word is sure
)

// forgiving returns what complete returns for typed; where that is nothing, what it
// returns for the beginning of it, or before one of its last words, and is spelt
// alike.
func forgiving(complete func(typed string, most int) []string, typed string) []string {
	out := complete(typed, api.MaxChoices)
	try := func(begin string, most int) {
		for _, whole := range complete(begin, most) {
			if len(out) < api.MaxChoices && names.Alike(differing(typed, whole)) {
				out = append(out, whole)
			}
		}
	}
	for end := len(typed) - 1; len(out) == 0 && end >= max(leastRight, len(typed)-mostWrong); end-- {
		if utf8.RuneStart(typed[end]) && typed[end-1] != ' ' {
			try(typed[:end], mostNear)
		}
	}
	for at, words := len(typed), 0; len(out) == 0 && at > 0 && words < mostWords; words++ {
		if at = strings.LastIndexByte(typed[:at-1], ' ') + 1; len(typed)-at >= leastTyped {
			try(typed[:at], mostOfAll)
		}
	}
	return out
}

// differing are two lines without the words at their beginning that are the same,
// which must not make up for those that are not.
func differing(a, b string) (string, string) {
	for {
		x, restA, moreA := strings.Cut(a, " ")
		y, restB, moreB := strings.Cut(b, " ")
		if !moreA || !moreB || x != y {
			return a, b
		}
		a, b = restA, restB
	}
}

// qualified splits what is said about a thing ("blessed +2 ") from its name.
func qualified(s string) (about, name string) {
	name = s
	for {
		word, rest, ok := strings.Cut(name, " ")
		_, err := strconv.Atoi(word)
		word = meantBUC(word)
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

// meantBUC returns what is said of a blessing or a curse, in its right spelling; any
// other word as it is.
func meantBUC(word string) string {
	for _, b := range []string{"blessed", "uncursed", "cursed"} { // "uncursed" is no misspelt "cursed"
		if len(word) > 2 && strings.HasPrefix(b, word) {
			return b
		}
		if len(word) > 4 && len(word)-len(b) < 2 && len(b)-len(word) < 2 && names.Alike(word, b) {
			return b
		}
	}
	return word
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

// Values are the values that a parameter for one name may have, if those are few enough to
// choose from; nil: they are not.
func Values(r Router, c *commands.Command, p *commands.Param) []string {
	list := completions(r, c.Path()+" "+p.Name+":", api.MaxChoices+1)
	if len(list) > api.MaxChoices {
		return nil
	}
	return list
}
