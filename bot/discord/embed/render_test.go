package embed

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"delphi/bot/discord/api"
	"delphi/bot/discord/discordtest"
	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/route"
)

func TestSpec(t *testing.T) { discordtest.NeedSpec(t) }

// newRouter is the bot's commands over a store in memory.
func newRouter(t testing.TB) *route.Router { return commandstest.New(t) }

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
		if got := Escape(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := Code("a `b`\n@everyone"); got != "`a 'b' @everyone`" {
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
	s := discordtest.LoadSpec(t)
	c := NewCodec(newRouter(t).Commands())
	rapid.Check(t, func(rt *rapid.T) {
		r := anyReply().Draw(rt, "reply")
		m := Render(&r, Look{Owner: discordtest.AliceID, Private: rapid.Bool().Draw(rt, "private"), Explain: rapid.Bool().Draw(rt, "explain"), Codec: c})
		b, err := json.Marshal(m)
		if err != nil || !utf8.Valid(b) {
			rt.Fatal(err)
		}
		e := m.Embeds[0]
		sum := api.Length(e.Title) + api.Length(e.Description)
		if e.Footer != nil {
			sum += api.Length(e.Footer.Text)
		}
		for _, f := range e.Fields {
			sum += api.Length(f.Name) + api.Length(f.Value)
			if f.Name == "" || f.Value == "" || api.Length(f.Name) > api.MaxFieldName || api.Length(f.Value) > api.MaxFieldValue {
				rt.Fatalf("field %q %q", f.Name, f.Value)
			}
		}
		if sum > api.MaxEmbed || api.Length(e.Title) > api.MaxTitle || api.Length(e.Description) > api.MaxDescription || len(e.Fields) > api.MaxFields {
			rt.Fatalf("%d in all, title %d, description %d, %d fields", sum, api.Length(e.Title), api.Length(e.Description), len(e.Fields))
		}
		if strings.Count(e.Description, "```")%2 != 0 && !strings.HasSuffix(e.Description, "…") {
			rt.Fatalf("a block is open: %q", e.Description)
		}
		if s != nil {
			s.Valid(t, "/paths/~1channels~1%7Bchannel_id%7D~1messages/post/requestBody/content/application~1json/schema", b)
		}
	})
}

func TestRender(t *testing.T) {
	r := newRouter(t)
	show := func(line string, l Look) *api.Message {
		reply := r.Answer(t.Context(), commands.Request{Line: line, Network: "discord", Place: "1", User: discordtest.AliceID})
		l.Codec, l.Owner = NewCodec(r.Commands()), discordtest.AliceID
		return Render(&reply, l)
	}
	e := show("fail wiz xl8 int16 basic force bolt plate mail", Look{}).Embeds[0]
	if e.Title != "47% fail" || !strings.HasPrefix(e.Description, "Force bolt: 47% fail") {
		t.Errorf("%q %q", e.Title, e.Description)
	}
	e = show("fail wiz xl8 int16", Look{}).Embeds[0]
	if !strings.Contains(e.Description, "```\nspell") || strings.Count(e.Description, "\n") < 20 {
		t.Errorf("no table: %q", e.Description)
	}
	e = show("help", Look{}).Embeds[0] // too wide for a telephone as a table
	if strings.Contains(e.Description, "```") || !strings.Contains(e.Description, "**magic** spells and their schools · fail wiz") {
		t.Errorf("%q", e.Description)
	}
	wrong := show("xyzzy plugh wiz", Look{})
	if e = wrong.Embeds[0]; e.Color != ColourFailed || strings.Contains(e.Description, "Try:") || len(wrong.Components) != 1 {
		t.Errorf("%q, %d rows", e.Description, len(wrong.Components))
	}
	terse := r.Answer(t.Context(), commands.Request{Line: "fail wiz xl8 int16 basic force bolt plate mail", Network: "discord", Place: "1", User: discordtest.AliceID})
	terse.Terse = true
	if e := Render(&terse, Look{}).Embeds[0]; len(e.Fields) > 0 || strings.Contains(e.Footer.Text, "Assumed") || strings.Count(e.Footer.Text, ".c:") != 1 {
		t.Errorf("a terse answer: %+v, %q", e.Fields, e.Footer.Text)
	}
	veiled := r.Answer(t.Context(), commands.Request{Line: "fail wiz xl8 int16 basic force bolt plate mail", Network: "discord", Place: "1", User: discordtest.AliceID})
	veiled.Veiled = veiled.Brief(commands.HintSpoilers)
	open, rest, _ := strings.Cut(Render(&veiled, Look{Codec: NewCodec(r.Commands()), Cards: AllCards}).Embeds[0].Description, "||")
	if strings.Contains(open, "47") || !strings.Contains(rest, "47%") || !strings.HasSuffix(rest, "||") {
		t.Errorf("%q hides %q", open, rest)
	}
	if m := show("fail wiz int16 force bolt", Look{Private: true}); !m.Ephemeral() {
		t.Error("not private")
	}
}

// A table that is too wide for a telephone is a list below its heads, and not there at
// all where the fields say the same in words.
func TestWideTable(t *testing.T) {
	r := &commands.Reply{Summary: "Two stacks.", Table: &commands.Table{
		Columns: []string{"stack", "resists", "left"},
		Rows:    [][]string{{"3x uncursed orcish cloak that somebody named at length", "5%", "0.881"}, {"4x uncursed unicorn horn", "5%", "0.879"}},
	}}
	if got, want := Render(r, Look{}).Embeds[0].Description, "*stack · resists · left*\n**3x uncursed orcish cloak that somebody named at length** 5% · 0.881"; !strings.Contains(got, want) {
		t.Errorf("got %q\nwant %q in it", got, want)
	}
	for _, row := range r.Table.Rows {
		r.Fact(row[0], "resists "+row[1])
	}
	if e := Render(r, Look{}).Embeds[0]; e.Description != "Two stacks." || len(e.Fields) != 2 {
		t.Errorf("got %q with %d fields: the rows stand there twice", e.Description, len(e.Fields))
	}
}

func TestAlternative(t *testing.T) {
	c := &commands.Chart{Title: "cloak becomes", X: "item", Y: "chance %", Series: []commands.Series{{Points: []commands.Point{{X: 1, Y: 7.1}, {X: 2, Y: 4}}}}}
	if got, want := alternative(c), "cloak becomes: chance % by item. from 7.1 at 1 to 4 at 2."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	c.Kind, c.Labels = commands.BarChart, []string{"shield", "helm"}
	if got, want := alternative(c), "cloak becomes: chance % by item. shield: 7.1. helm: 4."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestBlock(t *testing.T) {
	lines := make([]string, 500)
	for i := range lines {
		lines[i] = "line " + strconv.Itoa(i)
	}
	got := block(lines, 300)
	if api.Length(got) > 300 || !strings.HasPrefix(got, "```\nline 0\n") || !strings.Contains(got, "… and ") || !strings.HasSuffix(got, "```") {
		t.Errorf("%d: %q", api.Length(got), got)
	}
	if got := block([]string{"a ``` b"}, 100); got != "```\na ''' b\n```" {
		t.Errorf("%q", got)
	}
	if got := block([]string{strings.Repeat("x", 500)}, 100); api.Length(got) > 100 {
		t.Errorf("%d long", api.Length(got))
	}
}

// TestPicture writes what a reply looks like for whoever wants to Look: set
// DISCORD_DIR.
func TestPicture(t *testing.T) {
	dir := os.Getenv("DISCORD_DIR")
	if dir == "" {
		t.Skip("DISCORD_DIR is not set")
	}
	r := newRouter(t)
	for i, line := range []string{"fail wiz xl8 int16 basic force bolt robe plate mail", "fail wiz xl8 int16", "help"} {
		reply := r.Answer(t.Context(), commands.Request{Line: line, Network: "discord", Place: "1", User: discordtest.AliceID})
		for _, explain := range []bool{false, true} {
			b, _ := json.MarshalIndent(Render(&reply, Look{Owner: discordtest.AliceID, Explain: explain, Codec: NewCodec(r.Commands())}), "", " ")
			os.WriteFile(dir+"/"+strconv.Itoa(i)+map[bool]string{true: "why"}[explain]+".json", b, 0o600)
		}
	}
}

func BenchmarkRender(b *testing.B) {
	r := newRouter(b)
	c := NewCodec(r.Commands())
	reply := r.Answer(b.Context(), commands.Request{Line: "fail wiz xl8 int16 basic force bolt robe plate mail", Network: "discord", Place: "1", User: discordtest.AliceID})
	b.ReportAllocs()
	for b.Loop() {
		m := Render(&reply, Look{Owner: discordtest.AliceID, Codec: c})
		if _, _, err := api.Body(api.Response{Type: 4, Data: m}, m.Chart); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRenderChart(b *testing.B) {
	r := newRouter(b)
	c := NewCodec(r.Commands())
	reply := r.Answer(b.Context(), commands.Request{Line: "fail wiz int16 basic force bolt robe plate mail chart", Network: "discord", Place: "1", User: discordtest.AliceID})
	b.ReportAllocs()
	for b.Loop() {
		if m := Render(&reply, Look{Owner: discordtest.AliceID, Codec: c}); m.Chart == nil {
			b.Fatal("no chart")
		}
	}
}

func FuzzEscape(f *testing.F) {
	f.Add("*bold* @everyone <@1> https://x.org/a_b <t:1:f>")
	f.Add("# heading\n> quote\n1. item")
	f.Fuzz(func(t *testing.T, s string) {
		got := Escape(s)
		for _, bad := range []string{"@everyone", "@here", "<@1"} {
			if strings.Contains(got, bad) {
				t.Errorf("%q becomes %q", s, got)
			}
		}
		if len(got) > 4*len(s)+8 {
			t.Errorf("%d bytes become %d", len(s), len(got))
		}
	})
}
