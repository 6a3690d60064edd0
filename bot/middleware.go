package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"delphi/commands"
)

// HandlerFunc is a function that is a Handler.
type HandlerFunc func(context.Context, commands.Request) commands.Reply

// Answer calls f.
func (f HandlerFunc) Answer(ctx context.Context, req commands.Request) commands.Reply {
	return f(ctx, req)
}

// Middleware is a Handler around another: it may answer itself, or change
// what goes in or comes out.
type Middleware func(Handler) Handler

// Chain puts layers around h. The first is outermost: it sees a request first
// and its reply last.
func Chain(h Handler, layers ...Middleware) Handler {
	for i := len(layers) - 1; i >= 0; i-- {
		h = layers[i](h)
	}
	return h
}

// Silent says whether a reply holds nothing to say, so that an adapter sends
// nothing at all.
func Silent(r commands.Reply) bool {
	return r.Summary == "" && len(r.Fields) == 0 && r.Table == nil && r.Chart == nil &&
		len(r.Notes) == 0 && len(r.Hints) == 0
}

// Recover makes a panic cost the reply to one question and nothing else. The
// reply shows a reference under which the log has the panic and its stack.
func Recover(log *slog.Logger) Middleware {
	return func(next Handler) Handler {
		return HandlerFunc(func(ctx context.Context, req commands.Request) (reply commands.Reply) {
			defer func() {
				p := Recovered(recover())
				if p == nil {
					return
				}
				ref := rand.Text()[:8]
				log.ErrorContext(ctx, "panic while answering", "ref", ref, "panic", p.Value,
					"network", req.Network, "place", req.Place, "line", req.Line, "stack", string(p.Stack))
				reply = commands.Reply{
					Summary: fmt.Sprintf("Something broke while I was working that out. It is logged as %s for whoever runs this bot.", ref),
					Failed:  true,
				}
			}()
			return next.Answer(ctx, req)
		})
	}
}

// DefaultDeadline is how long one answer may take.
const DefaultDeadline = 5 * time.Second

// Deadline ends the context of each request after d. What the handler then
// returns as failed becomes a reply that says it took too long; a whole answer
// that comes a little late is still given. Handlers must obey their context:
// Deadline waits for them, so that no work goes on that nobody owns.
func Deadline(d time.Duration) Middleware {
	return func(next Handler) Handler {
		return HandlerFunc(func(ctx context.Context, req commands.Request) commands.Reply {
			inner, cancel := context.WithTimeout(ctx, d)
			defer cancel()
			reply := next.Answer(inner, req)
			if ctx.Err() == nil && errors.Is(inner.Err(), context.DeadlineExceeded) && (reply.Failed || Silent(reply)) {
				return commands.Reply{
					Summary: fmt.Sprintf("That took too long: I gave up after %v. A smaller question of the same kind may work.", d),
					Failed:  true,
					Command: reply.Command,
				}
			}
			return reply
		})
	}
}
