package sequell

import (
	"regexp"
	"strconv"
	"strings"
)

var placeholder = regexp.MustCompile(`\$(?:(\*|[1-9])|\{(\*|[1-9])(?::-([^}]*))?\})`)

// Fill puts arguments into a line that was kept: $1 is the first, $* is all that have no
// place of their own, ${1:-.} has "." where none is given. What a line without
// placeholders is given stands behind it.
func Fill(line string, args []string) string {
	highest, any := 0, false
	for _, m := range placeholder.FindAllStringSubmatch(line, -1) {
		any = true
		if n, err := strconv.Atoi(m[1] + m[2]); err == nil {
			highest = max(highest, n)
		}
	}
	if !any {
		return strings.TrimSpace(line + " " + strings.Join(args, " "))
	}
	return strings.Join(strings.Fields(placeholder.ReplaceAllStringFunc(line, func(s string) string {
		m := placeholder.FindStringSubmatch(s)
		which, given := m[1]+m[2], ""
		if n, err := strconv.Atoi(which); err == nil {
			if n <= len(args) {
				given = args[n-1]
			}
		} else if highest < len(args) {
			given = strings.Join(args[highest:], " ")
		}
		if given == "" {
			given = m[3]
		}
		return given
	})), " ")
}
