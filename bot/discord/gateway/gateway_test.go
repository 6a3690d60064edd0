package gateway

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"go.uber.org/goleak"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/bot/discord/discordtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestSpec(t *testing.T) { discordtest.NeedSpec(t) }

// setup is the options of a group of shards that talks to a fake, and the
// events that it dispatches.
func setup(t testing.TB, f *discordtest.Fake) (Options, chan Event) {
	client, err := api.NewClient(discordtest.Token, "test", "", f)
	if err != nil {
		t.Fatal(err)
	}
	client.Retry = time.Millisecond
	t.Cleanup(client.Close)
	events := make(chan Event, 64)
	return Options{
		Token: discordtest.Token, Intents: discordgo.IntentGuildMessages, Presence: "how to ask", ShardID: -1,
		Client: client, Log: slog.New(slog.DiscardHandler), Stats: new(Stats),
		Timing: Timing{
			Hello: 300 * time.Millisecond, Ready: 400 * time.Millisecond,
			Start: time.Millisecond, Invalid: time.Millisecond, Retry: time.Millisecond, RetryMax: 20 * time.Millisecond,
		},
		Dispatch: func(e Event) {
			if e.Type != "READY" { // each session begins with it
				events <- e
			}
		},
	}, events
}

// run keeps the shards connected until the test ends.
func run(t testing.TB, opt Options) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- Run(ctx, opt) }()
	t.Cleanup(sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
	}))
}

// next returns the next event.
func next(t testing.TB, events chan Event) Event {
	t.Helper()
	select {
	case e := <-events:
		return e
	case <-time.After(10 * time.Second):
		t.Fatal("no event came")
		return Event{}
	}
}

func waitFor(t testing.TB, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it did not come")
		}
	}
}

func TestIdentify(t *testing.T) {
	f := discordtest.New(t)
	opt, events := setup(t, f)
	run(t, opt)
	op, d := f.Introduction()
	if op != opIdentify || d["token"] != discordtest.Token || d["intents"] != float64(opt.Intents) {
		t.Errorf("op %d, %v", op, d)
	}
	activity := d["presence"].(map[string]any)["activities"].([]any)[0].(map[string]any)
	if activity["type"] != 4.0 || activity["state"] != opt.Presence {
		t.Errorf("%v", activity)
	}
	f.Up().Send(opDispatch, "MESSAGE_CREATE", map[string]any{"content": "x"})
	if at := opt.Stats.Beat(); time.Since(at) > time.Minute {
		t.Errorf("the last beat was at %v", at)
	}
	if e := next(t, events); e.Type != "MESSAGE_CREATE" || e.Self != discordtest.SelfID || string(e.Data) != `{"content":"x"}` {
		t.Errorf("%+v %s", e, e.Data)
	}
}

type script = func(*discordtest.Gateway)

func ready(then script) script {
	return func(g *discordtest.Gateway) { g.Hello(1000); g.Ready(); then(g); g.Stay() }
}

// TestConnectionsThatEnd: after each fault the shard is back, and takes events.
func TestConnectionsThatEnd(t *testing.T) {
	invalid := func(resumable any) script {
		return func(g *discordtest.Gateway) {
			g.Hello(1000)
			g.Send(opInvalidSession, "", resumable)
			g.Stay()
		}
	}
	unanswered := func(g *discordtest.Gateway) { g.Hello(1000); g.Stay() }
	for name, c := range map[string]struct {
		scripts []script
		ops     []int // what the client introduces itself with, in order
		readies int   // sessions begun before the good connection
	}{
		"asked to reconnect":           {[]script{ready(func(g *discordtest.Gateway) { g.Send(opReconnect, "", nil) })}, []int{opIdentify, opResume}, 1},
		"closed, to be resumed":        {[]script{ready(func(g *discordtest.Gateway) { g.Close(4000) })}, []int{opIdentify, opResume}, 1},
		"broken off":                   {[]script{ready(func(g *discordtest.Gateway) { g.Conn.Close() })}, []int{opIdentify, opResume}, 1},
		"session timed out":            {[]script{ready(func(g *discordtest.Gateway) { g.Close(4009) })}, []int{opIdentify, opIdentify}, 1},
		"invalid session for a resume": {[]script{ready(func(g *discordtest.Gateway) { g.Close(4000) }), invalid(false)}, []int{opIdentify, opResume, opIdentify}, 1},
		"invalid but resumable":        {[]script{ready(func(g *discordtest.Gateway) { g.Close(4000) }), invalid(true)}, []int{opIdentify, opResume, opResume}, 1},
		"invalid session, no reason":   {[]script{ready(func(g *discordtest.Gateway) { g.Close(4000) }), invalid(nil)}, []int{opIdentify, opResume, opIdentify}, 1},
		"invalid session at once":      {[]script{invalid(false)}, []int{opIdentify, opIdentify}, 0},
		"never says hello":             {[]script{(*discordtest.Gateway).Stay}, []int{opIdentify}, 0},
		"hello without an interval":    {[]script{func(g *discordtest.Gateway) { g.Send(opHello, "", map[string]any{}); g.Stay() }}, []int{opIdentify}, 0},
		"says something else":          {[]script{func(g *discordtest.Gateway) { g.Send(opHeartbeatAck, "", nil); g.Stay() }}, []int{opIdentify}, 0},
		"never says ready":             {[]script{unanswered}, []int{opIdentify, opIdentify}, 0},
		"resumes never answered": {
			[]script{ready(func(g *discordtest.Gateway) { g.Close(4000) }), unanswered, unanswered, unanswered, unanswered, unanswered},
			[]int{opIdentify, opResume, opResume, opResume, opIdentify, opIdentify, opIdentify}, 1,
		},
		"no heartbeat acknowledged": {[]script{func(g *discordtest.Gateway) {
			g.Hello(20)
			g.Ready()
			go func() { // it talks all the time, but of other things
				for tick := time.NewTicker(5 * time.Millisecond); ; {
					select {
					case <-tick.C:
						g.Send(opHeartbeat, "", nil)
					case <-g.Done:
						tick.Stop()
						return
					}
				}
			}()
			g.Deaf()
		}}, []int{opIdentify, opResume}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := discordtest.New(t)
			f.Script(c.scripts...)
			opt, events := setup(t, f)
			run(t, opt)
			var ops []int
			for range c.ops {
				op, d := f.Introduction()
				ops = append(ops, op)
				if op == opResume && (d["session_id"] != "session1" || d["token"] != discordtest.Token || d["seq"] == 0.0) {
					t.Errorf("resumed with %v", d)
				}
			}
			if !slices.Equal(ops, c.ops) {
				t.Errorf("introduced itself with %v, want %v", ops, c.ops)
			}
			for range c.readies {
				f.Up()
			}
			f.Up().Send(opDispatch, "X", nil)
			if e := next(t, events); e.Type != "X" {
				t.Errorf("%+v", e)
			}
			if n := opt.Stats.Connected.Load(); n != 1 {
				t.Errorf("%d shards connected", n)
			}
		})
	}
}

// TestMissedEvents: a resumed session may begin with so many events that were
// missed that they take longer than a shard waits to be ready.
func TestMissedEvents(t *testing.T) {
	f := discordtest.New(t)
	f.Script(ready(func(g *discordtest.Gateway) { g.Close(4000) }), func(g *discordtest.Gateway) {
		g.Hello(1000)
		for range 6 {
			time.Sleep(100 * time.Millisecond)
			g.Send(opDispatch, "MISSED", nil)
		}
		g.Send(opDispatch, "RESUMED", nil)
		g.Stay()
	})
	opt, events := setup(t, f)
	run(t, opt)
	f.Up()
	for range 6 {
		if e := next(t, events); e.Type != "MISSED" {
			t.Errorf("%+v", e)
		}
	}
	waitFor(t, func() bool { return opt.Stats.Resumed.Load() == 1 })
}

// TestPanic: what panics in a shard costs a connection.
func TestPanic(t *testing.T) {
	f := discordtest.New(t)
	opt, events := setup(t, f)
	first := true
	opt.Dispatch = func(e Event) {
		if e.Type == "READY" {
			return
		}
		if first {
			first = false
			panic("of the handler")
		}
		events <- e
	}
	run(t, opt)
	f.Up().Send(opDispatch, "X", nil)
	f.Up().Send(opDispatch, "Y", nil)
	if e := next(t, events); e.Type != "Y" || opt.Stats.Panics.Load() != 1 {
		t.Errorf("%+v, %d panics", e, opt.Stats.Panics.Load())
	}
}

// TestHopeless: what no new connection can mend ends Run and says what to do.
func TestHopeless(t *testing.T) {
	for name, c := range map[string]struct {
		code int
		want []string
	}{
		"bad token":         {4004, []string{"token", "DELPHI_DISCORD_TOKEN"}},
		"intent refused":    {4014, []string{"message content intent", "message_commands = false", "discord.com/developers"}},
		"invalid intent":    {4013, []string{"intent"}},
		"invalid shard":     {4010, []string{"shard_count"}},
		"sharding required": {4011, []string{"shard_count"}},
		"old version":       {4012, []string{"newer release"}},
	} {
		t.Run(name, func(t *testing.T) {
			f := discordtest.New(t)
			f.Script(func(g *discordtest.Gateway) { g.Hello(1000); g.Close(c.code); g.Stay() })
			opt, _ := setup(t, f)
			err := Run(t.Context(), opt)
			if err == nil {
				t.Fatal("Run returned nil")
			}
			for _, w := range c.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("%q does not say %q", err, w)
				}
			}
			if strings.Contains(err.Error(), discordtest.Token) {
				t.Error("the token is in the error")
			}
		})
	}
	t.Run("one shard ends all", func(t *testing.T) {
		f := discordtest.New(t)
		f.Shards(2)
		f.Script((*discordtest.Gateway).Usual, func(g *discordtest.Gateway) { g.Hello(1000); g.Close(4004); g.Stay() })
		opt, _ := setup(t, f)
		if Run(t.Context(), opt) == nil {
			t.Error("Run returned nil")
		}
	})
	t.Run("token refused over REST", func(t *testing.T) {
		f := discordtest.New(t)
		f.Fail(discordtest.Status("/gateway/bot", 401, `{"code":0,"message":"401: Unauthorized"}`, nil))
		opt, _ := setup(t, f)
		if err := Run(t.Context(), opt); err == nil || !strings.Contains(err.Error(), "DELPHI_DISCORD_TOKEN") {
			t.Errorf("Run: %v", err)
		}
	})
}

// TestOddFrames: what the gateway may never send does no harm.
func TestOddFrames(t *testing.T) {
	f := discordtest.New(t)
	opt, events := setup(t, f)
	run(t, opt)
	g := f.Up()
	for _, s := range []string{`not JSON`, `[1,2]`, `{"op":99}`, `{}`, `null`} {
		g.Raw(s)
	}
	g.Send(opHeartbeat, "", nil)
	g.Send(opDispatch, "FROM_THE_FUTURE", map[string]any{"x": 1})
	if e := next(t, events); e.Type != "FROM_THE_FUTURE" {
		t.Errorf("%+v", e)
	}
	if n := opt.Stats.Malformed.Load(); n != 2 {
		t.Errorf("%d malformed", n)
	}
}

func TestShards(t *testing.T) {
	t.Run("as advised", func(t *testing.T) {
		f := discordtest.New(t)
		f.Shards(3)
		opt, _ := setup(t, f)
		run(t, opt)
		var ids []float64
		for range 3 {
			_, d := f.Introduction()
			shard := d["shard"].([]any)
			ids = append(ids, shard[0].(float64))
			if shard[1] != 3.0 {
				t.Errorf("shard %v", shard)
			}
		}
		slices.Sort(ids)
		if !slices.Equal(ids, []float64{0, 1, 2}) {
			t.Errorf("shards %v", ids)
		}
		waitFor(t, func() bool { return opt.Stats.Connected.Load() == 3 })
	})
	t.Run("as configured", func(t *testing.T) {
		f := discordtest.New(t)
		opt, _ := setup(t, f)
		opt.ShardID, opt.Shards = 2, 4
		run(t, opt)
		if _, d := f.Introduction(); d["shard"].([]any)[0] != 2.0 || d["shard"].([]any)[1] != 4.0 {
			t.Errorf("shard %v", d["shard"])
		}
	})
}

// TestPaceOfSessions: the shards of one group start their sessions five seconds
// apart, and the groups that Discord allows at once do not wait for each other.
func TestPaceOfSessions(t *testing.T) {
	for concurrency, want := range map[int][]time.Duration{
		1: {0, 5 * time.Second, 10 * time.Second, 15 * time.Second},
		2: {0, 0, 5 * time.Second, 5 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			g := &group{Options: Options{Timing: DefaultTiming}, next: map[int]time.Time{}}
			advice := new(discordgo.GatewayBotResponse)
			advice.SessionStartLimit.MaxConcurrency = concurrency
			began, started := time.Now(), make([]time.Duration, len(want))
			var wg sync.WaitGroup
			for id := range started {
				wg.Go(func() {
					if _, err := g.mayStart(t.Context(), id, advice); err != nil {
						t.Error(err)
					}
					started[id] = time.Since(began)
				})
			}
			wg.Wait()
			if slices.Sort(started); !slices.Equal(started, want) {
				t.Errorf("%d at once: started after %v, want %v", concurrency, started, want)
			}
		})
	}
}

// FuzzFrame: no frame harms a shard that reads it.
func FuzzFrame(f *testing.F) {
	f.Add(0, "READY", []byte(`{"session_id":"1","user":{"id":"2"}}`))
	f.Add(0, "INTERACTION_CREATE", []byte(`{"id":"1"}`))
	f.Add(0, "RESUMED", []byte(`null`))
	f.Fuzz(func(t *testing.T, op int, kind string, data []byte) {
		b, err := json.Marshal(map[string]any{"op": op, "t": kind, "d": json.RawMessage(data)})
		if err != nil {
			t.Skip("not JSON")
		}
		fr := &frame{}
		if err := json.Unmarshal(b, fr); err != nil {
			t.Skip("not a frame")
		}
		s := &shard{heart: new(bot.Heart), group: &group{Options: Options{Stats: new(Stats), Log: slog.New(slog.DiscardHandler), Dispatch: func(Event) {}}}}
		if ready := s.dispatch(fr); ready != (kind == "READY" || kind == "RESUMED") {
			t.Errorf("%s: ready %v", b, ready)
		}
	})
}
