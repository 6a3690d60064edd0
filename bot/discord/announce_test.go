package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"delphi/bot"
	"delphi/bot/discord/discordtest"
	"delphi/bot/discord/embed"
	"delphi/commands"
	"delphi/commands/route"
)

var _ bot.Speaker = (*Adapter)(nil)

const otherID = "600000000000000008"

func words(text string) commands.Reply { return commands.Reply{Summary: text} }

// newLog is a log to read when the adapter has stopped.
func newLog() (*slog.Logger, *bytes.Buffer) {
	b := new(bytes.Buffer)
	return slog.New(slog.NewTextHandler(b, nil)), b
}

// saying runs an adapter until the test ends and waits for its connection.
func (f *fake) saying(cfg Config, log *slog.Logger, h bot.Handler, change func(*Adapter)) (*Adapter, func() error) {
	f.T.Helper()
	r := newRouter(f.T)
	a := f.adapter(cfg, r, log)
	if change != nil {
		change(a)
	}
	if h == nil {
		h = plainHandler(r)
	}
	stop := f.run(a, h)
	waitFor(f.T, func() bool { return a.State().Connected })
	return a, stop
}

// TestAnnouncements: plain text in order, mentioning nobody, with every
// reader's own times.
func TestAnnouncements(t *testing.T) {
	plain := func(r *route.Router) bot.Handler { return plainHandler(r) }
	ways(t, plain, nil, func(t *testing.T, w *way) {
		waitFor(t, func() bool { return !w.a.Busy() })
		at := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
		begins := commands.Reply{
			Summary: "Dash begins in a day, Fri 2026-11-20 18:00 UTC. Take part, @everyone: *join* https://x.org/a_b_c",
			Moments: []commands.Moment{{At: at, Text: "Fri 2026-11-20 18:00 UTC"}},
		}
		for _, r := range []commands.Reply{begins, words("two"), words(strings.Repeat("_", 3000))} {
			if err := w.a.Say(channelID, r); err != nil {
				t.Fatal(err)
			}
		}
		wants := []string{
			fmt.Sprintf(`Dash begins in a day, <t:%d:f>. Take part, @`+"\u200b"+`everyone: \*join\* https://x.org/a_b_c`, at.Unix()),
			"two", strings.Repeat(`\_`, 999) + `\…`,
		}
		nonces := map[string]bool{}
		for i, want := range wants {
			s := w.f.Next("/channels/")
			var got struct {
				Content, Nonce string
				Flags          int
				Embeds         []any
				Enforce        bool `json:"enforce_nonce"`
			}
			if err := json.Unmarshal(s.Body, &got); err != nil {
				t.Fatal(err)
			}
			if s.Method != http.MethodPost || s.Path != "/channels/"+channelID+"/messages" || got.Content != want || got.Flags != 4 || len(got.Embeds) != 0 {
				t.Errorf("%d: %s\nwant %s", i, s, want)
			}
			if !got.Enforce || got.Nonce == "" || nonces[got.Nonce] {
				t.Errorf("nonce %q", got.Nonce)
			}
			nonces[got.Nonce] = true
		}
		waitFor(t, func() bool { s := w.a.Stats(); return s.Announced == 3 && s.Unsaid == 0 })
		if w.a.State().Queued != 0 {
			t.Errorf("%+v", w.a.State())
		}
	})
}

// TestAnswersShowTimes: in an embed too.
func TestAnswersShowTimes(t *testing.T) {
	at := time.Unix(1604188800, 0)
	for _, failed := range []bool{false, true} {
		r := commands.Reply{Summary: "from then on", Fields: []commands.Field{{Name: "from", Value: "then"}}, Failed: failed, Moments: []commands.Moment{{At: at, Text: "then"}}}
		e := embed.Render(&r, embed.Look{}).Embeds[0]
		if want := "rom <t:1604188800:f> on"; !strings.HasSuffix(e.Description, want) {
			t.Errorf("%q", e.Description)
		}
		if !failed && e.Fields[0].Value != "<t:1604188800:f>" {
			t.Errorf("%q", e.Fields[0].Value)
		}
	}
}

// TestAnnouncementFaults: what passes is tried again; the rest is dropped and
// told to the log once.
func TestAnnouncementFaults(t *testing.T) {
	limited := `{"message":"You are being rate limited.","retry_after":0.05,"global":false}`
	for name, faults := range map[string][]discordtest.Fault{
		"rate limited":  {status("/channels/", 429, limited, map[string]string{"Retry-After": "1"})},
		"server errors": {status("/channels/", 500, "", nil), status("/channels/", 502, "<html>", nil), status("/channels/", 503, "", nil)},
		"a long outage": {status("/channels/", 503, "", nil), status("/channels/", 503, "", nil), status("/channels/", 503, "", nil), status("/channels/", 503, "", nil), status("/channels/", 503, "", nil), status("/channels/", 503, "", nil)},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t)
			a, _ := f.saying(testConfig(), nil, nil, nil)
			f.Fail(faults...)
			a.Say(channelID, words("one"))
			a.Say(channelID, words("two"))
			for _, want := range []string{"one", "two"} {
				if s := f.Next("/channels/"); !strings.Contains(string(s.Body), `"`+want+`"`) {
					t.Errorf("%s, want %s", s, want)
				}
			}
			waitFor(t, func() bool { s := a.Stats(); return s.Announced == 2 && s.Unsaid == 0 })
		})
	}

	t.Run("an outage without end", func(t *testing.T) {
		f := newFake(t)
		log, b := newLog()
		a, stop := f.saying(testConfig(), log, nil, nil)
		for i := range 2 {
			for range announceTries {
				f.Fail(status("/channels/", 503, "", nil))
			}
			a.Say(channelID, words("lost"))
			waitFor(t, func() bool { return a.Stats().Unsaid == int64(i+1) })
		}
		if a.Say(channelID, words("found")); !strings.Contains(f.Next("/channels/").String(), "found") {
			t.Error("not tried again")
		}
		waitFor(t, func() bool { return a.Stats().Announced == 1 })
		for range announceTries {
			f.Fail(status("/channels/", 503, "", nil))
		}
		a.Say(channelID, words("lost again"))
		waitFor(t, func() bool { return a.Stats().Unsaid == 3 })
		stop()
		if n := strings.Count(b.String(), "an announcement was not sent"); n != 2 { // a new outage
			t.Errorf("logged %d times:\n%s", n, b)
		}
	})

	t.Run("a limit longer than it is of use", func(t *testing.T) {
		f := newFake(t)
		a, _ := f.saying(testConfig(), nil, nil, func(a *Adapter) { a.t.announce = time.Second })
		f.Fail(status("/channels/", 429, `{"message":"no","retry_after":60}`, nil))
		a.Say(channelID, words("late"))
		waitFor(t, func() bool { return a.Stats().Unsaid == 1 })
		f.Idle("/channels/")
	})

	t.Run("refused words", func(t *testing.T) { // that one alone
		f := newFake(t)
		a, _ := f.saying(testConfig(), nil, nil, nil)
		f.Fail(status("/channels/", 400, `{"code":50035,"message":"Invalid Form Body"}`, nil))
		a.Say(channelID, words("odd"))
		a.Say(channelID, words("fine"))
		if s := f.Next("/channels/"); !strings.Contains(string(s.Body), "fine") {
			t.Errorf("%s", s)
		}
		waitFor(t, func() bool { s := a.Stats(); return s.Unsaid == 1 && s.Announced == 1 })
	})
}

// TestClosedChannel: a channel that the bot may not speak in, or that is gone,
// is asked for once and then left alone for a while.
func TestClosedChannel(t *testing.T) {
	for name, faults := range map[string][]discordtest.Fault{
		"no permission": {status("/channels/", 403, `{"code":50013,"message":"Missing Permissions"}`, nil)},
		"no access":     {status("/channels/", 403, `{"code":50001,"message":"Missing Access"}`, nil)},
		"unknown": {
			status("/channels/", 404, `{"code":10003,"message":"Unknown Channel"}`, nil),
			status("/users/", 400, `{"code":50033,"message":"Invalid Recipient(s)"}`, nil),
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t)
			log, b := newLog()
			now := make(chan time.Time, 1)
			start := time.Now()
			now <- start
			a, stop := f.saying(testConfig(), log, nil, func(a *Adapter) {
				a.now = func() time.Time { t := <-now; now <- t; return t }
			})
			say := func(text string) {
				t.Helper()
				if err := a.Say(channelID, words(text)); err != nil {
					t.Error(err)
				}
			}
			f.Fail(faults...)
			say("one")
			waitFor(t, func() bool { return a.Stats().Unsaid == 1 })
			say("two")
			if n := a.Stats().Unsaid; n != 2 {
				t.Errorf("%d unsaid", n)
			}
			// Others are not concerned.
			a.Say(otherID, words("elsewhere"))
			if s := f.Next("/channels/"); !strings.Contains(s.Path, otherID) {
				t.Errorf("%s", s)
			}
			<-now
			now <- start.Add(a.t.closed + time.Second)
			f.Fail(faults...) // still closed
			say("three")
			waitFor(t, func() bool { return a.Stats().Unsaid == 3 })
			<-now
			now <- start.Add(2*a.t.closed + 2*time.Second)
			say("four")
			if s := f.Next("/channels/"); !strings.Contains(string(s.Body), "four") {
				t.Errorf("%s", s)
			}
			waitFor(t, func() bool { return a.Stats().Announced == 2 })
			stop()
			if n := strings.Count(b.String(), "View Channel and Send Messages"); n != 1 {
				t.Errorf("logged %d times:\n%s", n, b)
			}
		})
	}
}

// TestPrivateAnnouncements: the place of a private conversation is its user.
func TestPrivateAnnouncements(t *testing.T) {
	f := newFake(t)
	a, _ := f.saying(testConfig(), nil, nil, nil)
	f.Fail(status("/channels/"+aliceID, 404, `{"code":10003,"message":"Unknown Channel"}`, nil))
	a.Say(aliceID, words("one"))
	if s := f.Next("/users/@me/channels"); !strings.Contains(string(s.Body), aliceID) {
		t.Errorf("%s", s)
	}
	a.Say(aliceID, words("two"))
	for _, want := range []string{"one", "two"} {
		if s := f.Next("/channels/" + directID + "/messages"); !strings.Contains(string(s.Body), want) {
			t.Errorf("%s, want %s", s, want)
		}
	}
}

// TestAnnouncementsHoldUpNobody: neither another channel nor an answer waits
// for one that Discord holds up, and the end does not either.
func TestAnnouncementsHoldUpNobody(t *testing.T) {
	f := newFake(t)
	a, stop := f.saying(testConfig(), nil, nil, func(a *Adapter) { a.t.drain = 200 * time.Millisecond })
	g := f.Up()
	f.Fail(status(channelID, 429, `{"message":"no","retry_after":50}`, nil))
	for range 3 {
		a.Say(channelID, words("held up"))
	}
	waitFor(t, func() bool { return a.Stats().RateLimited == 1 })
	a.Say(otherID, words("not held up"))
	if s := f.Next("/channels/"); !strings.Contains(s.Path, otherID) {
		t.Errorf("%s", s)
	}
	e := invoke("help")
	g.Send(opDispatch, "INTERACTION_CREATE", e)
	f.Next("/callback")
	began := time.Now()
	if err := stop(); err != nil {
		t.Error(err)
	}
	if d := time.Since(began); d > 2*time.Second {
		t.Errorf("closing took %v", d)
	}
	if s := a.Stats(); s.Unsaid != 3 || s.Announced != 1 || a.State().Queued != 0 {
		t.Errorf("%+v, %+v", s, a.State())
	}
}

// TestSayRefuses: what cannot be queued, and when it is better not to ask.
func TestSayRefuses(t *testing.T) {
	f := newFake(t)
	a := f.adapter(testConfig(), newRouter(t), nil)
	if err := a.Say(channelID, words("x")); err == nil || !a.Busy() || a.State().Connected {
		t.Errorf("before Run: %v, busy %v, %+v", err, a.Busy(), a.State())
	}
	let := make(chan struct{})
	a, stop := f.saying(testConfig(), nil, held(let, commands.Reply{Summary: "Well."})(newRouter(t)), func(a *Adapter) { a.t.drain = time.Millisecond })
	g := f.Up()
	for _, place := range []string{"", "#nethack", "12", "12345678901234567890123", "1234567890123456/../9"} {
		if a.Say(place, words("x")) == nil {
			t.Errorf("said to %q", place)
		}
	}
	if a.Say(channelID, words("\x00")) == nil {
		t.Error("said nothing at all")
	}
	if a.Busy() {
		t.Error("busy with nothing")
	}
	for range manyAsking {
		g.Send(opDispatch, "INTERACTION_CREATE", invoke("help"))
	}
	waitFor(t, a.Busy)
	close(let)
	waitFor(t, func() bool { return !a.Busy() })

	f.Fail(status(channelID, 429, `{"message":"no","retry_after":50}`, nil))
	for range mostUnsaid {
		if err := a.Say(channelID, words("x")); err != nil {
			t.Fatal(err)
		}
	}
	if a.Say(channelID, words("x")) == nil || !a.Busy() {
		t.Errorf("the queue has no end; busy %v", a.Busy())
	}
	stop()
	if err := a.Say(channelID, words("x")); err == nil {
		t.Error("said after the end")
	}
}

// TestState: how the connection is.
func TestState(t *testing.T) {
	f := newFake(t)
	f.Script(func(g *discordtest.Gateway) { g.Hello(20); g.Ready(); g.Stay() })
	a, _ := f.saying(testConfig(), nil, nil, nil)
	g := f.Up()
	waitFor(t, func() bool { return a.State().Lag > 0 })
	if s := a.State(); !s.Connected || s.Reconnects != 0 || s.Lag > time.Second {
		t.Errorf("%+v", s)
	}
	g.Close(4000)
	f.Up()
	waitFor(t, func() bool { s := a.State(); return s.Connected && s.Reconnects == 1 })
}
