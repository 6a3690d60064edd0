package words_test

import (
	"testing"

	"delphi/commands/budget"
	"delphi/engine/rules"
)

// TestLetters: a letter in its own case tells a monster that looks like that from others.
func TestLetters(t *testing.T) {
	v, set := vocabulary(t), rules.Get(rules.Default)
	extra := func(line, name string) float32 {
		least := float32(-1)
		for _, n := range v.Line(line, set, budget.New(t.Context())).Names[0] {
			if n.Name == name && n.To == 2 && (least < 0 || n.Extra < least) {
				least = n.Extra
			}
		}
		return least
	}
	for _, c := range []struct{ line, plain, other string }{
		{"red D", "red dragon", "fox"},
		{"red d", "fox", "red dragon"},
		{"red h", "dwarf", "giant"},
		{"blue e", "floating eye", "water elemental"},
		{"blue E", "water elemental", "floating eye"},
	} {
		if plain, other := extra(c.line, c.plain), extra(c.line, c.other); plain != 0 || other <= 0 {
			t.Errorf("%s: %s costs %g, %s %g", c.line, c.plain, plain, c.other, other)
		}
	}
	for _, name := range []string{"baby red dragon", "Ixoth"} {
		if extra("red D", name) >= 0 {
			t.Errorf("a red D is %s", name)
		}
	}
}
