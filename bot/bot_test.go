package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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

func TestIgnore(t *testing.T) {
	h := Chain(say("47%"), Ignore(func(r commands.Request) bool { return r.User == "spammer" }))
	if r := h.Answer(context.Background(), commands.Request{User: "spammer"}); !Silent(r) {
		t.Errorf("an ignored user was answered: %+v", r)
	}
	if r := h.Answer(context.Background(), commands.Request{User: "alice"}); r.Summary != "47%" {
		t.Errorf("alice was answered %+v", r)
	}
}

// limitScript asks n times and writes down what came: a for an answer, n for
// a notice, . for silence.
func limitScript(h Handler, req commands.Request, n int) string {
	var b strings.Builder
	for range n {
		switch r := h.Answer(context.Background(), req); {
		case Silent(r):
			b.WriteByte('.')
		case r.Failed:
			b.WriteByte('n')
		default:
			b.WriteByte('a')
		}
	}
	return b.String()
}

func TestLimit(t *testing.T) {
	now := time.Unix(1000, 0)
	clock := func() time.Time { return now }
	alice := commands.Request{Network: "libera", Place: "#nethack", User: "alice"}
	bob, elsewhere := alice, alice
	bob.User = "bob"
	elsewhere.Network = "oftc"
	check := func(t *testing.T, h Handler, req commands.Request, n int, want string) {
		t.Helper()
		if got := limitScript(h, req, n); got != want {
			t.Errorf("%s: got %s, want %s", req.User, got, want)
		}
	}

	t.Run("user", func(t *testing.T) {
		h := Chain(say("47%"), limit(Limits{UserPerMinute: 4}, clock))
		check(t, h, alice, 8, "aaaan...")
		check(t, h, bob, 2, "aa")
		check(t, h, elsewhere, 1, "a")
		now = now.Add(20 * time.Second) // one token: not yet half
		check(t, h, alice, 2, "..")
		now = now.Add(11 * time.Second)
		check(t, h, alice, 4, "aan.")
	})
	t.Run("notice says when", func(t *testing.T) {
		h := Chain(say("47%"), limit(Limits{UserPerMinute: 4}, clock))
		limitScript(h, alice, 4)
		r := h.Answer(context.Background(), alice)
		if !strings.Contains(r.Summary, "4 questions") || !strings.Contains(r.Summary, "31 seconds") && !strings.Contains(r.Summary, "30 seconds") {
			t.Errorf("notice: %q", r.Summary)
		}
	})
	t.Run("channel", func(t *testing.T) {
		h := Chain(say("47%"), limit(Limits{ChannelPerMinute: 2}, clock))
		check(t, h, alice, 1, "a")
		check(t, h, bob, 3, "an.")
		private := bob
		private.Private = true
		check(t, h, private, 3, "aaa")
	})
	t.Run("global", func(t *testing.T) {
		h := Chain(say("47%"), limit(Limits{GlobalPerMinute: 2}, clock))
		check(t, h, alice, 1, "a")
		check(t, h, bob, 3, "an.")
		check(t, h, elsewhere, 1, "a")
	})
	t.Run("off", func(t *testing.T) {
		check(t, Chain(say("47%"), limit(Limits{}, clock)), alice, 5, "aaaaa")
	})
	t.Run("bounded", func(t *testing.T) {
		bs := newBuckets[int](1, 8)
		for i := range 100 {
			bs.take(i, now)
		}
		if n := bs.cache.Len(); n != 8 {
			t.Errorf("%d buckets kept, want 8", n)
		}
	})
}

func BenchmarkMiddleware(b *testing.B) {
	h := Chain(say("47%"),
		Recover(discard()),
		Ignore(func(commands.Request) bool { return false }),
		Limit(Limits{UserPerMinute: 1 << 30, ChannelPerMinute: 1 << 30}),
		Deadline(DefaultDeadline))
	req := commands.Request{Network: "libera", Place: "#nethack", User: "alice", Line: "fail wiz"}
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		h.Answer(ctx, req)
	}
}

func BenchmarkLimitManyUsers(b *testing.B) {
	h := Chain(say("47%"), Limit(Limits{UserPerMinute: 20}))
	reqs := make([]commands.Request, 10_000)
	for i := range reqs {
		reqs[i] = commands.Request{Network: "libera", User: commands.User(fmt.Sprint("user", i))}
	}
	ctx := context.Background()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		h.Answer(ctx, reqs[i%len(reqs)])
	}
}
