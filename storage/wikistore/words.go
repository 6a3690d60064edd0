package wikistore

import (
	"strings"
	"unicode"
	"unicode/utf8"

	porter "github.com/blevesearch/go-porterstemmer"
)

// maxWord is the longest word, in bytes, that is indexed and searched for.
const maxWord = 60

// eachWord calls do with every word of a text, in lower case. A word is a run of
// letters and digits; an apostrophe inside one belongs to it, but for the
// possessive 's, which is dropped.
func eachWord(text string, do func(word string)) {
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	}) {
		w = strings.Trim(strings.ReplaceAll(w, "’", "'"), "'")
		w = strings.TrimSuffix(w, "'s")
		if w != "" && len(w) <= maxWord {
			do(w)
		}
	}
}

// stem returns the form that all inflections of an English word share.
func stem(word string) string {
	if len(word) <= 2 {
		return word
	}
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			return word // the stemmer is for English
		}
	}
	return string(porter.StemWithoutLowerCasing([]rune(word)))
}
