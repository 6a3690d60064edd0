package commands

import "strings"

// WordSet returns the set of the words of a text.
func WordSet(text string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		out[w] = true
	}
	return out
}
