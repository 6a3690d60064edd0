package route_test

import (
	"context"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/route"
)

// Every command is in a group that help lists with a line that is answered.
func TestEveryCommandHasAGroup(t *testing.T) {
	r := commandstest.New(t)
	listed := 0
	for _, g := range r.Groups() {
		listed += len(r.Of(g.Name))
	}
	if all := len(r.Commands()); listed != all {
		t.Errorf("the groups have %d of %d commands", listed, all)
	}
	for _, g := range r.Groups() {
		if reply := commandstest.Example(t, g.Example); reply.Failed {
			t.Errorf("%s: %s", g.Example, reply.Summary)
		}
	}
}

// known asks of each word whether a line that begins with it is answered.
func known(t *testing.T, r *route.Router, want map[string]bool) {
	t.Helper()
	for line, want := range want {
		if got := r.Known("test", "#test", line); got != want {
			t.Errorf("%q is known: %v, want %v", line, got, want)
		}
	}
}

// A bot with nothing but the rules of the game leaves the other words to others.
func TestWithoutSources(t *testing.T) {
	none := func(o *route.Options) {
		o.Wiki = nil
		o.Has = func(context.Context, commands.Source) (bool, error) { return false, nil }
	}
	r := commandstest.New(t, none)
	known(t, r, map[string]bool{
		"fail wiz": true, "help": true, "mon newt": true, "set": true, "tourney new": true, "announce asc": true,
		"asc": false, "last": false, "lastgame": false, "best bot ever": false, "standings": false, "join us": false, "rules": false, "wiki Luck": false, "frob": false,
	})
	if help := commandstest.Ask(t, r, "help").Summary; strings.Contains(help, "history") || !strings.Contains(help, "tourneys") {
		t.Errorf("help: %s", help)
	}
	if reply := commandstest.Ask(t, r, "asc"); reply.Silent { // it was addressed, or the adapter would not ask
		t.Error("asc is silent")
	}
	known(t, commandstest.New(t), map[string]bool{"asc": true, "standings": true, "wiki Luck": true})
}

// What a channel's operators switch off is another bot's, until somebody calls
// us by name.
func TestSwitchedOff(t *testing.T) {
	r := commandstest.New(t, func(o *route.Options) { o.Off = []string{"history", "wiki"} })
	known(t, r, map[string]bool{"asc": false, "wiki Luck": false, "mon newt": true, "fail": true})
	for _, line := range []string{"set on asc", "set off magic theft", "set on cast"} {
		if reply := commandstest.Ask(t, r, line); reply.Failed {
			t.Fatalf("%s: %s", line, reply.Summary)
		}
	}
	known(t, r, map[string]bool{"asc": true, "lastasc": true, "last": false, "fail": false, "cast": true, "theft": false, "bones": true, "set": true})
	if reply := commandstest.Ask(t, r, "fail wiz xl8 int16 force bolt"); !reply.Failed || !reply.Silent || reply.Command != "fail" {
		t.Errorf("fail: %+v", reply)
	}
	private := commandstest.Request("fail wiz xl8 int16 force bolt")
	private.Private = true
	if reply := r.Answer(t.Context(), private); reply.Failed {
		t.Errorf("in private: %s", reply.Summary)
	}
}

// What the configuration switches off on one network is on elsewhere, and a channel
// switches it on for itself.
func TestSwitchedOffOnNetwork(t *testing.T) {
	r := commandstest.New(t, func(o *route.Options) {
		o.OffOn = func(n commands.Network) []string {
			if n == "test" {
				return []string{"history"}
			}
			return nil
		}
	})
	known(t, r, map[string]bool{"asc": false, "last": false, "fail": true})
	if !r.Known("other", "#test", "asc") {
		t.Error("asc is off on another network, too")
	}
	if reply := commandstest.Ask(t, r, "set"); !strings.Contains(reply.Summary, "history") {
		t.Errorf("set: %s", reply.Summary)
	}
	if reply := commandstest.Ask(t, r, "set on asc"); reply.Failed {
		t.Errorf("set on: %s", reply.Summary)
	}
	known(t, r, map[string]bool{"asc": true, "last": false})
	commandstest.Ask(t, r, "set off asc")
	known(t, r, map[string]bool{"asc": false})
	commandstest.Ask(t, r, "set on history")
	known(t, r, map[string]bool{"asc": true, "last": true})
}

// TestChatterUnanswered: what begins with a command's word and is not a question is
// left alone in a channel.
func TestChatterUnanswered(t *testing.T) {
	r := commandstest.New(t)
	for _, line := range []string{"best bot ever", "why not", "me too"} {
		if reply := commandstest.Ask(t, r, line); !reply.Silent {
			t.Errorf("%s: %s", line, reply.Summary)
		}
	}
}

// What the configuration puts before commands on one network holds there alone, until a
// channel chooses for itself.
func TestPrefixOnNetwork(t *testing.T) {
	r := commandstest.New(t, func(o *route.Options) {
		o.PrefixOn = func(n commands.Network) string {
			if n == "test" {
				return "@"
			}
			return ""
		}
	})
	if p := r.Prefix("test", "#test"); p != "@" {
		t.Errorf("on the network: %q", p)
	}
	if p := r.Prefix("other", "#test"); p != "!" {
		t.Errorf("on another: %q", p)
	}
	if reply := commandstest.Ask(t, r, "set"); !strings.Contains(reply.Summary, "prefix is @ (the default)") {
		t.Errorf("set: %s", reply.Summary)
	}
	commandstest.Ask(t, r, "set prefix ~")
	if p := r.Prefix("test", "#test"); p != "~" {
		t.Errorf("chosen: %q", p)
	}
}
