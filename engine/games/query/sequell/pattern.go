package sequell

import (
	"regexp"
	"strings"

	"delphi/engine/problem"
)

// Glob returns a regular expression for a pattern of =~: a text that is contained, or,
// with * or ? in it, one that fits the whole. Its error is a problem.Mendable, for what
// looks like a regular expression.
func Glob(left, pattern string) (string, error) {
	if strings.ContainsAny(pattern, `[](){}|^$+\`) {
		return "", problem.New("In =~ only * and ? are wildcards; a regular expression goes behind ~~.", left+"~~"+pattern)
	}
	if !strings.ContainsAny(pattern, "*?") {
		return regexp.QuoteMeta(pattern), nil
	}
	quoted := regexp.QuoteMeta(pattern)
	return "^" + strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(quoted) + "$", nil
}
