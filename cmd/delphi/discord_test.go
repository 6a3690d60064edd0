package main

import (
	"strings"
	"testing"
)

func TestDiscordSettings(t *testing.T) {
	path := write(t, "[store]\n[discord]\nenabled = true\n")
	if _, err := loadSettings(path, noEnv); err == nil || !strings.Contains(err.Error(), ":2: ") || !strings.Contains(err.Error(), "DELPHI_DISCORD_TOKEN") {
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
