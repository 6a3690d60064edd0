package route

import (
	"context"

	"delphi/commands"
	"delphi/commands/hear"
	"delphi/engine/problem"
)

// talked is the plan for what somebody says who does not know the bot, or is polite to
// it; talked is false where a line is neither. In a channel nobody is greeted.
func (r *Router) talked(ctx context.Context, req *commands.Request, line string) (p plan, talked bool) {
	name := ""
	switch hear.TalkOf(line) {
	case hear.Greeting:
		return refused("", true, problem.New("Hello! Ask me the odds of something in NetHack, or what something there is.", "fail wiz xl8 int16 force bolt", "mon cockatrice", "help")), true
	case hear.Thanks:
		return plan{say: "You're welcome.", silent: true}, true
	case hear.Lost:
		name = "help"
	case hear.Curious:
		name = "about"
	default:
		return p, false
	}
	a, err := r.read(ctx, req, r.byName[name], "")
	return of(a, err), true
}
