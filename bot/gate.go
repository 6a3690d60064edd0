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

	// Admit decides whether a request is answered. It never waits, so an
	// adapter may call it from its loop.
	Admit(req commands.Request) Turn
}

// Turn is what was decided on a request. If Answer is nil it is refused, and
// Refusal is what to say instead, which may be silent. Otherwise the caller runs
// Answer once, when the request's turn comes.
type Turn struct {
	Answer  func(context.Context) commands.Reply
	Refusal commands.Reply

	cost func(units int)
}

// Cost says what is sent on account of the request, once that is known, in the
// unit of the network's [Paced]: on IRC lines. Nothing said is 0. An adapter that
// does not call it sends one unit for each answer, and nothing for a refusal.
// It must not be called twice.
func (t Turn) Cost(units int) {
	if t.cost != nil {
		t.cost(units)
	}
}

// Admit asks h about a request as Gatekeeper describes. An adapter that queues
// questions calls it before it queues one, so that a flood is refused at its
// source. A plain Handler admits everything.
func Admit(h Handler, req commands.Request) Turn {
	if g, ok := h.(Gatekeeper); ok {
		return g.Admit(req)
	}
	return Turn{Answer: func(ctx context.Context) commands.Reply { return h.Answer(ctx, req) }}
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
	t := g.Admit(req)
	if t.Answer == nil {
		return t.Refusal
	}
	return t.Answer(ctx)
}

// Admit implements Gatekeeper.
func (g *Gate) Admit(req commands.Request) Turn {
	if g.Moderation != nil && g.Moderation.Silenced(req) {
		return g.refuse(&req, "ignored", commands.Reply{})
	}
	if g.Limiter == nil {
		return Turn{Answer: func(ctx context.Context) commands.Reply { return g.answer(ctx, req) }}
	}
	where, reason, text := g.Limiter.take(&req)
	if reason == "" {
		return g.admit(req, where)
	}
	refusal := commands.Reply{Summary: text, Failed: text != ""}
	if reason == overUser {
		if warning, now := g.strike(&req); now {
			refusal = warning
		}
	}
	t := g.refuse(&req, reason, refusal)
	t.cost = func(units int) { g.Limiter.refused(where, float64(units)) }
	return t
}

// admit returns the turn of a request for which the Limiter took a unit.
func (g *Gate) admit(req commands.Request, where charged) Turn {
	return Turn{
		Answer: func(ctx context.Context) commands.Reply {
			begun := g.Limiter.now()
			defer func() { g.Limiter.answered(where, 0, g.Limiter.now().Sub(begun)) }()
			return g.answer(ctx, req)
		},
		cost: func(units int) { g.Limiter.answered(where, float64(units-1), 0) },
	}
}

func (g *Gate) refuse(req *commands.Request, reason string, reply commands.Reply) Turn {
	if g.Refused != nil {
		g.Refused(req.Network, reason)
	}
	return Turn{Refusal: reply}
}

// answer asks Next and counts commands that do not exist against the asker.
func (g *Gate) answer(ctx context.Context, req commands.Request) commands.Reply {
	reply := g.Next.Answer(ctx, req)
	if reply.Failed && reply.Command == "" {
		if warning, now := g.strike(&req); now {
			return warning
		}
	}
	return reply
}

// strike counts a refused question or an unknown command against the asker.
// When there have been too many the asker is ignored for a while, and told so.
func (g *Gate) strike(req *commands.Request) (warning commands.Reply, ignored bool) {
	if req.Admin || g.Limiter == nil || g.Moderation == nil {
		return commands.Reply{}, false
	}
	pause, who, out := g.Limiter.strike(req)
	if !out {
		return commands.Reply{}, false
	}
	g.Moderation.punish(*req, who, pause, "flooding")
	return commands.Reply{
		Summary: fmt.Sprintf("I am ignoring you for %d minutes because you sent too many commands too quickly.", int(pause.Minutes())),
		Failed:  true,
	}, true
}

// Behind returns what answers behind the Gate of a Handler, for what is asked
// without a limit; a Handler that is no Gate is returned as it is.
func Behind(h Handler) Handler {
	if g, ok := h.(*Gate); ok {
		return g.Next
	}
	return h
}
