package discord

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"delphi/commands"
)

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		"force bolt: 47% fail (Wizard XL8).":                 "force bolt: 47% fail (Wizard XL8).",
		"*bold* _it_ ~~no~~ `code` ||x||":                    `\*bold\* \_it\_ \~\~no\~\~ \` + "`code\\`" + ` \|\|x\|\|`,
		"@everyone and @here":                                "@\u200beveryone and @\u200bhere",
		"<@1> <#2> <@&3> <:e:4>":                             `\<@` + "\u200b" + `1> \<#2> \<@` + "\u200b" + `&3> \<:e:4>`,
		"[text](https://example.org)":                        `\[text\](https://example.org)`,
		"# heading":                                          `\# heading`,
		"-# small":                                           `\-# small`,
		"> quote -> 0%\n>>> x":                               "\\> quote -> 0%\n\\>>> x",
		"- item\n1. item\n2) item":                           "\\- item\n1\\. item\n2\\) item",
		"+3 robe, -1 Luck":                                   "+3 robe, -1 Luck",
		"see https://nethackwiki.com/wiki/Spell_failure now": "see https://nethackwiki.com/wiki/Spell_failure now",
		"https://x/(a)_b_":                                   `https://x/(a)\_b\_`,
		"from <t:1604188800:f>, (<t:-1:R>) <t:x:f> <t:1:f":   "from <t:1604188800:f>, (<t:-1:R>) \\<t:x:f> \\<t:1:f",
		`back\slash`:                                         `back\\slash`,
		"a\x00b\u202ec\r\n\u2066d":                           "abc\nd",
		"":                                                   "",
	} {
		if got := escape(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := code("a `b`\n@everyone"); got != "`a 'b' @everyone`" {
		t.Errorf("code: %q", got)
	}
}

// text draws what a reply might hold: names, markup, foreign letters, far too
// much of it.
func text() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"", "fail", "force bolt: 47% fail", "@everyone", "<@123>", "`x`", "```", "🐉", "\u202e", "a\nb", "# x", "+1", " "}),
		rapid.String(),
		rapid.Custom(func(t *rapid.T) string {
			return strings.Repeat(rapid.SampledFrom([]string{"x", "🐉", "@", "word ", "`", "\n"}).Draw(t, "what"), rapid.IntRange(0, 9000).Draw(t, "times"))
		}),
	)
}

func anyReply() *rapid.Generator[commands.Reply] {
	return rapid.Custom(func(t *rapid.T) commands.Reply {
		list := func(label string) []string { return rapid.SliceOfN(text(), 0, 6).Draw(t, label) }
		r := commands.Reply{
			Summary: text().Draw(t, "summary"), Headline: text().Draw(t, "headline"), Hints: list("hints"),
			Failed: rapid.Bool().Draw(t, "failed"), Tone: commands.Tone(rapid.IntRange(0, 3).Draw(t, "tone")),
			Question: text().Draw(t, "question"), Version: "5.0.0",
		}
		for range rapid.IntRange(0, 40).Draw(t, "fields") {
			r.Fields = append(r.Fields, commands.Field{Name: text().Draw(t, "name"), Value: text().Draw(t, "value")})
		}
		for _, s := range list("notes") {
			r.Notes = append(r.Notes, commands.Note{Kind: commands.NoteKind(rapid.IntRange(0, 2).Draw(t, "kind")), Text: s})
		}
		for _, s := range list("next") {
			r.Next = append(r.Next, commands.Next{Label: "n" + s, Line: s})
		}
		if rapid.Bool().Draw(t, "table") {
			r.Table = &commands.Table{Title: text().Draw(t, "title"), Columns: []string{"a", "b"}}
			for range rapid.IntRange(0, 200).Draw(t, "rows") {
				r.Table.Rows = append(r.Table.Rows, []string{"row", "of the table"})
			}
		}
		return r
	})
}

// TestRenderKeepsLimits: whatever a reply holds, Discord takes it.
func TestRenderKeepsLimits(t *testing.T) {
	s := loadSpec(t)
	c := newCodec(newRouter(t).Commands())
	rapid.Check(t, func(rt *rapid.T) {
		r := anyReply().Draw(rt, "reply")
		m := render(&r, look{owner: aliceID, private: rapid.Bool().Draw(rt, "private"), explain: rapid.Bool().Draw(rt, "explain"), codec: c})
		b, err := json.Marshal(m)
		if err != nil || !utf8.Valid(b) {
			rt.Fatal(err)
		}
		e := m.Embeds[0]
		sum := length(e.Title) + length(e.Description)
		if e.Footer != nil {
			sum += length(e.Footer.Text)
		}
		for _, f := range e.Fields {
			sum += length(f.Name) + length(f.Value)
			if f.Name == "" || f.Value == "" || length(f.Name) > maxFieldName || length(f.Value) > maxFieldValue {
				rt.Fatalf("field %q %q", f.Name, f.Value)
			}
		}
		if sum > maxEmbed || length(e.Title) > maxTitle || length(e.Description) > maxDescription || len(e.Fields) > maxFields {
			rt.Fatalf("%d in all, title %d, description %d, %d fields", sum, length(e.Title), length(e.Description), len(e.Fields))
		}
		if strings.Count(e.Description, "```")%2 != 0 && !strings.HasSuffix(e.Description, "…") {
			rt.Fatalf("a block is open: %q", e.Description)
		}
		if s != nil {
			s.valid(t, "/paths/~1channels~1%7Bchannel_id%7D~1messages/post/requestBody/content/application~1json/schema", b)
		}
	})
}

func TestRender(t *testing.T) {
	r := newRouter(t)
	show := func(line string, l look) *message {
		reply := r.Answer(t.Context(), commands.Request{Line: line, Network: network, Place: "1", User: aliceID})
		l.codec, l.owner = newCodec(r.Commands()), aliceID
		return render(&reply, l)
	}
	e := show("fail wiz xl8 int16 basic force bolt plate mail", look{}).Embeds[0]
	if e.Title != "47%" || !strings.HasPrefix(e.Description, "force bolt: 47% fail") {
		t.Errorf("%q %q", e.Title, e.Description)
	}
	e = show("fail wiz xl8 int16", look{}).Embeds[0]
	if !strings.Contains(e.Description, "```\nspell") || strings.Count(e.Description, "\n") < 20 {
		t.Errorf("no table: %q", e.Description)
	}
	e = show("help", look{}).Embeds[0] // too wide for a telephone as a table
	if strings.Contains(e.Description, "```") || !strings.Contains(e.Description, "\n**fail** how often") {
		t.Errorf("%q", e.Description)
	}
	e = show("fial wiz", look{}).Embeds[0]
	if e.Color != colourFailed || !strings.Contains(e.Description, "Try: `") {
		t.Errorf("%q", e.Description)
	}
	if m := show("fail wiz int16 force bolt", look{private: true}); !m.ephemeral() {
		t.Error("not private")
	}
}

func TestBlock(t *testing.T) {
	lines := make([]string, 500)
	for i := range lines {
		lines[i] = "line " + itoa(i)
	}
	got := block(lines, 300)
	if length(got) > 300 || !strings.HasPrefix(got, "```\nline 0\n") || !strings.Contains(got, "… and ") || !strings.HasSuffix(got, "```") {
		t.Errorf("%d: %q", length(got), got)
	}
	if got := block([]string{"a ``` b"}, 100); got != "```\na ''' b\n```" {
		t.Errorf("%q", got)
	}
	if got := block([]string{strings.Repeat("x", 500)}, 100); length(got) > 100 {
		t.Errorf("%d long", length(got))
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in   string
		max  int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"äöü", 3, "äöü"}, {"🐉🐉", 3, "🐉…"}, {"🐉🐉", 4, "🐉🐉"}, {"", 0, ""}} {
		if got := cut(c.in, c.max); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.in, c.max, got, c.want)
		}
	}
}

// TestPicture writes what a reply looks like for whoever wants to look: set
// DISCORD_DIR.
func TestPicture(t *testing.T) {
	dir := os.Getenv("DISCORD_DIR")
	if dir == "" {
		t.Skip("DISCORD_DIR is not set")
	}
	r := newRouter(t)
	for i, line := range []string{"fail wiz xl8 int16 basic force bolt robe plate mail", "fail wiz xl8 int16", "help"} {
		reply := r.Answer(t.Context(), commands.Request{Line: line, Network: network, Place: "1", User: aliceID})
		for _, explain := range []bool{false, true} {
			b, _ := json.MarshalIndent(render(&reply, look{owner: aliceID, explain: explain, codec: newCodec(r.Commands())}), "", " ")
			os.WriteFile(dir+"/"+itoa(i)+map[bool]string{true: "why"}[explain]+".json", b, 0o600)
		}
	}
}

func BenchmarkRender(b *testing.B) {
	r := newRouter(b)
	c := newCodec(r.Commands())
	reply := r.Answer(b.Context(), commands.Request{Line: "fail wiz xl8 int16 basic force bolt robe plate mail", Network: network, Place: "1", User: aliceID})
	b.ReportAllocs()
	for b.Loop() {
		m := render(&reply, look{owner: aliceID, codec: c})
		if _, _, err := body(response{4, m}, m.chart); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRenderChart(b *testing.B) {
	r := newRouter(b)
	c := newCodec(r.Commands())
	reply := r.Answer(b.Context(), commands.Request{Line: "fail wiz int16 basic force bolt robe plate mail chart", Network: network, Place: "1", User: aliceID})
	b.ReportAllocs()
	for b.Loop() {
		if m := render(&reply, look{owner: aliceID, codec: c}); m.chart == nil {
			b.Fatal("no chart")
		}
	}
}
