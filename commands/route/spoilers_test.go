package route_test

import (
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
)

// A hint has no chance in figures, whatever is asked, and a number is a sentence.
func TestHintsHaveNoFigures(t *testing.T) {
	r := commandstest.New(t)
	for _, cmd := range r.Commands() {
		if cmd.Why == nil {
			continue
		}
		for _, line := range cmd.Examples {
			reply := r.Answer(t.Context(), commandstest.Request(line))
			if hint := reply.Brief(commands.HintSpoilers); strings.Contains(hint, "%") || len(hint) < 10 {
				t.Errorf("%s: %s", line, hint)
			}
			if number := reply.Brief(commands.NumberSpoilers); reply.Headline != "" && !strings.Contains(strings.ToLower(number), strings.ToLower(reply.Headline)) || !strings.HasSuffix(number, ".") {
				t.Errorf("%s: %s", line, number)
			}
		}
	}
}
