package route_test

import (
	"slices"
	"strings"
	"testing"

	"delphi/commands/commandstest"
)

// Who does not know the bot is told what it is for, and nothing is offered
// because it is spelt like a word of theirs; a channel hears nothing of manners.
func TestTalk(t *testing.T) {
	r := commandstest.New(t)
	for line, want := range map[string]string{
		"hi":                      "Hello!",
		"hello bot!":              "Hello!",
		"thanks!":                 "You're welcome.",
		"what can you do?":        "Groups of commands",
		"how do i use this":       "Groups of commands",
		"help pls":                "Groups of commands",
		"who are you":             "answers from the source code of NetHack",
		"can i eat this":          "Which corpse?",
		"how":                     "I have no answer to that.",
		"whats in the box please": "",
	} {
		reply := commandstest.Ask(t, r, line)
		if !strings.Contains(reply.Summary, want) {
			t.Errorf("%s: %s", line, reply.Summary)
		}
		manners := strings.HasPrefix(want, "Hello") || strings.HasPrefix(want, "You're")
		if manners && !reply.Silent {
			t.Errorf("%s is answered in a channel", line)
		}
		for _, no := range []string{"hit", "clan join Demigods", "games"} {
			if slices.ContainsFunc(reply.Hints, func(h string) bool { return strings.HasPrefix(h, no) }) {
				t.Errorf("%s: hints %q", line, reply.Hints)
			}
		}
	}
}
