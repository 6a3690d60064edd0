package discord

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"delphi/bot/discord/rights"
	"delphi/commands"
)

// serverEvent is a server as the gateway tells of it: whose it is, what its roles may, and
// what one of its channels changes in that.
func serverEvent(owner string) map[string]any {
	over := func(id string, kind int, allow, deny string) map[string]any {
		return map[string]any{"id": id, "type": kind, "allow": allow, "deny": deny}
	}
	const manageChannels, manageGuild, admin = "16", "32", "8"
	return map[string]any{
		"id": guildID, "owner_id": owner,
		"roles": []any{
			map[string]any{"id": guildID, "permissions": "1024"},
			map[string]any{"id": "11", "permissions": admin},
			map[string]any{"id": "12", "permissions": manageGuild},
			map[string]any{"id": "13", "permissions": manageChannels},
			map[string]any{"id": "14", "permissions": "0"},
		},
		"channels": []any{
			map[string]any{"id": channelID, "type": 0, "permission_overwrites": []any{
				over("13", 0, "0", manageChannels), over("14", 0, manageChannels, "0"), over(bobID, 1, "0", manageChannels),
			}},
		},
	}
}

// TestRights: what a member may do is worked out as Discord does it.
func TestRights(t *testing.T) {
	var r rights.Servers
	r.Learn("GUILD_CREATE", mustJSON(serverEvent("1")))
	for name, c := range map[string]struct {
		channel, user string
		roles         []string
		operator      bool
		wide          bool
	}{
		"the owner":              {channelID, "1", nil, true, true},
		"an administrator":       {channelID, aliceID, []string{"11"}, true, true},
		"a manager":              {channelID, aliceID, []string{"12"}, true, true},
		"denied by an overwrite": {channelID, aliceID, []string{"13"}, false, false},
		"in another channel":     {"99", aliceID, []string{"13"}, true, false},
		"allowed by one":         {channelID, aliceID, []string{"13", "14"}, true, false},
		"denied to the member":   {channelID, bobID, []string{"14"}, false, false},
		"nobody in particular":   {channelID, aliceID, nil, false, false},
	} {
		p, ok := r.Of(guildID, c.channel, c.user, c.roles)
		var req commands.Request
		if entitle(&req, p); !ok || req.Operator != c.operator || req.Wide != c.wide {
			t.Errorf("%s: %b %t %+v", name, p, ok, req)
		}
	}
	r.Learn("CHANNEL_UPDATE", mustJSON(map[string]any{"id": channelID, "guild_id": guildID}))
	r.Learn("GUILD_ROLE_DELETE", mustJSON(map[string]any{"guild_id": guildID, "role_id": "12"}))
	if p, _ := r.Of(guildID, channelID, aliceID, []string{"13"}); p&may == 0 {
		t.Error("a changed channel is not known")
	}
	if p, _ := r.Of(guildID, channelID, aliceID, []string{"12"}); p&may != 0 {
		t.Error("a deleted role still counts")
	}
	r.Learn("GUILD_DELETE", mustJSON(map[string]any{"id": guildID}))
	if _, ok := r.Of(guildID, channelID, "1", nil); ok {
		t.Error("a server that the bot has left is still known")
	}
}

// TestOwnerSets: the owner of a server changes its settings with a message, as with /set;
// others do not.
func TestOwnerSets(t *testing.T) {
	f, _ := reading(t)
	g := f.Up()
	g.Send(opDispatch, "GUILD_CREATE", serverEvent(aliceID))
	say := func(who, text string, roles ...string) string {
		g.Send(opDispatch, "MESSAGE_CREATE", map[string]any{
			"id": snowflake(time.Now()), "channel_id": channelID, "guild_id": guildID, "content": text,
			"author": map[string]any{"id": who, "username": "somebody"}, "member": map[string]any{"roles": roles},
		})
		return string(f.Next("/channels/").Body)
	}
	if got := say(aliceID, "!set version 3.4.3"); !strings.Contains(got, "3.4.3") || !strings.Contains(got, "Changed") {
		t.Errorf("the owner: %s", got)
	}
	if got := say(aliceID, "<@"+selfID+"> set version 3.6.7 server"); !strings.Contains(got, "Changed for the whole server") {
		t.Errorf("the owner, for the server: %s", got)
	}
	if got := say(bobID, "!set version 3.7.0"); !strings.Contains(got, "Only operators") {
		t.Errorf("somebody else: %s", got)
	}
	if got := say(bobID, "!set version 3.4.3", "12"); !strings.Contains(got, "Changed") {
		t.Errorf("who manages the server: %s", got)
	}
}

// TestServersCommands: what a server has set for single commands holds for slash commands,
// messages and buttons alike.
func TestServersCommands(t *testing.T) {
	f, a := reading(t)
	g := f.Up()
	waitFor(t, func() bool { return a.ids.Load() != nil })
	ids := *a.ids.Load()
	grant := func(command string, list ...map[string]any) {
		f.Grant(guildID, ids[command], list...)
	}
	role := func(id string, allow bool) map[string]any {
		return map[string]any{"id": id, "type": 1, "permission": allow}
	}
	grant("mon", role(guildID, false), role("13", true))
	grant("set", role("14", true))
	g.Send(opDispatch, "GUILD_CREATE", serverEvent("1"))
	say := func(text string, roles ...string) {
		g.Send(opDispatch, "MESSAGE_CREATE", map[string]any{
			"id": snowflake(time.Now()), "channel_id": channelID, "guild_id": guildID, "content": text,
			"author": map[string]any{"id": bobID, "username": "bob"}, "member": map[string]any{"roles": roles},
		})
	}
	said := func(want string) map[string]any {
		t.Helper()
		s := f.Next("/channels/")
		var m map[string]any
		if err := json.Unmarshal(s.Body, &m); err != nil || !strings.Contains(string(s.Body), want) {
			t.Fatalf("want %q: %s", want, s)
		}
		return m
	}
	say("<@" + selfID + "> mon newt")
	said(notYours)
	say("!mon newt") // in silence: nobody asked the bot by name
	say("!mon newt", "13")
	said("newt")
	say("!set version 3.4.3", "14") // who was given /set may change settings
	said("Changed")
	say("!set version 3.4.3")
	said("Only operators")

	// A change is told by the gateway.
	g.Send(opDispatch, "APPLICATION_COMMAND_PERMISSIONS_UPDATE", map[string]any{
		"id": ids["mon"], "application_id": applicationID, "guild_id": guildID,
		"permissions": []any{map[string]any{"id": channelID, "type": 3, "permission": false}},
	})
	say("<@"+selfID+"> mon newt", "13")
	said(notYours)
}
