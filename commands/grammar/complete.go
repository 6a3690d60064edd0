package grammar

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// Complete returns up to most completions of args, the arguments of a command,
// likeliest first: names, the keywords of numbers, flags and choices, and after
// "spell:" and the like the names of that parameter alone.
func (g *Grammar) Complete(to *commands.Command, args string, fallback *rules.Set, most int) []string {
	cmd := g.command(to)
	for _, p := range cmd.Params {
		if p.Kind == commands.KindText && p.Complete != nil {
			return p.Complete(fallback, strings.TrimLeft(args, " "), most)
		}
	}
	if cmd.param(commands.KindWords) >= 0 {
		return completeFields(cmd, args, fallback, most)
	}
	set := cmd.versionSaid(args, fallback)
	var out []string
	for _, f := range fragments(args, cmd) {
		for _, name := range cmd.continues(set, f, most-len(out)) {
			if whole := args[:f.at] + name; !slices.Contains(out, whole) {
				out = append(out, whole)
			}
		}
	}
	return out
}

// versionSaid returns the version that arguments name, even if the rest of them cannot
// be read yet.
func (cmd *command) versionSaid(args string, fallback *rules.Set) *rules.Set {
	p := &parser{cmd: cmd, call: commands.NewCall(cmd.Command, fallback), tokens: lex(nil, Clean(args), cmd)}
	if err := p.version(); err != nil {
		return fallback
	}
	return p.call.Rules
}

// fragment is the end of a line that a completion may replace.
type fragment struct {
	at  int    // where it starts
	typ string // what is typed of it
	tag int    // 1 + the parameter whose keyword stands before it; 0: none
}

// fragments returns the last three words, the last two and the last one, since
// names may have blanks; all after a parameter's keyword, if there is one.
func fragments(line string, cmd *command) []fragment {
	if i := strings.LastIndexByte(line, ':'); i >= 0 {
		key := names.Fold(line[strings.LastIndexByte(line[:i], ' ')+1 : i])
		if tag := cmd.tag(key); tag > 0 && !strings.ContainsAny(line[i:], ",+|") {
			return []fragment{{i + 1, strings.TrimLeft(line[i+1:], " "), tag}}
		}
	}
	from := strings.LastIndexAny(line, ",+|") + 1
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
func (cmd *command) continues(set *rules.Set, f fragment, max int) []string {
	if max <= 0 {
		return nil
	}
	var out []string
	if f.tag == 0 {
		for i := range cmd.Params {
			if p := cmd.Params[i]; p.Kind == commands.KindNumber && strings.HasPrefix(p.Name, names.Fold(f.typ)) && f.typ != "" && f.typ != p.Name {
				out = append(out, p.Name)
			}
		}
		if f.typ == "" {
			return nil
		}
	}
	if f.tag > 0 && cmd.Params[f.tag-1].Kind == commands.KindVersion {
		return rules.Complete(names.Fold(f.typ), max)
	}
	for _, e := range cmd.index(set).Complete(f.typ, max, func(e *names.Entry) bool { return f.tag == 0 || int(e.Kind) == f.tag-1 }) {
		if len(out) < max {
			out = append(out, e.Name)
		}
	}
	return out
}
