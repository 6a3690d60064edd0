package route

import (
	"context"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/rules"
)

// Keeps reports whether a typed line is remembered as the question that it asks. known is
// false if it is no line that one command takes.
func (r *Router) Keeps(ctx context.Context, line string) (keeps, known bool) {
	set := rules.Get(rules.Default)
	call := r.parsed(ctx, line, set)
	if call == nil || takesAnything(call.Command) {
		return false, false
	}
	past := r.Reader().Recall(ctx, []string{line}, set)
	if past == nil {
		return false, true
	}
	lines := r.Reader().Lines(past)
	if len(lines) != 1 {
		return false, true
	}
	again := r.parsed(ctx, lines[0], set)
	return again != nil && slices.Equal(words(again), words(call)), true
}

// words returns the words of a call's line in one order: names may change places.
func words(call *commands.Call) []string {
	out := strings.Fields(strings.ReplaceAll(call.Line(), ",", " "))
	slices.Sort(out)
	return out
}
