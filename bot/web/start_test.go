package web

import (
	"net/http"
	"strings"
	"testing"

	"delphi/bot"
	"delphi/commands/commandstest"
)

// The first page for players shows conversations that the bot holds like that.
func TestConversations(t *testing.T) { commandstest.Conversations(t, ".") }

func TestStart(t *testing.T) {
	server, _, _ := serve(t, Config{}, bot.Limits{})
	list, err := chapters()
	if err != nil || len(list) < 6 {
		t.Fatalf("%d chapters, %v", len(list), err)
	}
	r := get(t, server.URL+"/start")
	text := strip(r.body)
	for _, c := range list {
		if c.Title == "" || c.Text == "" || len(c.Turns) == 0 {
			t.Errorf("%q lacks something", c.Title)
		}
		for _, x := range c.Turns {
			if x.Reply == "" || strings.HasPrefix(x.Reply, "no:") || !strings.Contains(text, squeeze(x.Reply)) {
				t.Errorf("%s: %q is not what the page says", x.Ask, x.Reply)
			}
		}
	}
	if r.StatusCode != http.StatusOK {
		t.Errorf("status %d", r.StatusCode)
	}
}
