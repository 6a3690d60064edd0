package identify

import (
	"context"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/grammar"
	"delphi/engine/rules"
)

// none keeps no sessions.
type none struct{}

func (none) Session(context.Context, string) ([]string, error) { return nil, nil }
func (none) ChangeSession(context.Context, string, func([]string) ([]string, error)) error {
	return nil
}

// A session is kept as lines, so each look and each message must come back from
// the line that its call makes.
func TestLinesComeBack(t *testing.T) {
	var g grammar.Grammar
	list := Commands(Options{Sessions: none{}, Parse: func(cmd *commands.Command, line string, set *rules.Set) (*commands.Call, error) {
		return g.Parse(t.Context(), cmd, line, set)
	}})
	id := list[len(list)-1]
	id.Adopt()
	read := 0
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0", "slashem"} {
		set := rules.Get(version)
		again := func(line, what string) {
			t.Helper()
			first, err := g.Parse(t.Context(), id, line, set)
			if err != nil {
				t.Errorf("%s: %q is not read: %v", version, line, err)
				return
			}
			text := strings.TrimPrefix(first.Line(), "id ")
			second, err := g.Parse(t.Context(), id, text, rules.Get("3.4.3"))
			if err != nil || second.Line() != first.Line() {
				t.Errorf("%s: %s: %q becomes %q, which is not read back: %v", version, what, line, text, err)
			}
			read++
		}
		for _, l := range look.Vocabulary(set) {
			again(l.Name+" buy 100 cha 9", l.Name)
		}
		for _, m := range engravings(set) {
			for _, words := range append(m.Aliases, m.Name) {
				again("wand engrave "+words, words)
			}
		}
		for _, m := range sinkings(set) {
			for _, words := range append(m.Aliases, m.Name) {
				again("ring sink "+words, words)
			}
		}
	}
	if read < 900 {
		t.Errorf("only %d lines were read", read)
	}
}
