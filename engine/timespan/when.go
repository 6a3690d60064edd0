package timespan

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"delphi/engine/problem"
)

// Weekdays holds the days of the week by their names.
var Weekdays = map[string]time.Weekday{
	"sunday": 0, "monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6,
	"sun": 0, "mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6,
}

var months = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}

// Month returns the month that a word names, in full or by its first three letters; 0:
// none.
func Month(word string) time.Month {
	m := slices.IndexFunc(months, func(m string) bool { return word == m || len(word) == 3 && strings.HasPrefix(m, word) })
	return time.Month(m + 1)
}

// refuse returns the error for a word that is not understood or does not fit, with what
// to write instead.
func refuse(hints []string, format string, args ...any) error {
	return problem.Newf(format, args...).Try(hints...)
}

var (
	dottedShape = regexp.MustCompile(`^(\d{1,2})\.(\d{1,2})\.(\d{4})$`)
	slashedDate = regexp.MustCompile(`^\d+/\d+(/\d+)?$`)
	clockShape  = regexp.MustCompile(`^(\d{1,2})(?:[:.h](\d{2}))?(am|pm)?$`)
	dateShape   = regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})$`)
	dayShape    = regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th|\.)?$`)
)

var whenHints = []string{"fri 18:00", "2026-11-05 18:00", "tomorrow 20:00", "in 2h"}

// When reads a point in time from the beginning of words: "fri 18:00", "friday at noon",
// "2026-11-05 18:00", "2026-11-05T18:00:00Z", "5.11.2026", "1 Dec 2026", "the 1st of november", "Dec 5 6 pm",
// "tomorrow 20:00", "tonight at 8pm", "06:10", "now", "in 2h", "in 3 days". A weekday, a date without its year and an hour alone are the next
// ones; without an hour a day begins at midnight. The zone is that of now. An hour that comes
// twice because clocks are put back is the first one, which note says, unless the
// zone's name behind it, or "second", tells; an hour that clocks skip is an error.
func When(words []string, now time.Time) (t time.Time, used int, note string, err error) {
	if len(words) == 0 {
		return t, 0, "", refuse(whenHints, "A time is missing.")
	}
	w := strings.ToLower(words[0])
	if w == "now" {
		return now, 1, "", nil
	}
	if w == "in" && len(words) > 1 {
		d, n, err := length(words[1:])
		return now.Add(d), 1 + n, "", err
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04"} {
		if t, err := time.ParseInLocation(layout, strings.ToUpper(w), now.Location()); err == nil {
			return t.In(now.Location()), 1, "", nil
		}
	}
	d, err := readDay(words, now)
	if err != nil {
		return t, 0, "", err
	}
	hour, minute, n, err := readClock(words[d.used:], strings.Join(words[:d.used], " "))
	if err != nil {
		return t, 0, "", err
	}
	used = d.used + n
	switch {
	case used == 0:
		return t, 0, "", refuse(whenHints, "%q is not a time.", words[0])
	case d.hour && n == 0:
		return t, 0, "", refuse([]string{"today 20:00"}, "%q needs an hour.", words[0])
	}
	at := func(step int) (time.Time, string, error) {
		return local(d.y+step*d.years, d.m, d.d+step*d.days, hour, minute, now.Location(), words[used:])
	}
	t, note, err = at(0)
	if err == nil && !t.After(now) && d.days+d.years > 0 {
		t, note, err = at(1)
	}
	if err != nil {
		return time.Time{}, 0, "", err
	}
	if note == theSecond || note == theFirst {
		return t, used + 1, "", nil
	}
	if note == "" && w == "next" {
		note = fmt.Sprintf("%s is the first one that comes", strings.Join(words[:2], " "))
	}
	return t, used, note, nil
}

// length reads "2h", "3 days", "a week".
func length(words []string) (d time.Duration, used int, err error) {
	if d, err = Parse(words[0]); err == nil {
		return d, 1, nil
	}
	if len(words) > 1 {
		unit := map[string]string{"minute": "m", "min": "m", "hour": "h", "day": "d", "week": "w"}[strings.TrimSuffix(strings.ToLower(words[1]), "s")]
		n := strings.ToLower(words[0])
		if n == "a" || n == "an" || n == "one" {
			n = "1"
		}
		if d, err = Parse(n + unit); err == nil && unit != "" {
			return d, 2, nil
		}
	}
	return 0, 0, refuse([]string{"in 2h", "in 3d"}, "%q is not a length of time.", words[0])
}

// aDay is a day that was read, and after how many days or years it comes again.
type aDay struct {
	y           int
	m           time.Month
	d           int
	used        int // words; 0: only an hour can follow
	days, years int
	hour        bool // it must have an hour
}

// readDay reads a day from the beginning of words.
func readDay(words []string, now time.Time) (day aDay, err error) {
	day.y, day.m, day.d = now.Date()
	word := func(i int) string {
		if i < len(words) {
			return strings.ToLower(strings.TrimRight(words[i], ","))
		}
		return ""
	}
	skipped := 0
	for slices.Contains([]string{"on", "the", "this", "next"}, word(0)) && len(words) > 1 {
		words = words[1:]
		skipped++
	}
	defer func() {
		if day.used > 0 {
			day.used += skipped
		}
	}()
	w, next, second := word(0), word(1), 1
	if next == "of" {
		next, second = word(2), 2
	}
	if weekday, ok := Weekdays[w]; ok {
		day.d += (int(weekday) - int(now.Weekday()) + 7) % 7
		day.used, day.days = 1, 7
		return day, nil
	}
	switch w {
	case "today":
		day.used = 1
		return day, nil
	case "yesterday":
		day.d--
		day.used = 1
		return day, nil
	case "tonight":
		day.used, day.hour = 1, true
		return day, nil
	case "tomorrow":
		day.d++
		day.used = 1
		return day, nil
	}
	if date := dateShape.FindStringSubmatch(w); date != nil {
		y, _ := strconv.Atoi(date[1])
		m, _ := strconv.Atoi(date[2])
		d, _ := strconv.Atoi(date[3])
		return date1(aDay{y: y, m: time.Month(m), d: d, used: 1}, w)
	}
	if date := dottedShape.FindStringSubmatch(w); date != nil {
		d, _ := strconv.Atoi(date[1])
		m, _ := strconv.Atoi(date[2])
		y, _ := strconv.Atoi(date[3])
		return date1(aDay{y: y, m: time.Month(m), d: d, used: 1}, w)
	}
	if slashedDate.MatchString(w) {
		return day, refuse(whenHints, "%q: which is the month? Write the year, the month and the day, with - between.", w)
	}
	month, number := Month(w), dayShape.FindStringSubmatch(next)
	if month == 0 {
		month, number = Month(next), dayShape.FindStringSubmatch(w)
	}
	if month == 0 || number == nil {
		day.days = 1 // an hour alone: today's or tomorrow's
		return day, nil
	}
	d, _ := strconv.Atoi(number[1])
	of := aDay{y: day.y, m: month, d: d, used: second + 1, years: 1}
	if year := word(of.used); len(year) == 4 {
		if y, err := strconv.Atoi(year); err == nil {
			of.y, of.years = y, 0
			of.used++
		}
	}
	return date1(of, w+" "+next)
}

// date1 refuses an invalid date.
func date1(d aDay, typed string) (aDay, error) {
	if c := time.Date(d.y, d.m, d.d, 0, 0, 0, 0, time.UTC); c.Day() != d.d || c.Month() != d.m {
		return d, refuse(whenHints, "There is no day %q.", typed)
	}
	return d, nil
}

// readClock reads an hour from the beginning of words: "18:00", "6pm", "6 pm", "at 6:30pm",
// "noon"; a bare number is none. used is how many words it took, 0: there is none. day is what
// stands before it.
func readClock(words []string, day string) (hour, minute, used int, err error) {
	if len(words) > 0 && strings.EqualFold(words[0], "at") {
		if hour, minute, used, err = readClock(words[1:], day); used > 0 {
			used++
		}
		return hour, minute, used, err
	}
	if len(words) == 0 {
		return 0, 0, 0, nil
	}
	word, used := strings.ToLower(words[0]), 1
	switch {
	case word == "noon":
		return 12, 0, 1, nil
	case word == "midnight":
		return 0, 0, 0, refuse([]string{strings.TrimSpace(day + " 00:00"), strings.TrimSpace(day + " 24:00")}, "A day begins at a \"midnight\" and ends at one: write 00:00 or 24:00.")
	case len(words) > 1 && (strings.EqualFold(words[1], "am") || strings.EqualFold(words[1], "pm")):
		word, used = word+strings.ToLower(words[1]), 2
	}
	c := clockShape.FindStringSubmatch(word)
	if c == nil || c[2] == "" && c[3] == "" {
		return 0, 0, 0, nil
	}
	hour, _ = strconv.Atoi(c[1])
	minute, _ = strconv.Atoi(c[2])
	if c[3] != "" && (hour < 1 || hour > 12) || hour > 24 || minute > 59 || hour == 24 && minute > 0 {
		return 0, 0, 0, refuse([]string{strings.TrimSpace(day + " 18:00"), strings.TrimSpace(day + " 6pm")}, "There is no hour %q.", word)
	}
	switch {
	case c[3] == "pm" && hour < 12:
		hour += 12
	case c[3] == "am" && hour == 12:
		hour = 0
	}
	return hour, minute, used, nil
}

// What local says of an hour that comes twice where the words behind it tell which.
const (
	theFirst  = "first"
	theSecond = "second"
)

// local returns a time by the clock on the wall of a zone. behind are the words behind it.
func local(y int, m time.Month, d, hour, minute int, zone *time.Location, behind []string) (time.Time, string, error) {
	t := time.Date(y, m, d, hour, minute, 0, 0, zone)
	wall := time.Date(y, m, d, hour, minute, 0, 0, time.UTC)
	if got := t.Format("2006-01-02 15:04"); got != wall.Format("2006-01-02 15:04") {
		return t, "", refuse([]string{t.Format("2006-01-02 15:04"), wall.Add(-time.Hour).Format("2006-01-02 15:04")},
			"There is no %s in %s: the clocks skip it as they go forward.", wall.Format("2006-01-02 15:04"), zone)
	}
	for _, shift := range []time.Duration{-time.Hour, time.Hour} {
		o := t.Add(shift)
		if o.Format("2006-01-02 15:04") != t.Format("2006-01-02 15:04") {
			continue
		}
		first, second := t, o
		if o.Before(t) {
			first, second = o, t
		}
		if len(behind) > 0 {
			switch w := behind[0]; {
			case strings.EqualFold(w, first.Format("MST")) || strings.EqualFold(w, theFirst):
				return first, theFirst, nil
			case strings.EqualFold(w, second.Format("MST")) || strings.EqualFold(w, theSecond):
				return second, theSecond, nil
			}
		}
		return first, fmt.Sprintf("%s comes twice in %s, because the clocks go back. I take the first one (%s); the other is \"%s %s\".", t.Format("15:04"), zone, first.Format("MST"), t.Format("15:04"), second.Format("MST")), nil
	}
	return t, "", nil
}
