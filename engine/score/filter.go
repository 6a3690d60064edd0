package score

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"delphi/engine/problem"
	"delphi/engine/query"
	"delphi/engine/timespan"
	"delphi/engine/xlog"
)

// Filter selects games. The zero value selects all of them; several values of one
// kind select games with any of them.
type Filter struct {
	Roles, Races, Genders, Aligns []string
	Variants, Sources             []string
	Outcomes, NotOutcomes         []xlog.Outcome
	Conducts, Feats               []string // all of them
	Compare                       []Comparison
	From, Until                   int64  // of the end; 0: open
	Death                         string // part of the death, in lower case
}

// Comparison is "turns<20000".
type Comparison struct {
	Field string // turns, points, realtime (seconds), conducts
	Op    string // < <= = >= >
	N     int64
}

// Codes of the game (role.c), with what players write for them.
var (
	roleCodes = codes("Arc archeologist archaeologist", "Bar barbarian", "Cav caveman cavewoman", "Hea healer", "Kni knight", "Mon monk",
		"Pri priest priestess cleric", "Rog rogue", "Ran ranger", "Sam samurai", "Tou tourist", "Val valkyrie", "Wiz wizard",
		"Con convict", "Inf infidel", "Dru druid", "Fla flame", "Ice icemage", "Nec necromancer", "Und undead", "Yeo yeoman",
		"Jed jedi", "Car cartomancer", "Drg dragon", "Pir pirate", "Bin binder", "Nob noble", "Mad madman")
	raceCodes   = codes("Hum human", "Elf elven elvish", "Dwa dwarf dwarven dwarvish", "Gno gnome gnomish", "Orc orcish", "Gia giant", "Hob hobbit", "Cen centaur", "Ill illithid", "Tor tortle", "Dra drow", "Vam vampire", "Lyc lycanthrope", "Kob kobold", "Inc incantifier", "Dop doppelganger", "Und")
	genderCodes = codes("Mal male man", "Fem female woman", "Ntr neuter nonbinary")
	alignCodes  = codes("Law lawful", "Neu neutral", "Cha chaotic", "Una unaligned")
)

// Roles are the thirteen roles of the unmodified game, by their codes.
var Roles = []string{"Arc", "Bar", "Cav", "Hea", "Kni", "Mon", "Pri", "Rog", "Ran", "Sam", "Tou", "Val", "Wiz"}

func codes(lines ...string) map[string]string {
	m := map[string]string{}
	for _, l := range lines {
		names := strings.Fields(l)
		for _, n := range names {
			m[strings.ToLower(n)] = names[0]
		}
	}
	return m
}

// Words lists the words that a filter may consist of, for hints and for correcting
// typos.
func Words(sources []string) []string {
	out := []string{"asc", "died", "quit", "escaped", "not", "since", "until", "today", "yesterday", "week", "month", "year"}
	for _, m := range []map[string]string{roleCodes, raceCodes, genderCodes, alignCodes} {
		for w := range m {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	out = append(out, xlog.Variants()...)
	out = append(out, xlog.ConductNames()...)
	return append(out, sources...)
}

// not is the error for a word that is not understood or does not fit, with what
// to write instead.
func not(hints []string, format string, args ...any) error {
	return problem.Newf(format, args...).Try(hints...)
}

// notHints show what "not" takes.
var notHints = []string{"not quit", "not escaped", "not asc"}

// Reader parses the words of a filter, in any order.
type Reader struct {
	Now     time.Time // what "today" is, in the zone that dates are meant in
	Sources []string  // the sources that may be named
}

var outcomeWords = map[string][]xlog.Outcome{
	"asc": {xlog.Ascended}, "ascended": {xlog.Ascended}, "ascensions": {xlog.Ascended}, "ascension": {xlog.Ascended}, "won": {xlog.Ascended},
	"died": {xlog.Died}, "deaths": {xlog.Died}, "dead": {xlog.Died}, "quit": {xlog.Quit}, "quits": {xlog.Quit}, "escaped": {xlog.Escaped}, "lost": {xlog.Died, xlog.Quit, xlog.Escaped},
}

// ReadFilter parses words as a filter. rest holds the words that it does not know,
// in their order.
func (r *Reader) ReadFilter(words []string) (f Filter, rest []string, err error) {
	negated := false
	for i := 0; i < len(words); i++ {
		word := strings.Trim(words[i], ",;")
		w := strings.ToLower(word)
		if w == "" {
			continue
		}
		add := func(list *[]string, v string) { *list = append(*list, v) }
		if used, err := r.time(&f, w, words[i+1:]); err != nil {
			return f, nil, err
		} else if used > 0 {
			i += used - 1
			continue
		}
		key, value, tagged := strings.Cut(w, ":")
		if !tagged {
			key, value = "", w
		}
		is := func(k string) bool { return key == "" || key == k }
		switch {
		case w == "not" || w == "no" || w == "without":
			negated = true
			continue
		case !tagged && outcomeWords[w] != nil:
			if negated {
				f.NotOutcomes = append(f.NotOutcomes, outcomeWords[w]...)
			} else {
				f.Outcomes = append(f.Outcomes, outcomeWords[w]...)
			}
			negated = false
			continue
		case negated:
			return f, nil, not(notHints, "I can't leave out %q. After \"not\" comes how a game ended.", word)
		case is("role") && roleCodes[value] != "":
			add(&f.Roles, roleCodes[value])
		case is("race") && raceCodes[value] != "":
			add(&f.Races, raceCodes[value])
		case is("gender") && genderCodes[value] != "":
			add(&f.Genders, genderCodes[value])
		case is("align") && alignCodes[value] != "":
			add(&f.Aligns, alignCodes[value])
		case key == "source" || key == "" && containsFold(r.Sources, value):
			if !containsFold(r.Sources, value) {
				return f, nil, not(r.Sources, "There is no source named %q.", value)
			}
			add(&f.Sources, value)
		case is("variant") && xlog.KnownVariant(value):
			add(&f.Variants, value)
		case key == "death":
			f.Death = strings.ReplaceAll(value, "_", " ")
		case is("conduct") && slices.Contains(xlog.ConductNames(), value):
			add(&f.Conducts, value)
		case (key == "feat" || key == "achieve" || key == "achievement") && value != "":
			name, err := query.Achievement(value, key+":")
			if err != nil {
				return f, nil, err
			}
			add(&f.Feats, name)
		case tagged && slices.Contains([]string{"role", "race", "gender", "align", "variant", "conduct"}, key):
			return f, nil, not(known(key), "There is no %s named %q.", key, value)
		default:
			c, ok, err := comparison(w)
			if err != nil {
				return f, nil, err
			}
			if !ok {
				rest = append(rest, word)
				continue
			}
			f.Compare = append(f.Compare, c)
		}
	}
	if negated {
		return f, nil, not(notHints, "Not what? After \"not\" comes how a game ended.")
	}
	if f.From != 0 && f.Until != 0 && f.From >= f.Until {
		return f, nil, not([]string{"since monday", "2026-11"}, "The end of that time is not after its beginning.")
	}
	return f, rest, nil
}

func known(key string) []string {
	var m map[string]string
	switch key {
	case "role":
		m = roleCodes
	case "race":
		m = raceCodes
	case "gender":
		m = genderCodes
	case "align":
		m = alignCodes
	case "variant":
		return xlog.Variants()
	default:
		return xlog.ConductNames()
	}
	var out []string
	for _, v := range m {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	slices.Sort(out)
	return out
}

func containsFold(list []string, s string) bool {
	return slices.ContainsFunc(list, func(x string) bool { return strings.EqualFold(x, s) })
}

var compared = map[string]string{
	"turns": "turns", "turn": "turns", "t": "turns", "points": "points", "score": "points", "pts": "points",
	"realtime": "realtime", "time": "realtime", "conducts": "conducts",
}

func comparison(w string) (Comparison, bool, error) {
	i := strings.IndexAny(w, "<>=")
	if i <= 0 {
		return Comparison{}, false, nil
	}
	field, ok := compared[w[:i]]
	if !ok {
		return Comparison{}, false, not([]string{"turns<20000", "points>1000000", "realtime<2h", "conducts>=5"}, "I can't compare %q. I compare turns, points, realtime and conducts.", w[:i])
	}
	op := w[i : i+1]
	if strings.HasPrefix(w[i+1:], "=") && op != "=" {
		op += "="
	}
	text := strings.ReplaceAll(w[i+len(op):], ",", "")
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		scale := map[string]int64{"k": 1e3, "m": 1e6}
		if field == "realtime" {
			d, err := timespan.Parse(text)
			if err != nil {
				return Comparison{}, false, not([]string{"realtime<2h30m"}, "%q is not a length of time.", text)
			}
			return Comparison{field, op, int64(d / time.Second)}, true, nil
		}
		if text != "" && scale[text[len(text)-1:]] != 0 {
			if n, err = strconv.ParseInt(text[:len(text)-1], 10, 32); err == nil {
				return Comparison{field, op, n * scale[text[len(text)-1:]]}, true, nil
			}
		}
		return Comparison{}, false, not([]string{field + op + "20000"}, "%q is not a number.", text)
	}
	return Comparison{field, op, n}, true, nil
}

var weekdays = map[string]time.Weekday{
	"sunday": 0, "monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6,
	"sun": 0, "mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6,
}

// time reads "since monday", "until 2026-11-05", "2026-11", "today", "this week".
func (r *Reader) time(f *Filter, w string, next []string) (used int, err error) {
	within := func(from, until time.Time) {
		f.From, f.Until = from.Unix(), until.Unix()
	}
	today := time.Date(r.Now.Year(), r.Now.Month(), r.Now.Day(), 0, 0, 0, 0, r.Now.Location())
	monday := today.AddDate(0, 0, -int(today.Weekday()+6)%7)
	month := time.Date(r.Now.Year(), r.Now.Month(), 1, 0, 0, 0, 0, r.Now.Location())
	year := time.Date(r.Now.Year(), 1, 1, 0, 0, 0, 0, r.Now.Location())
	two := ""
	if len(next) > 0 {
		two = w + " " + strings.ToLower(strings.Trim(next[0], ",;"))
	}
	switch two {
	case "this week":
		within(monday, monday.AddDate(0, 0, 7))
	case "last week":
		within(monday.AddDate(0, 0, -7), monday)
	case "this month":
		within(month, month.AddDate(0, 1, 0))
	case "last month":
		within(month.AddDate(0, -1, 0), month)
	case "this year":
		within(year, year.AddDate(1, 0, 0))
	case "last year":
		within(year.AddDate(-1, 0, 0), year)
	case "last night":
		within(today.Add(-6*time.Hour), today.Add(12*time.Hour))
	default:
		two = ""
	}
	if two != "" {
		return 2, nil
	}
	switch w {
	case "today":
		within(today, today.AddDate(0, 0, 1))
		return 1, nil
	case "yesterday":
		within(today.AddDate(0, 0, -1), today)
		return 1, nil
	case "since", "after", "from", "until", "before", "till":
		if len(next) == 0 {
			return 0, not([]string{w + " monday", w + " 2026-11-05"}, "A day is missing after %q.", w)
		}
		word := strings.ToLower(strings.Trim(next[0], ",;"))
		from, _, ok := r.date(word)
		if day, isDay := weekdays[word]; isDay {
			from, ok = today.AddDate(0, 0, -(int(today.Weekday())-int(day)+7)%7), true
		}
		switch word {
		case "today":
			from, ok = today, true
		case "yesterday":
			from, ok = today.AddDate(0, 0, -1), true
		}
		if !ok {
			return 0, not([]string{w + " monday", w + " yesterday", w + " 2026-11-05"}, "%q is not a day.", word)
		}
		if w == "since" || w == "after" || w == "from" {
			f.From = from.Unix()
		} else {
			f.Until = from.Unix()
		}
		return 2, nil
	}
	from, until, ok := r.date(w)
	if ok {
		within(from, until)
		return 1, nil
	}
	if len(w) >= 6 && strings.Count(w, "-") >= 1 && strings.Trim(w, "0123456789-") == "" {
		return 0, not([]string{"2026-11-05", "2026-11", "2026"}, "%q is not a date.", w)
	}
	return 0, nil
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

// NeedsAll reports whether Match needs fields that only the whole record has.
func (f *Filter) NeedsAll() bool {
	return len(f.Conducts) > 0 || len(f.Feats) > 0 || f.Death != "" ||
		slices.ContainsFunc(f.Compare, func(c Comparison) bool { return c.Field == "conducts" })
}

func any1(list []string, s string) bool { return len(list) == 0 || containsFold(list, s) }

// Match reports whether the filter selects a game.
func (f *Filter) Match(g *Game) bool {
	if f.From != 0 && g.End < f.From || f.Until != 0 && g.End >= f.Until {
		return false
	}
	if !any1(f.Roles, g.Role) || !any1(f.Races, g.Race) || !any1(f.Genders, g.Gender) || !any1(f.Aligns, g.Align) ||
		!any1(f.Variants, g.Variant) || !any1(f.Sources, g.Source) {
		return false
	}
	if len(f.Outcomes) > 0 && !slices.Contains(f.Outcomes, g.Outcome) || slices.Contains(f.NotOutcomes, g.Outcome) {
		return false
	}
	for _, c := range f.Compare {
		if !c.match(g) {
			return false
		}
	}
	for _, c := range f.Conducts {
		if !slices.Contains(g.Conducts, c) {
			return false
		}
	}
	for _, c := range f.Feats {
		if !slices.Contains(g.Feats, c) {
			return false
		}
	}
	return f.Death == "" || strings.Contains(strings.ToLower(g.Death), f.Death)
}

func (c *Comparison) match(g *Game) bool {
	var n int64
	switch c.Field {
	case "turns":
		n = g.Turns
	case "points":
		n = g.Points
	case "realtime":
		if n = g.Realtime; n == 0 {
			return false
		}
	case "conducts":
		n = int64(len(g.Conducts))
	}
	switch c.Op {
	case "<":
		return n < c.N
	case "<=":
		return n <= c.N
	case ">":
		return n > c.N
	case ">=":
		return n >= c.N
	}
	return n == c.N
}

// Short is the filter without the parts that NeedsAll reports. It selects every
// game that f selects, and can be used before the record is read.
func (f Filter) Short() Filter {
	f.Conducts, f.Feats, f.Death = nil, nil, ""
	f.Compare = slices.DeleteFunc(slices.Clone(f.Compare), func(c Comparison) bool { return c.Field == "conducts" })
	return f
}
