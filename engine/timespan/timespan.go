package timespan

import (
	"strings"
	"time"

	"delphi/engine/problem"
)

// units holds the days and weeks that time.ParseDuration lacks, in hours.
var units = map[byte]time.Duration{'d': 24, 'w': 7 * 24}

// maxText bounds the text that is read.
const maxText = 40

// Parse reads one or more numbers, each with its unit: w, d, and those of
// time.ParseDuration, in any letter case. The numbers may have decimals but no
// sign. A text that is no span, or one that does not fit a time.Duration (292
// years), is a *problem.Problem.
func Parse(text string) (time.Duration, error) {
	rest := strings.ToLower(strings.TrimSpace(text))
	if rest == "" || len(rest) > maxText || strings.ContainsAny(rest, "+-") {
		return 0, not(text)
	}
	sum := time.Duration(0)
	for rest != "" {
		end := strings.IndexFunc(rest, letter)
		if end < 0 && strings.Trim(rest, "0.") != "" {
			return 0, not(text) // a number without its unit
		}
		part, hours := rest, time.Duration(1)
		if end >= 0 {
			if u := units[rest[end]]; u != 0 {
				part, hours, rest = rest[:end]+"h", u, rest[end+1:]
			} else {
				next := end
				for next < len(rest) && letter(rune(rest[next])) {
					next++
				}
				part, rest = rest[:next], rest[next:]
			}
		} else {
			rest = ""
		}
		d, err := time.ParseDuration(part)
		if err != nil || d > (1<<63-1-sum)/hours {
			return 0, not(text)
		}
		sum += d * hours
	}
	return sum, nil
}

func letter(r rune) bool { return r != '.' && (r < '0' || r > '9') }

func not(text string) error {
	if r := []rune(text); len(r) > maxText {
		text = string(r[:maxText]) + "..."
	}
	return problem.Newf("%q is not a length of time. Write it as 90m, 6h, 3d or 1w.", text).Try("90m", "6h", "3d", "1w")
}
