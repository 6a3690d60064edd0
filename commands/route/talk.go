package route

import (
	"context"

	"delphi/commands"
	"delphi/commands/read"
	"delphi/engine/problem"
)

// talked returns the plan for a line that asks nothing. In a channel it is not
// answered.
func (r *Router) talked(ctx context.Context, req *commands.Request, line string) plan {
	switch r.Reader().Manner(ctx, line, r.fallback) {
	case read.Greets:
		return refused("", true, problem.New("Hello! Ask me for the odds of something in NetHack, or what something is.", "fail wiz xl8 int16 force bolt", "mon cockatrice", "help"))
	case read.Thanks:
		return plan{say: "You're welcome.", silent: true}
	}
	return refused("", true, problem.New("That looks like small talk to me.", "help"))
}
