package league_test

import (
	"slices"
	"strings"
	"testing"
	_ "time/tzdata"

	"delphi/commands"
	"delphi/commands/commandstest"
)

// TestComplete: names, rules and the words of filters are completed where they
// may stand.
func TestComplete(t *testing.T) {
	w := commandstest.NewWorld(t)
	w.Hold("Autumn Dash", "dash")
	w.Hold("League", "league")
	for _, tt := range []struct{ line, want string }{
		{"tourney fr", "tourney freeze"},
		{"tourney freeze a", "tourney freeze Autumn Dash"},
		{"tourney organiser a", "tourney organiser add"},
		{`tourney new X rules d`, "tourney new X rules dash"},
		{`tourney new X proof c`, "tourney new X proof challenge"},
		{"join as ann in l", "join as ann in League"},
		{"rules d", "rules dash"},
		{"standings ch", "standings chart"},
		{"last not q", "last not quit"},
		{"best p", "best points"},
		{"announce dea", "announce deaths"},
		{"draw rev", "draw reveal"},
		{"last ", ""},
	} {
		got := w.Router.Complete(tt.line, 25)
		if tt.want == "" && len(got) > 0 || tt.want != "" && !slices.Contains(got, tt.want) {
			t.Errorf("%q: %q, want %q among them", tt.line, got, tt.want)
		}
	}
}

// FuzzLines: no line breaks a command of this room; what cannot be done is
// refused with a sentence.
func FuzzLines(f *testing.F) {
	w := commandstest.NewWorld(f)
	w.Hold("Autumn Dash", "league")
	w.Play("name=ann:death=ascended:ago=50m")
	w.Ask("op!", "tourney organiser add alice")
	var names []string
	for _, cmd := range w.Router.Commands() {
		if !slices.Contains([]string{"last", "asc", "games", "streak", "best", "tourney", "join", "leave", "clan", "rules", "standings", "draw", "link", "announce"}, cmd.Name) {
			continue
		}
		var walk func(cmd *commands.Command)
		walk = func(cmd *commands.Command) {
			names = append(names, cmd.Path())
			for _, e := range cmd.Examples {
				f.Add(uint8(len(names)-1), strings.TrimSpace(strings.TrimPrefix(e, cmd.Path())))
			}
			for _, s := range cmd.Subs {
				walk(s)
			}
		}
		walk(cmd)
	}
	f.Add(uint8(0), `turns<20000 not quit since 2026-11 player:ann "x`)
	f.Fuzz(func(t *testing.T, which uint8, args string) {
		line := names[int(which)%len(names)] + " " + args
		reply := w.Ask("", line)
		if strings.Contains(reply.Summary, "the log") || reply.Summary == "" {
			t.Fatalf("%q: %s", line, reply.Summary)
		}
		w.Router.Complete(line, 25)
	})
}
