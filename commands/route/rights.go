package route

import (
	"context"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/problem"
)

// allowed refuses anyone who may not run a command: those without the rights that it
// needs, and anonymous askers if it needs to know who asks. It is the first check, not
// the only one: what a command changes checks again where it lives.
func (r *Router) allowed(ctx context.Context, cmd *commands.Command, req *commands.Request) error {
	if req.Nobody && !cmd.ForAll() {
		return problem.Newf("%s works only in a chat, where I know who is asking.", wording.Capital(cmd.Path())).Try("help")
	}
	if err := r.switchedOff(ctx, cmd, req); err != nil {
		return err
	}
	return r.entitled(ctx, cmd.Needs(), req)
}

// entitled refuses an asker without the given rights.
func (r *Router) entitled(ctx context.Context, needs commands.Rights, req *commands.Request) error {
	if needs == commands.Anyone || req.Admin {
		return nil
	}
	switch needs {
	case commands.Administrator:
		return problem.New("That is for the bot's administrators, and you are not logged in to one of their accounts.")
	case commands.Operator:
		if req.Operator {
			return nil
		}
		return problem.New("Only operators of this channel can do that.")
	}
	if r.opts.Organises != nil {
		if ok, err := r.opts.Organises(ctx, req); err != nil || ok {
			return err
		}
	}
	p := problem.New("Only organisers can do that. A channel operator can appoint one.")
	if req.Operator && !req.Private {
		return p.Try("tourney organiser add ACCOUNT")
	}
	return p
}
