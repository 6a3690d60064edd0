package words_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"delphi/commands/budget"
	"delphi/commands/commandstest"
	"delphi/commands/read/phrases"
	"delphi/commands/read/words"
	"delphi/engine/rules"
)

var update = flag.Bool("english", false, "add the words of the dictionary that would be read as others to english.txt")

// dictionary is Debian's package wamerican-small.
const dictionary = "/usr/share/dict/american-english-small"

// TestEnglish: no English word is taken for another that is near to it.
func TestEnglish(t *testing.T) {
	v, set := vocabulary(t), rules.Get(rules.Default)
	mistaken := func(word string) bool { return v.Line(word, set, budget.New(t.Context())).Mistaken() }
	for _, word := range []string{"notion", "mortal", "brew", "scare"} {
		if mistaken(word) {
			t.Errorf("%s is read as another word", word)
		}
	}
	text, err := os.ReadFile(dictionary)
	if err != nil {
		t.Skipf("the dictionary is not here (Debian package wamerican-small): %v", err)
	}
	var wrong []string
	for word := range strings.FieldsSeq(string(text)) {
		if strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == "" && mistaken(word) {
			wrong = append(wrong, word)
		}
	}
	if *update {
		have, err := os.ReadFile("english.txt")
		if err != nil {
			t.Fatal(err)
		}
		all := append(strings.Fields(string(have)), wrong...)
		slices.Sort(all)
		if err := os.WriteFile("english.txt", []byte(wrapped(all)), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	// New phrases and names are near to a few more words each.
	if len(wrong) > 100 {
		t.Errorf("%d words are read as others: %s ... Run go test ./commands/read/words -run TestEnglish -english", len(wrong), wrong[:10])
	}
}

// wrapped returns words in lines of some 150 bytes.
func wrapped(words []string) string {
	var b strings.Builder
	line := 0
	for _, w := range slices.Compact(words) {
		if line+len(w) > 150 {
			b.WriteString("\n")
			line = 0
		} else if line > 0 {
			b.WriteString(" ")
		}
		b.WriteString(w)
		line += len(w) + 1
	}
	return b.String() + "\n"
}

// vocabulary returns the vocabulary of all phrases.
func vocabulary(t *testing.T) *words.Vocabulary {
	t.Helper()
	files, err := phrases.Rooms("../..")
	if err != nil {
		t.Fatal(err)
	}
	g, err := phrases.Compile(commandstest.New(t).Commands(), files)
	if err != nil {
		t.Fatal(err)
	}
	return words.New(g)
}
