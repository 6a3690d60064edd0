package discord

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/bot/discord/discordtest"
	"delphi/commands/route"
)

// event is an interaction as Discord sends it.
type event map[string]any

var lastID atomic.Int64

// snowflake is an id made at a time.
func snowflake(t time.Time) string {
	return strconv.FormatInt((t.UnixMilli()-1420070400000)<<22|lastID.Add(1)&0xfff, 10)
}

func newEvent(kind int, data any) event {
	id := snowflake(time.Now())
	return event{
		"id": id, "application_id": applicationID, "type": kind, "token": "token-" + id, "version": 1, "data": data,
		"guild_id": guildID, "channel_id": channelID, "context": 0, "app_permissions": "0", "locale": "en-GB",
		"authorizing_integration_owners": map[string]string{"0": guildID},
		"member":                         map[string]any{"user": map[string]any{"id": aliceID, "username": "alice"}, "permissions": "0", "roles": []string{}},
	}
}

// invoke is a slash command with options in pairs of name and value.
func invoke(name string, options ...any) event {
	return newEvent(2, map[string]any{"id": "1", "type": 1, "name": name, "options": pairs(options)})
}

// invokeSub is a subcommand of a slash command.
func invokeSub(name, sub string, options ...any) event {
	return newEvent(2, map[string]any{"id": "1", "type": 1, "name": name, "options": []any{map[string]any{"name": sub, "type": 1, "options": pairs(options)}}})
}

func pairs(options []any) []any {
	out := []any{}
	for i := 0; i < len(options); i += 2 {
		kind := 3
		switch options[i+1].(type) {
		case int:
			kind = 4
		case bool:
			kind = 5
		}
		out = append(out, map[string]any{"name": options[i], "type": kind, "value": options[i+1]})
	}
	return out
}

// typing is a completion of the last of the options.
func typing(name string, options ...any) event {
	list := pairs(options)
	list[len(list)-1].(map[string]any)["focused"] = true
	return newEvent(4, map[string]any{"id": "1", "type": 1, "name": name, "options": list})
}

// pressing is a press of a button below a message.
func pressing(id string, flags int) event {
	e := newEvent(3, map[string]any{"component_type": 2, "custom_id": id})
	e["message"] = map[string]any{
		"id": snowflake(time.Now()), "channel_id": channelID, "flags": flags, "type": 20,
		"author": map[string]any{"id": selfID, "bot": true}, "embeds": []any{},
		"components": []any{map[string]any{"type": 1, "components": []any{map[string]any{"type": 2, "style": 1, "label": "why", "custom_id": id}}}},
	}
	return e
}

// picking is a choice from the menu below a message.
func picking(id string, value string) event {
	e := pressing(id, 0)
	e["data"] = map[string]any{"component_type": 3, "custom_id": id, "values": []string{value}}
	return e
}

// by makes it somebody else's.
func (e event) by(user string) event {
	e["member"].(map[string]any)["user"] = map[string]any{"id": user, "username": "bob"}
	return e
}

// gotResponse is an answer to an interaction.
type gotResponse struct {
	Type int
	Data json.RawMessage
	discordtest.Message
	Choices []api.Choice
	files   map[string][]byte
}

func (r *gotResponse) embed(t testing.TB) discordtest.Embed {
	t.Helper()
	if len(r.Embeds) != 1 {
		t.Fatalf("%d embeds in type %d %s", len(r.Embeds), r.Type, r.Data)
	}
	return r.Embeds[0]
}

func (r *gotResponse) button(t testing.TB, label string) string {
	t.Helper()
	var labels []string
	for _, row := range r.Components {
		for _, c := range row.Components {
			labels = append(labels, c.Label)
			if c.Label == label {
				return c.CustomID
			}
		}
	}
	t.Fatalf("no button %q among %q", label, labels)
	return ""
}

// press is the id of the button whose label begins with prefix; empty if there
// is none.
func (r *gotResponse) press(prefix string) string {
	for _, row := range r.Components {
		for _, c := range row.Components {
			if strings.HasPrefix(c.Label, prefix) {
				return c.CustomID
			}
		}
	}
	return ""
}

func parse(t testing.TB, b []byte, files map[string][]byte) *gotResponse {
	t.Helper()
	r := &gotResponse{files: files}
	if err := json.Unmarshal(b, r); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	if len(r.Data) > 0 {
		if err := json.Unmarshal(r.Data, &r.Message); err != nil {
			t.Fatal(err)
		}
		var c struct{ Choices []api.Choice }
		json.Unmarshal(r.Data, &c)
		r.Choices = c.Choices
	}
	return r
}

// way is how interactions come in and first answers go out.
type way struct {
	name string
	ask  func(e event) *gotResponse
	f    *fake
	a    *Adapter
}

// ways runs a test over the gateway and over HTTP.
func ways(t *testing.T, h func(r *route.Router) bot.Handler, change func(*Adapter), test func(t *testing.T, w *way)) {
	t.Run("gateway", func(t *testing.T) {
		f := newFake(t)
		r := newRouter(t)
		a := f.adapter(testConfig(), r, nil)
		if change != nil {
			change(a)
		}
		f.run(a, h(r))
		g := f.Up()
		w := &way{name: "gateway", f: f, a: a}
		w.ask = func(e event) *gotResponse {
			g.Send(opDispatch, "INTERACTION_CREATE", e)
			s := f.Next(fmt.Sprintf("/interactions/%s/%s/callback", e["id"], e["token"]))
			return parse(t, s.Body, s.Files)
		}
		test(t, w)
	})
	t.Run("http", func(t *testing.T) {
		f := newFake(t)
		r := newRouter(t)
		cfg := testConfig()
		cfg.Gateway, cfg.Listen, cfg.PublicKey = false, "127.0.0.1:0", f.Public
		a := f.adapter(cfg, r, nil)
		if change != nil {
			change(a)
		}
		f.run(a, h(r))
		w := &way{name: "http", f: f, a: a}
		w.ask = func(e event) *gotResponse {
			b, _ := json.Marshal(e)
			res := f.post(t, a, b)
			if res.code != http.StatusOK {
				t.Fatalf("HTTP %d %s", res.code, res.raw)
			}
			return parse(t, res.body, res.files)
		}
		test(t, w)
	})
}

type posting struct {
	code      int
	raw, body []byte
	files     map[string][]byte
}

// post signs a body as Discord does and posts it to the endpoint.
func (f *fake) post(t testing.TB, a *Adapter, b []byte) posting {
	t.Helper()
	return f.postAt(t, a, b, strconv.FormatInt(time.Now().Unix(), 10), nil)
}

func (f *fake) postAt(t testing.TB, a *Adapter, b []byte, stamp string, spoil func(*http.Request)) posting {
	t.Helper()
	address, err := a.Address(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r, _ := http.NewRequest(http.MethodPost, "http://"+address.String()+"/interactions", bytes.NewReader(b))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Signature-Timestamp", stamp)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(f.Private, append([]byte(stamp), b...))))
	if spoil != nil {
		spoil(r)
	}
	res, err := f.Transport().RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	out := posting{code: res.StatusCode}
	out.raw, _ = io.ReadAll(res.Body)
	if out.code == http.StatusOK && res.Header.Get("Content-Type") != "" && !strings.HasPrefix(res.Header.Get("Content-Type"), "text/") {
		out.body, out.files = discordtest.Parts(t, res.Header.Get("Content-Type"), out.raw)
		f.Check(discordtest.Seen{Method: http.MethodPost, Path: "/interactions/1/t/callback", Body: out.body, Files: out.files})
	}
	return out
}

// change reloads a changed configuration.
func (a *Adapter) change(t testing.TB, change func(*Config)) {
	c := *a.live.Load()
	change(&c)
	if err := a.Reload(c); err != nil {
		t.Fatal(err)
	}
}

func plainHandler(r *route.Router) bot.Handler {
	return bot.Chain(r, bot.Recover(slog.New(slog.DiscardHandler)))
}
