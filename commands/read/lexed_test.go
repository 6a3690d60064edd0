package read

import "testing"

// Words with a figure that stands for a sound are words; others keep their figure.
func TestTextSpeak(t *testing.T) {
	for line, want := range map[string][]string{
		"b4 it poofs":  {"before", "it", "poofs"},
		"l8r m8":       {"later", "mate"},
		"some1 knows?": {"someone", "knows", "?"},
		"xl8 b12":      {"xl", "8", "b", "12"},
		"b44":          {"b", "44"},
	} {
		var got []string
		for _, tok := range lex(line) {
			got = append(got, tok.word)
		}
		if len(got) != len(want) {
			t.Errorf("%s: %q, want %q", line, got, want)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: %q, want %q", line, got, want)
			}
		}
	}
}
