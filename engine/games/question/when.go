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
	if from, until, used, err = r.fromTo(word); used > 0 || err != nil {
		return from, until, used, err
	}
	today := r.today()
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
		return r.openSpan(word)
	case "past", "last":
		if length, k := days(behind(word, 1)); k > 0 {
			return today.AddDate(0, 0, -length), until, 1 + k, nil
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

// behind returns the words from one on.
func behind(word func(int) string, n int) func(int) string {
	return func(i int) string { return word(n + i) }
}

func (r *Reader) today() time.Time {
	return time.Date(r.Now.Year(), r.Now.Month(), r.Now.Day(), 0, 0, 0, 0, r.Now.Location())
}

// fromTo reads a time with both its ends, each of them within: "from 2020-11-05 to
// 2020-11-10", "between june and august".
func (r *Reader) fromTo(word func(int) string) (from, until time.Time, used int, err error) {
	at := 0
	if word(at) == "in" && word(at+1) == "between" {
		at++
	}
	first := word(at)
	opened := first == "between" || first == "from" || first == "since"
	if opened {
		at++
	}
	from, _, n := r.point(behind(word, at))
	if n == 0 || at > 0 && !opened {
		return time.Time{}, until, 0, nil
	}
	name := word(at)
	at += n
	switch w := word(at); w {
	case "to", "till", "until", "through", "thru", "-", "–":
	case "and", "&":
		if first != "between" && word(0) != "in" {
			return time.Time{}, until, 0, nil // "2019 and 2020"
		}
	default:
		return time.Time{}, until, 0, nil
	}
	_, until, m := r.point(behind(word, at+1))
	if m == 0 {
		return time.Time{}, until, 0, nil
	}
	if _, weekday := timespan.Weekdays[name]; weekday && from.After(until) {
		from = from.AddDate(0, 0, -7)
	}
	for timespan.Month(name) != 0 && n == 1 && !from.Before(until) { // "june to august 2020"
		from = from.AddDate(-1, 0, 0)
	}
	if !until.After(from) {
		return from, until, 0, problem.New("The end of that time is not after its beginning.", "since monday", "2026-11")
	}
	return from, until, at + 1 + m, nil
}

// openSpan reads a time with one end: "since monday". What is after a day begins when the
// day is over, and what is until a day has it within.
func (r *Reader) openSpan(word func(int) string) (from, until time.Time, used int, err error) {
	w, next := word(0), word(1)
	if m := timespan.Month(next); w == "from" && m != 0 && len(next) <= 3 && !isYear(word(2)) {
		return from, until, 0, nil // from somebody
	}
	begin, end, n := r.point(behind(word, 1))
	if n == 0 && w == "since" {
		var length int
		if length, n = days(behind(word, 1)); n > 0 {
			begin = r.today().AddDate(0, 0, -length)
		}
	}
	switch {
	case n == 0 && w == "from":
		return from, until, 0, nil // from somebody
	case n == 0 && next == "":
		return from, until, 0, problem.Newf("A day is missing after %q.", w).Try(w+" monday", w+" 2026-11-05")
	case n == 0:
		return from, until, 0, problem.Newf("%q is not a day.", next).Try(w+" monday", w+" yesterday", w+" 2026-11-05")
	case w == "since" || w == "from":
		return begin, until, 1 + n, nil
	case w == "after":
		return end, until, 1 + n, nil
	case w == "before":
		return from, begin, 1 + n, nil
	}
	return from, end, 1 + n, nil
}

// point reads one time with which a longer one may begin or end: a day, "last week",
// "june 2020", "3 days ago". used is how many words it took; 0: there is none.
func (r *Reader) point(word func(int) string) (from, until time.Time, used int) {
	today := r.today()
	w, next := word(0), word(1)
	if from, until = calendar(w+" "+next, today); !from.IsZero() {
		return from, until, 2
	}
	if n, k := days(word); k > 0 && word(k) == "ago" {
		from = today.AddDate(0, 0, -n)
		return from, from.AddDate(0, 0, 1), k + 1
	}
	if m := timespan.Month(w); m != 0 {
		from, used = r.monthOf(m, next)
		return from, from.AddDate(0, 1, 0), used
	}
	if from, until, ok := r.day(w, today); ok {
		return from, until, 1
	}
	return from, until, 0
}

// days reads how long a time is: "3 weeks", "a month", "day". used is how many words it
// took; 0: there is none.
func days(word func(int) string) (n, used int) {
	n = 1
	switch m, err := strconv.Atoi(word(0)); {
	case err == nil && m > 0 && m < 10000:
		n, used = m, 1
	case word(0) == "a" || word(0) == "an" || word(0) == "one":
		used = 1
	}
	length := map[string]int{"day": 1, "week": 7, "fortnight": 14, "month": 30, "year": 365}[strings.TrimSuffix(word(used), "s")]
	if length == 0 {
		return 0, 0
	}
	return n * length, used + 1
}

// calendar reads "this week", "last month", "last friday" and the like; from is zero if it is no such time.
func calendar(text string, today time.Time) (from, until time.Time) {
	monday, first := today.AddDate(0, 0, -int(today.Weekday()+6)%7), today.AddDate(0, 0, 1-today.Day())
	year := time.Date(today.Year(), 1, 1, 0, 0, 0, 0, today.Location())
	if name, ok := strings.CutPrefix(text, "last "); ok {
		if day, ok := timespan.Weekdays[name]; ok { // before today
			from = today.AddDate(0, 0, -(int(today.Weekday())-int(day)+6)%7-1)
			return from, from.AddDate(0, 0, 1)
		}
	}
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

// day returns a day by its name or date, or a month or year by its date.
func (r *Reader) day(word string, today time.Time) (from, until time.Time, ok bool) {
	if day, ok := timespan.Weekdays[word]; ok {
		from = today.AddDate(0, 0, -(int(today.Weekday())-int(day)+7)%7)
		return from, from.AddDate(0, 0, 1), true
	}
	switch word {
	case "today":
		return today, today.AddDate(0, 0, 1), true
	case "yesterday":
		return today.AddDate(0, 0, -1), today, true
	}
	return r.date(word)
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
