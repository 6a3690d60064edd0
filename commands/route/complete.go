package route

import (
	"strings"

	"delphi/commands"
	"delphi/engine/names"
)

// Complete returns whole lines that continue line, the likeliest first, at
// most most: commands while their words are typed, then what the command's
// parameters may be.
func (r *Router) Complete(line string, most int) []string {
	if len(line) > commands.MaxLine || most <= 0 {
		return nil
	}
	prefix := ""
	if strings.HasPrefix(line, r.opts.Prefix) {
		prefix, line = line[:len(r.opts.Prefix)], line[len(r.opts.Prefix):]
	}
	head, list := prefix, r.commands
	var cmd *commands.Command
	rest := strings.TrimLeft(line, " ")
	for {
		word, after, space := strings.Cut(rest, " ")
		if !space {
			break
		}
		var next *commands.Command
		if cmd == nil {
			if next = r.byName[names.Fold(word)]; next == nil {
				return nil
			}
		} else if next = cmd.Sub(names.Fold(word)); next == nil {
			break
		}
		cmd, list, head, rest = next, next.Subs, head+word+" ", after
		if len(list) == 0 {
			break
		}
	}
	var out []string
	if cmd == nil || !strings.Contains(rest, " ") {
		for _, often := range []bool{true, false} { // what is asked often comes first
			for _, c := range list {
				if c.Frequent == often && strings.HasPrefix(c.Name, names.Fold(rest)) && len(out) < most {
					out = append(out, head+c.Name)
				}
			}
		}
	}
	if cmd == nil {
		return out
	}
	for _, args := range r.grammar.Complete(cmd, rest, r.fallback, most-len(out)) {
		out = append(out, head+args)
	}
	return out
}
