package discord

import (
	"strings"
	"testing"
)

// TestExamine: the doctor says what Discord refuses, and what to change.
func TestExamine(t *testing.T) {
	f := newFake(t)
	cfg := testConfig()
	cfg.MessageCommands = true
	r := newRouter(t)
	said := func() (all string) {
		for _, finding := range f.adapter(cfg, r, nil).Examine(t.Context()) {
			all += finding.String() + "\n"
		}
		return all
	}
	got := said()
	for _, want := range []string{"ok    the token is that of Delphi; invite it with https://discord.com/", "wrong message_commands is on", "Message Content Intent", "ok    the gateway can be reached"} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q:\n%s", want, got)
		}
	}
	f.Fail(status("/applications/@me", 401, `{"message":"401: Unauthorized","code":0}`, nil))
	if got := said(); !strings.Contains(got, "wrong Discord does not know the bot") || !strings.Contains(got, "copy it again") {
		t.Errorf("a wrong token: %s", got)
	}
}
