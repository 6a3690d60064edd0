package question

import (
	"strconv"
	"strings"
	"time"

	"delphi/engine/games/query"
	"delphi/engine/problem"
	"delphi/engine/timespan"
)

// when reads a time: "since monday", "before june", "until 2026-11-05", "2026-11", "today", "this
// week", "november 2020", "the past 10 days". used is how many words it took.
func (p *parser) when() (c *query.Cond, used int, err error) {
	from, until, used, err := p.Span(p.word)
	if err != nil || used == 0 {
		return nil, 0, err
	}
	end := query.Of("end")
	shown := func(t time.Time) string {
		if t.Hour() == 0 && t.Minute() == 0 {
			return t.Format(time.DateOnly)
		}
		return t.Format("2006-01-02 15:04")
	}
	if !from.IsZero() {
		c = query.Compares(end, ">=", from.Unix(), "ended since "+shown(from))
	}
	if !until.IsZero() {
		c = query.And(c, query.Compares(end, "<", until.Unix(), "ended before "+shown(until)))
	}
	return c, used, nil
}

// Span reads a time from words, which word gives by their place from the
// beginning, in lower case: from (within) until (not within). A zero time is an
// open end. used is how many words it took; 0: there is no time.
func (r *Reader) Span(word func(int) string) (from, until time.Time, used int, err error) {
	today := time.Date(r.Now.Year(), r.Now.Month(), r.Now.Day(), 0, 0, 0, 0, r.Now.Location())
	w, next := word(0), word(1)
	if from, until = calendar(w+" "+next, today); !from.IsZero() {
		return from, until, 2, nil
	}
	switch w {
	case "today":
		return today, today.AddDate(0, 0, 1), 1, nil
	case "yesterday":
		return today.AddDate(0, 0, -1), today, 1, nil
	case "since", "after", "from", "until", "before", "till":
		m := timespan.Month(next)
		if _, isDate, _ := r.day(next, today); w == "from" && !isDate && !(m != 0 && (len(next) > 3 || isYear(word(2)))) {
			return from, until, 0, nil // from somebody
		}
		if m != 0 {
			at, n := r.monthOf(m, word(2))
			switch w {
			case "since", "from":
				return at, until, 1 + n, nil
			case "after":
				return at.AddDate(0, 1, 0), until, 1 + n, nil
			}
			return from, at, 1 + n, nil
		}
		at, ok, err := r.day(next, today)
		switch {
		case next == "":
			return from, until, 0, problem.Newf("A day is missing after %q.", w).Try(w+" monday", w+" 2026-11-05")
		case err != nil || !ok:
			return from, until, 0, problem.Newf("%q is not a day.", next).Try(w+" monday", w+" yesterday", w+" 2026-11-05")
		case w == "since" || w == "after" || w == "from":
			return at, until, 2, nil
		}
		return from, at, 2, nil
	case "past", "last":
		n, k := 1, 1
		if m, err := strconv.Atoi(next); err == nil && m > 0 && m < 10000 {
			n, k = m, 2
		}
		if length := map[string]int{"day": 1, "week": 7, "fortnight": 14, "month": 30, "year": 365}[strings.TrimSuffix(word(k), "s")]; length > 0 {
			return today.AddDate(0, 0, -n*length), until, k + 1, nil
		}
		return from, until, 0, nil
	}
	if m := timespan.Month(w); m != 0 && len(w) > 3 && m != time.March || m != 0 && len(w) > 2 && isYear(next) {
		from, used = r.monthOf(m, next)
		return from, from.AddDate(0, 1, 0), used, nil
	}
	if m := timespan.Month(next); w == "in" && m != 0 {
		from, used = r.monthOf(m, word(2))
		return from, from.AddDate(0, 1, 0), 1 + used, nil
	}
	if a, b, ok := r.date(w); ok {
		return a, b, 1, nil
	}
	if len(w) >= 6 && strings.Count(w, "-") >= 1 && strings.Trim(w, "0123456789-") == "" && w[0] != '-' {
		return from, until, 0, problem.Newf("%q is not a date.", w).Try("2026-11-05", "2026-11", "2026")
	}
	return from, until, 0, nil
}

// calendar reads "this week", "last month" and the like; from is zero if it is no such time.
func calendar(text string, today time.Time) (from, until time.Time) {
	monday, first := today.AddDate(0, 0, -int(today.Weekday()+6)%7), today.AddDate(0, 0, 1-today.Day())
	year := time.Date(today.Year(), 1, 1, 0, 0, 0, 0, today.Location())
	switch text {
	case "this week":
		return monday, monday.AddDate(0, 0, 7)
	case "last week":
		return monday.AddDate(0, 0, -7), monday
	case "this month":
		return first, first.AddDate(0, 1, 0)
	case "last month":
		return first.AddDate(0, -1, 0), first
	case "this year":
		return year, year.AddDate(1, 0, 0)
	case "last year":
		return year.AddDate(-1, 0, 0), year
	case "last night":
		return today.Add(-6 * time.Hour), today.Add(12 * time.Hour)
	}
	return from, until
}

func isYear(word string) bool {
	y, err := strconv.Atoi(word)
	return err == nil && len(word) == 4 && y >= 1987 && y < 2100
}

// monthOf returns the beginning of a month, in the year that may follow it, else the
// latest such month that has begun; used is how many words they took.
func (r *Reader) monthOf(m time.Month, year string) (from time.Time, used int) {
	y, used := r.Now.Year(), 1
	switch {
	case isYear(year):
		y, _ = strconv.Atoi(year)
		used = 2
	case m > r.Now.Month():
		y--
	}
	return time.Date(y, m, 1, 0, 0, 0, 0, r.Now.Location()), used
}

// day returns a day by its name or date.
func (r *Reader) day(word string, today time.Time) (time.Time, bool, error) {
	if day, ok := timespan.Weekdays[word]; ok {
		return today.AddDate(0, 0, -(int(today.Weekday())-int(day)+7)%7), true, nil
	}
	switch word {
	case "today":
		return today, true, nil
	case "yesterday":
		return today.AddDate(0, 0, -1), true, nil
	}
	from, _, ok := r.date(word)
	return from, ok, nil
}

// date reads 2026, 2026-11 and 2026-11-05 as the span each is.
func (r *Reader) date(w string) (from, until time.Time, ok bool) {
	for _, l := range []struct {
		layout  string
		y, m, d int
	}{{"2006-01-02", 0, 0, 1}, {"2006-01", 0, 1, 0}, {"2006", 1, 0, 0}} {
		if len(w) != len(l.layout) {
			continue
		}
		if t, err := time.ParseInLocation(l.layout, w, r.Now.Location()); err == nil && t.Year() >= 1987 && t.Year() < 2100 {
			return t, t.AddDate(l.y, l.m, l.d), true
		}
	}
	return from, until, false
}
