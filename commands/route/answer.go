package route

import (
	"context"
	"crypto/rand"
	"errors"
	"runtime/debug"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/budget"
	"delphi/commands/grammar"
	"delphi/commands/wording"
	"delphi/engine/problem"
	"delphi/storage"
)

// Answer answers one request. It never fails and never panics outward: what
// goes wrong becomes a Reply with Failed set.
func (r *Router) Answer(ctx context.Context, req commands.Request) (reply commands.Reply) {
	defer func() {
		if p := recover(); p != nil {
			ref := rand.Text()[:8]
			r.opts.Log.Error("panic while answering", "ref", ref, "panic", p, "stack", string(debug.Stack()))
			reply = commands.Reply{Failed: true, Summary: "Something broke while I was answering that; the log has it under " + ref + "."}
		}
	}()
	if req.ID != "" {
		ctx = storage.ForRequest(ctx, string(req.Network)+" "+req.ID)
	}
	ctx = budget.With(ctx)
	reply, err := r.answer(ctx, &req)
	if err == nil {
		reply.Terse = r.terse(ctx, &req)
		r.veil(ctx, &req, &reply)
		reply.Silent = reply.Silent || r.foreign(ctx, &req, &reply, nil)
		return reply
	}
	failed := r.failure(err, reply.Command)
	failed.Silent = reply.Silent || isMuted(err) || r.foreign(ctx, &req, &failed, err)
	failed.Read, failed.Skipped = reply.Read, reply.Skipped
	if len(reply.Asks) > 0 {
		failed.Asks = reply.Asks
	}
	if !reply.Silent {
		r.named(ctx, &req, &failed)
	}
	if !proposed(&failed) {
		lines := r.typable(ctx, &req, err)
		var unknown *grammar.Unknown
		var bounds *grammar.RangeError
		if cmd, _, _ := r.find(grammar.Clean(req.Line)); lines != nil && len(lines) == 0 && cmd != nil && (errors.As(err, &unknown) || errors.As(err, &bounds)) {
			lines = []string{"help " + cmd.Path()} // which lists what it takes
		}
		if lines != nil && !slices.Equal(lines, failed.Hints) {
			failed.Hints, failed.Meant = lines, failed.Hints
		}
	}
	if !failed.Silent {
		r.noteOffers(&req, failed.Hints)
	}
	return failed
}

// proposed reports whether all hints of a failure are whole questions that were asked back, of
// which it is known that they are answered.
func proposed(failed *commands.Reply) bool {
	return len(failed.Hints) > 0 && !slices.ContainsFunc(failed.Hints, func(hint string) bool {
		return !slices.ContainsFunc(failed.Asks, func(a commands.Ask) bool { return a.Slot == "" && a.Try == hint })
	})
}

// named adds to a failure which version the place has chosen, where the answer
// would depend on it and the sentence does not say it: what is offered instead is
// read by that version too.
func (r *Router) named(ctx context.Context, req *commands.Request, failed *commands.Reply) {
	cmd := r.byName[failed.Command]
	if cmd == nil || cmd == r.hero || cmd.Param(commands.KindVersion) == nil || len(failed.Hints) == 0 || r.terse(ctx, req) {
		return
	}
	set, err := r.chosen(ctx, req)
	if err == nil && set != nil && !strings.Contains(failed.Summary, set.Title) && !strings.Contains(failed.Summary, set.Name) {
		failed.Summary += " " + plays(set, req.Private)
	}
}

// terse reports whether the place of a request wants nothing but the answer. Settings
// that cannot be read are ignored here, since the answer is ready.
func (r *Router) terse(ctx context.Context, req *commands.Request) bool {
	d, err := r.settings(ctx, req)
	return err == nil && d.Terse
}

// failure turns an error into the reply that the asker sees.
func (r *Router) failure(err error, command string) commands.Reply {
	failed := func(text string) commands.Reply {
		return commands.Reply{Failed: true, Command: command, Summary: text}
	}
	var mendable problem.Mendable
	switch {
	case errors.As(err, &mendable):
		reply := failed(wording.Sentence(mendable.Error()))
		reply.Hints = mendable.Instead()
		if p, ok := errors.AsType[*problem.Problem](err); ok && p.Slot != "" {
			ask := commands.Ask{Slot: p.Slot}
			if len(p.Hints) > 0 {
				ask.Try = p.Hints[0]
			}
			reply.Asks = []commands.Ask{ask}
		}
		return reply
	case storage.Lost(err):
		return failed(r.lost(err, command))
	case errors.Is(err, context.DeadlineExceeded):
		return failed("That took too long; ask for less at once.")
	case errors.Is(err, storage.ErrRepeated):
		return failed("That has been done already.")
	case errors.Is(err, context.Canceled):
		return failed("I am shutting down.")
	}
	ref := rand.Text()[:8]
	r.opts.Log.Error("answering failed", "ref", ref, "command", command, "err", err)
	return failed("I could not answer that; the log says why under " + ref + ".")
}

// answer reads a line with the budget of ctx, and carries out what it means.
func (r *Router) answer(ctx context.Context, req *commands.Request) (commands.Reply, error) {
	if err := ctx.Err(); err != nil {
		return commands.Reply{}, err
	}
	if long, ok := r.longPaste(req); ok {
		req = long
	}
	if len(req.Line) > commands.MaxLine {
		return commands.Reply{}, problem.Newf("That line is %d bytes long; I read at most %d.", len(req.Line), commands.MaxLine)
	}
	line := r.expanded(ctx, req, marked(grammar.Clean(req.Line)))
	if offer, ok := r.singledOut(req, line); ok {
		line = offer
	}
	p := r.plan(ctx, req, line)
	reply, err := r.carryOut(ctx, req, p)
	r.noteTurn(req, &p)
	return reply, err
}
