package commands

import (
	"slices"
	"strings"

	"delphi/engine/names"
	"delphi/engine/rules"
)

// Complete returns whole lines that continue line, the likeliest first, at
// most max: commands while the first word is typed, then names, numbers'
// keywords and flags that the command takes, and after "spell:" and the like
// the names of that parameter alone.
func (r *Router) Complete(line string, max int) []string {
	if len(line) > MaxLine || max <= 0 {
		return nil
	}
	prefix := ""
	if strings.HasPrefix(line, r.opts.Prefix) {
		prefix, line = line[:len(r.opts.Prefix)], line[len(r.opts.Prefix):]
	}
	word, _, space := strings.Cut(strings.TrimLeft(line, " "), " ")
	var out []string
	if !space {
		for _, c := range r.commands {
			if strings.HasPrefix(c.Name, names.Fold(word)) && len(out) < max {
				out = append(out, prefix+c.Name)
			}
		}
		return out
	}
	cmd := r.byName[names.Fold(word)]
	if cmd == nil {
		return nil
	}
	if cmd.Name == "help" {
		head := line[:strings.LastIndexByte(line, ' ')+1]
		for _, c := range r.commands {
			if strings.HasPrefix(c.Name, names.Fold(line[len(head):])) && len(out) < max {
				out = append(out, prefix+head+c.Name)
			}
		}
		return out
	}
	if cmd.Complete != nil {
		head := line[:strings.IndexByte(line, ' ')+1]
		for _, text := range cmd.Complete(r.fallback, strings.TrimLeft(line[len(head):], " "), max) {
			out = append(out, prefix+head+text)
		}
		return out
	}
	set := r.versionSaid(cmd, line[strings.IndexByte(line, ' ')+1:])
	for _, f := range fragments(line, cmd) {
		for _, name := range r.continues(cmd, set, f, max-len(out)) {
			if whole := prefix + line[:f.at] + name; !slices.Contains(out, whole) {
				out = append(out, whole)
			}
		}
	}
	return out
}

// versionSaid is the version that arguments name, whether or not the rest of
// them can be read yet.
func (r *Router) versionSaid(cmd *Command, args string) *rules.Set {
	p := &parser{
		cmd:    cmd,
		call:   &Call{Command: cmd, Rules: r.fallback, values: make([]value, len(cmd.Params))},
		tokens: lex(clean(args), cmd),
	}
	if err := p.version(); err != nil {
		return r.fallback
	}
	return p.call.Rules
}

// fragment is the end of a line that a completion may replace.
type fragment struct {
	at  int    // where it starts
	typ string // what is typed of it
	tag int    // 1 + the parameter whose keyword stands before it; 0: none
}

// fragments are the last three words, the last two and the last one, since
// names may have blanks; all after a parameter's keyword, if there is one.
func fragments(line string, cmd *Command) []fragment {
	if i := strings.LastIndexByte(line, ':'); i >= 0 {
		key := names.Fold(line[strings.LastIndexByte(line[:i], ' ')+1 : i])
		if tag := cmd.tag(key); tag > 0 && !strings.ContainsAny(line[i:], ",+|") {
			return []fragment{{i + 1, strings.TrimLeft(line[i+1:], " "), tag}}
		}
	}
	from := strings.LastIndexAny(line, ",+|") + 1
	from = max(from, strings.IndexByte(line, ' ')+1)
	for from < len(line) && line[from] == ' ' {
		from++
	}
	var out []fragment
	at := len(line)
	for range 3 {
		if at <= from {
			break
		}
		at = strings.LastIndexByte(line[:at-1], ' ') + 1
		at = max(at, from)
		out = append(out, fragment{at, line[at:], 0})
	}
	if len(out) == 0 {
		out = append(out, fragment{len(line), "", 0})
	}
	slices.Reverse(out)
	return out
}

// continues lists what a fragment may become.
func (r *Router) continues(cmd *Command, set *rules.Set, f fragment, max int) []string {
	if max <= 0 {
		return nil
	}
	var out []string
	if f.tag == 0 {
		for i := range cmd.Params {
			if p := &cmd.Params[i]; p.Kind == Number && strings.HasPrefix(p.Name, names.Fold(f.typ)) && f.typ != "" && f.typ != p.Name {
				out = append(out, p.Name)
			}
		}
		if f.typ == "" {
			return nil
		}
	}
	if f.tag > 0 && cmd.Params[f.tag-1].Kind == Version {
		return versionsLike(f.typ, max)
	}
	for _, e := range r.index(cmd, set).Complete(f.typ, max, func(e *names.Entry) bool { return f.tag == 0 || int(e.Kind) == f.tag-1 }) {
		if len(out) < max {
			out = append(out, e.Name)
		}
	}
	return out
}

// versionsLike lists the versions whose name begins with prefix.
func versionsLike(prefix string, max int) []string {
	var out []string
	for _, n := range rules.Names() {
		if strings.HasPrefix(n, strings.TrimPrefix(names.Fold(prefix), "v")) && len(out) < max {
			out = append(out, n)
		}
	}
	return out
}
