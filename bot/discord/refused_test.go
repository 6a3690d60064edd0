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
	"delphi/bot/discord/slash"
	"delphi/commands"
	"delphi/commands/route"
)

// TestRefusedAnswers: where Discord refuses an answer as it is, because the bot
// may not embed or attach there, or because the question was deleted, the asker
// gets what is left of it.
func TestRefusedAnswers(t *testing.T) {
	f, a := reading(t)
	g := f.Up()
	const question = "fail wiz xl8 int16 basic force bolt plate mail chart"
	for name, c := range map[string]struct {
		refusals []string
		status   int
		embeds   int
	}{
		"no permission": {[]string{`{"code":50013,"message":"Missing Permissions"}`}, 403, 0},
		"deleted":       {[]string{`{"code":50035,"message":"Invalid Form Body","errors":{"message_reference":{"_errors":[{"code":"REPLIES_UNKNOWN_MESSAGE"}]}}}`}, 400, 1},
		"no history":    {[]string{`{"code":160002,"message":"Cannot reply without permission to read message history"}`}, 403, 1},
		"both": {[]string{
			`{"code":160002,"message":"Cannot reply without permission to read message history"}`, `{"code":50013,"message":"Missing Permissions"}`,
		}, 403, 0},
	} {
		for _, text := range c.refusals {
			f.Fail(status("/channels/", c.status, text, nil))
		}
		g.Send(opDispatch, "MESSAGE_CREATE", map[string]any{
			"id": snowflake(time.Now()), "channel_id": snowflake(time.Now()), "guild_id": guildID, "content": "!" + question, "author": map[string]any{"id": aliceID},
		}) // in a channel of its own, since each is remembered
		s := f.Next("/channels/")
		var m struct {
			discordtest.Message
			Reference *struct{} `json:"message_reference"`
		}
		if err := json.Unmarshal(s.Body, &m); err != nil || len(m.Embeds) != c.embeds || m.Reference != nil || !strings.Contains(string(s.Body), "47% fail") {
			t.Errorf("%s: %v, %d embeds in %s", name, err, len(m.Embeds), s)
		}
	}

	f.Fail(status("/callback", 403, `{"code":50013,"message":"Missing Permissions"}`, nil))
	e := invoke("ask", "line", question)
	g.Send(opDispatch, "INTERACTION_CREATE", e)
	s := f.Next("/callback")
	if got := parse(t, s.Body, s.Files); got.Type != 4 || len(got.Embeds) != 0 || !strings.Contains(*got.Content, "47% fail") {
		t.Errorf("a slash command: %s", s)
	}
	waitFor(t, func() bool { return a.Stats().Weakened == 6 && a.Stats().Unsent == 0 })

	// What is known is not tried again, until somebody changes the server's rights.
	said := func(id string) {
		g.Send(opDispatch, "MESSAGE_CREATE", map[string]any{"id": id, "channel_id": channelID, "guild_id": guildID, "content": "!" + question, "author": map[string]any{"id": aliceID}})
	}
	f.Fail(status("/channels/", 403, `{"code":50013,"message":"Missing Permissions"}`, nil))
	said("1")
	f.Next("/channels/" + channelID)
	waitFor(t, func() bool { return strings.HasPrefix(a.State().Limited[channelID], "takes plain text only") })
	said("2")
	if s := f.Next("/channels/" + channelID); strings.Contains(string(s.Body), `"embeds":[{`) {
		t.Errorf("embeds are tried again: %s", s)
	}
	g.Send(opDispatch, "CHANNEL_UPDATE", map[string]any{"id": channelID, "guild_id": guildID})
	said("3")
	if s := f.Next("/channels/" + channelID); !strings.Contains(string(s.Body), `"embeds":[{`) {
		t.Errorf("embeds are not tried again: %s", s)
	}

	// Where the channel itself is closed the asker is answered in private.
	closed := `{"code":50001,"message":"Missing Access"}`
	f.Fail(status("/channels/"+channelID, 403, closed, nil))
	for _, id := range []string{"4", "5"} { // the second time the channel is not tried
		said(id)
		if s := f.Next("/channels/"); !strings.Contains(s.Path, directID) || !strings.Contains(string(s.Body), "I may not write in that channel: I lack View Channel") {
			t.Errorf("got %s", s)
		}
	}
	if got := a.State(); !strings.HasPrefix(got.Limited[channelID], "does not let me write") || got.Counts.Weakened == 0 || got.Counts.Unsent > 0 {
		t.Errorf("status says %+v", got)
	}
}

// TestUnreadable: an interaction that cannot be decoded is logged at once, and
// its token is not.
func TestUnreadable(t *testing.T) {
	var b bytes.Buffer
	f := newFake(t)
	cfg := testConfig()
	cfg.Listen, cfg.PublicKey = "127.0.0.1:0", f.Public
	r := newRouter(t)
	a := f.adapter(cfg, r, slog.New(slog.NewTextHandler(&b, nil)))
	stop := f.run(a, plainHandler(r))
	g := f.Up()
	broken := map[string]any{"id": "1", "token": "hush", "type": 2, "data": map[string]any{"name": 7}}
	g.Send(opDispatch, "INTERACTION_CREATE", broken)
	if got := f.post(t, a, mustJSON(broken)); got.code != http.StatusBadRequest {
		t.Errorf("HTTP %d", got.code)
	}
	// What is not needed is not decoded: a component, a resolved user, and an
	// option from the future are no reason to be deaf.
	e := invoke("help")
	e["data"].(map[string]any)["resolved"] = []any{"what is this"}
	e["message"] = map[string]any{"id": "1", "components": []any{map[string]any{"type": 99, "components": 7}}, "author": 3}
	e["member"].(map[string]any)["avatar_decoration_data"] = 5
	e["entitlements"] = "none"
	g.Send(opDispatch, "INTERACTION_CREATE", e)
	f.Next("/interactions/" + e["id"].(string))
	stop()
	if s := b.String(); strings.Count(s, "could not be decoded") != 2 || strings.Contains(s, "hush") || !strings.Contains(s, "way=gateway") || !strings.Contains(s, "way=HTTP") {
		t.Errorf("%s", s)
	}
	if n := a.Stats().Malformed; n != 2 {
		t.Errorf("%d malformed", n)
	}
}

// recorded hands each request on to a channel.
func recorded(c chan commands.Request) func(*route.Router) bot.Handler {
	return func(r *route.Router) bot.Handler {
		return bot.HandlerFunc(func(ctx ctx, req commands.Request) commands.Reply {
			c <- req
			return r.Answer(ctx, req)
		})
	}
}

// TestWhatNobodyElseSees: a question whose answer only the asker sees is marked
// as such, in every way that leads there.
func TestWhatNobodyElseSees(t *testing.T) {
	requests := make(chan commands.Request, 8)
	ways(t, recorded(requests), nil, func(t *testing.T, w *way) {
		check := func(name string, e event, want bool) *gotResponse {
			t.Helper()
			got := w.ask(e)
			if req := <-requests; req.Private != want {
				t.Errorf("%s: private %v, want %v", name, req.Private, want)
			}
			return got
		}
		const line = "fail wiz xl8 int16 basic force bolt"
		check("in public", invoke("ask", "line", line), false)
		installed := invoke("help")
		installed["authorizing_integration_owners"] = map[string]string{"1": aliceID}
		check("installed by a user", installed, true)
		direct := invoke("help")
		direct["context"], direct["user"] = 1, direct["member"].(map[string]any)["user"]
		delete(direct, "member")
		delete(direct, "guild_id")
		check("a direct message", direct, true)
		hidden := check("private:true", invoke("ask", "line", line, "private", true), true)
		check("a press below a private answer", pressing(hidden.button(t, "why"), 64), true)
		check("a press on share", pressing(hidden.button(t, "share"), 64), false)
		check("private:true of a subcommand", invokeSub("set", "show", "private", true), true)
		w.a.change(t, func(c *Config) { c.Private = true })
		check("private by default", invoke("ask", "line", line), true)
		check("but not this", invoke("ask", "line", line, "private", false), false)
	})
}

// TestMentionsAsTyped: mentions of users and roles reach the commands as they
// were typed.
func TestMentionsAsTyped(t *testing.T) {
	f := newFake(t)
	cfg := testConfig()
	cfg.MessageCommands = true
	requests := make(chan commands.Request, 8)
	r := newRouter(t)
	a := f.adapter(cfg, r, nil)
	f.run(a, recorded(requests)(r))
	g := f.Up()
	const want = "help <@600000000000000004> <@!600000000000000004> and <@&600000000000000009>"
	g.Send(opDispatch, "INTERACTION_CREATE", invoke("ask", "line", want))
	g.Send(opDispatch, "INTERACTION_CREATE", invoke("help", "command", strings.TrimPrefix(want, "help ")))
	message := func(content string) {
		g.Send(opDispatch, "MESSAGE_CREATE", map[string]any{"id": "1", "channel_id": channelID, "guild_id": guildID, "content": content, "author": map[string]any{"id": aliceID}})
	}
	message("!" + want)
	message(fmt.Sprintf("<@%s> %s", selfID, want))
	for range 4 {
		if req := <-requests; req.Line != want {
			t.Errorf("%q, want %q", req.Line, want)
		}
	}
}

func TestReload(t *testing.T) {
	f := newFake(t)
	a := f.adapter(testConfig(), newRouter(t), nil)
	next := testConfig()
	next.Operators, next.Private = []string{bobID}, true
	if err := a.Reload(next); err != nil {
		t.Fatal(err)
	}
	if c := a.live.Load(); !c.Private || len(c.Operators) != 1 {
		t.Errorf("%+v", c)
	}
	next.Private, next.Token, next.Listen = false, "another", ":1"
	err := a.Reload(next)
	if err == nil || !strings.Contains(err.Error(), "the token, ") && !strings.Contains(err.Error(), ", the token") || !strings.Contains(err.Error(), "listen") || strings.Contains(err.Error(), "another") {
		t.Errorf("%v", err)
	}
	if !a.live.Load().Private {
		t.Error("a refused section was taken over in part")
	}
	if a.Reload(&next) == nil {
		t.Error("something else was taken for a section")
	}
}

// TestConnectsFirst: the gateway is connected although Discord does not take
// the slash commands, which are tried again until it does.
func TestConnectsFirst(t *testing.T) {
	f := newFake(t)
	for range 12 { // more than one request's tries
		f.Fail(status("/commands", 500, "", nil))
	}
	r := newRouter(t)
	a := f.adapter(testConfig(), r, nil)
	f.run(a, plainHandler(r))
	g := f.Up()
	e := invoke("help")
	g.Send(opDispatch, "INTERACTION_CREATE", e)
	var methods []string
	answered := false
	for len(methods) < 2 {
		s := f.Next("/")
		answered = answered || strings.HasSuffix(s.Path, "/callback")
		if strings.HasSuffix(s.Path, "/commands") {
			methods = append(methods, s.Method)
		}
	}
	if fmt.Sprint(methods) != "[GET PUT]" {
		t.Errorf("%v", methods)
	}
	defs, err := slash.Definitions(r, true)
	if err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return a.Stats().Registered == int64(len(defs)) })
	if !answered {
		f.Next("/callback")
	}
}

// TestHopeless: what no new try can mend stops the adapter and says what to do.
func TestHopeless(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*fake, *Config)
		want   string
	}{
		"another application's public key": {func(f *fake, c *Config) { c.Listen, c.PublicKey = "127.0.0.1:0", strings.Repeat("ab", 32) }, "public_key"},
		"address taken": {func(f *fake, c *Config) {
			c.Listen, c.PublicKey = strings.TrimPrefix(f.Server.URL, "http://"), f.Public
		}, "listen"},
		"token refused": {func(f *fake, c *Config) {
			f.Fail(status("/applications/@me", 401, `{"code":0,"message":"401: Unauthorized"}`, nil))
		}, "DELPHI_DISCORD_TOKEN"},
		"token refused by the gateway": {func(f *fake, c *Config) {
			f.Script(func(g *discordtest.Gateway) { g.Hello(1000); g.Close(4004); g.Stay() })
		}, "DELPHI_DISCORD_TOKEN"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t)
			cfg := testConfig()
			c.change(f, &cfg)
			err := f.adapter(cfg, newRouter(t), nil).Run(t.Context(), plainHandler(newRouter(t)))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Run: %v", err)
			}
		})
	}
}

func FuzzInteraction(f *testing.F) {
	r := newRouter(f)
	a, err := New(testConfig(), Options{Router: r})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(mustJSON(invoke("fail", "role", "wiz", "xl", 3)))
	f.Add(mustJSON(typing("fail", "spell", "forc")))
	f.Add(mustJSON(pressing("AQAAYQAAAAAAAAAAAAH_", 64)))
	f.Fuzz(func(t *testing.T, b []byte) {
		i, err := decode(b)
		if err != nil {
			return
		}
		a.promise(i)
		a.dispatch(bot.HandlerFunc(func(_ ctx, req commands.Request) commands.Reply {
			if len(req.Line) > 2*len(b)+64 {
				t.Errorf("%d bytes ask %d", len(b), len(req.Line))
			}
			return commands.Reply{Summary: "x"}
		}))(t.Context(), i)
	})
}

func FuzzMessage(f *testing.F) {
	a, err := New(testConfig(), Options{Router: newRouter(f)})
	if err != nil {
		f.Fatal(err)
	}
	f.Add("!fail wiz", guildID)
	f.Add("<@"+selfID+">, fail wiz", guildID)
	f.Fuzz(func(t *testing.T, content, guild string) {
		line, _, ours := a.addressed(&posted{Content: content, GuildID: guild}, selfID)
		if ours && !strings.Contains(content, line) {
			t.Errorf("%q asks %q", content, line)
		}
	})
}
