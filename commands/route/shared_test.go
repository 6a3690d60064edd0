package route_test

import (
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/route"
)

// TestShared: what other bots answer to is off in channels where they may live,
// until it is switched on; not elsewhere, and not in private.
func TestShared(t *testing.T) {
	r := commandstest.New(t, func(o *route.Options) {
		o.Crowded = func(n commands.Network) bool { return n == "libera" }
	})
	ask := func(network commands.Network, private bool, line string) commands.Reply {
		return r.Answer(t.Context(), commands.Request{Line: line, Network: network, Place: "#nethack", User: "op", Nick: "op", Private: private, Operator: true})
	}
	if a := ask("libera", false, "rng 7-7"); !a.Failed || !strings.Contains(a.Summary, "switched off") {
		t.Errorf("in a crowded channel: %s", a.Summary)
	}
	if r.Known("libera", "#nethack", "rng 7-7") || !r.Known("discord", "#nethack", "rng 7-7") {
		t.Error("rng is answered by prefix on the wrong network")
	}
	for _, private := range []bool{true, false} {
		network := commands.Network("libera")
		if !private {
			network = "discord"
		}
		if a := ask(network, private, "rng 7-7"); a.Failed {
			t.Errorf("on %s, private %t: %s", network, private, a.Summary)
		}
	}
	called := commands.Request{Line: "rng 7-7", Network: "libera", Place: "#nethack", User: "op", Nick: "op", Called: true}
	if a := r.Answer(t.Context(), called); a.Failed {
		t.Errorf("called by name: %s", a.Summary)
	}
	if a := ask("libera", false, "set on rng"); a.Failed {
		t.Fatal(a.Summary)
	}
	if a := ask("libera", false, "rng 7-7"); a.Failed {
		t.Errorf("switched on: %s", a.Summary)
	}
	if a := ask("libera", false, "set off rng"); a.Failed {
		t.Fatal(a.Summary)
	}
	if a := ask("libera", false, "rng 7-7"); !a.Failed {
		t.Errorf("switched off again: %s", a.Summary)
	}
	if a := ask("libera", false, "tell me the odds of a wish from quaffing at a fountain"); a.Failed || !strings.Contains(a.Summary, "1/200") {
		t.Errorf("a question that begins as a command that is off: %s", a.Summary)
	}
	if a := ask("libera", false, "tell bob hi"); !a.Failed || !strings.Contains(a.Summary, "switched off") {
		t.Errorf("told: %s", a.Summary)
	}
}
