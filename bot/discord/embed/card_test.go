package embed

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"delphi/bot/discord/api"
	"delphi/bot/discord/discordtest"
	"delphi/commands"
	"delphi/engine/truthtest"
)

const messageSchema = "/paths/~1channels~1%7Bchannel_id%7D~1messages/post/requestBody/content/application~1json/schema"

// TestCardsKeepLimits: whatever a reply holds, Discord takes it as components, and
// what is left of it without pictures.
func TestCardsKeepLimits(t *testing.T) {
	s := discordtest.LoadSpec(t)
	c := NewCodec(newRouter(t).Commands())
	truthtest.Tries(t, 40)
	rapid.Check(t, func(rt *rapid.T) {
		r := anyReply().Draw(rt, "reply")
		if rapid.Bool().Draw(rt, "glyph") {
			r.Glyph = &commands.Glyph{Sign: "c", Colour: "yellow"}
		}
		m := Render(&r, Look{Owner: discordtest.AliceID, Private: rapid.Bool().Draw(rt, "private"), Explain: rapid.Bool().Draw(rt, "explain"), Codec: c, Cards: AllCards})
		for m != nil {
			b, err := json.Marshal(m)
			if err != nil {
				rt.Fatal(err)
			}
			files := map[string][]byte{}
			if m.Chart != nil {
				files["files[0] "+api.ChartName] = m.Chart
			}
			discordtest.MessageRules(t, b, files)
			s.Valid(t, messageSchema, b)
			if t.Failed() {
				rt.Fatalf("%s", b)
			}
			m = m.Plain
		}
	})
}

// TestCards: monsters, objects, standings and help are components, other answers
// are not, and what a card shows it shows once.
func TestCards(t *testing.T) {
	r := newRouter(t)
	r.Answer(t.Context(), commands.Request{Line: `join as stenno in "Autumn Dash"`, Network: "discord", Place: "1", User: discordtest.AliceID, Nick: "alice"})
	show := func(line string) (*api.Message, string) {
		reply := r.Answer(t.Context(), commands.Request{Line: line, Network: "discord", Place: "1", User: discordtest.AliceID, Buttons: true, Size: commands.PageSize{Rows: 25, Chars: 2800}})
		m := Render(&reply, Look{Codec: NewCodec(r.Commands()), Owner: discordtest.AliceID, Cards: FitCards, Commands: map[string]string{"fail": "77"}})
		b, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return m, string(b)
	}
	for line, want := range map[string][]string{
		"mon cockatrice":          {`"type":9`, `"type":11`, `## cockatrice (yellow c)`, `**Spd** 6`, `attachment://chart.png`},
		"item magic marker":       {`"type":9`, `## magic marker`, `attachment://chart.png`},
		"item excalibur":          {`## Excalibur`, `attachment://chart.png`},
		"help":                    {`"type":17`, `"type":3`},
		"help magic":              {`\u003c/fail:77\u003e`, `"type":3`},
		`standings "Autumn Dash"`: {`"type":17`, `"type":3`, `My points and games`},
	} {
		m, text := show(line)
		if !m.OfComponents() || strings.Contains(text, `"embeds"`) || strings.Contains(text, `"content":""`) {
			t.Errorf("%s is no card: %s", line, text)
		}
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s: %s\nwant %s in it", line, text, part)
			}
		}
		if n := strings.Count(text, "lays eggs"); n > 1 {
			t.Errorf("%s says the same %d times: %s", line, n, text)
		}
	}
	for _, line := range []string{"fail wiz xl8 int16 force bolt", "mon flobnar", "fail wiz xl8 int16"} {
		if m, text := show(line); m.OfComponents() {
			t.Errorf("%s is a card: %s", line, text)
		}
	}
}
