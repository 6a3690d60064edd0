package score

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// commas returns a number with a comma before each three digits.
func commas(n int64) string {
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

// Commas returns a number as it would appear in a sentence: "1,234,567".
func Commas(n int64) string { return commas(n) }

// many returns a number of things, whose plural ends in s: "1 point", "1,234 points".
func many(n int64, things string) string {
	if n == 1 {
		things = strings.TrimSuffix(things, "s")
	}
	return commas(n) + " " + things
}

// clock formats seconds as "2h05m" or "1d02h05m".
func clock(n int64) string {
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

// Clock formats seconds for a sentence.
func Clock(n int64) string { return clock(n) }

func stamp(unix int64) string { return time.Unix(unix, 0).UTC().Format("2006-01-02 15:04:05 UTC") }
