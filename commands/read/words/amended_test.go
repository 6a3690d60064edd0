package words_test

import (
	"strings"
	"testing"

	"delphi/commands/budget"
	"delphi/engine/rules"
)

// TestPutRight: a figure that a line puts right is the later one, with its sign, and its name may be said again.
func TestPutRight(t *testing.T) {
	v, set := vocabulary(t), rules.Get(rules.Default)
	for line, want := range map[string]string{
		"luck 5, no wait, -3":                     "luck - 3 ,",
		"luck -5, sorry, 3":                       "luck 3 ,",
		"luck -5, i mean -3, xl 4":                "luck - 3 , , xl 4",
		"luck 5, sorry, luck -5, xl 4":            "luck - 5 , , xl 4",
		"luck -5, sorry, luck 5":                  "luck 5 ,",
		"xl 8 with a long sword, no wait, xl 9":   "xl 9 with a long sword ,",
		"xl 8, ac 4, scratch that, ac -2 and fed": "xl 8 , ac - 2 , and fed",
		"xl 8, sorry for asking":                  "xl 8 , sorry for asking",
		"6, no wait, 7 horns":                     "7 horns",
	} {
		var got []string
		for _, tok := range v.Line(line, set, budget.New(t.Context())).Tokens {
			got = append(got, tok.Word)
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
