package query

import (
	"fmt"
	"strconv"
)

// Commas returns a number as it would appear in a sentence: "1,234,567".
func Commas(n int64) string {
	s := strconv.FormatInt(n, 10)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(s) - 3; i > first; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Clock formats seconds for a sentence: "2h05m00s", "1d02h05m".
func Clock(n int64) string {
	d, h, m, s := n/86400, n/3600%24, n/60%60, n%60
	switch {
	case d > 0:
		return fmt.Sprintf("%dd%02dh%02dm", d, h, m)
	case h > 0:
		return fmt.Sprintf("%dh%02dm%02ds", h, m, s)
	case m > 0:
		return fmt.Sprintf("%dm%02ds", m, s)
	}
	return fmt.Sprintf("%ds", s)
}

// Plain returns a number as it is typed.
func Plain(n int64) string { return strconv.FormatInt(n, 10) }
