package commandstest

import (
	"context"
	"os"
	"runtime/debug"
	"testing"
	"time"

	"delphi/commands"
	"delphi/commands/route"
	"delphi/storage/cache"
)

// init has garbage collected at five times what is in use, not at twice: a router and its
// reader take long to mark, and tests make one after the other.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// New returns the Router of a World in which a tournament, Autumn Dash, is on.
func New(t testing.TB, changes ...func(*route.Options)) *route.Router {
	t.Helper()
	w := NewWorld(t, changes...)
	w.Hold("Autumn Dash", "dash")
	return w.Router
}

// Uncached changes the options to switch the answer cache off.
func Uncached(o *route.Options) { o.Cache = nil }

// memory is a cache that keeps every answer.
type memory struct {
	*cache.Cache[*commands.Reply]
}

func (m memory) Do(ctx context.Context, question string, work func(context.Context) (*commands.Reply, error)) (*commands.Reply, error) {
	if r, ok := m.Get(ctx, question); ok {
		return r, nil
	}
	r, err := work(ctx)
	if err == nil {
		m.Put(question, r)
	}
	return r, err
}

// Request returns a line that alice, an operator, typed in #test. It stands alone: no line
// before it matters.
func Request(line string) commands.Request {
	return commands.Request{Line: line, Network: "test", Place: "#test", User: "alice", Nick: "alice", Operator: true, Alone: true, At: time.Unix(0, 0)}
}

// Ask answers a line asked as by Request.
func Ask(t testing.TB, r *route.Router, line string) commands.Reply {
	t.Helper()
	return r.Answer(context.Background(), Request(line))
}
