package route

import (
	"context"
	"errors"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/read"
	"delphi/commands/read/said"
	"delphi/engine/names"
	"delphi/engine/problem"
)

// oneOfPart returns what a command asks back where a line has only part of a name, which is that of
// several, and what makes it one of them lies elsewhere: a line that changes a question ("and a
// dragon"), or one that has the whole name for something else ("speed boots from 5 boots"). A name
// that was said in full before is meant.
func (r *Router) oneOfPart(ctx context.Context, req *commands.Request, past *said.Past, rd *read.Reading) problem.Mendable {
	if len(rd.Lines) != 1 || rd.Command.Acts() {
		return nil
	}
	for _, sp := range rd.Used {
		if slices.ContainsFunc(rd.Command.Params, func(p *commands.Param) bool { return p.Name == sp.Slot && p.Kind == commands.KindChoice }) {
			continue // "altar neutral" is no name
		}
		name := strings.TrimLeft(sp.Value, "0123456789 ")
		words := strings.Fields(name)
		if len(words) < 2 || slices.Contains(words, "of") || spells(sp.Text, name) || !spells(rd.Lines[0], sp.Value) {
			continue
		}
		if changes := past != nil && rd.Follows && !past.Says(name); !changes && !elsewhere(rd.Slots, sp.Slot, name) {
			continue
		}
		tail := words[len(words)-1]
		if resembles(sp.Text, words[:len(words)-1]) { // "dwarf iron helm"
			continue
		}
		cmd, rest, _ := r.find(strings.Replace(rd.Lines[0], name, tail, 1))
		if !spells(sp.Text, tail) || cmd != rd.Command {
			continue
		}
		var p problem.Mendable
		if _, _, err := r.prepare(ctx, cmd, req, rest); !errors.As(err, &p) {
			continue
		}
		var hints []string
		for _, other := range p.Instead() {
			if len(hints) < offered && strings.HasSuffix(other, " "+tail) {
				hints = append(hints, strings.Replace(rd.Lines[0], name, other, 1))
			}
		}
		if len(hints) > 0 {
			return &problem.Problem{Text: p.Error(), Hints: hints, Err: p}
		}
	}
	return nil
}

// elsewhere reports whether another slot says a name.
func elsewhere(in said.Slots, slot, name string) bool {
	for other, values := range in {
		if other != slot && slices.ContainsFunc(values, func(alts []string) bool { return slices.Contains(alts, name) }) {
			return true
		}
	}
	return false
}

// resembles reports whether a text has a word that begins as one of some words does.
func resembles(text string, words []string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(text)), func(w string) bool {
		return slices.ContainsFunc(words, func(of string) bool { return len(w) > 2 && strings.HasPrefix(of, w[:3]) })
	})
}

// spells reports whether words stand in a text as whole words.
func spells(text, words string) bool {
	return strings.Contains(" "+strings.ToLower(strings.NewReplacer("?", " ", ",", " ", ".", " ", "!", " ").Replace(text))+" ", " "+strings.ToLower(words)+" ")
}

// differs returns the plan for a line that says, of the lines that the bot offered, only the words
// in which they differ: "red", or "the red one", behind "exp gray dragon" and "exp gold dragon".
func (r *Router) differs(ctx context.Context, req *commands.Request, line string) (plan, bool) {
	turn, ok := r.talks.last(req)
	said := strings.Fields(strings.ToLower(strings.Trim(line, " .,!?")))
	for len(said) > 1 && articles[said[0]] {
		said = said[1:]
	}
	if n := len(said); n > 1 && (said[n-1] == "one" || said[n-1] == "ones") {
		said = said[:n-1]
	}
	if !ok || req.Alone || req.Nobody || len(turn.offers) < 2 || len(said) == 0 || len(said) > 2 {
		return plan{}, false
	}
	a, b := strings.Fields(turn.offers[0]), strings.Fields(turn.offers[1])
	from, to := 0, 0
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	for to < min(len(a), len(b))-from && a[len(a)-1-to] == b[len(b)-1-to] {
		to++
	}
	if from == 0 || to == 0 || len(a)-from-to > 2 || len(b)-from-to > 2 { // not part of a name
		return plan{}, false
	}
	tail := a[len(a)-to:]
	if said[len(said)-1] == tail[0] { // "red dragon"
		tail = tail[1:]
	}
	whole := strings.Join(slices.Concat(a[:from], said, tail), " ")
	cmd, rest, _ := r.find(whole)
	if cmd == nil || !cmd.Cacheable {
		return plan{}, false
	}
	if t := (trial{r: r, ctx: ctx, req: req, left: offered, sentences: 1}); slices.Contains(turn.offers, whole) || t.answered(whole) {
		if call, _, err := r.prepare(ctx, cmd, req, rest); err == nil && spells(strings.NewReplacer("-", " ", ":", " ").Replace(call.Line()), said[0]) {
			return r.plan(ctx, req, whole), true
		}
	}
	return plan{}, false
}

// articles holds what may stand before a name.
var articles = names.Set("a an the my that this its it's")
