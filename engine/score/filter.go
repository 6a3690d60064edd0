package score

import (
	"slices"
	"strings"
	"time"

	"delphi/engine/problem"
	"delphi/engine/query"
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
	Not                           Except
}

// Except is what the games that a Filter selects are not.
type Except struct {
	Roles, Races, Genders, Aligns []string
	Variants, Sources             []string
	Players                       []string
}

// add takes the words behind "not" that value begins; ok is false where it leaves out
// nothing that can be left out.
func (e *Except) add(r *Reader, key, value, typed string) (ok bool) {
	is := func(k string) bool { return key == "" || key == k }
	for _, of := range []struct {
		key  string
		list *[]string
	}{{"role", &e.Roles}, {"race", &e.Races}, {"gender", &e.Genders}, {"align", &e.Aligns}} {
		if code := query.Code(of.key, value); is(of.key) && code != "" {
			*of.list = append(*of.list, code)
			return true
		}
	}
	switch {
	case is("source") && containsFold(r.Sources, value):
		e.Sources = append(e.Sources, value)
	case is("variant") && xlog.KnownVariant(value):
		e.Variants = append(e.Variants, value)
	case key == "player", key == "" && !slices.Contains(xlog.ConductNames(), value) && !strings.ContainsAny(value, "<>=") && r.Player != nil && r.Player(typed):
		e.Players = append(e.Players, typed)
	default:
		return false
	}
	return true
}

// match reports whether a game is one that is left out.
func (e *Except) match(g *Game) bool {
	return containsFold(e.Roles, g.Role) || containsFold(e.Races, g.Race) || containsFold(e.Genders, g.Gender) || containsFold(e.Aligns, g.Align) ||
		containsFold(e.Variants, g.Variant) || containsFold(e.Sources, g.Source) || containsFold(e.Players, g.Account)
}

// Comparison is "turns<20000".
type Comparison struct {
	Field string // turns, points, realtime (seconds), conducts
	Op    string // < <= = >= >
	N     int64
}

// Words lists the words that a filter may consist of, for hints and for correcting
// typos.
func Words(sources []string) []string {
	out := []string{"asc", "died", "quit", "escaped", "not", "since", "until", "today", "yesterday", "week", "month", "year"}
	out = append(out, query.CodeWords()...)
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
var notHints = []string{"not quit", "not asc", "not wiz"}

// Reader parses the words of a filter, in any order.
type Reader struct {
	Now     time.Time // what "today" is, in the zone that dates are meant in
	Sources []string  // the sources that may be named
	// Player reports whether a word behind "not" is a player's name; nil: none is.
	Player func(name string) bool
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
		if used, err := r.time(&f, words[i:]); err != nil {
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
		case negated && (w == "by" || w == "a" || w == "an"):
			continue
		case negated:
			typed := word
			if tagged {
				_, typed, _ = strings.Cut(word, ":")
			}
			if !f.Not.add(r, key, value, typed) {
				return f, nil, not(notHints, "I can't leave out %q. After \"not\" comes how a game ended, a role, a race or a player.", word)
			}
			negated = false
		case is("role") && query.Code("role", value) != "":
			add(&f.Roles, query.Code("role", value))
		case is("race") && query.Code("race", value) != "":
			add(&f.Races, query.Code("race", value))
		case is("gender") && query.Code("gender", value) != "":
			add(&f.Genders, query.Code("gender", value))
		case is("align") && query.Code("align", value) != "":
			add(&f.Aligns, query.Code("align", value))
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
		return f, nil, not(notHints, "Not what? After \"not\" comes how a game ended, a role, a race or a player.")
	}
	if f.From != 0 && f.Until != 0 && f.From >= f.Until {
		return f, nil, not([]string{"since monday", "2026-11"}, "The end of that time is not after its beginning.")
	}
	return f, rest, nil
}

// known are the values that a tagged word may have.
func known(key string) []string {
	switch key {
	case "variant":
		return xlog.Variants()
	case "conduct":
		return xlog.ConductNames()
	}
	return query.Codes(key)
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
	text := w[i+len(op):]
	unit := ""
	if field == "realtime" {
		unit = "s"
	}
	n, ok := (&query.Reader{}).Number(text, unit)
	switch {
	case !ok && unit == "s":
		return Comparison{}, false, not([]string{"realtime<2h30m"}, "%q is not a length of time.", text)
	case !ok:
		return Comparison{}, false, not([]string{field + op + "20000"}, "%q is not a number.", text)
	}
	return Comparison{field, op, n}, true, nil
}

// time reads a time as every question about games does; see query.Reader.Span.
func (r *Reader) time(f *Filter, words []string) (used int, err error) {
	q := query.Reader{Now: r.Now}
	from, until, used, err := q.Span(func(i int) string {
		if i >= len(words) {
			return ""
		}
		return strings.ToLower(strings.Trim(words[i], ",;"))
	})
	if !from.IsZero() {
		f.From = from.Unix()
	}
	if !until.IsZero() {
		f.Until = until.Unix()
	}
	return used, err
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
	if f.Not.match(g) {
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
