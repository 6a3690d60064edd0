package route

import (
	"context"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/read"
	"delphi/engine/dump"
	"delphi/engine/names"
)

// taken turns a reading from the reader into one that can be carried out, and works out
// what it asks.
func (r *Router) taken(ctx context.Context, req *commands.Request, p *place, line string, rd *read.Reading) (*reading, error) {
	a := &reading{command: rd.Command, line: line, lines: rd.Lines, follows: rd.Follows, confirm: rd.Command.Confirm != nil, asked: rd.Asked, corrected: rd.Corrected, p: rd.P, past: rd.Past()}
	for _, l := range rd.Lines {
		cmd, rest, _ := r.find(l)
		if err := r.allowed(ctx, cmd, req); err != nil {
			return a, err
		}
		call, err := r.grammar.Parse(ctx, cmd, rest, p.version)
		if err != nil {
			return a, err
		}
		a.reads = append(a.reads, typed(call))
		a.calls = append(a.calls, call)
	}
	if p.character != nil {
		hero.Apart(a.calls)
	}
	for _, call := range a.calls {
		r.complete(call, req, p)
	}
	for _, s := range rd.Skipped {
		a.skipped = append(a.skipped, s.Text)
		if s.Slot == read.PassedName || s.Slot == read.PassedState && !s.Told {
			a.over = append(a.over, s.Text)
		}
	}
	for _, s := range rd.Idle {
		a.notes = append(a.notes, commands.Note{Kind: commands.Warned, Text: s.Text + " makes no difference here"})
	}
	switch {
	case !a.acts():
	case a.command.Answers && strings.Contains(line, "?"): // a story around it does no harm
		for _, s := range rd.Heavy {
			a.unused = append(a.unused, s.Text)
		}
	default:
		a.unused = a.unread(rd, line)
	}
	return a, r.workOut(ctx, a)
}

// unread returns the words of a request to do something that nobody read, and those that make it
// doubtful, also where a phrase took them.
func (a *reading) unread(rd *read.Reading, line string) (out []string) {
	for _, w := range rd.Passed {
		if !polite[w] {
			out = append(out, w)
		}
	}
	for w := range strings.FieldsSeq(told.Replace(a.request(line))) {
		if w = strings.Trim(w, ",.?!"); wavers[w] && !a.command.Answers && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// request returns a line in lower case without what it gives as the reason: the end of
// the line that a parameter took behind its keyword, to the last word.
func (a *reading) request(line string) string {
	line = strings.TrimRight(strings.ToLower(line), " .!?")
	for _, c := range a.calls {
		for i, p := range c.Command.Params {
			if v := c.Values[i]; p.Rest && !p.Bare && v.Said {
				line = strings.TrimSuffix(line, strings.TrimRight(strings.ToLower(v.Text), " .!?"))
			}
		}
	}
	return line
}

// polite holds words used around a clear request.
var polite = names.Set("please pls plz thanks thx ty hi hello hey delphi bot up i id ill would like to want can could you u a an the my me now just ok okay in for as with w and")

// wavers holds words that indicate asking, denying, supposing or speaking about
// somebody else.
var wavers = names.Set("maybe perhaps possibly later tomorrow if not dont don't never wont won't cant can't how why when who whether suppose friend he she they his her their did didnt didn't was were yesterday about")

// told takes out "when" where it says what to tell, not on which condition, and what says why one asks for a draw.
var told = strings.NewReplacer("cant decide", "", "can't decide", "", "cannot decide", "", "us when ", "us ", "us know when ", "us know ", "channel when ", "channel ", "channel know when ", "channel know ")

// beyond reports whether a plan takes a line for more than something copied from the game: for
// a question behind it, or for a change of the question before it.
func (p *plan) beyond(line string) bool {
	if p.reading != nil && p.problem == nil && p.reading.follows {
		return true
	}
	return (p.reading != nil || len(p.asks) > 0) && (strings.Contains(line, "?") || dump.Prose(line) > 1)
}

// copied reports whether a line was copied from the game, a status line or a stack of
// the inventory, which the game command answers.
func (r *Router) copied(line string) bool {
	l := dump.ReadLine(line, r.fallback)
	return l.Status != nil || l.Item != nil
}
