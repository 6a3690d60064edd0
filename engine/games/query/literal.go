package query

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// longest returns the longest lower-case text that every match of a pattern must
// contain, or "". Looking for it first saves running the pattern on most of a
// dictionary.
func longest(re *regexp.Regexp) string {
	tree, err := syntax.Parse(re.String(), syntax.Perl)
	if err != nil {
		return ""
	}
	return strings.ToLower(required(tree.Simplify()))
}

func required(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if r >= 0x80 { // its other cases may fold to something else
				return ""
			}
		}
		return string(re.Rune)
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpConcat:
		best := ""
		for _, sub := range re.Sub {
			if s := required(sub); len(s) > len(best) {
				best = s
			}
		}
		return best
	}
	return ""
}
