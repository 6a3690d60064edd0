package names

import (
	"strings"

	edlib "github.com/hbollon/go-edlib"
)

// Alike reports whether a beginning of name, or of a word in it, is spelt like
// what was typed of it: "cockatrise" of "cockatrice corpse".
func Alike(typed, name string) bool {
	typed, name = Fold(typed), Fold(name)
	most := SuggestWithin(len(typed))
	for {
		for n := max(0, len(typed)-most); n <= min(len(name), len(typed)+most); n++ {
			if edlib.OSADamerauLevenshteinDistance(typed, name[:n]) <= most {
				return true
			}
		}
		_, rest, more := strings.Cut(name, " ")
		if !more {
			return false
		}
		name = rest
	}
}
