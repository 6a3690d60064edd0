package discord

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
	"delphi/bot/discord/discordtest"
	"delphi/commands"
)

func TestRESTFaults(t *testing.T) {
	f := newFake(t)
	r := newRouter(t)
	a := f.adapter(testConfig(), r, nil)
	f.run(a, plainHandler(r))
	g := f.Up()
	limited := `{"message":"You are being rate limited.","retry_after":0.05,"global":false}`
	for name, faults := range map[string][]discordtest.Fault{
		"rate limited":   {status("/callback", 429, limited, map[string]string{"Retry-After": "1", "X-RateLimit-Reset-After": "0.05"})},
		"server errors":  {status("/callback", 500, "", nil), status("/callback", 502, "<html>", nil), status("/callback", 503, "", nil)},
		"not really 429": {status("/callback", 429, "<html>go away</html>", nil)},
		"twice":          {status("/callback", 504, "", nil), status("/callback", 400, `{"code":40060,"message":"Interaction has already been acknowledged."}`, nil)},
	} {
		before := a.Stats()
		f.Fail(faults...)
		e := invoke("help")
		g.Send(opDispatch, "INTERACTION_CREATE", e)
		if name == "twice" { // the first one did get through
			waitFor(t, func() bool { return f.Faults() == 0 })
		} else {
			f.Next("/interactions/" + e["id"].(string))
		}
		if s := a.Stats(); s.Unsent != before.Unsent || s.RateLimited+s.RESTFailures == before.RateLimited+before.RESTFailures {
			t.Errorf("%s: %+v", name, s)
		}
	}

	// A limit longer than an interaction waits is not waited for: waitFor is less patient.
	f.Fail(status("/callback", 429, `{"message":"no","retry_after":60}`, nil))
	g.Send(opDispatch, "INTERACTION_CREATE", invoke("help"))
	waitFor(t, func() bool { return a.Stats().Unsent == 1 })

	// Too late: quietly.
	f.Fail(status("/callback", 404, `{"code":10062,"message":"Unknown interaction"}`, nil))
	g.Send(opDispatch, "INTERACTION_CREATE", invoke("help"))
	waitFor(t, func() bool { return a.Stats().Expired == 1 })
}

// TestNoBucketStays: the rate limiter keeps nothing of interactions.
func TestNoBucketStays(t *testing.T) {
	f := newFake(t)
	r := newRouter(t)
	a := f.adapter(testConfig(), r, nil)
	f.run(a, plainHandler(r))
	g := f.Up()
	for range 50 {
		e := invoke("help")
		g.Send(opDispatch, "INTERACTION_CREATE", e)
		f.Next("/interactions/" + e["id"].(string))
	}
	if n := buckets(a.rest.Limits); n > 5 {
		t.Errorf("%d buckets", n)
	}
}

// TestTooMuchAtOnce: what there is no room for is not taken, and counted; the
// rest is answered.
func TestTooMuchAtOnce(t *testing.T) {
	f := newFake(t)
	r := newRouter(t)
	a := f.adapter(testConfig(), r, nil)
	a.room = make(chan struct{}, 2)
	a.t.room = 10 * time.Millisecond
	let := make(chan struct{})
	f.run(a, held(let, commands.Reply{})(r))
	g := f.Up()
	for range 3 {
		g.Send(opDispatch, "INTERACTION_CREATE", invoke("help"))
	}
	waitFor(t, func() bool { return a.Stats().Busy == 1 })
	close(let)
	f.Next("/callback")
	f.Next("/callback")
}

func TestMessages(t *testing.T) {
	f, a := reading(t)
	_, d := f.Introduction()
	if want := float64(discordgo.IntentGuilds | discordgo.IntentGuildMessages | discordgo.IntentDirectMessages | discordgo.IntentMessageContent); d["intents"] != want {
		t.Errorf("intents %v, want %v", d["intents"], want)
	}
	g := f.Up()
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
		msg("?? gnome", nil),      // entries are off
		msg("!", nil),
		msg("", nil),
		msg("<@"+selfID+">", nil),
		msg("!help", func(m map[string]any) { m["author"] = nil }),
		msg("!help", func(m map[string]any) { m["author"] = map[string]any{"id": bobID, "bot": true} }),
		msg("!help", func(m map[string]any) { m["author"] = map[string]any{"id": selfID} }),
		msg("!help", func(m map[string]any) { m["webhook_id"] = "1" }),
	}
	for _, m := range silent {
		g.Send(opDispatch, "MESSAGE_CREATE", m)
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
		g.Send(opDispatch, "MESSAGE_CREATE", m)
		s := f.Next("/channels/")
		if s.Path != "/channels/"+channelID+"/messages" || !strings.Contains(string(s.Body), "Force bolt") {
			t.Errorf("%v: %s", m["content"], s)
		}
		var got struct {
			Nonce     string
			Enforce   bool `json:"enforce_nonce"`
			Reference struct {
				ID string `json:"message_id"`
			} `json:"message_reference"`
		}
		if json.Unmarshal(s.Body, &got); got.Reference.ID != m["id"] || !got.Enforce || got.Nonce != m["id"] {
			t.Errorf("%v: %+v", m["content"], got)
		}
	}
	if n := a.Stats().Messages; n != 6 {
		t.Errorf("%d messages answered", n)
	}
	f.Idle("/channels/")
}

// TestReplies: a reply to one of our messages changes the question that this answered,
// whoever asked that and however long ago; a reply to somebody else's is not a question.
func TestReplies(t *testing.T) {
	f := newFake(t)
	r := newRouter(t)
	f.run(f.adapter(testConfig(), r, nil), plainHandler(r))
	f.Introduction()
	g := f.Up()
	say := func(content, who string, above map[string]any) {
		m := map[string]any{
			"id": snowflake(time.Now()), "channel_id": channelID, "guild_id": guildID, "content": content,
			"author": map[string]any{"id": who, "username": "somebody"}, "member": map[string]any{},
		}
		if above != nil {
			m["referenced_message"] = above
		}
		g.Send(opDispatch, "MESSAGE_CREATE", m)
	}
	posted := func(want string) map[string]any {
		t.Helper()
		s := f.Next("/channels/")
		var message map[string]any
		if err := json.Unmarshal(s.Body, &message); err != nil || !strings.Contains(string(s.Body), want) {
			t.Fatalf("want %q: %s", want, s)
		}
		message["author"] = map[string]any{"id": selfID, "bot": true}
		return message
	}
	say("<@"+selfID+"> fail wiz xl8 int16 basic force bolt plate mail", aliceID, nil)
	first := posted("47% fail")
	say("and with a robe?", bobID, first)
	second := posted("robe")
	say("<@"+selfID+"> mon newt", aliceID, nil)
	posted("newt")
	say("at xl 14", aliceID, second)
	posted("XL14")
	say("thanks lol", aliceID, second)
	say("and with a robe?", bobID, map[string]any{"author": map[string]any{"id": aliceID}, "components": first["components"]})
	f.Idle("/channels/")
}

// Where a channel has switched entries on, what begins with their mark is asked
// although it lacks the prefix; what is not there is not answered.
func TestMarkedMessages(t *testing.T) {
	f := newFake(t)
	cfg := testConfig()
	cfg.MessageCommands = true
	r := newRouter(t)
	for _, line := range []string{"set on entries", "learn add gnome A small humanoid."} {
		req := commands.Request{Line: line, Network: network, Place: channelID, User: aliceID, Nick: "alice", Operator: true}
		if reply := r.Answer(t.Context(), req); reply.Failed {
			t.Fatal(reply.Summary)
		}
	}
	f.run(f.adapter(cfg, r, nil), plainHandler(r))
	f.Introduction()
	g := f.Up()
	for _, content := range []string{"?? newt", "what is a gnome??", "?? gnome"} {
		g.Send(opDispatch, "MESSAGE_CREATE", map[string]any{
			"id": snowflake(time.Now()), "channel_id": channelID, "guild_id": guildID, "content": content,
			"author": map[string]any{"id": aliceID, "username": "alice"}, "member": map[string]any{},
		})
	}
	if s := f.Next("/channels/"); !strings.Contains(string(s.Body), "A small humanoid.") {
		t.Errorf("%s", s)
	}
	f.Idle("/channels/")
}

// TestNotAskedToListen: without message_commands only what is said to the bot by
// name or in private is answered, which takes no intent that must be asked for.
func TestNotAskedToListen(t *testing.T) {
	f := newFake(t)
	r := newRouter(t)
	a := f.adapter(testConfig(), r, nil)
	f.run(a, plainHandler(r))
	if _, d := f.Introduction(); d["intents"] != float64(discordgo.IntentGuilds|discordgo.IntentGuildMessages|discordgo.IntentDirectMessages) {
		t.Errorf("intents %v", d["intents"])
	}
	g := f.Up()
	g.Send(opDispatch, "MESSAGE_CREATE", said("!fail wiz int16 sleep"))
	line := "fail wiz int16 force bolt"
	for _, m := range []map[string]any{said("<@" + selfID + "> " + line), said(line + ", <@" + selfID + ">"), direct(line)} {
		g.Send(opDispatch, "MESSAGE_CREATE", m)
		if s := f.Next("/channels/"); !strings.Contains(string(s.Body), "Force bolt") {
			t.Errorf("%v: %s", m["content"], s)
		}
	}
	f.Idle("/channels/")
}

// TestEdited: a question that its asker changes soon is answered anew, in the
// answer that is there already.
func TestEdited(t *testing.T) {
	f := newFake(t)
	cfg := testConfig()
	cfg.MessageCommands = true
	r := newRouter(t)
	f.run(f.adapter(cfg, r, nil), plainHandler(r))
	g := f.Up()
	m := said("!fail wiz int16 force bolt")
	change := func(content string, stamp any) {
		n := maps.Clone(m)
		n["content"], n["edited_timestamp"] = content, stamp
		g.Send(opDispatch, "MESSAGE_UPDATE", n)
	}
	g.Send(opDispatch, "MESSAGE_CREATE", m)
	f.Next("/messages")
	change("!fail wiz int16 sleep", nil) // no edit: a preview was added
	change("!fail wiz int16 magic missile", "2026-01-01T00:00:00Z")
	if s := f.Next("/messages"); s.Method != http.MethodPatch || s.Path != "/channels/"+channelID+"/messages/600000000000000099" || !strings.Contains(string(s.Body), "Magic missile") {
		t.Errorf("%s", s)
	}
	change("!fail wiz int16 force bolt", "2025-12-31T00:00:00Z") // of before that edit, and late
	change("!fail wiz int16 magic missile", "2026-01-01T00:00:01Z")
	// One that asked nothing is answered once it does; one of long ago is not.
	m = said("!fial wiz int16")
	g.Send(opDispatch, "MESSAGE_CREATE", m)
	old := said("!fail wiz int16 sleep")
	old["id"], old["edited_timestamp"] = snowflake(time.Now().Add(-editable-time.Minute)), "2026-01-01T00:00:00Z"
	g.Send(opDispatch, "MESSAGE_UPDATE", old)
	change("!fail wiz int16 haste self", "2026-01-01T00:00:00Z")
	if s := f.Next("/messages"); s.Method != http.MethodPost || !strings.Contains(string(s.Body), "Haste self") {
		t.Errorf("%s", s)
	}
	f.Idle("/channels/")
}

// TestTyping: what takes a while is seen to be worked on.
func TestTyping(t *testing.T) {
	f := newFake(t)
	r := newRouter(t)
	a := f.adapter(testConfig(), r, nil)
	a.t.typing = time.Millisecond
	let := make(chan struct{})
	f.run(a, held(let, commands.Reply{Summary: "At last."})(r))
	g := f.Up()
	g.Send(opDispatch, "MESSAGE_CREATE", said("<@"+selfID+"> fail wiz int16 force bolt"))
	if s := f.Next("/channels/"); s.Path != "/channels/"+channelID+"/typing" {
		t.Errorf("%s", s)
	}
	close(let)
	if s := f.Next("/messages"); !strings.Contains(string(s.Body), "At last.") {
		t.Errorf("%s", s)
	}
}

// answering answers every request with the same reply.
func answering(reply commands.Reply) bot.Handler {
	return bot.HandlerFunc(func(context.Context, commands.Request) commands.Reply { return reply })
}

// said is a message of alice's in a channel of a server.
func said(content string) map[string]any {
	return map[string]any{
		"id": snowflake(time.Now()), "channel_id": channelID, "guild_id": guildID, "content": content,
		"author": map[string]any{"id": aliceID, "username": "alice"}, "member": map[string]any{"nick": "Alice"},
	}
}

// direct is a message to the bot alone.
func direct(content string) map[string]any {
	m := said(content)
	delete(m, "guild_id")
	delete(m, "member")
	return m
}

// TestNoQuestion: where no question was found in a line, only those are told
// who called the bot by name or talk to it alone.
func TestNoQuestion(t *testing.T) {
	f := newFake(t)
	cfg := testConfig()
	cfg.MessageCommands = true
	f.run(f.adapter(cfg, newRouter(t), nil), answering(commands.Reply{Summary: "That is no question.", Failed: true, Silent: true}))
	g := f.Up()
	g.Send(opDispatch, "MESSAGE_CREATE", said("!help me"))
	for _, m := range []map[string]any{said("<@" + selfID + "> thanks"), direct("thanks")} {
		g.Send(opDispatch, "MESSAGE_CREATE", m)
		if s := f.Next("/channels/"); !strings.Contains(string(s.Body), "no question") || !strings.Contains(string(s.Body), m["id"].(string)) {
			t.Errorf("%v: %s", m["content"], s)
		}
	}
	f.Idle("/channels/")
}

// TestAnswersForTheAskerAlone: a message in a channel is seen by all, so what
// only the asker may see is sent to them, or not at all.
func TestAnswersForTheAskerAlone(t *testing.T) {
	f := newFake(t)
	cfg := testConfig()
	cfg.MessageCommands = true
	f.run(f.adapter(cfg, newRouter(t), nil), answering(commands.Reply{Summary: "The code is 12345.", Private: true}))
	g := f.Up()
	g.Send(opDispatch, "MESSAGE_CREATE", said("!link"))
	if s := f.Next("/users/@me/channels"); !strings.Contains(string(s.Body), aliceID) {
		t.Errorf("opened a conversation with %s", s)
	}
	if s := f.Next("/messages"); s.Path != "/channels/"+directID+"/messages" || !strings.Contains(string(s.Body), "12345") || strings.Contains(string(s.Body), "message_reference") {
		t.Errorf("%s", s)
	}
	const shut = `{"code":50007,"message":"Cannot send messages to this user"}`
	f.Fail(status("/channels/"+directID, 403, shut, nil), status("/channels/"+directID, 403, shut, nil)) // as an embed and as text
	g.Send(opDispatch, "MESSAGE_CREATE", said("!link"))
	if s := f.Next("/messages"); s.Path != "/channels/"+channelID+"/messages" || strings.Contains(string(s.Body), "12345") || !strings.Contains(string(s.Body), "for you alone") {
		t.Errorf("%s", s)
	}
	f.Idle("/channels/")
}
