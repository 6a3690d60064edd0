package discord

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/bot/discord/embed"
	"delphi/commands"
	"delphi/commands/route"
)

type ctx = context.Context

// held answers when it is let go.
func held(let <-chan struct{}, reply commands.Reply) func(*route.Router) bot.Handler {
	return func(r *route.Router) bot.Handler {
		return bot.HandlerFunc(func(ctx ctx, req commands.Request) commands.Reply {
			select {
			case <-let:
			case <-ctx.Done():
				return commands.Reply{Failed: true, Summary: "the bot is stopping"}
			}
			if reply.Summary == "" {
				return r.Answer(ctx, req)
			}
			return reply
		})
	}
}

func impatient(a *Adapter) { a.t.patience = 20 * time.Millisecond }

func TestDeferred(t *testing.T) {
	let := make(chan struct{}, 1)
	ways(t, held(let, commands.Reply{}), impatient, func(t *testing.T, w *way) {
		got := w.ask(invoke("fail", "role", "wiz", "xl", 8, "int", 16, "spell", "fireball", "chart", true))
		if got.Type != 5 || got.Flags != 0 {
			t.Fatalf("promise: type %d flags %d", got.Type, got.Flags)
		}
		let <- struct{}{}
		s := w.f.Next("/messages/@original")
		m := parse(t, s.Body, s.Files)
		if s.Method != "PATCH" || len(m.Embeds) != 1 || len(s.Files) != 1 {
			t.Errorf("%s", s)
		}

		got = w.ask(invoke("help", "private", true))
		if got.Type != 5 || got.Flags != 64 {
			t.Errorf("private promise: type %d flags %d", got.Type, got.Flags)
		}
		let <- struct{}{}
		if s := w.f.Next("/messages/@original"); s.Method != "PATCH" || strings.Contains(string(s.Body), `"flags"`) {
			t.Errorf("%s", s)
		}

		// A button's message stays as it is until the answer comes.
		got = w.ask(pressing(m.button(t, "XL+1"), 0))
		if got.Type != 6 {
			t.Errorf("button: type %d", got.Type)
		}
		let <- struct{}{}
		if s := w.f.Next("/messages/@original"); s.Method != "PATCH" || !strings.Contains(string(s.Body), "XL9") {
			t.Errorf("%s", s)
		}
		if n := w.a.Stats().Deferred; n != 3 {
			t.Errorf("%d deferred", n)
		}
	})
}

// TestPromiseTakenBack: a promise for all to see, an answer for the asker.
func TestPromiseTakenBack(t *testing.T) {
	let := make(chan struct{}, 1)
	ways(t, held(let, commands.Reply{Summary: "your character is forgotten.", Private: true}), impatient, func(t *testing.T, w *way) {
		if got := w.ask(invoke("me", "forget", true)); got.Type != 5 || got.Flags != 0 {
			t.Fatalf("type %d flags %d", got.Type, got.Flags)
		}
		let <- struct{}{}
		if s := w.f.Next("/webhooks/"); s.Method != "DELETE" || !strings.HasSuffix(s.Path, "@original") {
			t.Errorf("%s", s)
		}
		if s := w.f.Next("/webhooks/"); s.Method != "POST" || !strings.Contains(string(s.Body), `"flags":64`) {
			t.Errorf("%s", s)
		}
	})
}

// TestFailedPressLeavesTheAnswer: what went wrong is said beside it.
func TestFailedPressLeavesTheAnswer(t *testing.T) {
	let := make(chan struct{}, 1)
	ways(t, held(let, commands.Reply{Summary: "One moment", Failed: true}), impatient, func(t *testing.T, w *way) {
		id, _ := w.a.codec.Encode(embed.Press{Action: embed.Ask, Owner: aliceID, Line: "fail wiz force bolt"})
		let <- struct{}{}
		if got := w.ask(pressing(id, 0)); got.Type != 4 || got.Flags != 64 {
			t.Errorf("at once: type %d flags %d", got.Type, got.Flags)
		}
		if got := w.ask(pressing(id, 0)); got.Type != 6 {
			t.Errorf("late: type %d", got.Type)
		}
		let <- struct{}{}
		if s := w.f.Next("/webhooks/"); s.Method != "POST" || !strings.Contains(string(s.Body), `"flags":64`) {
			t.Errorf("%s", s)
		}
	})
}

func TestSlowCompletion(t *testing.T) {
	f := newFake(t)
	a := f.adapter(testConfig(), newRouter(t), nil)
	impatient(a)
	let := make(chan struct{})
	answers := make(chan api.Response, 2)
	run := a.deferring(func(ctx, *interaction) api.Response { <-let; return completed([]string{"x"}) })
	done := make(chan struct{})
	i, err := decode(mustJSON(typing("fail", "spell", "f")))
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(done)
		run(t.Context(), i, func(_ ctx, r api.Response) error { answers <- r; return nil })
	}()
	if r := <-answers; r.Type != 8 || len(r.Data.(api.Choices).Choices) != 0 {
		t.Errorf("%+v", r)
	}
	close(let)
	<-done
	if len(answers) != 0 || a.Stats().Slow != 1 {
		t.Errorf("%d more answers, %d slow", len(answers), a.Stats().Slow)
	}
}

// TestTokenTooOld: an answer after the token's life is not sent at all.
func TestTokenTooOld(t *testing.T) {
	let := make(chan struct{}, 1)
	start := time.Now()
	var now chan time.Time
	clock := func(a *Adapter) {
		impatient(a)
		c := make(chan time.Time, 1)
		c <- start
		a.now, now = func() time.Time { t := <-c; c <- t; return t }, c
	}
	ways(t, held(let, commands.Reply{}), clock, func(t *testing.T, w *way) {
		if got := w.ask(invoke("help")); got.Type != 5 {
			t.Fatalf("type %d", got.Type)
		}
		<-now
		now <- start.Add(tokenLife + time.Second)
		let <- struct{}{}
		waitFor(t, func() bool { return w.a.Stats().Expired == 1 })
		w.f.Idle("/webhooks/")
	})
}

// TestGone: Discord no longer knows the interaction; nobody is told.
func TestGone(t *testing.T) {
	let := make(chan struct{}, 1)
	ways(t, held(let, commands.Reply{}), impatient, func(t *testing.T, w *way) {
		w.ask(invoke("help"))
		unknown := `{"code":10015,"message":"Unknown Webhook"}`
		for range 3 {
			w.f.Fail(status("/webhooks/", 404, unknown, nil))
		}
		let <- struct{}{}
		waitFor(t, func() bool { return w.a.Stats().Expired == 1 })
		if s := w.a.Stats(); s.Unsent != 0 {
			t.Errorf("%+v", s)
		}
	})
}

// TestSilence: an interaction is never left without an answer.
func TestSilence(t *testing.T) {
	nothing := func(*route.Router) bot.Handler {
		return bot.HandlerFunc(func(ctx, commands.Request) commands.Reply { return commands.Reply{} })
	}
	ways(t, nothing, nil, func(t *testing.T, w *way) {
		if got := w.ask(invoke("help")); got.Type != 4 || got.Flags != 64 || *got.Content == "" {
			t.Errorf("type %d flags %d", got.Type, got.Flags)
		}
	})
}

// TestClosingInTime: what is in work is answered; what hangs is ended.
func TestClosingInTime(t *testing.T) {
	for name, lets := range map[string]bool{"in work": true, "hanging": false} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t)
			r := newRouter(t)
			a := f.adapter(testConfig(), r, nil)
			a.t.drain = 300 * time.Millisecond
			if lets {
				a.t.drain = 20 * time.Second // a busy machine takes its time
			}
			let, asked := make(chan struct{}), make(chan struct{})
			h := held(let, commands.Reply{Summary: "Well."})(r)
			stop := f.run(a, bot.HandlerFunc(func(ctx ctx, req commands.Request) commands.Reply {
				close(asked)
				return h.Answer(ctx, req)
			}))
			g := f.Up()
			e := invoke("help")
			g.Send(opDispatch, "INTERACTION_CREATE", e)
			<-asked
			if lets {
				time.AfterFunc(50*time.Millisecond, func() { close(let) })
			}
			if err := stop(); err != nil {
				t.Errorf("Run: %v", err)
			}
			if !lets {
				f.Idle("/callback")
			} else if s := f.Next("/callback"); !strings.Contains(string(s.Body), "Well.") {
				t.Errorf("%s", s)
			}
			<-g.Done // the gateway's connection is closed too
		})
	}
}

func waitFor(t testing.TB, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal(errors.New("it did not come"))
		}
	}
}
