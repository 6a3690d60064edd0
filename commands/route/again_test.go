package route_test

import (
	"strings"
	"testing"
	"time"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/route"
)

// TestOfSomebody: why and more can be about what somebody else asked, and say whose and how old
// it is.
func TestOfSomebody(t *testing.T) {
	r := commandstest.New(t)
	at := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	ask := func(nick, line string, later time.Duration) commands.Reply {
		req := commandstest.Request(line)
		req.User, req.Nick, req.At = commands.User(nick), nick, at.Add(later)
		return r.Answer(t.Context(), req)
	}
	ask("Alice", "fail wiz xl8 int16 basic force bolt plate mail", 0)
	ask("bob", "odds 1/12 20 tries", time.Minute)
	for _, c := range []struct {
		nick, line, want string
		later            time.Duration
	}{
		{"carol", "why alice", "(Alice's question) Force bolt", time.Minute},
		{"carol", "more @Alice", "(Alice's question) ", time.Minute},
		{"bob", "why alice", "(Alice's question, 3 hours ago) Force bolt", 3 * time.Hour},
		{"bob", "why", "(your question, 2 days ago: odds 1/12", 50 * time.Hour},
		{"carol", "why odds 1/12 20 tries", "20", time.Minute},
		{"carol", "more nobody", `I remember no question of "nobody" here.`, time.Minute},
	} {
		if reply := ask(c.nick, c.line, c.later); !strings.Contains(reply.Summary, c.want) {
			t.Errorf("%s: %s: %s", c.nick, c.line, reply.Summary)
		}
	}
	if reply := ask("carol", "more people than that", 0); !reply.Silent {
		t.Errorf("talk: %s", reply.Summary)
	}
}

// TestSetSaysAll: set says of all that can be off whether it is, and why.
func TestSetSaysAll(t *testing.T) {
	r := commandstest.New(t, func(o *route.Options) {
		o.Neighbours = neighbours{}
		o.Crowded = func(commands.Network) bool { return true }
		o.Off = []string{"rnz"}
	})
	commandstest.Ask(t, r, "set off cast gods")
	reply := commandstest.Ask(t, r, "set on asc")
	fields := map[string]string{}
	for _, f := range reply.Fields {
		fields[f.Name] = f.Value
	}
	for _, want := range []string{"cast (switched off here)", "pray", "(the group is switched off here)", "another bot may answer it; set on rng", "mon (left to Rodney, which answers it)"} {
		if !strings.Contains(fields["off"], want) {
			t.Errorf("off lacks %q: %s", want, fields["off"])
		}
	}
	if more := commandstest.Ask(t, r, "more"); !strings.Contains(more.Summary, "switched off here") {
		t.Errorf("more: %s", more.Summary)
	}
	if !strings.Contains(fields["on"], "asc (switched on here)") || !strings.Contains(fields["on"], "by default") {
		t.Errorf("on: %s", fields["on"])
	}
}
