package main

import (
	"strings"
	"testing"

	"delphi/bot/discord"
	"delphi/commands/route"
	"delphi/storage"
	"delphi/storage/memstore"
)

func TestDiscordSettings(t *testing.T) {
	path := write(t, "[store]\n[discord]\nenabled = true\n")
	if _, err := loadSettings(path, noEnv); err == nil || !strings.Contains(err.Error(), ":3: ") || !strings.Contains(err.Error(), "DELPHI_DISCORD_TOKEN") {
		t.Errorf("enabled without a token: %v", err)
	}
	env := func(k string) string { return map[string]string{"DELPHI_DISCORD_TOKEN": "a.b.c"}[k] }
	s, err := loadSettings(path, env)
	if err != nil || string(s.Discord.Token) != "a.b.c" || s.Discord.ShardID != -1 || !s.Discord.Gateway {
		t.Errorf("with one: %v, %+v", err, s.Discord)
	}
	off := write(t, "[discord]\nshard_id = 7\n")
	if _, err := loadSettings(off, noEnv); err != nil {
		t.Errorf("not enabled: %v", err)
	}
	for text, want := range map[string]string{"tokn_file": "token_file", "publickey": "public_key"} {
		_, err := loadSettings(write(t, "[discord]\n"+text+" = \"x\"\n"), noEnv)
		if err == nil || !strings.Contains(err.Error(), "did you mean discord."+want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestDiscordState: metrics, /healthz and status know Discord too.
func TestDiscordState(t *testing.T) {
	t.Parallel()
	k := newKeeper(t)
	store := memstore.New()
	t.Cleanup(func() { store.Close() })
	r, err := route.New(route.Options{Settings: storage.NewSettings(store), Characters: storage.NewCharacters(store)})
	if err != nil {
		t.Fatal(err)
	}
	cfg := discord.Defaults()
	cfg.Enabled, cfg.Token = true, "a.b.c"
	a, err := discord.New(cfg, discord.Options{Router: r})
	if err != nil {
		t.Fatal(err)
	}
	k.Adapters = append(k.Adapters, a)
	if s := k.States(); len(s) != 2 || s[1].Name != "discord" || s[1].Connected {
		t.Errorf("%+v", s)
	}
	if f := k.Status("discord"); f[1].Name != "discord" || !strings.Contains(f[1].Value, "not connected, 0 queued") {
		t.Errorf("%+v", f)
	}
}
