package book

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"delphi/commands/wording"
	"delphi/engine/names"
	"delphi/engine/problem"
)

// How much may be kept. A text and its term fit into one line of IRC.
const (
	MaxTerm     = 60    // bytes
	maxText     = 320   // bytes
	maxTexts    = 20    // of one term
	maxVersions = 20    // of one term; older ones are forgotten
	maxTerms    = 2_000 // of one place, those deleted among them while there is room
)

// Mark is what a question for an entry begins with.
const Mark = "??"

// everything is what one types for all entries of a place, to lock them.
const everything = "*"

// Normal returns a term as it is shown: underscores become blanks, and runs of blanks
// become one.
func Normal(term string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(term, "_", " ")), " ")
}

// Key returns a term in the one spelling that it is found by: case, accents and
// apostrophes do not matter.
func Key(term string) string { return names.Fold(Normal(term)) }

// goodTerm checks a term and returns it as it is shown.
func goodTerm(term string) (string, error) {
	term = Normal(term)
	first, _ := utf8.DecodeRuneInString(term)
	switch {
	case term == "":
		return "", problem.New("Which term?", "learn add gnome A gnome is a small humanoid.", "help learn add")
	case len(term) > MaxTerm:
		return "", problem.Newf("A term has at most %d bytes; this one has %d.", MaxTerm, len(term))
	case !unicode.IsLetter(first) && !unicode.IsDigit(first):
		return "", problem.Newf("A term must begin with a letter or a digit; %q does not.", wording.Typed(term))
	case strings.ContainsFunc(term, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -'.+/#&(),!:", r)
	}):
		return "", problem.Newf("A term is made of letters, digits and spaces; %q has something else in it.", wording.Typed(term))
	}
	return term, nil
}

// mention matches what notifies people on Discord, or names one of its channels. Plain
// text such as "@" for a human does not count.
var mention = regexp.MustCompile(`(?i)@(everyone|here)\b|<(@[!&]?|#)\d+>`)

// GoodText checks a text and returns it.
func GoodText(text string) (string, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return "", problem.New("What does it mean?", "learn add gnome A gnome is a small humanoid.", "help learn add")
	case len(text) > maxText:
		return "", problem.Newf("A text has at most %d bytes; this one has %d. Add the rest as a second text of the same term.", maxText, len(text))
	case !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp)
	}):
		return "", problem.New("A text can't contain control characters or invisible characters.")
	case mention.MatchString(text):
		return "", problem.Newf("A text can't ping people: leave out %q.", mention.FindString(text))
	}
	return text, nil
}

// AsTyped returns a term as it can be typed before a text.
func AsTyped(term string) string { return strings.ReplaceAll(term, " ", "_") }
