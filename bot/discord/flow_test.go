package discord

import (
	"bytes"
	"fmt"
	"image/png"
	"strings"
	"testing"
	"time"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/bot/discord/embed"
	"delphi/commands"
	"delphi/commands/route"
	"delphi/engine/truthtest"
)

// TestWholeFlow plays every command of the Router: it is registered, each of
// its options is completed, each of its examples is asked, and every button of
// every answer is pressed; over HTTP a quarter of them. By day it is the first example of
// each: bot/web and commands/route answer the others.
func TestWholeFlow(t *testing.T) {
	ways(t, plainHandler, nil, func(t *testing.T, w *way) {
		router := w.a.opt.Router
		for range 2 {
			w.f.Next("/commands") // the listing and the registration; checked by the fake
		}
		charts, pressed := 0, map[string]bool{}
		for n, c := range router.Commands() {
			if w.name == "http" && n%4 != 0 { // it is the same program that answers
				continue
			}
			for i := range c.Params {
				p := c.Params[i]
				if p.Kind != commands.KindName {
					continue
				}
				for _, typed := range []string{"", "s", "robe, pl", "zzz"} {
					for _, ch := range w.ask(typing(c.Name, p.Name, typed)).Choices {
						if api.Length(ch.Name) > 100 || ch.Name != ch.Value {
							t.Errorf("choice %+v", ch)
						}
					}
				}
			}
			examples := c.Examples
			if !truthtest.Nightly() {
				examples = examples[:1]
			}
			for _, example := range examples {
				got := w.ask(invoke("ask", "line", example, "private", false))
				failed := got.embed(t).Color == embed.ColourFailed // which is for the asker alone
				if got.Type != 4 || got.Flags != 0 && !failed && c.Name != "me" && c.Name != "link" && c.Name != "admin" {
					t.Fatalf("%s: type %d flags %d", example, got.Type, got.Flags)
				}
				if e := got.embed(t); e.Color == embed.ColourFailed && c.Name == "fail" { // others may need what is not here
					t.Errorf("%s: %s", example, e.Description)
				} else if e.Image != nil {
					charts++
				}
				for _, row := range got.Components {
					for _, b := range row.Components {
						if pressed[b.Label] {
							continue
						}
						pressed[b.Label] = true
						own := b.Label == "why" || b.Label == "in brief" || strings.Contains(b.Label, "page")
						press := pressing(b.CustomID, 0)
						if b.Type == 3 {
							press = picking(b.CustomID, b.Options[len(b.Options)-1].Value)
						}
						// What a hint offers may need a right, or something done before.
						if after := w.ask(press); own && (after.Type != 7 || after.embed(t).Color == embed.ColourFailed) || after.Type != 7 && after.Type != 9 && after.Flags != 64 {
							t.Errorf("%s, %s: type %d %s", example, b.Label, after.Type, after.Data)
						}
					}
				}
			}
		}
		if charts == 0 && w.name != "http" || len(pressed) < 10 {
			t.Errorf("%d charts, %d buttons", charts, len(pressed))
		}
	})
}

// TestSlashIsBang: the same question by options and by line is the same
// question, and its answer looks as promised.
func TestSlashIsBang(t *testing.T) {
	ways(t, plainHandler, nil, func(t *testing.T, w *way) {
		options := w.ask(invoke("fail", "version", "5.0.0", "role", "Wizard", "xl", 8, "int", 16, "skill", "basic", "spell", "force bolt", "worn", "plate mail"))
		line := w.ask(invoke("ask", "line", "!fail wiz xl8 int16 basic force bolt plate mail v5.0.0"))
		if options.Type != 4 || string(options.Data) != string(line.Data) {
			t.Errorf("by options:\n%s\nby line:\n%s", options.Data, line.Data)
		}
		e := options.embed(t)
		if e.Title != "47% fail" || !strings.Contains(e.Description, "Force bolt: 47% fail") {
			t.Errorf("title %q, description %q", e.Title, e.Description)
		}
		if e.Footer == nil || !strings.Contains(e.Footer.Text, "spell.c") {
			t.Errorf("footer %+v", e.Footer)
		}
		if len(e.Fields) < 2 || e.Color != embed.Colours[commands.Fair] {
			t.Errorf("fields %v colour %x", e.Fields, e.Color)
		}
		if good := w.ask(invoke("ask", "line", "fail wiz xl8 int16 basic force bolt naked")).embed(t); good.Color != embed.Colours[commands.Good] {
			t.Errorf("a spell that does not fail has the colour %x", good.Color)
		}
	})
}

func TestButtons(t *testing.T) {
	ways(t, plainHandler, nil, func(t *testing.T, w *way) {
		first := w.ask(invoke("ask", "line", "fail wiz xl8 int16 basic force bolt robe plate mail"))

		why := w.ask(pressing(first.button(t, "why"), 0))
		if e := why.embed(t); why.Type != 7 || !strings.Contains(e.Description, "Step by step") || !strings.Contains(e.Description, "spell.c") {
			t.Errorf("why: type %d %q", why.Type, e.Description)
		}
		brief := w.ask(pressing(why.button(t, "in brief"), 0))
		if brief.embed(t).Description != first.embed(t).Description {
			t.Errorf("in brief: %q", brief.embed(t).Description)
		}
		off := w.ask(pressing(first.button(t, "take off plate mail"), 0))
		if e := off.embed(t); off.Type != 7 || e.Title != "0% fail" || strings.Contains(e.Description, "plate mail") {
			t.Errorf("take off: type %d %q %q", off.Type, e.Title, e.Description)
		}
		if off.press("XL+1") != "" {
			t.Error("one level up is offered where it changes nothing")
		}
		up := w.ask(pressing(w.ask(invoke("ask", "line", "fail wiz xl8 int16 fireball")).button(t, "XL+1"), 0))
		if e := up.embed(t); !strings.Contains(e.Description, "XL9") || e.Title != "67% fail" {
			t.Errorf("one level up: %q %q", e.Title, e.Description)
		}

		// A private answer can be shown to all, by whoever asked.
		private := w.ask(invoke("fail", "role", "wiz", "xl", 8, "int", 16, "spell", "fireball", "private", true))
		if private.Flags != 64 {
			t.Fatalf("private: flags %d", private.Flags)
		}
		shown := w.ask(pressing(private.button(t, "share"), 64))
		if shown.Type != 4 || shown.Flags != 0 || shown.embed(t).Title != private.embed(t).Title {
			t.Errorf("share: type %d flags %d", shown.Type, shown.Flags)
		}
		still := w.ask(pressing(private.button(t, "XL+1"), 64))
		still.button(t, "share")

		// What went wrong is shown to the asker alone.
		if got := w.ask(invoke("ask", "line", "fail wiz xl8 int16 froce blotx")); got.Flags != 64 {
			t.Errorf("a mistake: flags %d", got.Flags)
		}

		// Nobody else's fingers.
		if got := w.ask(pressing(first.button(t, "take off plate mail"), 0).by(bobID)); got.Type != 4 || got.Flags != 64 || !strings.Contains(*got.Content, "/ask line:fail") {
			t.Errorf("bob's press: type %d flags %d %v", got.Type, got.Flags, got.Content)
		}
		// But anybody may see the steps, alone.
		if got := w.ask(pressing(first.button(t, "why"), 0).by(bobID)); got.Type != 4 || got.Flags != 64 || len(got.Embeds) != 1 {
			t.Errorf("bob's press of why: type %d flags %d %s", got.Type, got.Flags, got.Data)
		}
		// Made up, of before an update, of long ago.
		old := embed.NewCodec(nil)
		oldID, _ := old.Encode(embed.Press{Action: embed.Explain, Owner: aliceID, Line: "fail wiz force bolt"})
		for id, want := range map[string]string{"hello": "do not know that button", "AAAA": "do not know that button", oldID: "before I was updated"} {
			if got := w.ask(pressing(id, 0)); got.Type != 4 || got.Flags != 64 || !strings.Contains(*got.Content, want) {
				t.Errorf("%q: type %d %v", id, got.Type, *got.Content)
			}
		}
		stale := pressing(first.button(t, "why"), 0)
		stale["message"].(map[string]any)["id"] = snowflake(time.Now().Add(-buttonLife - time.Hour))
		if got := w.ask(stale); got.Flags != 64 || !strings.Contains(*got.Content, "expired") {
			t.Errorf("an old button: %v", *got.Content)
		}
		if s := w.a.Stats(); s.NotTheirs != 1 || s.BadButtons != 2 || s.OldButtons != 2 {
			t.Errorf("counted %+v", s)
		}
	})
}

// TestButtonsOutliveRestart: another process, with another Router, answers.
// Every row of a long table can be read, below its heads, by turning pages.
func TestPages(t *testing.T) {
	for _, line := range []string{"fail wiz xl8 int18", "mon speed 12+", "help"} {
		ways(t, plainHandler, nil, func(t *testing.T, w *way) {
			whole := plainHandler(newRouter(t)).Answer(t.Context(), commands.Request{Line: line}).Table
			got := w.ask(invoke("ask", "line", line))
			text := got.embed(t).Description
			for page := 2; ; page++ {
				id := got.press(fmt.Sprintf("page %d of", page))
				if id == "" {
					break
				}
				if got = w.ask(pressing(id, 0)); got.Type != 7 {
					t.Fatalf("page %d: type %d", page, got.Type)
				}
				text += got.embed(t).Description
			}
			if got.press("page 1 of") != "" && !strings.Contains(text, fmt.Sprintf(" of %d", len(whole.Rows))) || strings.Contains(text, "… and") {
				t.Errorf("%s: the rows are not counted, or cut", line)
			}
			for _, row := range whole.Rows {
				if !strings.Contains(text, embed.Escape(row[0])) && !strings.Contains(text, row[0]) {
					t.Errorf("%s: %q cannot be reached", line, row[0])
				}
			}
		})
	}
}

func TestButtonsOutliveRestart(t *testing.T) {
	f := newFake(t)
	a := f.adapter(testConfig(), newRouter(t), nil)
	h := plainHandler(newRouter(t))
	r := h.Answer(t.Context(), commands.Request{Line: "fail wiz xl8 int16 basic force bolt plate mail"})
	id, ok := a.codec.Encode(embed.Press{Action: embed.Explain, Owner: aliceID, Line: r.Question})
	if !ok {
		t.Fatalf("%q does not fit", r.Question)
	}
	other := embed.NewCodec(newRouter(t).Commands())
	if p, err := other.Decode(id); err != nil || p.Line != r.Question || p.Owner != aliceID {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestPrivate(t *testing.T) {
	ways(t, plainHandler, nil, func(t *testing.T, w *way) {
		installed := invoke("help")
		installed["authorizing_integration_owners"] = map[string]string{"1": aliceID}
		if got := w.ask(installed); got.Flags != 64 {
			t.Errorf("user installed: flags %d", got.Flags)
		}
		both := invoke("help")
		both["authorizing_integration_owners"] = map[string]string{"0": guildID, "1": aliceID}
		if got := w.ask(both); got.Flags != 0 {
			t.Errorf("installed by both: flags %d", got.Flags)
		}
		dm := invoke("help", "private", true)
		dm["context"], dm["user"] = 1, dm["member"].(map[string]any)["user"]
		delete(dm, "member")
		delete(dm, "guild_id")
		if got := w.ask(dm); got.Flags != 0 {
			t.Errorf("direct message: flags %d: nobody else is there to hide it from", got.Flags)
		}
	})
	t.Run("by default", func(t *testing.T) {
		ways(t, plainHandler, func(a *Adapter) { a.change(t, func(c *Config) { c.Private = true }) }, func(t *testing.T, w *way) {
			if got := w.ask(invoke("help")); got.Flags != 64 {
				t.Errorf("flags %d", got.Flags)
			}
			if got := w.ask(invoke("help", "private", false)); got.Flags != 0 {
				t.Errorf("private:false: flags %d", got.Flags)
			}
		})
	})
}

func TestOperators(t *testing.T) {
	ways(t, plainHandler, func(a *Adapter) { a.change(t, func(c *Config) { c.Operators = []string{bobID} }) }, func(t *testing.T, w *way) {
		if got := w.ask(invokeSub("set", "version", "version", "3.4.3")).embed(t); got.Color != embed.ColourFailed {
			t.Errorf("anybody may set: %q", got.Description)
		}
		e := invokeSub("set", "version", "version", "3.4.3")
		e["member"].(map[string]any)["permissions"] = "16" // manage channels
		if got := w.ask(e).embed(t); got.Color == embed.ColourFailed {
			t.Errorf("an operator may not: %q", got.Description)
		}
		// The bot's own operators may anywhere.
		if got := w.ask(invokeSub("set", "prefix", "prefix", "@").by(bobID)).embed(t); got.Color == embed.ColourFailed {
			t.Errorf("the bot's operator may not: %q", got.Description)
		}
		// The channel's version holds for private questions there as well.
		if got := w.ask(invoke("ask", "line", "fail wiz xl8 int16 force bolt", "private", true)).embed(t); !strings.Contains(got.Footer.Text, "3.4.3") {
			t.Errorf("footer %q", got.Footer.Text)
		}
	})
}

func TestChartIsAttached(t *testing.T) {
	ways(t, plainHandler, nil, func(t *testing.T, w *way) {
		got := w.ask(invoke("fail", "role", "wiz", "int", 8, "spell", "fireball", "chart", true))
		img, err := png.Decode(bytes.NewReader(got.files["files[0] chart.png"]))
		if err != nil || img.Bounds().Dx() < 600 {
			t.Fatalf("no picture: %v, files %d", err, len(got.files))
		}
		if e := got.embed(t); e.Image == nil || e.Image.URL != "attachment://chart.png" || len(got.Attachments) != 1 {
			t.Errorf("image %+v, attachments %+v", e.Image, got.Attachments)
		}
		// A press that leads to an answer without one takes it away.
		next := w.ask(pressing(got.button(t, "why"), 0))
		if !strings.Contains(string(next.Data), `"attachments":[`) {
			t.Errorf("the old picture would stay: %s", next.Data)
		}
	})
}

// TestBadInput: each is answered clearly, none crashes.
func TestBadInput(t *testing.T) {
	ways(t, plainHandler, nil, func(t *testing.T, w *way) {
		for name, c := range map[string]struct {
			e    event
			want string
		}{
			"option out of range":    {invoke("fail", "role", "wiz", "xl", 31, "spell", "force bolt"), "XL must be from 1 to 30"},
			"option of another type": {invoke("fail", "xl", true, "spell", 7, "role", "wiz"), ""},
			"unknown option":         {invoke("fail", "colour", "red", "role", "wiz", "int", 16, "spell", "force bolt"), "force bolt"},
			"unknown command":        {invoke("nosuch"), "do not know /nosuch"},
			"everyone":               {invoke("ask", "line", "odds banana @everyone <@1> *x* `y`"), "stuck"},
			"empty line":             {invoke("ask", "line", ""), "sk me something"},
			"no options":             {newEvent(2, map[string]any{"id": "1", "type": 1, "name": "fail"}), "which role"},
			"null option":            {newEvent(2, map[string]any{"id": "1", "type": 1, "name": "fail", "options": []any{nil}}), "which role"},
			"very long":              {invoke("ask", "line", strings.Repeat("x", 5000)), "5000 bytes long"},
			"control characters":     {invoke("ask", "line", "fail\x00 wiz\n\u202e int16 force bolt"), "force bolt"},
		} {
			got := w.ask(c.e)
			text := string(got.Data)
			if got.Type != 4 || !strings.Contains(strings.ToLower(text), strings.ToLower(c.want)) {
				t.Errorf("%s: type %d %s, want %q", name, got.Type, text, c.want)
			}
			if strings.Contains(text, "@everyone") {
				t.Errorf("%s: a mention got through: %s", name, text)
			}
		}
		for name, e := range map[string]event{
			"unknown command":     typing("nosuch", "x", "y"),
			"unknown option":      typing("fail", "colour", "y"),
			"number for a name":   typing("fail", "spell", 5),
			"very long":           typing("fail", "spell", strings.Repeat("x ", 3000)),
			"nothing is focused":  newEvent(4, map[string]any{"id": "1", "type": 1, "name": "fail", "options": []any{nil}}),
			"no options whatever": newEvent(4, map[string]any{"id": "1", "type": 1, "name": "fail"}),
		} {
			if got := w.ask(e); got.Type != 8 || len(got.Choices) != 0 {
				t.Errorf("completion, %s: type %d %v", name, got.Type, got.Choices)
			}
		}
	})
}

func TestCompletion(t *testing.T) {
	ways(t, plainHandler, nil, func(t *testing.T, w *way) {
		values := func(e event) []string {
			var out []string
			for _, c := range w.ask(e).Choices {
				out = append(out, c.Value)
			}
			return out
		}
		for _, c := range []struct {
			e    event
			want string // the first
		}{
			{typing("fail", "role", "wiz", "spell", "forc"), "force bolt"},
			{typing("fail", "worn", "robe, plate m"), "robe, plate mail"},
			{typing("fail", "worn", "+2 cursed plate m"), "+2 cursed plate mail"},
			{typing("help", "command", "fa"), "fail"},
			{typing("ask", "line", "fail wiz force b"), "fail wiz force bolt"},
			{typing("ask", "line", "fa"), "fail"},
			{typing("fail", "version", "slashem", "role", "Neco"), "Necromancer"}, // misspelt
			{typing("fail", "version", "slashem", "role", "Necro"), "Necromancer"},
		} {
			got := values(c.e)
			if c.want == "" && len(got) > 0 || c.want != "" && (len(got) == 0 || got[0] != c.want) {
				t.Errorf("%v: %q, want %q first", c.e["data"], got, c.want)
			}
		}
		if got := values(typing("fail", "role", "Necro")); len(got) != 0 {
			t.Errorf("a role of another version: %q", got)
		}
		if got := values(typing("fail", "worn", "")); len(got) > 25 {
			t.Errorf("%d choices", len(got))
		}
		if len(values(typing("fail", "spell", ""))) == 0 {
			t.Error("nothing is offered before a letter is typed")
		}
	})
}

func TestPanicCostsOneAnswer(t *testing.T) {
	h := func(r *route.Router) bot.Handler {
		return bot.HandlerFunc(func(ctx ctx, req commands.Request) commands.Reply {
			if strings.Contains(req.Line, "help") {
				panic("division by zero")
			}
			return r.Answer(ctx, req)
		})
	}
	ways(t, h, nil, func(t *testing.T, w *way) {
		if got := w.ask(invoke("help")); got.Flags != 64 || !strings.Contains(*got.Content, "broke") || strings.Contains(*got.Content, "division") {
			t.Errorf("a panic: %v", *got.Content)
		}
		if got := w.ask(invoke("about")); got.Type != 4 || len(got.Embeds) != 1 {
			t.Errorf("after it: %s", got.Data)
		}
		if n := w.a.Stats().Panics; n != 1 {
			t.Errorf("%d panics counted", n)
		}
	})
}
