package lex

import (
	"strings"
	"testing"
)

func TestNumerals(t *testing.T) {
	for line, want := range map[string]string{
		"forty-two magic points":                   "42 magic points",
		"two hundred and sixty-seven zorkmids":     "267 zorkmids",
		"turn two thousand one hundred":            "turn 2100",
		"twelve hundred and one":                   "1201",
		"two dozen horns":                          "24 horns",
		"one hundred and seventy-eight for a wand": "178 for a wand",
		"nine hundred and twelve":                  "912",
		"one time in eight, twenty-five times":     "one time in eight , 25 times",
		"ninety-nine percent":                      "99 percent",
		"17 thousand turns":                        "17000 turns",
		"the twenty-first of may":                  "the 21 of may",
		"two three":                                "two three",
		"one and two":                              "one and two",
		"a two-handed sword":                       "a two-handed sword",
		"two one-handed swords":                    "two one-handed swords",
		"five - ten":                               "five - ten",
		"seventeen thousand":                       "17000",
		"three hundred":                            "300",
		"two hundred. five hits":                   "200 . five hits",
		"ten two":                                  "ten two",
		"4 two":                                    "4 two",
		"a hundred and thirty-three":               "a 133",
		"one thousand and one hundred":             "1100",
		"5.5k kills, 9k":                           "5.5k kills , 9k",
		"six-sided":                                "six - sided",
		"one":                                      "one",
		"between twenty and thirty":                "between twenty and thirty",
		"strength eighteen over fifty":             "strength eighteen over fifty",
	} {
		var words []string
		for _, tok := range Line(line) {
			words = append(words, tok.Text)
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%q is read as %q, not as %q", line, got, want)
		}
	}
}
