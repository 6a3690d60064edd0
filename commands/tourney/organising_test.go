package tourney_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"delphi/commands"
	"delphi/commands/commandstest"
)

// TestOrganisingIsTrue plays the conversations on the page for organisers, in
// their order, and wants what the bot says on it. A challenge is random: of it
// only the words around the hero are compared.
func TestOrganisingIsTrue(t *testing.T) {
	page, err := os.ReadFile("../../docs/organising.md")
	if err != nil {
		t.Fatal(err)
	}
	w := commandstest.NewWorld(t)
	w.Now = time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)
	hero := regexp.MustCompile(`[A-Z][a-z]{2}, [A-Z][a-z]{2}, [A-Z][a-z]{2}, [A-Z][a-z]{2}`)
	asked := 0
	talks := regexp.MustCompile("(?s)```toml\n.*?```").ReplaceAllString(string(page), "")
	for _, talk := range regexp.MustCompile("(?s)\n```\n(.*?)```").FindAllStringSubmatch(talks, -1) {
		var last commands.Reply
		for line := range strings.Lines(talk[1]) {
			who, text, ok := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "<")), "> ")
			switch {
			case !ok:
				t.Fatalf("nobody says %q", line)
			case who == "delphi":
				if hero.ReplaceAllString(text, "HERO") != hero.ReplaceAllString(last.Summary, "HERO") {
					t.Errorf("the page has\n%s\nthe bot says\n%s", text, last.Summary)
				}
			default:
				user := who
				if who == "op" {
					user += "!"
				}
				last = w.Ask(user, strings.TrimPrefix(text, "!"))
				asked++
			}
		}
	}
	if asked < 10 {
		t.Errorf("only %d questions on the page", asked)
	}
}
