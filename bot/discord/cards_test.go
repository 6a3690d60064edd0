package discord

import (
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// TestCardsStay: a card is answered as one, what its buttons bring is one, too, and
// without permission to attach files it goes without its picture.
func TestCardsStay(t *testing.T) {
	cards := func(a *Adapter) { a.cfg.Cards = "components" }
	const v2 = discordgo.MessageFlagsIsComponentsV2
	ways(t, plainHandler, cards, func(t *testing.T, w *way) {
		got := w.ask(invoke("mon", "monster", "cockatrice"))
		if got.Type != 4 || got.Flags != int(v2) || !strings.Contains(string(got.Data), "## cockatrice") {
			t.Fatalf("%s", got.Data)
		}
		help := w.ask(invoke("help"))
		text := string(help.Data)
		_, rest, _ := strings.Cut(text[strings.LastIndex(text, `"custom_id":"`):], `"custom_id":"`) // the menu stands last
		id, _, _ := strings.Cut(rest, `"`)
		press := newEvent(3, map[string]any{"component_type": 3, "custom_id": id, "values": []string{"fail wiz xl8 int16 force bolt"}})
		press["message"] = map[string]any{"id": press["id"], "flags": v2}
		if got := w.ask(press); got.Type != 7 || got.Flags != int(v2) || !strings.Contains(string(got.Data), "Force bolt") {
			t.Errorf("pressed: %d %s", got.Type, got.Data)
		}
		press["id"], press["token"] = newEvent(3, nil)["id"], "again"
		press["message"] = map[string]any{"id": press["id"], "flags": 0}
		press["data"].(map[string]any)["values"] = []string{"help magic"}
		if got := w.ask(press); got.Type != 7 || got.Flags != 0 || !strings.Contains(string(got.Data), `"embeds":[{`) {
			t.Errorf("below an embed: %d %s", got.Type, got.Data)
		}
	})
}

// TestCardWithoutPicture: where the bot may not attach files, a card is sent without.
func TestCardWithoutPicture(t *testing.T) {
	f := newFake(t)
	r := newRouter(t)
	cfg := testConfig()
	cfg.Cards = "components"
	f.run(f.adapter(cfg, r, nil), plainHandler(r))
	g := f.Up()
	f.Fail(status("/messages", http.StatusForbidden, `{"code":50013,"message":"Missing Permissions"}`, nil))
	g.Send(opDispatch, "MESSAGE_CREATE", said("<@"+selfID+"> mon cockatrice"))
	if s := f.Next("/messages"); len(s.Files) > 0 || strings.Contains(string(s.Body), "attachment://") || !strings.Contains(string(s.Body), "## cockatrice") {
		t.Errorf("%s", s)
	}
}
