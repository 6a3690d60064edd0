package tourney_test

import (
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
)

// TestThreads: a thread has the tournaments, the organisers and the zone of its
// channel, and another channel of the server has not.
func TestThreads(t *testing.T) {
	r := commandstest.NewWorld(t).Router
	within := map[commands.Place][]commands.Place{"channel": {"server"}, "thread": {"channel", "server"}, "other": {"server"}}
	ask := func(who commands.User, where commands.Place, line string) commands.Reply {
		req := commands.Request{Line: line, Network: "test", Place: where, Within: within[where], User: who, Nick: string(who), Operator: who == "op", At: commandstest.Now}
		return r.Answer(t.Context(), req)
	}
	for _, x := range []struct {
		who    commands.User
		where  commands.Place
		line   string
		want   string // in the answer
		failed bool
	}{
		{"op", "channel", "tourney organiser add boss", "boss", false},
		{"boss", "channel", "tourney zone Europe/Berlin", "Berlin", false},
		{"boss", "channel", `tourney new "Autumn Dash" from now to in 2d rules dash proof none`, "CET", false},
		{"ann", "thread", "join as stenno", "Autumn Dash", false},
		{"ann", "thread", "standings", "Autumn Dash", false},
		{"ann", "thread", "tourney list", "Autumn Dash", false},
		{"ann", "thread", "tourney organiser", "boss", false},
		{"ann", "other", "standings", "no tournament in this channel", true},
		{"ann", "other", "tourney organiser", "no organisers", false},
		{"boss", "other", "tourney cancel autumn-dash confirm", "organisers", true},
		{"ann", "thread", "tourney cancel confirm", "organisers", true},
		{"boss", "thread", "tourney edit rules league", "league", false},
		{"boss", "thread", `tourney new "Side Dash" from now to in 1d rules dash`, "CET", false},
		{"ann", "thread", "tourney", "Side Dash", false},
		{"ann", "thread", "tourney autumn dash", "Autumn Dash", false},
		{"ann", "channel", "tourney", "Autumn Dash", false},
		{"boss", "thread", "tourney cancel autumn dash confirm", "Autumn Dash", false},
	} {
		got := ask(x.who, x.where, x.line)
		if got.Failed != x.failed || !strings.Contains(got.Summary, x.want) {
			t.Errorf("%s in %s: %s\n%s\nwant %q in it", x.who, x.where, x.line, got.Summary, x.want)
		}
	}
}
