package discord

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// shelf is what is attached, by its address.
type shelf map[string]string

func (s shelf) Page(_ context.Context, address string) (string, error) { return s[address], nil }

const (
	gameText = "Mia1004 the Embalmer         St:18/41 Dx:10 Co:18 In:17 Wi:12 Ch:14  Neutral\nDlvl:5  $:2325 HP:20(50) Pw:152(152) AC:2  Xp:7 T:4554"
	fileURL  = "https://cdn.discordapp.com/attachments/1/2/dump.txt"
)

func file(name, kind string, size int) map[string]any {
	return map[string]any{"filename": name, "content_type": kind, "size": size, "url": fileURL}
}

// TestShownGames: a game is read off an attached file, the lines of a message
// and the message whose menu was opened.
func TestShownGames(t *testing.T) {
	ways(t, plainHandler, nil, func(t *testing.T, w *way) {
		w.a.opt.Files = shelf{fileURL: gameText}
		option := invokeSub("game", "show", "file", "77")
		option["data"].(map[string]any)["resolved"] = map[string]any{"attachments": map[string]any{"77": file("dump.txt", "text/plain; charset=utf-8", 500)}}
		menu := func(name string, message map[string]any) event {
			return newEvent(2, map[string]any{"id": "1", "type": 3, "name": name, "target_id": "5", "resolved": map[string]any{"messages": map[string]any{"5": message}}})
		}
		for name, c := range map[string]struct {
			e    event
			want string
		}{
			"a slash option":      {option, "Healer: XL 7"},
			"a menu on a text":    {menu("What are my odds?", map[string]any{"id": "5", "content": "```\n" + gameText + "\n```"}), "Healer: XL 7"},
			"a menu on a file":    {menu("What are my odds?", map[string]any{"id": "5", "content": "look", "attachments": []any{file("dump.txt", "", 500)}}), "Healer: XL 7"},
			"a menu on questions": {menu("What are my odds?", map[string]any{"id": "5", "content": "fail wiz xl8 int16 force bolt plate mail"}), "47% fail"},
			"a picture":           {menu("What are my odds?", map[string]any{"id": "5", "content": "", "attachments": []any{file("a.png", "image/png", 500)}}), "no text in that message"},
			"a file too big":      {menu("What are my odds?", map[string]any{"id": "5", "content": "", "attachments": []any{file("a.txt", "", 9<<20)}}), "9.0 MB"},
			"an old menu":         {menu("Ask Delphi", map[string]any{"id": "5", "content": "x"}), "I do not know that menu"},
		} {
			if got := w.ask(c.e); got.Type != 4 || !strings.Contains(string(got.Data), c.want) {
				t.Errorf("%s: %s, want %q in it", name, got.Data, c.want)
			}
		}
	})
}

// TestShownInMessages: the lines behind a command, and the file attached to it.
func TestShownInMessages(t *testing.T) {
	f := newFake(t)
	cfg := testConfig()
	cfg.MessageCommands = true
	r := newRouter(t)
	a := f.adapter(cfg, r, nil)
	a.opt.Files = shelf{fileURL: gameText}
	f.run(a, plainHandler(r))
	f.Introduction()
	g := f.Up()
	for content, files := range map[string][]any{
		"!game\n```\n" + gameText + "\n```": nil,
		"!game":                             {file("dump.txt", "", 500)},
	} {
		g.Send(opDispatch, "MESSAGE_CREATE", map[string]any{
			"id": snowflake(time.Now()), "channel_id": channelID, "guild_id": guildID, "content": content, "attachments": files,
			"author": map[string]any{"id": aliceID, "username": "alice"}, "member": map[string]any{"nick": "Alice"},
		})
		if s := f.Next("/channels/"); !strings.Contains(string(s.Body), "Healer: XL 7") {
			t.Errorf("%q: %s", content, s)
		}
	}
}

// TestForm: a command that takes a text and is given none opens a form, whose
// file or text is then read.
func TestForm(t *testing.T) {
	ways(t, plainHandler, nil, func(t *testing.T, w *way) {
		w.a.opt.Files = shelf{fileURL: gameText}
		open := w.ask(invokeSub("game", "show"))
		if open.Type != 9 {
			t.Fatalf("a bare command: %d %s", open.Type, open.Data)
		}
		var form struct {
			CustomID   string `json:"custom_id"`
			Components []struct{ Component map[string]any }
		}
		if err := json.Unmarshal(open.Data, &form); err != nil || len(form.Components) != 2 {
			t.Fatalf("%v: %s", err, open.Data)
		}
		submit := func(id string, files []string, text string) event {
			return newEvent(5, map[string]any{
				"custom_id": id,
				"components": []any{
					map[string]any{"type": 18, "id": 1, "component": map[string]any{"type": 19, "id": 2, "custom_id": form.Components[0].Component["custom_id"], "values": files}},
					map[string]any{"type": 18, "id": 3, "component": map[string]any{"type": 4, "id": 4, "custom_id": form.Components[1].Component["custom_id"], "value": text}},
				},
				"resolved": map[string]any{"attachments": map[string]any{"77": file("dump.txt", "text/plain", 500), "78": file("a.png", "image/png", 500)}},
			})
		}
		for name, c := range map[string]struct {
			e    event
			want string
		}{
			"a file":         {submit(form.CustomID, []string{"77"}, ""), "Healer: XL 7"},
			"a text":         {submit(form.CustomID, nil, gameText), "Healer: XL 7"},
			"a file first":   {submit(form.CustomID, []string{"77"}, "nonsense"), "Healer: XL 7"},
			"nothing":        {submit(form.CustomID, nil, ""), "Healer: XL 7"},
			"a picture":      {submit(form.CustomID, []string{"78"}, ""), "is no text"},
			"a lost file":    {submit(form.CustomID, []string{"99"}, ""), "try again"},
			"another's form": {submit("show:fail", nil, gameText), "do not know that form"},
		} {
			if name == "nothing" {
				w.ask(submit(form.CustomID, nil, gameText))
			}
			if got := w.ask(c.e); got.Type != 4 || !strings.Contains(string(got.Data), c.want) {
				t.Errorf("%s: %s, want %q in it", name, got.Data, c.want)
			}
		}
	})
}
