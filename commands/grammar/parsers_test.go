package grammar_test

import (
	"sync"
	"testing"

	"delphi/commands"
	"delphi/commands/casting"
	"delphi/commands/chances"
	"delphi/commands/grammar"
	"delphi/commands/piles"
	"delphi/commands/study"
	"delphi/engine/rules"
)

// Parsers are used again, by many goroutines: what a line means must not depend on
// the lines before it or beside it.
func TestParsersLeaveNothingBehind(t *testing.T) {
	byName := map[string]*commands.Command{}
	for _, list := range [][]*commands.Command{casting.Commands(), chances.Commands(), piles.Commands(), study.Commands()} {
		for _, c := range list {
			byName[c.Name] = c
		}
	}
	lines := []struct{ cmd, line string }{
		{"fail", "wiz xl8 int16 basic force bolt plate mail, +2 helm of brilliance"},
		{"fail", "wiz force bolt"},
		{"fail", "wizrad xl8 frobnicate"},
		{"cast", "pri xl8 wis16 basic remove curse 3 casts"},
		{"zap", "magic missile wiz xl10 int18 dex16 skilled vs ac -3"},
		{"practice", "wiz fireball to expert failing 30%"},
		{"bones", "v3.6.7 20 killed by a vampire human 30 items"},
		{"theft", "10 hits amulet 2 fakes quest artifact"},
		{"poly", "10x 5 cursed unicorn horns, 3 drums for magic marker or bag of holding"},
		{"poly", "for any magic marker 7 unicorn horns, wrnod"},
	}
	var g grammar.Grammar
	means := func(i int) string {
		call, err := g.Parse(t.Context(), byName[lines[i].cmd], lines[i].line, rules.Get(rules.Default))
		if err != nil {
			return err.Error()
		}
		out := call.Line()
		for _, n := range call.Notes {
			out += "; " + n.Text
		}
		return out
	}
	want := make([]string, len(lines))
	for i := range lines {
		want[i] = means(i)
	}
	var asking sync.WaitGroup
	for from := range 4 {
		asking.Go(func() {
			for k := range 200 {
				i := (from + k*(from+1)) % len(lines)
				if got := means(i); got != want[i] {
					t.Errorf("%s %s: %s, alone %s", lines[i].cmd, lines[i].line, got, want[i])
				}
			}
		})
	}
	asking.Wait()
}
