package names

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed everyday.txt
var everydayText string

var everyday = sync.OnceValue(func() map[string]bool { return Set(everydayText) })

// Set returns the words of a text.
func Set(text string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		out[w] = true
	}
	return out
}

// endings holds what a common word may end in and still be the same word.
var endings = []struct{ cut, put string }{
	{"", ""}, {"s", ""}, {"es", ""}, {"ies", "y"}, {"ed", ""}, {"d", ""}, {"ied", "y"}, {"ing", ""}, {"ing", "e"}, {"in", ""}, {"ly", ""},
}

// Everyday reports whether a folded word is common English, in any of its usual
// forms. Such a word was typed as it was meant: it is never taken for a
// misspelt name, however near to one it is.
func Everyday(word string) bool {
	list := everyday()
	for _, e := range endings {
		stem, ok := strings.CutSuffix(word, e.cut)
		if !ok || len(stem) < 2 {
			continue
		}
		if list[stem+e.put] {
			return true
		}
		if n := len(stem); e.cut == "ing" && n > 3 && stem[n-1] == stem[n-2] && list[stem[:n-1]] { // hitting
			return true
		}
	}
	return false
}

// slipLeast is how many letters a word has in which a slip is recognised.
const slipLeast = 5

// Slip reports whether a folded word is no common English, but would be if one slip of the hand
// or of the ear were undone: two letters swapped, one doubled or not, a wrong vowel, or a vowel
// that is missing ("beleive", "untill", "definately", "actully"). No name is such a word, as a rule.
func Slip(word string) bool {
	if len(word) < slipLeast || Everyday(word) {
		return false
	}
	for i := 1; i < len(word); i++ {
		head, at, tail := word[:i], word[i:i+1], word[i+1:]
		if before := word[i-1 : i]; i > 1 && Everyday(word[:i-1]+at+before+tail) || // swapped
			at == before && Everyday(head+tail) || // doubled
			Everyday(head+at+at+tail) { // not doubled
			return true
		}
		for _, v := range [...]string{"a", "e", "i", "o", "u"} {
			if len(word) > slipLeast && (strings.Contains("aeiou", at) && Everyday(head+v+tail) || Everyday(head+v+at+tail)) {
				return true
			}
		}
	}
	return false
}
