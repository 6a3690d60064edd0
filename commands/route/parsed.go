package route

import (
	"context"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/read"
	"delphi/engine/rules"
)

// recall returns the question that canonical lines ask, in the form needed by a line that
// changes it, or nil. A single line is taken as its command reads it, whatever it would mean
// as a sentence: "20 unicorn horns for magic marker" is a pile and what is hoped for.
func (r *Router) recall(ctx context.Context, lines []string, set *rules.Set) *read.Past {
	past := r.Reader().Recall(ctx, lines, set)
	if len(lines) != 1 {
		return past
	}
	call := r.parsed(ctx, lines[0], set)
	if call == nil || past != nil && r.asks(ctx, past, call) {
		return past
	}
	if parsed := r.Reader().Parsed(call); parsed != nil && r.asks(ctx, parsed, call) {
		return parsed
	}
	return past
}

// asks reports whether a question is that of a call, whichever of its names comes first.
func (r *Router) asks(ctx context.Context, past *read.Past, call *commands.Call) bool {
	lines := r.Reader().Lines(past)
	if len(lines) != 1 {
		return false
	}
	again := r.parsed(ctx, lines[0], call.Rules)
	return again != nil && slices.Equal(words(again), words(call))
}

// words returns the words of a call's line in one order.
func words(call *commands.Call) []string {
	out := strings.Fields(strings.ReplaceAll(call.Line(), ",", " "))
	slices.Sort(out)
	return out
}

// parsed returns a line that begins with a command's name as that command reads it, or nil.
func (r *Router) parsed(ctx context.Context, line string, set *rules.Set) *commands.Call {
	cmd, rest, _ := r.find(line)
	if cmd == nil {
		return nil
	}
	call, err := r.grammar.Parse(ctx, cmd, rest, set)
	if err != nil {
		return nil
	}
	return call
}
