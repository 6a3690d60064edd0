package route

import (
	"context"

	"delphi/commands"
	"delphi/commands/hear"
	"delphi/engine/problem"
)

// talked answers what somebody says who does not know the bot, or is polite to it;
// talked is false where a line is neither. In a channel nobody is greeted.
func (r *Router) talked(ctx context.Context, req *commands.Request, line string) (reply commands.Reply, talked bool, err error) {
	switch hear.TalkOf(line) {
	case hear.Greeting:
		return commands.Reply{Silent: true}, true, problem.New("Hello! Ask me the odds of something in NetHack, or what something there is.", "fail wiz xl8 int16 force bolt", "mon cockatrice", "help")
	case hear.Thanks:
		return commands.Reply{Silent: true, Summary: "You're welcome."}, true, nil
	case hear.Lost:
		reply, err = r.run(ctx, r.byName["help"], req, "")
	case hear.Curious:
		reply, err = r.run(ctx, r.byName["about"], req, "")
	default:
		return commands.Reply{}, false, nil
	}
	return reply, true, err
}
