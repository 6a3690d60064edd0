package discord

import (
	"strings"
	"testing"
)

// TestThreads: what a channel and a server have set holds in a thread, whether it
// is asked with a slash command or in a message.
func TestThreads(t *testing.T) {
	const threadID = "600000000000000055"
	f := newFake(t)
	cfg := testConfig()
	cfg.MessageCommands = true
	r := newRouter(t)
	f.run(f.adapter(cfg, r, nil), plainHandler(r))
	g := f.Up()
	ask := func(e event) string {
		g.Send(opDispatch, "INTERACTION_CREATE", e)
		return string(f.Next("/interactions/" + e["id"].(string)).Body)
	}
	set := invokeSub("set", "version", "version", "3.4.3", "server", true)
	set["member"].(map[string]any)["permissions"] = "16"
	if got := ask(set); !strings.Contains(got, "manage the whole server") {
		t.Errorf("who manages a channel sets the server: %s", got)
	}
	set = invokeSub("set", "version", "version", "3.4.3", "server", true)
	set["member"].(map[string]any)["permissions"] = "32"
	if got := ask(set); !strings.Contains(got, "whole server") {
		t.Errorf("not set: %s", got)
	}
	set = invokeSub("set", "prefix", "prefix", "@")
	set["member"].(map[string]any)["permissions"] = "16"
	ask(set)

	in := invoke("ask", "line", "fail wiz int16 force bolt")
	in["channel_id"], in["channel"] = threadID, map[string]any{"id": threadID, "type": 11, "parent_id": channelID}
	if got := ask(in); !strings.Contains(got, "3.4.3") {
		t.Errorf("a slash command in a thread: %s", got)
	}
	thread := func(id string) map[string]any {
		return map[string]any{"id": id, "type": 11, "parent_id": channelID, "guild_id": guildID}
	}
	const other = "600000000000000056"
	for _, e := range []struct {
		kind, id string
		data     any
	}{{"GUILD_CREATE", threadID, map[string]any{"id": guildID, "threads": []any{thread(threadID)}}}, {"THREAD_CREATE", other, thread(other)}} {
		g.Send(opDispatch, e.kind, e.data)
		m := said("@fail wiz int16 force bolt")
		m["channel_id"] = e.id
		g.Send(opDispatch, "MESSAGE_CREATE", m)
		if s := f.Next("/messages"); s.Path != "/channels/"+e.id+"/messages" || !strings.Contains(string(s.Body), "3.4.3") {
			t.Errorf("%s: %s", e.kind, s)
		}
	}
}
