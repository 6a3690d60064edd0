package tourney

import (
	_ "embed"
	"strings"
)

//go:embed words.txt
var stopText string

// stopWords holds words that are not taken for a player's name unless a keyword says
// so.
var stopWords = set(stopText)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}
