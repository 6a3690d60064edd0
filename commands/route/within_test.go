package route_test

import (
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
)

// TestWithin: what a server has set holds in its channels, what a channel has set
// in its threads, and the nearest counts.
func TestWithin(t *testing.T) {
	r := commandstest.New(t)
	places := map[string]commands.Request{
		"channel": {Place: "channel", Within: []commands.Place{"server"}},
		"other":   {Place: "other", Within: []commands.Place{"server"}},
		"thread":  {Place: "thread", Within: []commands.Place{"channel", "server"}},
		"alone":   {Place: "alone"},
	}
	ask := func(where, line string, wide bool) commands.Reply {
		req := places[where]
		req.Line, req.Network, req.User, req.Operator, req.Wide = line, "test", "alice", true, wide
		return r.Answer(t.Context(), req)
	}
	set := func(where, line string) {
		t.Helper()
		if got := ask(where, line, true); got.Failed {
			t.Fatalf("%s in %s: %s", line, where, got.Summary)
		}
	}
	versions := func(want map[string]string) {
		t.Helper()
		for where, version := range want {
			if got := ask(where, "fail wiz int16 force bolt", false); got.Version != version {
				t.Errorf("%s has %s, want %s", where, got.Version, version)
			}
		}
	}
	if got := ask("channel", "set version 3.4.3 server", false); !got.Failed {
		t.Errorf("who runs one channel sets the server: %s", got.Summary)
	}
	if got := ask("alone", "set version 3.4.3 server", true); !got.Failed {
		t.Errorf("a place of no server: %s", got.Summary)
	}
	set("channel", "set version 3.4.3 server")
	versions(map[string]string{"channel": "3.4.3", "other": "3.4.3", "thread": "3.4.3", "alone": "5.0.0"})
	set("channel", "set version 3.6.7")
	versions(map[string]string{"channel": "3.6.7", "other": "3.4.3", "thread": "3.6.7"})
	set("thread", "set version xnethack")
	versions(map[string]string{"channel": "3.6.7", "thread": "xnethack"})
	set("thread", "set clear")
	versions(map[string]string{"thread": "3.6.7"})

	set("channel", "set prefix ? server")
	set("other", "set prefix ,")
	for where, want := range map[string]string{"channel": "?", "thread": "?", "other": ",", "alone": "!"} {
		if got := r.Prefix("test", places[where].Place, places[where].Within...); got != want {
			t.Errorf("the prefix of %s is %q, want %q", where, got, want)
		}
	}

	set("channel", "set terse on server")
	set("channel", "set off bones server")
	set("other", "set terse off")
	set("other", "set on bones")
	for where, differs := range map[string]bool{"channel": false, "thread": false, "other": true, "alone": true} {
		if got := ask(where, "fail wiz int16 force bolt", false); got.Terse == differs {
			t.Errorf("terse in %s: %v", where, got.Terse)
		}
		p := places[where]
		if r.Known("test", p.Place, "bones 12", p.Within...) != differs {
			t.Errorf("bones in %s", where)
		}
	}
	if got := ask("channel", "set", false); !strings.Contains(got.Summary, "3.6.7") || !strings.Contains(got.Summary, "bones") || !strings.Contains(got.Summary, "terse") {
		t.Errorf("shown: %s", got.Summary)
	}
}
