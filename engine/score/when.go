package score

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"delphi/engine/problem"
	"delphi/engine/query"
	"delphi/engine/timespan"
)

// not is the error for a word that is not understood or does not fit, with what
// to write instead.
func not(hints []string, format string, args ...any) error {
	return problem.Newf(format, args...).Try(hints...)
}

var (
	clockShape = regexp.MustCompile(`^(\d{1,2})[:.h](\d{2})$`)
	dateShape  = regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})$`)
)

// When reads a point in time from the beginning of words: "fri 18:00", "friday",
// "2026-11-05 18:00", "tomorrow 20:00", "now", "in 2h". A weekday is the next
// one, today if the hour is still to come; without an hour it is midnight. The
// zone is that of now. note says what had to be chosen, when clocks are put
// back; an hour that clocks skip is an error.
func When(words []string, now time.Time) (t time.Time, used int, note string, err error) {
	hints := []string{"fri 18:00", "2026-11-05 18:00", "tomorrow 20:00", "in 2h"}
	if len(words) == 0 {
		return t, 0, "", not(hints, "A time is missing.")
	}
	w := strings.ToLower(words[0])
	if w == "now" {
		return now, 1, "", nil
	}
	if w == "in" && len(words) > 1 {
		d, err := timespan.Parse(words[1])
		if err != nil {
			return t, 0, "", not([]string{"in 2h", "in 3d"}, "%q is not a length of time.", words[1])
		}
		return now.Add(d), 2, "", nil
	}
	y, m, d := now.Date()
	weekday, isWeekday := query.Weekdays[w]
	switch date := dateShape.FindStringSubmatch(w); {
	case isWeekday:
		d += (int(weekday) - int(now.Weekday()) + 7) % 7
	case w == "today":
	case w == "tomorrow":
		d++
	case date != nil:
		year, _ := strconv.Atoi(date[1])
		month, _ := strconv.Atoi(date[2])
		day, _ := strconv.Atoi(date[3])
		if c := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC); c.Day() != day || int(c.Month()) != month {
			return t, 0, "", not(hints, "There is no day %q.", w)
		}
		y, m, d = year, time.Month(month), day
	default:
		return t, 0, "", not(hints, "%q is not a time.", words[0])
	}
	hour, minute, used := 0, 0, 1
	if len(words) > 1 {
		if c := clockShape.FindStringSubmatch(strings.ToLower(words[1])); c != nil {
			hour, _ = strconv.Atoi(c[1])
			minute, _ = strconv.Atoi(c[2])
			if hour > 24 || minute > 59 || hour == 24 && minute > 0 {
				return t, 0, "", not([]string{"18:00"}, "There is no hour %q.", words[1])
			}
			used = 2
		}
	}
	if t, note, err = local(y, m, d, hour, minute, now.Location()); err != nil {
		return t, 0, "", err
	}
	if isWeekday && !t.After(now) {
		if t, note, err = local(y, m, d+7, hour, minute, now.Location()); err != nil {
			return t, 0, "", err
		}
	}
	return t, used, note, nil
}

// local is a time by the clock on the wall of a zone.
func local(y int, m time.Month, d, hour, minute int, zone *time.Location) (time.Time, string, error) {
	t := time.Date(y, m, d, hour, minute, 0, 0, zone)
	wall := time.Date(y, m, d, hour, minute, 0, 0, time.UTC)
	if got := t.Format("2006-01-02 15:04"); got != wall.Format("2006-01-02 15:04") {
		return t, "", not([]string{t.Format("2006-01-02 15:04"), wall.Add(-time.Hour).Format("2006-01-02 15:04")},
			"There is no %s in %s: the clocks go forward over it.", wall.Format("2006-01-02 15:04"), zone)
	}
	for _, shift := range []time.Duration{-time.Hour, time.Hour} {
		if o := t.Add(shift); o.Format("2006-01-02 15:04") == t.Format("2006-01-02 15:04") {
			if o.Before(t) {
				t = o
			}
			return t, fmt.Sprintf("%s comes twice in %s, because the clocks go back. I take the first one (%s).", t.Format("15:04"), zone, t.Format("MST")), nil
		}
	}
	return t, "", nil
}
