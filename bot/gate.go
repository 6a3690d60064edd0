package bot

import (
	"context"
	"fmt"

	"delphi/commands"
)

// Gatekeeper is a Handler that decides on a request before any work is done
// for it.
type Gatekeeper interface {
	Handler

	// Admit decides whether a request is answered. If answer is nil it is
	// not, and reply is what to say instead, which may be silent. Otherwise
	// the caller runs answer once, when the request's turn comes. Admit never
	// waits, so an adapter may call it from its loop.
	Admit(req commands.Request) (answer func(context.Context) commands.Reply, reply commands.Reply)
}

// Admit asks h about a request as Gatekeeper describes. An adapter that queues
// questions calls it before it queues one, so that a flood is refused at its
// source. A plain Handler admits everything.
func Admit(h Handler, req commands.Request) (answer func(context.Context) commands.Reply, reply commands.Reply) {
	if g, ok := h.(Gatekeeper); ok {
		return g.Admit(req)
	}
	return func(ctx context.Context) commands.Reply { return h.Answer(ctx, req) }, commands.Reply{}
}

// Gate is the Gatekeeper in front of a Handler: it turns away whom Moderation
// silences and whatever is over the Limiter's limits.
type Gate struct {
	Next       Handler
	Limiter    *Limiter    // nil: there are no limits
	Moderation *Moderation // nil: nobody is ignored

	// Refused hears of each request that is turned away, with the reason in
	// one word ("user", "channel", "network" or "ignored"); nil: nobody does.
	Refused func(n commands.Network, reason string)
}

// Answer implements Handler for adapters that do not queue.
func (g *Gate) Answer(ctx context.Context, req commands.Request) commands.Reply {
	answer, reply := g.Admit(req)
	if answer == nil {
		return reply
	}
	return answer(ctx)
}

// Admit implements Gatekeeper.
func (g *Gate) Admit(req commands.Request) (answer func(context.Context) commands.Reply, reply commands.Reply) {
	if g.Moderation != nil && g.Moderation.Silenced(req) {
		return nil, g.refuse(req, "ignored", commands.Reply{})
	}
	reason, text := "", ""
	if g.Limiter != nil {
		reason, text = g.Limiter.take(req)
	}
	if reason == "" {
		return func(ctx context.Context) commands.Reply { return g.answer(ctx, req) }, commands.Reply{}
	}
	if reason == overUser {
		if warning, now := g.strike(req); now {
			return nil, g.refuse(req, reason, warning)
		}
	}
	return nil, g.refuse(req, reason, commands.Reply{Summary: text, Failed: text != ""})
}

func (g *Gate) refuse(req commands.Request, reason string, reply commands.Reply) commands.Reply {
	if g.Refused != nil {
		g.Refused(req.Network, reason)
	}
	return reply
}

// answer asks Next and counts commands that do not exist against the asker.
func (g *Gate) answer(ctx context.Context, req commands.Request) commands.Reply {
	reply := g.Next.Answer(ctx, req)
	if reply.Failed && reply.Command == "" {
		if warning, now := g.strike(req); now {
			return warning
		}
	}
	return reply
}

// strike counts a refused question or an unknown command against the asker.
// When there have been too many the asker is ignored for a while, and told so.
func (g *Gate) strike(req commands.Request) (warning commands.Reply, ignored bool) {
	if req.Admin || g.Limiter == nil || g.Moderation == nil {
		return commands.Reply{}, false
	}
	pause, out := g.Limiter.strike(req)
	if !out {
		return commands.Reply{}, false
	}
	g.Moderation.Punish(req, pause, "flooding")
	return commands.Reply{
		Summary: fmt.Sprintf("I am ignoring you for %d minutes because you sent too many commands too quickly.", int(pause.Minutes())),
		Failed:  true,
	}, true
}

// Behind is what answers behind the Gate of a Handler, for what is asked
// without a limit; a Handler that is no Gate is returned as it is.
func Behind(h Handler) Handler {
	if g, ok := h.(*Gate); ok {
		return g.Next
	}
	return h
}
