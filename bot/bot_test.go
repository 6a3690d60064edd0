package bot

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"delphi/commands"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type fakeAdapter struct {
	name string
	run  func(context.Context, Handler) error
}

func (f fakeAdapter) Name() string                             { return f.name }
func (f fakeAdapter) Run(ctx context.Context, h Handler) error { return f.run(ctx, h) }

func untilDone(ctx context.Context, _ Handler) error { <-ctx.Done(); return nil }

func say(text string) Handler {
	return HandlerFunc(func(context.Context, commands.Request) commands.Reply { return commands.Reply{Summary: text} })
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

func TestRunOneFailingLeavesTheOthers(t *testing.T) {
	for name, broken := range map[string]func(context.Context, Handler) error{
		"error": func(context.Context, Handler) error { return errors.New("no such host") },
		"panic": func(context.Context, Handler) error { panic("no such host") },
	} {
		t.Run(name, func(t *testing.T) {
			var logged bytes.Buffer
			ctx, cancel := context.WithCancel(context.Background())
			failed := make(chan struct{})
			answered := make(chan string, 1)
			good := func(ctx context.Context, h Handler) error {
				<-failed
				answered <- h.Answer(ctx, commands.Request{}).Summary
				<-ctx.Done()
				return nil
			}
			bad := func(ctx context.Context, h Handler) error {
				defer close(failed)
				return broken(ctx, h)
			}
			done := make(chan error, 1)
			go func() {
				done <- Run(ctx, slog.New(slog.NewTextHandler(&logged, nil)), say("47%"),
					fakeAdapter{"good", good}, fakeAdapter{"bad", bad})
			}()
			if got := <-answered; got != "47%" {
				t.Errorf("the good adapter was answered %q", got)
			}
			cancel()
			if err := <-done; err != nil {
				t.Errorf("Run after cancel = %v, want nil", err)
			}
			if s := logged.String(); strings.Count(s, "no such host") != 1 || !strings.Contains(s, "network=bad") {
				t.Errorf("want one log line that names the adapter and its error, got:\n%s", s)
			}
		})
	}
}

func TestRunReturnsErrorsWhenAllStopped(t *testing.T) {
	fail := func(msg string) func(context.Context, Handler) error {
		return func(context.Context, Handler) error { return errors.New(msg) }
	}
	err := Run(context.Background(), discard(), say(""), fakeAdapter{"a", fail("one")}, fakeAdapter{"b", fail("two")})
	if err == nil || !strings.Contains(err.Error(), "a: one") || !strings.Contains(err.Error(), "b: two") {
		t.Errorf("Run = %v, want both errors by name", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Run(ctx, discard(), say(""), fakeAdapter{"a", untilDone}); err != nil {
		t.Errorf("Run with an ended context = %v", err)
	}
}

func TestChainOrder(t *testing.T) {
	mark := func(s string) Middleware {
		return func(next Handler) Handler {
			return HandlerFunc(func(ctx context.Context, req commands.Request) commands.Reply {
				req.Line += s
				r := next.Answer(ctx, req)
				r.Summary += s
				return r
			})
		}
	}
	echo := HandlerFunc(func(_ context.Context, req commands.Request) commands.Reply {
		return commands.Reply{Summary: req.Line + "|"}
	})
	if got := Chain(echo, mark("a"), mark("b")).Answer(context.Background(), commands.Request{}).Summary; got != "ab|ba" {
		t.Errorf("got %q, want %q", got, "ab|ba")
	}
}

func TestRecover(t *testing.T) {
	var logged bytes.Buffer
	n := 0
	h := Chain(HandlerFunc(func(context.Context, commands.Request) commands.Reply {
		if n++; n == 1 {
			panic("division by zero")
		}
		return commands.Reply{Summary: "fine"}
	}), Recover(slog.New(slog.NewTextHandler(&logged, nil))))

	r := h.Answer(context.Background(), commands.Request{Line: "odds 1 in 0"})
	if !r.Failed || strings.Contains(r.Summary, "division") {
		t.Errorf("reply to a panic = %+v: want a failed one that does not show the panic", r)
	}
	_, after, _ := strings.Cut(logged.String(), "ref=")
	ref, _, _ := strings.Cut(after, " ")
	if len(ref) < 6 || !strings.Contains(r.Summary, ref) {
		t.Errorf("reply %q does not show the log's reference %q", r.Summary, ref)
	}
	if !strings.Contains(logged.String(), "division by zero") || !strings.Contains(logged.String(), "odds 1 in 0") {
		t.Errorf("log lacks the panic or the line: %s", logged.String())
	}
	if r := h.Answer(context.Background(), commands.Request{}); r.Summary != "fine" {
		t.Errorf("after a panic: %+v", r)
	}
}

func TestDeadline(t *testing.T) {
	stuck := HandlerFunc(func(ctx context.Context, _ commands.Request) commands.Reply {
		<-ctx.Done()
		return commands.Reply{Summary: ctx.Err().Error(), Failed: true}
	})
	h := Chain(stuck, Deadline(time.Millisecond))
	if r := h.Answer(context.Background(), commands.Request{}); !r.Failed || !strings.Contains(r.Summary, "took too long") {
		t.Errorf("past the deadline: %+v", r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r := h.Answer(ctx, commands.Request{}); strings.Contains(r.Summary, "took too long") {
		t.Errorf("a cancelled request is not a slow one: %+v", r)
	}
	late := HandlerFunc(func(ctx context.Context, _ commands.Request) commands.Reply {
		<-ctx.Done()
		return commands.Reply{Summary: "47%"}
	})
	if r := Chain(late, Deadline(time.Millisecond)).Answer(context.Background(), commands.Request{}); r.Summary != "47%" {
		t.Errorf("a late answer was thrown away: %+v", r)
	}
}
