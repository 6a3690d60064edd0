package question

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/problem"
)

var (
	ordinalShape = regexp.MustCompile(`^-?[1-9][0-9]{0,8}$`)
	testShape    = regexp.MustCompile(`^(\$\{[^}]*\}|[A-Za-z][A-Za-z0-9_.-]*(?:\([^)]*\))?)(!~~|!==|!=|!~|~~|<=|>=|=~|==|=|<|>)(.*)$`)
	havingShape  = regexp.MustCompile(`^([A-Za-z%.:]+(?:\([^)]*\))?)(!=|<=|>=|==|=|<|>)(-?[0-9.]+)%?$`)
	callShape    = regexp.MustCompile(`^([a-z_]+[0-9]*)\(([^()]*)\)$`)
)

// notation reads a part that is written in Sequell's notation and is no condition. ok
// is false if none stands; the parser has not moved then.
func (p *parser) notation(token string) (ok bool, err error) {
	q := p.q
	lower := strings.ToLower(token)
	key, value, tagged := strings.Cut(lower, "=")
	if k, v, ok := strings.Cut(lower, ":"); ok && v != "" && !tagged && (k == "min" || k == "max") {
		key, value, tagged = k, v, true
	}
	key = cmp.Or(map[string]string{"group": "s", "g": "s", "extra": "x", "order": "o"}[key], key)
	switch {
	case token == "*" || lower == "@*": // everybody's games
	case token == "." || lower == "me" || lower == "my" || lower == "mine" || lower == "i":
		if len(p.Me) == 0 {
			return false, problem.New("I don't know who you are here.", "lg player:NAME")
		}
		p.players(p.Me...)
	case strings.HasPrefix(lower, "@") && len(lower) > 1:
		p.players(p.called(lower[1:])...)
	case strings.HasPrefix(lower, "player:") && len(lower) > 7:
		p.players(strings.Split(lower[7:], ",")...)
	case token == "/":
		p.ratio = true
	case token == "?:":
		p.at++
		return true, p.readHaving()
	case lower == "bit" || lower == "bits":
		q.EachOf, p.bit = true, true
	case lower == "running":
		q.Running = true
	case strings.HasPrefix(lower, "-count:"), strings.HasPrefix(lower, "count:"):
		err = p.readLimit(lower)
	case lower == "title:count":
		q.Count = true
	case strings.HasPrefix(lower, "title:"):
		return false, problem.New("A title stands in quotation marks.", `title:"Winners"`)
	case ordinalShape.MatchString(token):
		n, _ := strconv.Atoi(token)
		if n >= 1987 && n < 2100 && len(token) == 4 {
			return false, nil // a year
		}
		if n > 0 && !p.notated() && p.counts() {
			return false, nil
		}
		q.Ordinal, p.numbered = n, true
	case strings.HasPrefix(lower, "${") && strings.HasSuffix(lower, "}"):
		if _, _, _, ok := compared(lower[2 : len(lower)-1]); ok {
			return false, nil // a condition
		}
		q.By, err = p.value(lower)
	case (strings.HasPrefix(lower, "min(") || strings.HasPrefix(lower, "max(")) && strings.HasSuffix(lower, ")") && p.at > 0 && p.notated():
		q.By, err = p.value(lower[4 : len(lower)-1])
		q.Least = lower[:3] == "min"
	case callShape.MatchString(lower) && aggregates[lower[:strings.Index(lower, "(")]] != "":
		err = p.readAggregates(lower)
	case callShape.MatchString(lower) && p.bareCall(lower):
		err = p.readGroups(lower)
	case !tagged:
		return false, nil
	case key == "s":
		err = p.readGroups(value)
	case key == "x":
		err = p.readAggregates(value)
	case key == "o":
		err = p.readOrder(value)
	case key == "min" || key == "max":
		q.By, err = p.value(value)
		q.Least = key == "min"
		if err == nil && q.By.Kind() != columns.Number {
			err = problem.Newf("%s is not a number, so games can't be listed by it.", q.By).Try("max=points", "min=turns")
		}
	default:
		return false, nil
	}
	if err != nil {
		return false, err
	}
	p.at++
	return true, nil
}

// maxListed is how many games or groups can be asked for.
const maxListed = 100_000

// readLimit reads how many are wanted: "-count:10".
func (p *parser) readLimit(text string) error {
	n, err := strconv.Atoi(text[strings.Index(text, ":")+1:])
	if err != nil || n < 1 || n > maxListed {
		return problem.Newf("%q is not a count from 1 to %d.", text, maxListed).Try("-count:10")
	}
	p.q.Limit = n
	return nil
}

// readGroups reads what follows "s=": "role", "killer,deathlev", "-name",
// "name%".
func (p *parser) readGroups(text string) error {
	parts := splitOutside(text)
	for _, part := range parts {
		least := strings.HasPrefix(part, "-")
		part = strings.TrimPrefix(strings.TrimPrefix(part, "-"), "+")
		if rest, ok := strings.CutSuffix(part, "%"); ok {
			p.q.Share, part = true, rest
		}
		v, err := p.value(part)
		if err != nil {
			return err
		}
		if err := p.groupBy(v); err != nil {
			return err
		}
		if least {
			p.q.Order = append(p.q.Order, query.Order{Column: "N", Least: true})
		}
	}
	return nil
}

// groupBy adds something to group by.
func (p *parser) groupBy(v *query.Value) error {
	if v.Fraction() { // as whole numbers
		v = &query.Value{Name: v.Name, Op: 'f', Func: "int", A: v}
	}
	if slices.ContainsFunc(p.q.Groups, func(g *query.Value) bool { return g.Name == v.Name }) {
		return nil
	}
	if len(p.q.Groups) == 2 {
		return problem.New("I group by at most two things at once.", "s=role,race", "s=char")
	}
	p.q.Groups = append(p.q.Groups, v)
	return nil
}

// splitOutside splits at commas that stand in no parentheses.
func splitOutside(text string) (out []string) {
	depth, from := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, text[from:i])
				from = i + 1
			}
		}
	}
	return append(out, text[from:])
}

// readAggregates reads what follows "x=": "avg(turns),+max(points)".
func (p *parser) readAggregates(text string) error {
	for _, part := range splitOutside(text) {
		order := ""
		if part != "" && (part[0] == '+' || part[0] == '-') {
			order, part = part[:1], part[1:]
		}
		name, of, called := strings.Cut(strings.TrimSuffix(part, ")"), "(")
		if !called || !strings.HasSuffix(part, ")") || aggregates[name] == "" && (clockParts[name] != "" || known(name)) {
			if aggregates[part] != "" && columns.Called(part) == nil {
				return problem.Newf("%q can't be worked out over many games.", part).Try("x=avg(turns)", "x=max(points)", "x=cdist(name)")
			}
			v, err := p.value(part)
			if err != nil {
				return err
			}
			if !slices.ContainsFunc(p.q.Extra, func(o *query.Value) bool { return o.Name == v.Name }) {
				p.q.Extra = append(p.q.Extra, v)
			}
			continue
		}
		if err := p.aggregate(name, of); err != nil {
			return err
		}
		if order != "" && !p.ordered {
			p.q.Order = append(p.q.Order, query.Order{Column: part, Least: order == "-"})
		}
	}
	return nil
}

// aggregates holds the functions of many games, with what else they are called.
var aggregates = map[string]string{
	"avg": "avg", "mean": "avg", "average": "avg", "median": "median", "min": "min", "minimum": "min", "max": "max", "maximum": "max",
	"sum": "sum", "total": "sum", "std": "std", "stddev": "std", "variance": "variance", "cdist": "cdist", "count": "cdist", "distinct": "cdist", "different": "cdist", "unique": "cdist", "z": "z", "zscore": "z",
}

// aggregate adds a figure of many games.
func (p *parser) aggregate(name, of string) error {
	f := aggregates[name]
	if f == "" {
		return problem.Newf("There is no function %q over many games.", name).Try("x=avg(turns)", "x=median(turns)", "x=cdist(name)")
	}
	v, err := p.value(of)
	if err != nil {
		return err
	}
	if f != "cdist" && f != "z" && v.Kind() != columns.Number {
		n := columns.Numeric(of)
		if n == nil {
			return problem.Newf("%s is not a number, so it has no %s.", v, name).Try("x="+f+"(turns)", "x=cdist("+of+")")
		}
		v = query.ValueOf(n)
	}
	if f == "cdist" && v.Kind() == columns.Set {
		return problem.New("Sets can't be counted by value; group by what is in them.", "s=conduct", "s=achieve")
	}
	if v.Fraction() && (f == "cdist" || f == "z") {
		return problem.Newf("%s is not a whole number, so its values can't be told apart.", v).Try("x=avg(" + of + ")")
	}
	a := &query.Aggregate{Name: f + "(" + v.Name + ")", Func: f, Of: v}
	if !slices.ContainsFunc(p.q.Aggregates, func(b *query.Aggregate) bool { return b.Name == a.Name }) {
		p.q.Aggregates = append(p.q.Aggregates, a)
	}
	return nil
}

// readOrder reads what follows "o=": "%", "N,%", "-.".
func (p *parser) readOrder(text string) error {
	p.q.Order = nil // what is said goes before what x= orders by
	for _, part := range splitOutside(text) {
		least := strings.HasPrefix(part, "-")
		part = strings.TrimLeft(part, "+-")
		p.order(part, least)
	}
	p.ordered = true
	return nil
}

// order orders by a column, which must be there in the end.
func (p *parser) order(column string, least bool) {
	i := len(p.q.Order)
	p.q.Order = append(p.q.Order, query.Order{Column: column, Least: least})
	p.having = append(p.having, func() error {
		name, err := p.column(column)
		p.q.Order[i].Column = name
		return err
	})
}

// column returns a column of groups as it is called in the answer.
func (p *parser) column(name string) (string, error) {
	q := p.q
	is := func(f string, field string) bool {
		m := callShape.FindStringSubmatch(name)
		return m != nil && aggregates[m[1]] == f && columns.Called(m[2]) != nil && columns.Called(m[2]).Name == field
	}
	switch {
	case name == "." || slices.ContainsFunc(q.Groups, func(v *query.Value) bool { return v.Name == name }):
		return ".", nil
	case strings.EqualFold(name, "n") || name == "count" || name == "num":
		return "N", nil
	case slices.Contains([]string{"num.n", "num:n", "n.n", "n:n"}, strings.ToLower(name)):
		return "N", nil
	case slices.Contains([]string{"den", "den.n", "den:n", "d.n", "d:n"}, strings.ToLower(name)):
		return "den", nil
	case name == "%" || name == "pct":
		if q.Ratio == nil && !q.EachOf {
			q.Share = true
		}
		return "pct", nil
	}
	for _, a := range q.Aggregates {
		if a.Name == name || is(a.Func, a.Of.Name) {
			return a.Name, nil
		}
	}
	hints := []string{"N", "%"}
	for _, a := range q.Aggregates {
		hints = append(hints, a.Name)
	}
	return "", problem.Newf("There is no column %q.", name).Try(hints...)
}

// readHaving reads what follows "?:".
func (p *parser) readHaving() error {
	if p.at >= len(p.tokens) {
		return problem.New("A condition on the groups is missing after ?:.", "?: N>=5", "?: den.N>=5")
	}
	token := p.tokens[p.at]
	if strings.EqualFold(p.word(1), "in") && p.at+2 < len(p.tokens) && p.tokens[p.at+2] == "(" {
		v, err := p.value(token)
		if err != nil {
			return err
		}
		p.at += 3
		c, err := p.alternatives()
		if err != nil {
			return err
		}
		p.q.Having = append(p.q.Having, &query.Having{In: c, Of: v})
		return nil
	}
	m := havingShape.FindStringSubmatch(token)
	if m == nil {
		return problem.Newf("%q is not a condition on groups.", token).Try("?: N>=5", "?: den.N>=5", "?: %>50")
	}
	n, err := strconv.ParseFloat(m[3], 64)
	if err != nil {
		return problem.Newf("%q is not a number.", m[3]).Try("?: N>=5")
	}
	p.at++
	p.haves(m[1], strings.Replace(m[2], "==", "=", 1), n)
	if p.at < len(p.tokens) && havingShape.MatchString(p.tokens[p.at]) {
		return p.readHaving() // another one
	}
	return nil
}

// haves adds a condition on a column of groups.
func (p *parser) haves(column, op string, n float64) {
	h := &query.Having{Op: op, N: n}
	p.q.Having = append(p.q.Having, h)
	p.having = append(p.having, func() (err error) {
		h.Column, err = p.column(column)
		if err == nil && h.Column == "." {
			err = problem.New("A condition on groups must name a figure of theirs.", "?: N>=5")
		}
		return err
	})
}

// term reads one condition, without "!": a comparison, a word of the vocabulary, a
// place or a time. It is nil if none stands.
func (p *parser) term(token string) (*query.Cond, error) {
	if inner, ok := strings.CutPrefix(token, "${"); ok && strings.HasSuffix(inner, "}") {
		if left, op, right, ok := compared(strings.TrimSuffix(inner, "}")); ok {
			p.at++
			return p.test("${"+left+"}", op, "${"+right+"}")
		}
	}
	if m := testShape.FindStringSubmatch(token); m != nil {
		c, err := p.test(m[1], m[2], m[3])
		if err == nil {
			p.at++
		}
		return c, err
	}
	if c, n, err := p.when(); c != nil || err != nil {
		p.at += n
		return c, err
	}
	c, err := p.named(p.word(0))
	if c == nil && err == nil {
		c, err = p.keyword(token)
	}
	if c != nil {
		p.at++
	}
	return c, err
}

// named returns the condition that a word stands for, or nil.
func (p *parser) named(w string) (*query.Cond, error) {
	if key, value, ok := strings.Cut(w, ":"); ok && columns.Called(key) != nil && value != "" {
		f := columns.Called(key)
		switch {
		case f.Name == "death":
			return p.test(key, "~~", regexp.QuoteMeta(strings.ReplaceAll(value, "_", " ")))
		case f.Name == "gender" || f.Name == "align":
			f = columns.Called(f.Name + "0")
		case f.Kind == columns.Number:
			return nil, nil
		}
		return p.test(f.Name, "=", value)
	}
	if c := endings[w]; c != nil {
		return c, nil
	}
	for _, b := range bareCodes {
		if code, ok := b.codes[w]; ok {
			return p.test(p.startOrEnd(b.field), "=", code)
		}
	}
	for _, field := range []string{"source", "variant", "conduct", "achieve"} {
		f := columns.Called(field)
		if name, err := p.canonical(f, w); err == nil && achieveAliases[w] == "" {
			return query.OneOf(field, f.Title+" "+name, name), nil
		}
	}
	return nil, nil
}

// startOrEnd returns the field of a gender or alignment, which is that at the start unless the
// words behind it say otherwise: "female at the end".
func (p *parser) startOrEnd(field string) string {
	at := p.word(1) + " " + p.word(2) + " " + p.word(3)
	rest, ok := strings.CutPrefix(at, "at the ")
	if !ok {
		rest, ok = strings.CutPrefix(at, "in the ")
	}
	if !ok {
		rest, ok = strings.CutPrefix(at, "at ")
	}
	moment, _, _ := strings.Cut(rest, " ")
	used := 3
	if strings.HasPrefix(at, "at ") && !strings.HasPrefix(at, "at the ") {
		used = 2
	}
	start := moment == "start" || moment == "beginning"
	if !ok || !strings.HasSuffix(field, "0") || !start && moment != "end" {
		return field
	}
	p.tokens = slices.Delete(p.tokens, p.at+1, p.at+1+used)
	if start {
		return field
	}
	return strings.TrimSuffix(field, "0")
}
