package discord

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestWelcome: a server that adds the bot is told once how to ask, in the channel
// for notices or else in the first where the bot may write; one that it was in
// before is told nothing.
func TestWelcome(t *testing.T) {
	f := newFake(t)
	r := newRouter(t)
	f.run(f.adapter(testConfig(), r, nil), plainHandler(r))
	g := f.Up()
	const system, second, third = "600000000000000051", "600000000000000052", "600000000000000053"
	guild := func(id, joined string, systemChannel any) map[string]any {
		return map[string]any{"id": id, "joined_at": joined, "system_channel_id": systemChannel, "channels": []any{
			map[string]any{"id": third, "type": 0, "position": 2},
			map[string]any{"id": "600000000000000054", "type": 2, "position": 0}, // for voices
			map[string]any{"id": second, "type": 0, "position": 1},
			map[string]any{"id": system, "type": 0, "position": 7},
		}}
	}
	now := time.Now().UTC().Format("2006-01-02T15:04:05.000000+00:00")
	said := func(channel string) {
		t.Helper()
		if s := f.Next("/messages"); !strings.Contains(s.Path, channel) || !strings.Contains(string(s.Body), "/ask fail wiz") {
			t.Errorf("%s, want the first words in %s", s, channel)
		}
	}
	g.Send(opDispatch, "READY", map[string]any{"session_id": "again", "user": map[string]any{"id": selfID}, "guilds": []any{map[string]any{"id": "600000000000000061", "unavailable": true}}})
	g.Send(opDispatch, "GUILD_CREATE", guild("600000000000000061", now, system))
	g.Send(opDispatch, "GUILD_CREATE", guild("600000000000000062", "2020-01-02T15:04:05.000000+00:00", system))
	g.Send(opDispatch, "GUILD_CREATE", map[string]any{"id": "600000000000000063", "unavailable": true})
	g.Send(opDispatch, "GUILD_CREATE", guild("600000000000000063", now, system))
	said(system)

	g.Send(opDispatch, "GUILD_CREATE", guild("600000000000000063", now, system))
	f.Fail(status("/channels/"+second, http.StatusForbidden, `{"code":50013,"message":"Missing Permissions"}`, nil),
		status("/channels/"+second, http.StatusForbidden, `{"code":50013,"message":"Missing Permissions"}`, nil))
	g.Send(opDispatch, "GUILD_CREATE", guild("600000000000000064", now, nil))
	said(third)
	g.Send(opDispatch, "GUILD_CREATE", guild("600000000000000065", now, system)) // a marker: nothing else came before
	said(system)
}
