package phrases_test

import (
	"strings"
	"testing"

	"delphi/commands/commandstest"
	"delphi/commands/read/phrases"
)

// TestPhrasesAreChecked: what is wrong with a phrase is said with its file and line.
func TestPhrasesAreChecked(t *testing.T) {
	list := commandstest.New(t).Commands()
	for text, want := range map[string]string{
		"xl lvl NUM":                    "x:1: what is",
		"\nxl : <nothing> NUM":          "nothing makes",
		"xl : NUM ; cheap":              "x:1: \"cheap\" is no cost",
		"xl : lvl? NUM?":                "not optional",
		"vocab SPELL fail.nothing":      "x:1: vocab SPELL",
		"need spell":                    "stands before any kind",
		"kind fail :\nneed nothing":     "x:2: kind fail has no slot",
		"a : <a> b":                     "begins with itself",
		"kind fail :\nline \"for spell": "left open",
		"xl : FOO NUM":                  "no vocabulary FOO",
	} {
		if _, err := phrases.Compile(list, []phrases.File{{Name: "x", Text: text}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
