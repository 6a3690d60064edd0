package discord

import (
	"testing"

	"delphi/bot/discord/discordtest"
)

// TestIdentifiesAsConfigured: a process that runs one shard says which, and of how many.
func TestIdentifiesAsConfigured(t *testing.T) {
	f := newFake(t)
	cfg := testConfig()
	cfg.ShardID, cfg.ShardCount = 1, 3
	r := newRouter(t)
	f.run(f.adapter(cfg, r, nil), plainHandler(r))
	_, d := f.Introduction()
	if shard, _ := d["shard"].([]any); len(shard) != 2 || shard[0] != 1.0 || shard[1] != 3.0 {
		t.Errorf("it is shard %v", d["shard"])
	}
}

// TestGuilds: the slash commands are registered in the servers that are configured, and
// nowhere else.
func TestGuilds(t *testing.T) {
	f := newFake(t)
	cfg := testConfig()
	cfg.Guilds = []string{guildID}
	r := newRouter(t)
	a := f.adapter(cfg, r, nil)
	f.run(a, plainHandler(r))
	f.Up()
	waitFor(t, func() bool { return a.Stats().Registered > 0 })
	scope := "/applications/" + discordtest.Application
	if here, everywhere := len(f.Commands(scope+"/guilds/"+guildID)), len(f.Commands(scope)); here == 0 || everywhere != 0 {
		t.Errorf("%d commands in the server, %d everywhere", here, everywhere)
	}
}
