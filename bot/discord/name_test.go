package discord

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"delphi/bot/discord/discordtest"
	"delphi/bot/discord/embed"
)

// TestNamesAreOneLine: what somebody calls themself is shown on one line, turns no
// text around, and calls nobody.
func TestNamesAreOneLine(t *testing.T) {
	for name, want := range map[string]string{
		"Alice":                          "Alice",
		"Álîçe 日本 🐉":                     "Álîçe 日本 🐉",
		"a\nb\r\nc\td":                   "a b c d",
		"\u202eecila\u2066x\u200f\u061c": "ecilax",
		"a\x00\x1b\x02b\u0085c\u2028d":   "ab c d",
		"@everyone":                      "everyone",
		"hi @here":                       "hi here",
		"<@123> <@&77> <#5> <@!9>":       "<123> <&77> <#5> <!9>",
		"alice@home":                     "alicehome",
		" \n ":                           "",
		"\u200b\u2060\ufeff":             "",
		"x\u200by":                       "xy",
		strings.Repeat("x", 500):         strings.Repeat("x", mostName),
	} {
		if got := named(name); got != want {
			t.Errorf("named(%q) = %q, want %q", name, got, want)
		}
	}
	u := &user{ID: "5", Username: "alice", GlobalName: "\n@"}
	if got := nick("\u202e", u); got != "alice" {
		t.Errorf("without a name to show: %q", got)
	}
	if u.Username = "\n"; nick("", u) != "5" {
		t.Errorf("without any name: %q", nick("", u))
	}
}

func FuzzNamed(f *testing.F) {
	for _, s := range []string{"Alice", "a\nb", "@everyone", "\u202e", "<@&1>", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := named(name)
		if got != named(got) || strings.TrimSpace(got) != got || strings.ContainsAny(got, "\r\n@") || strings.ContainsFunc(got, func(r rune) bool {
			return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
		}) {
			t.Errorf("%q is shown as %q", name, got)
		}
	})
}

// TestNamesInReplies asks under a name of several lines, and has somebody else ask
// for the steps, which say whose question it was.
func TestNamesInReplies(t *testing.T) {
	const name = "Ali\nce\u202e\x02 @everyone <@&77>\r\n**!x**"
	shown := embed.Escape("(Ali ce everyone <&77> **!x**'s question) ")
	ways(t, plainHandler, nil, func(t *testing.T, w *way) {
		for _, as := range []func(m map[string]any){
			func(m map[string]any) { m["nick"] = name },
			func(m map[string]any) { m["user"].(map[string]any)["global_name"] = name },
		} {
			e := invoke("ask", "line", "odds 1/12 20 tries")
			as(e["member"].(map[string]any))
			w.ask(e)
			got := w.ask(invoke("why").by(bobID))
			if text := got.embed(t).Description; !strings.HasPrefix(text, shown) {
				t.Errorf("%q, want %q first", text, shown)
			}
		}
	})
	f := newFake(t)
	cfg := testConfig()
	cfg.MessageCommands = true
	r := newRouter(t)
	f.run(f.adapter(cfg, r, nil), plainHandler(r))
	g := f.Up()
	m := said("!odds 1/12 20 tries")
	m["member"] = map[string]any{"nick": name}
	g.Send(opDispatch, "MESSAGE_CREATE", m)
	f.Next("/channels/")
	m = said("!why")
	m["author"] = map[string]any{"id": bobID, "username": "bob"}
	g.Send(opDispatch, "MESSAGE_CREATE", m)
	var got discordtest.Message
	s := f.Next("/channels/")
	if err := json.Unmarshal(s.Body, &got); err != nil || len(got.Embeds) != 1 || !strings.HasPrefix(got.Embeds[0].Description, shown) {
		t.Errorf("%s, %v", s, err)
	}
}
