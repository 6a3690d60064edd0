package grammar

import (
	"context"
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
		before := cmd.spelt(args[:f.at])
		tried := map[names.Kind]bool{} // whether one of the kind is answered behind what is before it
		for _, e := range cmd.continues(set, f, most-len(out)) {
			whole := before + e.Name
			fits, known := tried[e.Kind]
			if !known {
				fits = strings.TrimSpace(before) == "" || cmd.Params[e.Kind].Kind == commands.KindNumber || cmd.answered(g, whole, fallback)
				tried[e.Kind] = fits
			}
			if fits && !slices.Contains(out, whole) {
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
			at := i + 1
			if cmd.Params[tag-1].Pile {
				at += stated(line[at:])
			}
			return []fragment{{at, strings.TrimLeft(line[at:], " "), tag}}
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

// stated is how far what is said of a stack goes, before its name: " 7 blessed ".
func stated(text string) (n int) {
	for {
		rest := strings.TrimLeft(text[n:], " ")
		word, _, more := strings.Cut(rest, " ")
		if _, after, number := number(word); !more || !(number && after == "") && whichBUC(word) == "" {
			return n
		}
		n = len(text) - len(rest) + len(word) + 1
	}
}

// shortestBUC is how many letters of a word for a BUC tell which is meant.
const shortestBUC = 3

// whichBUC is the word for a BUC that a word is, or begins: "bles". Empty: it is none.
func whichBUC(word string) string {
	for _, b := range []string{"blessed", "uncursed", "cursed"} {
		if len(word) >= shortestBUC && strings.HasPrefix(b, word) {
			return b
		}
	}
	return ""
}

// spelt is the beginning of a line with a BUC before the end of it written out: a stack's,
// cut short, would be refused.
func (cmd *command) spelt(before string) string {
	if cmd.pile() < 0 || !strings.HasSuffix(before, " ") {
		return before
	}
	line := strings.TrimRight(before, " ")
	at := strings.LastIndexAny(line, " :,") + 1
	if b := whichBUC(line[at:]); b != "" {
		return line[:at] + b + before[len(line):]
	}
	return before
}

// answered reports whether what begins a line can stand before a name that goes on with it:
// "marker " has said which item, so that another one would be refused.
func (cmd *command) answered(g *Grammar, line string, set *rules.Set) bool {
	_, err := g.Parse(context.Background(), cmd.Command, Clean(line), set)
	return err == nil
}

// continues lists what a fragment may become, each with its parameter.
func (cmd *command) continues(set *rules.Set, f fragment, max int) []*names.Entry {
	if max <= 0 {
		return nil
	}
	var out []*names.Entry
	if f.tag == 0 {
		for i := range cmd.Params {
			if p := cmd.Params[i]; p.Kind == commands.KindNumber && strings.HasPrefix(p.Name, names.Fold(f.typ)) && f.typ != "" && f.typ != p.Name {
				out = append(out, &names.Entry{Kind: names.Kind(i), Name: p.Name})
			}
		}
		if f.typ == "" {
			return nil
		}
	}
	if f.tag > 0 && cmd.Params[f.tag-1].Kind == commands.KindVersion {
		for _, v := range rules.Complete(names.Fold(f.typ), max) {
			out = append(out, &names.Entry{Kind: names.Kind(f.tag - 1), Name: v})
		}
		return out
	}
	x, accept := cmd.index(set), func(e *names.Entry) bool { return f.tag == 0 || int(e.Kind) == f.tag-1 }
	for _, e := range append(x.Complete(f.typ, max, accept), x.AnyOrder(f.typ, max, accept)...) {
		if len(out) < max && !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}
