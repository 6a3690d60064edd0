package question

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/query/sequell"
	"delphi/engine/problem"
)

// keyword reads a word of Sequell's that stands for a condition: a version, a character
// (ValDwa), a level (D:10) or a text that is to be there (killer). It is nil if none
// stands.
func (p *parser) keyword(token string) (*query.Cond, error) {
	w := plain(token)
	if isVersion(w) {
		return ofVersion(w), nil
	}
	if c := character(w); c != nil {
		return c, nil
	}
	if c := spot(w); c != nil && (strings.Contains(w, ":") || p.notated()) {
		return c, nil
	}
	return p.bareField(token)
}

// spot returns the condition that a branch stands for, or a level of it by its Dlvl:
// "mines", "D:10"; nil: the word is none.
func spot(word string) *query.Cond {
	branch, depth, ok := strings.Cut(word, ":")
	if branch == "d" {
		branch = "dungeons"
	}
	c := places[branch]
	if c == nil || !ok {
		return c
	}
	n, err := strconv.ParseInt(depth, 10, 64)
	if err != nil || n < 1 {
		return nil
	}
	return query.And(c, query.Compares(query.Of("deathlev"), "=", n, "Dlvl "+query.Plain(n)))
}

// bareField reads a text's name, which stands for games that have some: "killer".
func (p *parser) bareField(token string) (*query.Cond, error) {
	w := strings.ToLower(token)
	if f := columns.Called(w); f == nil || f.Kind != columns.Text || f.Name != w || f.Column < columns.Death || f.Parts != nil || f.Column == columns.Outcome || !p.notated() {
		return nil, nil
	}
	return p.test(w, "!=", "")
}

// consistent refuses what does not go together.
func (p *parser) consistent() error {
	q := p.q
	switch grouped := q.Grouped(); {
	case grouped && len(q.Extra) > 0:
		return problem.Newf("%s is of single games; of groups I can show avg, median, min, max, sum, std, variance and count.", q.Extra[0].Name).Try("x=avg(turns)", "x=count(name)")
	case grouped && (q.Shown.Log || q.Random):
		return problem.New("A dump log is of one game, and -random picks one: not of groups.", "lg * win -log", "lg * win -random")
	case !grouped && q.Shown.Graph:
		return problem.New("A graph needs groups.", "lg * win s=role -graph")
	case q.Random && (q.By != nil || q.Limit > 0 || q.Ordinal != 0):
		return problem.New("Any one game, or a certain one: not both.", "lg * win -random", "lg * win min=turns")
	}
	return nil
}

// notated reports whether the line is in notation where the parser stands: it began with
// whose games are meant, and no word of a sentence stands right before.
func (p *parser) notated() bool {
	if p.at == 0 || !strings.ContainsAny(p.tokens[0][:1], "*.@:!") {
		return false
	}
	before := plain(p.tokens[p.at-1])
	return p.at == 1 || before == "|" || before == "(" || before == "!" || !noise[before] && !slices.Contains(groupers, before)
}

// groupers are words of sentences behind which a field is grouped by, or a place
// follows.
var groupers = strings.Fields("by per each every which what most fewest least top best common frequent grouped ordered sorted and , # different distinct unique number count")

// character returns the condition for codes of role, race, gender and alignment that
// stand as one: ValDwa, Val-Dwa-Fem-Law; nil: the word is none.
func character(word string) *query.Cond {
	codes := strings.ReplaceAll(word, "-", "")
	if len(codes) != 6 && len(codes) != 9 && len(codes) != 12 {
		return nil
	}
	var all []*query.Cond
	for i, field := range []string{"role", "race", "gender0", "align0"} {
		if 3*i == len(codes) {
			break
		}
		code := codes[3*i : 3*i+3]
		name := Code(strings.TrimSuffix(field, "0"), code)
		if !strings.EqualFold(name, code) {
			return nil
		}
		all = append(all, query.OneOf(field, columns.Called(field).Title+" is "+name, name))
	}
	return query.And(all...)
}

// killedByNamed is met by deaths whose killer has a name: no article, and no ghost's.
func killedByNamed() *query.Cond {
	pattern := func(op, text string) *query.Cond {
		return &query.Cond{Op: op, Left: query.Of("death"), Re: regexp.MustCompile(text)}
	}
	return &query.Cond{Op: "and", Said: "killer is unique", Args: []*query.Cond{pattern("~", "^killed by "), pattern("!~", "^killed by an? "), pattern("!~", "(?i)ghost")}}
}

// bareCall reports whether a call without "s=" is what games are grouped by: it is a
// function of one game.
func (p *parser) bareCall(text string) bool {
	name, _, _ := strings.Cut(text, "(")
	return known(name)
}

// known reports whether a function of single games has that name.
func known(name string) bool {
	return clockParts[name] != "" || truncShape.MatchString(name) || slices.Contains(applies, name) || slices.Contains([]string{"trunc", "size", "length", "death"}, name)
}

// dayTest compares a day, week or month with a date.
func (p *parser) dayTest(v *query.Value, op, right string) (*query.Cond, error) {
	from, until, ok := p.date(right)
	if v.Func == "week" {
		from = from.AddDate(0, 0, -int(from.Weekday()+6)%7)
		until = from.AddDate(0, 0, 7)
	}
	if !ok || v.Func == "month" && len(right) != len("2006-01") || v.Func != "month" && len(right) != len("2006-01-02") {
		return nil, problem.Newf("%q is no %s.", right, v.Func).Try("day(end)=2026-11-05", "month(end)=2026-11")
	}
	at := query.ValueOf(v.Field)
	said := v.String() + " " + query.OpWords[op] + " " + right
	switch op {
	case "=":
		return dated(at, from, until, said), nil
	case "!=":
		return query.Not(dated(at, from, until, v.String()+" is "+right)), nil
	case "<", ">=":
		return query.Compares(at, op, from.Unix(), said), nil
	case "<=":
		return query.Compares(at, "<", until.Unix(), said), nil
	}
	return query.Compares(at, ">=", until.Unix(), said), nil
}

// dated returns the condition that a time is within a span.
func dated(at *query.Value, from, until time.Time, said string) *query.Cond {
	return &query.Cond{Op: "and", Said: said, Args: []*query.Cond{query.Compares(at, ">=", from.Unix(), ""), query.Compares(at, "<", until.Unix(), "")}}
}

// matches compares a text with a pattern: a glob of =~, a regular expression of ~~.
func (p *parser) matches(v *query.Value, left, op, right string) (*query.Cond, error) {
	pattern, err := right, error(nil)
	if op == "=~" || op == "!~" {
		if pattern, err = sequell.Glob(left, right); err != nil {
			return nil, err
		}
	}
	re, err := regexp.Compile("(?i)" + pattern)
	if err != nil || len(right) > maxPattern {
		return nil, problem.Newf("%q is no pattern.", right).Try(left+"=~priest", left+"~~^priest")
	}
	negated := op == "!~" || op == "!~~"
	said := v.String() + " matches " + right
	if negated {
		said = v.String() + " does not match " + right
	}
	return &query.Cond{Op: map[bool]string{false: "~", true: "!~"}[negated], Left: v, Re: re, Said: said}, nil
}

// isVersion reports whether a word is a version of games: 3.6, 3.4.3.
func isVersion(word string) bool {
	parts := strings.Split(word, ".")
	for _, p := range parts {
		if n, err := strconv.Atoi(p); err != nil || n < 0 || n > 999 || len(p) > 3 {
			return false
		}
	}
	return len(parts) == 2 || len(parts) == 3
}

// ofVersion returns the condition that a version stands for: with two numbers it means all
// that begin with them.
func ofVersion(word string) *query.Cond {
	field := "version"
	if strings.Count(word, ".") == 1 {
		field = "cv"
	}
	return query.OneOf(field, "version "+word, word)
}
