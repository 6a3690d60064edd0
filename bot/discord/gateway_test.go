package discord

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
	"delphi/commands"
)

// introduction is the next identify or resume that the fake read.
func (f *fake) introduction() (op int, data map[string]any) {
	f.t.Helper()
	select {
	case b := <-f.first:
		var fr struct {
			Op   int
			Data map[string]any `json:"d"`
		}
		if err := json.Unmarshal(b, &fr); err != nil {
			f.t.Fatal(err)
		}
		return fr.Op, fr.Data
	case <-time.After(10 * time.Second):
		f.t.Fatal("nobody introduced themselves")
		return 0, nil
	}
}

// answers fails unless a shard connects and answers.
func (f *fake) answers() {
	f.t.Helper()
	g := f.up()
	e := slash("help")
	g.send(opDispatch, "INTERACTION_CREATE", e)
	f.next("/interactions/" + e["id"].(string))
}

func TestIdentify(t *testing.T) {
	f := newFake(t)
	a := f.adapter(testConfig(f), newRouter(t), nil)
	f.run(a, plainHandler(newRouter(t)))
	op, d := f.introduction()
	if op != opIdentify || d["token"] != token || d["intents"] != 0.0 {
		t.Errorf("op %d, %v", op, d)
	}
	activity := d["presence"].(map[string]any)["activities"].([]any)[0].(map[string]any)
	if s := activity["state"].(string); activity["type"] != 4.0 || !strings.Contains(s, "/fail") || !strings.Contains(s, "/ask") {
		t.Errorf("the presence does not say how to ask: %v", activity)
	}
	f.answers()
}

// TestConnectionsThatEnd: after each fault the shard is back, and answers.
func TestConnectionsThatEnd(t *testing.T) {
	ready := func(then func(g *gateway)) func(*gateway) {
		return func(g *gateway) { g.hello(1000); g.ready(); then(g); g.stay() }
	}
	invalid := func(resumable any) func(*gateway) {
		return func(g *gateway) { g.hello(1000); g.send(opInvalidSession, "", resumable); g.stay() }
	}
	for name, c := range map[string]struct {
		scripts []func(*gateway)
		ops     []int // what the client introduces itself with, in order
		readies int   // sessions begun before the good connection
	}{
		"asked to reconnect":           {[]func(*gateway){ready(func(g *gateway) { g.send(opReconnect, "", nil) })}, []int{opIdentify, opResume}, 1},
		"closed, to be resumed":        {[]func(*gateway){ready(func(g *gateway) { g.close(4000) })}, []int{opIdentify, opResume}, 1},
		"broken off":                   {[]func(*gateway){ready(func(g *gateway) { g.conn.Close() })}, []int{opIdentify, opResume}, 1},
		"session timed out":            {[]func(*gateway){ready(func(g *gateway) { g.close(4009) })}, []int{opIdentify, opIdentify}, 1},
		"invalid session for a resume": {[]func(*gateway){ready(func(g *gateway) { g.close(4000) }), invalid(false)}, []int{opIdentify, opResume, opIdentify}, 1},
		"invalid but resumable":        {[]func(*gateway){ready(func(g *gateway) { g.close(4000) }), invalid(true)}, []int{opIdentify, opResume, opResume}, 1},
		"invalid session, no reason":   {[]func(*gateway){ready(func(g *gateway) { g.close(4000) }), invalid(nil)}, []int{opIdentify, opResume, opIdentify}, 1},
		"invalid session at once":      {[]func(*gateway){invalid(false)}, []int{opIdentify, opIdentify}, 0},
		"never says hello":             {[]func(*gateway){(*gateway).stay}, []int{opIdentify}, 0},
		"hello without an interval":    {[]func(*gateway){func(g *gateway) { g.send(opHello, "", map[string]any{}); g.stay() }}, []int{opIdentify}, 0},
		"says something else":          {[]func(*gateway){func(g *gateway) { g.send(opHeartbeatAck, "", nil); g.stay() }}, []int{opIdentify}, 0},
		"never says ready":             {[]func(*gateway){func(g *gateway) { g.hello(1000); g.stay() }}, []int{opIdentify, opIdentify}, 0},
		"no heartbeat acknowledged": {[]func(*gateway){func(g *gateway) {
			g.hello(20)
			g.ready()
			go func() { // it talks all the time, but of other things
				for tick := time.NewTicker(5 * time.Millisecond); ; {
					select {
					case <-tick.C:
						g.send(opDispatch, "TYPING_START", map[string]any{})
					case <-g.done:
						tick.Stop()
						return
					}
				}
			}()
			for {
				var fr frame
				if g.conn.ReadJSON(&fr) != nil {
					return
				}
			}
		}}, []int{opIdentify, opResume}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t)
			f.scripts = c.scripts
			r := newRouter(t)
			a := f.adapter(testConfig(f), r, nil)
			a.t.hello, a.t.ready = 300*time.Millisecond, 400*time.Millisecond
			f.run(a, plainHandler(r))
			var ops []int
			for range c.ops {
				op, d := f.introduction()
				ops = append(ops, op)
				if op == opResume && (d["session_id"] != "session1" || d["token"] != token || d["seq"] == 0.0) {
					t.Errorf("resumed with %v", d)
				}
			}
			if !slices.Equal(ops, c.ops) {
				t.Errorf("introduced itself with %v, want %v", ops, c.ops)
			}
			for range c.readies {
				f.up()
			}
			f.answers()
			if s := a.Stats(); s.Connected != 1 {
				t.Errorf("%d shards connected", s.Connected)
			}
		})
	}
}

// TestHopeless: what no new connection can mend stops the adapter and says
// what to do.
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
			f := newFake(t)
			f.scripts = []func(*gateway){func(g *gateway) { g.hello(1000); g.close(c.code); g.stay() }}
			cfg := testConfig(f)
			cfg.MessageCommands = true
			a := f.adapter(cfg, newRouter(t), nil)
			err := a.Run(t.Context(), plainHandler(newRouter(t)))
			if err == nil {
				t.Fatal("Run returned nil")
			}
			for _, w := range c.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("%q does not say %q", err, w)
				}
			}
			if strings.Contains(err.Error(), token) {
				t.Error("the token is in the error")
			}
		})
	}
	t.Run("token refused over REST", func(t *testing.T) {
		f := newFake(t)
		f.fail(status("/applications/@me", 401, `{"code":0,"message":"401: Unauthorized"}`, nil))
		err := f.adapter(testConfig(f), newRouter(t), nil).Run(t.Context(), plainHandler(newRouter(t)))
		if err == nil || !strings.Contains(err.Error(), "DELPHI_DISCORD_TOKEN") {
			t.Errorf("Run: %v", err)
		}
	})
	t.Run("another application's public key", func(t *testing.T) {
		f := newFake(t)
		cfg := testConfig(f)
		cfg.Listen, cfg.PublicKey = "127.0.0.1:0", strings.Repeat("ab", 32)
		err := f.adapter(cfg, newRouter(t), nil).Run(t.Context(), plainHandler(newRouter(t)))
		if err == nil || !strings.Contains(err.Error(), "public_key") {
			t.Errorf("Run: %v", err)
		}
	})
	t.Run("address taken", func(t *testing.T) {
		f := newFake(t)
		cfg := testConfig(f)
		cfg.Listen, cfg.PublicKey = strings.TrimPrefix(f.server.URL, "http://"), f.public
		err := f.adapter(cfg, newRouter(t), nil).Run(t.Context(), plainHandler(newRouter(t)))
		if err == nil || !strings.Contains(err.Error(), "listen") {
			t.Errorf("Run: %v", err)
		}
	})
}

// TestOddFrames: what the gateway may never send does no harm.
func TestOddFrames(t *testing.T) {
	f := newFake(t)
	r := newRouter(t)
	a := f.adapter(testConfig(f), r, nil)
	f.run(a, plainHandler(r))
	g := f.up()
	raw := func(s string) {
		g.wmu.Lock()
		defer g.wmu.Unlock()
		g.conn.WriteMessage(1, []byte(s))
	}
	raw(`not JSON`)
	raw(`[1,2]`)
	raw(`{"op":99}`)
	raw(`{}`)
	raw(`null`)
	g.send(opHeartbeat, "", nil)
	g.send(opDispatch, "FROM_THE_FUTURE", map[string]any{"x": 1})
	g.send(opDispatch, "INTERACTION_CREATE", "not an interaction")
	g.send(opDispatch, "INTERACTION_CREATE", map[string]any{"type": 2})
	g.send(opDispatch, "INTERACTION_CREATE", map[string]any{"id": "1", "token": "x", "type": 2})
	g.send(opDispatch, "INTERACTION_CREATE", newEvent(77, map[string]any{"what": "is this"}))
	g.send(opDispatch, "MESSAGE_CREATE", map[string]any{"id": "1", "content": "!help", "channel_id": channelID})
	e := slash("help")
	g.send(opDispatch, "INTERACTION_CREATE", e)
	if s := f.next("/callback"); !strings.Contains(s.path, e["id"].(string)) {
		t.Errorf("%s", s)
	}
	waitFor(t, func() bool { s := a.Stats(); return s.Unknown == 1 && s.Malformed == 5 })
	f.idle("/channels/")
}

func TestRESTFaults(t *testing.T) {
	f := newFake(t)
	r := newRouter(t)
	a := f.adapter(testConfig(f), r, nil)
	f.run(a, plainHandler(r))
	g := f.up()
	limited := `{"message":"You are being rate limited.","retry_after":0.05,"global":false}`
	for name, faults := range map[string][]fault{
		"rate limited":   {status("/callback", 429, limited, map[string]string{"Retry-After": "1", "X-RateLimit-Reset-After": "0.05"})},
		"server errors":  {status("/callback", 500, "", nil), status("/callback", 502, "<html>", nil), status("/callback", 503, "", nil)},
		"not really 429": {status("/callback", 429, "<html>go away</html>", nil)},
		"twice":          {status("/callback", 504, "", nil), status("/callback", 400, `{"code":40060,"message":"Interaction has already been acknowledged."}`, nil)},
	} {
		before := a.Stats()
		f.fail(faults...)
		e := slash("help")
		g.send(opDispatch, "INTERACTION_CREATE", e)
		if name == "twice" { // the first one did get through
			waitFor(t, func() bool { f.mu.Lock(); defer f.mu.Unlock(); return len(f.faults) == 0 })
		} else {
			f.next("/interactions/" + e["id"].(string))
		}
		if s := a.Stats(); s.Unsent != before.Unsent || s.RateLimited+s.RESTFailures == before.RateLimited+before.RESTFailures {
			t.Errorf("%s: %+v", name, s)
		}
	}

	// A limit longer than an interaction waits is not waited for.
	f.fail(status("/callback", 429, `{"message":"no","retry_after":60}`, nil))
	began := time.Now()
	g.send(opDispatch, "INTERACTION_CREATE", slash("help"))
	waitFor(t, func() bool { return a.Stats().Unsent == 1 })
	if time.Since(began) > 2*time.Second {
		t.Error("waited for a limit that outlives the interaction")
	}

	// Too late: quietly.
	f.fail(status("/callback", 404, `{"code":10062,"message":"Unknown interaction"}`, nil))
	g.send(opDispatch, "INTERACTION_CREATE", slash("help"))
	waitFor(t, func() bool { return a.Stats().Expired == 1 })
}

// TestWaitsEnd: a wait for a rate limit ends with the context, which
// discordgo's does not.
func TestWaitsEnd(t *testing.T) {
	f := newFake(t)
	a := f.adapter(testConfig(f), newRouter(t), nil)
	f.fail(status("/gateway/bot", 429, `{"message":"no","retry_after":3600}`, map[string]string{"X-RateLimit-Reset-After": "3600", "X-RateLimit-Remaining": "0"}))
	for range 2 { // the second time the bucket itself is closed
		ctx, cancel := contextWithTimeout(t, 50*time.Millisecond)
		began := time.Now()
		_, err := a.advice(ctx)
		cancel()
		if err == nil || time.Since(began) > time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	}
}

// TestNoBucketStays: the rate limiter keeps nothing of interactions.
func TestNoBucketStays(t *testing.T) {
	f := newFake(t)
	r := newRouter(t)
	a := f.adapter(testConfig(f), r, nil)
	f.run(a, plainHandler(r))
	g := f.up()
	for range 50 {
		e := slash("help")
		g.send(opDispatch, "INTERACTION_CREATE", e)
		f.next("/interactions/" + e["id"].(string))
	}
	if n := buckets(a.rest.session.Ratelimiter); n > 5 {
		t.Errorf("%d buckets", n)
	}
}

func TestShards(t *testing.T) {
	t.Run("as advised", func(t *testing.T) {
		f := newFake(t)
		f.shards = 3
		r := newRouter(t)
		a := f.adapter(testConfig(f), r, nil)
		a.t.start = 60 * time.Millisecond
		began := time.Now()
		f.run(a, plainHandler(r))
		var ids []float64
		for range 3 {
			_, d := f.introduction()
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
		if d := time.Since(began); d < 120*time.Millisecond {
			t.Errorf("three sessions of one group within %v", d)
		}
		waitFor(t, func() bool { return a.Stats().Connected == 3 })
	})
	t.Run("as configured", func(t *testing.T) {
		f := newFake(t)
		cfg := testConfig(f)
		cfg.ShardID, cfg.ShardCount = 2, 4
		r := newRouter(t)
		a := f.adapter(cfg, r, nil)
		f.run(a, plainHandler(r))
		if _, d := f.introduction(); d["shard"].([]any)[0] != 2.0 || d["shard"].([]any)[1] != 4.0 {
			t.Errorf("shard %v", d["shard"])
		}
		f.answers()
		if n := a.Stats().Registered; n != 0 {
			t.Errorf("shard 2 registered %d commands: that is the first one's", n)
		}
	})
	t.Run("one for good ends all", func(t *testing.T) {
		f := newFake(t)
		f.shards = 2
		f.scripts = []func(*gateway){(*gateway).usual, func(g *gateway) { g.hello(1000); g.close(4004); g.stay() }}
		err := f.adapter(testConfig(f), newRouter(t), nil).Run(t.Context(), plainHandler(newRouter(t)))
		if err == nil {
			t.Error("Run returned nil")
		}
	})
}

// TestTooMuchAtOnce: what there is no room for is not taken, and counted; the
// rest is answered.
func TestTooMuchAtOnce(t *testing.T) {
	f := newFake(t)
	r := newRouter(t)
	a := f.adapter(testConfig(f), r, nil)
	a.room = make(chan struct{}, 2)
	a.t.room = 10 * time.Millisecond
	let := make(chan struct{})
	f.run(a, held(let, commands.Reply{})(r))
	g := f.up()
	for range 3 {
		g.send(opDispatch, "INTERACTION_CREATE", slash("help"))
	}
	waitFor(t, func() bool { return a.Stats().Busy == 1 })
	close(let)
	f.next("/callback")
	f.next("/callback")
}

func TestMessages(t *testing.T) {
	f := newFake(t)
	cfg := testConfig(f)
	cfg.MessageCommands = true
	r := newRouter(t)
	a := f.adapter(cfg, r, nil)
	f.run(a, plainHandler(r))
	_, d := f.introduction()
	if want := float64(discordgo.IntentGuildMessages | discordgo.IntentDirectMessages | discordgo.IntentMessageContent); d["intents"] != want {
		t.Errorf("intents %v, want %v", d["intents"], want)
	}
	g := f.up()
	msg := func(content string, change func(map[string]any)) map[string]any {
		m := map[string]any{
			"id": snowflake(time.Now()), "channel_id": channelID, "guild_id": guildID, "content": content,
			"author": map[string]any{"id": aliceID, "username": "alice"}, "member": map[string]any{"nick": "Alice"},
		}
		if change != nil {
			change(m)
		}
		return m
	}
	direct := func(m map[string]any) { delete(m, "guild_id"); delete(m, "member") }
	silent := []map[string]any{
		msg("fail wiz int16 force bolt", nil),
		msg("!nosuch thing", nil), // another bot's
		msg("!", nil),
		msg("", nil),
		msg("<@"+selfID+">", nil),
		msg("!help", func(m map[string]any) { m["author"] = nil }),
		msg("!help", func(m map[string]any) { m["author"] = map[string]any{"id": bobID, "bot": true} }),
		msg("!help", func(m map[string]any) { m["author"] = map[string]any{"id": selfID} }),
		msg("!help", func(m map[string]any) { m["webhook_id"] = "1" }),
	}
	for _, m := range silent {
		g.send(opDispatch, "MESSAGE_CREATE", m)
	}
	for _, m := range []map[string]any{
		msg("!fail wiz int16 force bolt", nil),
		msg("<@"+selfID+">, fail wiz int16 force bolt", nil),
		msg("<@!"+selfID+"> fail wiz int16 force bolt", nil),
		msg("fail wiz int16 force bolt", direct),
		msg("!fail wiz int16 force bolt", direct),
		// A component that no library knows yet is no reason to be deaf.
		msg("!fail wiz int16 force bolt", func(m map[string]any) {
			m["components"] = []any{map[string]any{"type": 99}}
		}),
	} {
		g.send(opDispatch, "MESSAGE_CREATE", m)
		s := f.next("/channels/")
		if s.path != "/channels/"+channelID+"/messages" || !strings.Contains(string(s.body), "force bolt") {
			t.Errorf("%v: %s", m["content"], s)
		}
		var got struct {
			Nonce     string
			Enforce   bool `json:"enforce_nonce"`
			Reference struct {
				ID string `json:"message_id"`
			} `json:"message_reference"`
		}
		if json.Unmarshal(s.body, &got); got.Reference.ID != m["id"] || !got.Enforce || got.Nonce != m["id"] {
			t.Errorf("%v: %+v", m["content"], got)
		}
	}
	if n := a.Stats().Messages; n != 6 {
		t.Errorf("%d messages answered", n)
	}
	f.idle("/channels/")
}

// TestNotAskedToListen: without message_commands no message is answered, not
// even one that comes all the same.
func TestNotAskedToListen(t *testing.T) {
	f := newFake(t)
	r := newRouter(t)
	a := f.adapter(testConfig(f), r, nil)
	f.run(a, plainHandler(r))
	g := f.up()
	g.send(opDispatch, "MESSAGE_CREATE", map[string]any{"id": "1", "content": "!help", "channel_id": channelID, "author": map[string]any{"id": aliceID}})
	e := slash("help")
	g.send(opDispatch, "INTERACTION_CREATE", e)
	f.next("/callback")
	f.idle("/channels/")
}

// TestOneAdapterAmongOthers: Run's contract.
func TestOneAdapterAmongOthers(t *testing.T) {
	var _ bot.Adapter = (*Adapter)(nil)
	if !errors.As(denied(&refusal{status: 401}), new(*fatal)) || errors.As(denied(&refusal{status: 403}), new(*fatal)) {
		t.Error("401 alone is a refused token")
	}
}
