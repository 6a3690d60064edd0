package route_test

import (
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
)

// TestHintsOfRefusals: whatever a refused line is told to type instead is answered, and has the
// words of it that say what was asked.
func TestHintsOfRefusals(t *testing.T) {
	r := commandstest.New(t)
	ask := func(line string) commands.Reply { // each by somebody else, so that none follows another
		return r.Answer(t.Context(), commands.Request{Line: line, Network: "test", Place: "#test", User: commands.User(line), Private: true})
	}
	for _, tt := range []struct{ line, keeps string }{
		{"cure stuck in wall", "wall"},
		{"sources luck", "sources"},
		{"now st 3", "now"},
		{"ink genocide charging 60 charges", "60 charges"},
		{"poly 7 unihorns exactly 2", "7 unihorns exactly"},
		{"poly 7 unihorns at most 3", "7 unihorns at most"},
		{"practice dagger basic 35 hits so far", "hits so far"},
		{"exp xl8 2000 points soldier ant 5 sits", "soldier ant"},
		{"hit newt val xl5 dagger 12", "hit newt val xl5 dagger"},
		{"price 200 scroll 15", "price"},
		{"fail wiz xl8 40 force bolt", "fail"},
		{"eat cockatrice 40 50", "eat cockatrice"},
		{"throne +10", "throne"},
		{"id nonsense", "id"},
		{"cure stoning unihorn lizard", "stoning"},
		{"digging wall as dwarf as elf", "digging wall as"},
		{"outrun soldier ant very fast slow", "outrun soldier ant"},
		{"opentin tin opener nothing", "opentin"},
		{"make wand armor", "make"},
		{"lamp blessed cursed", "lamp"},
		{"box chest amulet armor", "box chest"},
		{"fail wiz int99 force bolt", "force bolt"},
		{"hit nwet val xl5 dagr", "hit newt"},
		{"item evilhack mithril scales", "evilhack"},
		{"learn wiz xl1 int18 level 5 books", "learn wiz"},
		{"elbereth blind soldier ant", "elbereth soldier ant"},
		{"fail wiz xl8 int16 force bolt with an shield", "shield"},
	} {
		refused := ask(tt.line)
		if !refused.Failed {
			t.Errorf("%s is answered: %s", tt.line, refused.Summary)
		}
		for _, hint := range refused.Hints {
			if answer := ask(hint); answer.Failed {
				t.Errorf("%s: %q is answered %q", tt.line, hint, answer.Summary)
			}
			if command, _, _ := strings.Cut(tt.line, " "); !strings.Contains(hint, tt.keeps) && hint != "help "+command {
				t.Errorf("%s: %q is not what was asked", tt.line, hint)
			}
		}
	}
}
