package route

import (
	"context"

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
	past := r.recall(ctx, []string{line}, set)
	return past != nil && r.asks(ctx, past, call), true
}
