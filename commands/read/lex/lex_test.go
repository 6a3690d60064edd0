package lex

import "testing"

// How lines are cut into tokens.
func TestLex(t *testing.T) {
	for line, want := range map[string][]string{
		// Words with a figure that stands for a sound are words; others keep their figure.
		"b4 it poofs":  {"before", "it", "poofs"},
		"l8r m8":       {"later", "mate"},
		"some1 knows?": {"someone", "knows", "?"},
		"xl8 b12":      {"xl", "8", "b", "12"},
		"b44":          {"b", "44"},

		// A bracket round one figure says no more than the figure.
		"level (10), int (18)": {"level", "10", ",", "int", "18"},
		"ac (-5) and (50%)":    {"ac", "-", "5", "and", "50", "%"},
		"hp 7(64)":             {"hp", "7", "(", "64", ")"},
		"hp 7 (64)":            {"hp", "7", "(", "64", ")"},
		"rnl(6)":               {"rnl", "(", "6", ")"},
		"lamp (3 left)":        {"lamp", "(", "3", "left", ")"},
	} {
		var got []string
		for _, tok := range Line(line) {
			got = append(got, tok.Word)
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
