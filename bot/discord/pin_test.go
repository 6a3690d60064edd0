package discord

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"delphi/bot"
	"delphi/commands"
)

// TestPin: a scoreboard is made and pinned once, changed then, made anew where it
// was deleted, and kept up to date where the bot may not pin, which is said once.
func TestPin(t *testing.T) {
	f := newFake(t)
	a := f.adapter(testConfig(), newRouter(t), nil)
	board := commands.Reply{
		Title: "Autumn Dash", Summary: "It ends soon.", Hints: []string{"join as ACCOUNT"},
		Table: &commands.Table{Columns: []string{"", "who", "points"}, Rows: [][]string{{"1", "ann", "1,200"}}},
	}
	pin := func(message string) string {
		t.Helper()
		id, err := a.Pin(t.Context(), channelID, message, board)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	var seen []string
	look := func(want ...string) {
		t.Helper()
		seen = nil
		for _, s := range f.Seen() {
			seen = append(seen, s.Method+" "+strings.TrimPrefix(s.Path, "/channels/"+channelID))
			if strings.HasSuffix(s.Path, "/messages") && s.Method == http.MethodPost && !strings.Contains(string(s.Body), "ann") && !strings.Contains(string(s.Body), "may not pin") {
				t.Errorf("%s", s)
			}
		}
		if strings.Join(seen, "; ") != strings.Join(want, "; ") {
			t.Errorf("requests %q, want %q", seen, want)
		}
	}
	id := pin("")
	look("POST /messages", "PUT /messages/pins/"+id)
	if pin(id) != id {
		t.Error("a change made another message")
	}
	look("PATCH /messages/" + id)

	f.Fail(status("/messages/"+id, http.StatusNotFound, `{"code":10008,"message":"Unknown Message"}`, nil))
	again := pin(id)
	look("POST /messages", "PUT /messages/pins/"+again)

	forbidden := status("/pins/", http.StatusForbidden, `{"code":50013,"message":"Missing Permissions"}`, nil)
	f.Fail(forbidden)
	pin("")
	look("POST /messages", "POST /messages")
	f.Fail(forbidden)
	pin("")
	look("POST /messages")

	closed := status("/messages", http.StatusForbidden, `{"code":50001,"message":"Missing Access"}`, nil)
	f.Fail(closed)
	if _, err := a.Pin(t.Context(), channelID, "", board); !errors.Is(err, bot.ErrNever) {
		t.Errorf("a closed channel: %v", err)
	}
	f.Fail(closed)
	if got, err := a.Pin(t.Context(), channelID, id, board); !errors.Is(err, bot.ErrNever) || got != id {
		t.Errorf("a closed channel: %q, %v", got, err)
	}
	if _, err := a.Pin(t.Context(), "#nethack", "", board); !errors.Is(err, bot.ErrNever) {
		t.Errorf("no id: %v", err)
	}
}
