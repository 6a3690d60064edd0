package score

import (
	"strings"
	"time"

	"delphi/engine/games/query"
)

// many returns a number of things, whose plural ends in s: "1 point", "1,234 points".
func many(n int64, things string) string {
	if n == 1 {
		things = strings.TrimSuffix(things, "s")
	}
	return query.Commas(n) + " " + things
}

func stamp(unix int64) string { return time.Unix(unix, 0).UTC().Format("2006-01-02 15:04:05 UTC") }
