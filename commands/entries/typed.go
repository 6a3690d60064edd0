package entries

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// cutTerm splits a line into a term and what follows: the term is one word, or
// several in quotation marks or with underscores between them.
func cutTerm(line string) (term, rest string) {
	line = strings.TrimSpace(line)
	if quoted, ok := strings.CutPrefix(line, `"`); ok {
		if term, rest, ok := strings.Cut(quoted, `"`); ok {
			if n := numbered.FindString(rest); n != "" && strings.HasPrefix(rest, n) {
				return term + n, strings.TrimSpace(rest[len(n):])
			}
			return term, strings.TrimSpace(rest)
		}
	}
	term, rest, _ = strings.Cut(line, " ")
	return term, strings.TrimSpace(rest)
}

var numbered = regexp.MustCompile(`\[(\d{1,3})\]`)

// cutNumber takes "[2]" off the end of a term; n is 0 if there is none.
func cutNumber(term string) (name string, n int) {
	term = strings.TrimSpace(term)
	at := numbered.FindStringSubmatchIndex(term)
	if at == nil || at[1] != len(term) {
		return term, 0
	}
	n, _ = strconv.Atoi(term[at[2]:at[3]])
	return strings.TrimSpace(term[:at[0]]), n
}

// shown returns one text of an entry as it appears in answers.
func shown(term string, i, n int, text string) string {
	if n > 1 {
		return fmt.Sprintf("%s[%d/%d]: %s", term, i, n, text)
	}
	return term + ": " + text
}
