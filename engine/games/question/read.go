package question

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/query/sequell"
	"delphi/engine/names"
	"delphi/engine/problem"
)

// Reader reads lines as queries.
type Reader struct {
	Now     time.Time // what "today" is, in the zone that dates are meant in
	Sources []string  // the sources that may be named
	Me      []string  // whose games "me" and "." mean, in lower case

	// Achievements holds what achievements there are besides those of all games:
	// those of a tournament.
	Achievements []string
	// Variants holds the variants that a tournament names in its own way; empty: those
	// of all games are known.
	Variants []string

	// Accounts returns the names under which somebody plays that is called nick, in lower
	// case; none: the nick is an account's name. It may be nil.
	Accounts func(nick string) []string

	// Killers returns all that a killer is called, in one version or another, what it is
	// given first. It may be nil.
	Killers func(name string) []string

	// Played reports whether anybody with that name has played. It may be nil.
	Played func(name string) bool
}

// maxTokens bounds the work on one line.
const maxTokens = 200

// Read reads a line. Its error is a problem.Mendable that says which word could
// not be read, and what to type instead.
func (r *Reader) Read(line string) (*query.Query, error) { return r.read(line, true) }

// read reads a line, in which whose games are meant may be said if targets.
func (r *Reader) read(line string, targets bool) (*query.Query, error) {
	p := &parser{Reader: r, phrases: phrases, q: &query.Query{Zone: r.Now.Location()}, targets: targets}
	line, shown, err := sequell.Take(line)
	if err != nil {
		return nil, err
	}
	p.q.Shown, p.q.Random = shown, shown.Random
	if p.tokens, err = tokens(line); err != nil {
		return nil, err
	}
	if len(p.tokens) > maxTokens {
		return nil, problem.New(fmt.Sprintf("That is %d words; I read at most %d.", len(p.tokens), maxTokens), "lg * win s=role")
	}
	for p.at < len(p.tokens) {
		if err := p.part(); err != nil {
			return nil, err
		}
	}
	return p.q, p.finish()
}

// parser is one line being read.
type parser struct {
	*Reader
	q       *query.Query
	phrases []say
	tokens  []string
	at      int

	targets bool // whose games are meant may be said as Sequell has it
	ratio   bool // "/" was read: conditions belong to the ratio
	negated bool // "not" was read, and nothing behind it
	each    bool // "each" of a set was read
	bit     bool // "bit" was read
	ordered bool // o= was read
	share   bool // "what share"
	shareOf bool // "share of": "that" or "with" begins what it is of
	who     bool // "who": players are asked for
	early   bool // "earliest"
	most    bool // "most wins": of players, where nothing else is grouped by
	rated   bool // groups are in the order of how often they win
	super   bool // a superlative was read: "fastest"

	numbered bool // the ordinal is a number that stands alone: "3"

	groupsWanted bool           // a condition on groups was read
	having       []func() error // checked once all columns are known
}

// tokens splits a line at blanks. Parentheses of conditions stand alone; what is
// in ${...}, in quotation marks or in the parentheses of a function stays together.
func tokens(line string) ([]string, error) {
	var out []string
	var word strings.Builder
	depth, group, brace, quoted := 0, 0, false, false
	flush := func() {
		if word.Len() == 0 {
			return
		}
		if all, ok := sequell.Alternatives(word.String()); ok {
			out = append(out, all...)
		} else {
			out = append(out, word.String())
		}
		word.Reset()
	}
	before := func() byte {
		if s := word.String(); s != "" {
			return s[len(s)-1]
		}
		return 0
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '"':
			quoted = !quoted
		case quoted && c == ' ':
			word.WriteByte('_')
		case quoted:
			word.WriteByte(c)
		case brace:
			brace = c != '}'
			word.WriteByte(c)
		case c == '$' && i+1 < len(line) && line[i+1] == '{':
			brace = true
			word.WriteByte(c)
		case depth > 0: // within a function's
			if depth += map[byte]int{'(': 1, ')': -1}[c]; c != ' ' {
				word.WriteByte(c)
			}
		case c == '(' && (letter(before()) || strings.HasSuffix(strings.TrimRight(word.String(), "0123456789"), "trunc") || strings.ContainsRune(word.String(), '~')):
			depth = 1
			word.WriteByte(c)
		case c == '|' && strings.ContainsRune(word.String(), '~'), c == '|' && word.Len() > 0 && (group == 0 && !strings.HasPrefix(line[i:], "||") || group > 0 && isValue(line[i+1:]) && strings.ContainsRune(word.String(), '=')):
			word.WriteByte(c)
		case c == '(' || c == ')' || c == '|':
			if group += map[byte]int{'(': 1, ')': -1}[c]; strings.HasPrefix(line[i:], "||") {
				i++
			}
			negated := c == '(' && word.String() == "!"
			if negated {
				word.Reset()
			}
			flush()
			if negated {
				out = append(out, "!")
			}
			out = append(out, string(c))
		case c == ' ' || c == '\t':
			flush()
		default:
			word.WriteByte(c)
		}
	}
	flush()
	switch {
	case brace:
		return nil, problem.New("A } is missing after ${.", "lg * win max=${points/turns}")
	case quoted:
		return nil, problem.New("A closing quotation mark is missing.", `lg killer="soldier ant"`)
	case depth > 0:
		return nil, problem.New("A ) is missing.", "lg * s=day(end)")
	}
	return out, nil
}

// isValue reports whether a text goes on with a word that is another value for the
// comparison before it, and means nothing by itself.
func isValue(text string) bool {
	end := strings.IndexAny(text, " \t|)")
	if end < 0 {
		end = len(text)
	}
	_, _, _, compared := sequell.Split(text[:end])
	return end > 0 && !compared && !Known(strings.ToLower(text[:end]))
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// word returns the token at an offset from where the parser stands, in lower case and
// without the marks of a sentence; empty beyond the end.
func (p *parser) word(off int) string {
	if p.at+off < 0 || p.at+off >= len(p.tokens) {
		return ""
	}
	return plain(p.tokens[p.at+off])
}

// shortened holds words that are written short, in full.
var shortened = map[string]string{"yr": "year", "yrs": "years", "wk": "week", "wks": "weeks"}

func plain(token string) string {
	w := strings.ToLower(token)
	w = strings.TrimRight(w, ",;?!.:")
	w = strings.ReplaceAll(w, "’", "'")
	if w == "" {
		return strings.ToLower(token)
	}
	if whole := shortened[w]; whole != "" {
		return whole
	}
	return w
}

// part reads the next part of a line.
func (p *parser) part() error {
	token := p.tokens[p.at]
	if c, err := p.bareField(token); c != nil || err != nil {
		p.at++
		p.take(c)
		return err
	}
	for _, read := range []func(string) (bool, error){p.notation, p.phrase} {
		if ok, err := read(token); ok || err != nil {
			return err
		}
	}
	c, err := p.condition()
	if err != nil {
		return err
	}
	if c != nil {
		if c, err = p.or(c); err == nil {
			p.take(c)
		}
		return err
	}
	if p.targets {
		if ok, err := p.target(token); ok || err != nil {
			return err
		}
	}
	return p.player(token)
}

// take adds a condition that was read.
func (p *parser) take(c *query.Cond) {
	to := &p.q.Where
	if p.ratio {
		to = &p.q.Ratio
	}
	*to = join(*to, c)
}

// join adds a condition to the earlier ones. Two values of a field that has only one
// value in each game mean either: "val sam".
func join(all, c *query.Cond) *query.Cond {
	parts := []*query.Cond{all}
	if all != nil && all.Op == "and" {
		parts = slices.Clone(all.Args)
	}
	for i, a := range parts {
		if value(a) != nil && value(a) == value(c) {
			parts[i] = query.Or(a, c)
			return query.And(parts...)
		}
	}
	return query.And(all, c)
}

// value returns the field that a condition says the one value of, or some of which one
// is enough; nil if it says something else.
func value(c *query.Cond) *columns.Field {
	switch {
	case c == nil:
	case c.Op == "or":
		return value(c.Args[0])
	case c.Op == "=" && c.Re == nil && c.Right == nil && c.Left.Field != nil && c.Left.Func == "" && c.Left.Field.Kind == columns.Text && c.Left.Field.Values != "":
		return c.Left.Field
	}
	return nil
}

// condition reads a condition: a term, an alternative in parentheses, or either of them
// after "!". It is nil if none stands; the parser has not moved then.
func (p *parser) condition() (*query.Cond, error) {
	start := p.at
	token := p.tokens[p.at]
	switch {
	case token == "!":
		p.at++
		if p.at >= len(p.tokens) {
			return nil, problem.New("Not what? After ! comes a condition.", "lg * !win", "lg * !(val|sam)")
		}
		c, err := p.condition()
		if err == nil && c == nil {
			err = p.unread(p.tokens[min(p.at, len(p.tokens)-1)])
		}
		return query.Not(c), err
	case token == "(":
		p.at++
		return p.alternatives()
	case len(token) > 1 && token[0] == '!' && token[1] != '=':
		if p.targets && (token[1] == '@' || token[1] == ':') {
			return nil, nil
		}
		p.tokens[p.at] = token[1:]
		c, err := p.condition()
		if p.tokens[min(start, len(p.tokens)-1)] = token; err != nil {
			return nil, err
		}
		if c == nil && p.at == 0 && p.targets {
			return nil, nil // somebody, perhaps
		}
		if c == nil {
			return nil, p.unread(token[1:])
		}
		return query.Not(c), nil
	}
	return p.term(token)
}

// alternatives reads what follows "(" up to its ")": conditions, with | or "or" between
// alternatives.
func (p *parser) alternatives() (*query.Cond, error) {
	var any, all []*query.Cond
	for p.at < len(p.tokens) {
		switch token := p.tokens[p.at]; {
		case token == ")" || token == "|" || strings.EqualFold(token, "or"):
			p.at++
			if len(all) == 0 {
				return nil, problem.New("A condition is missing in the parentheses.", "lg * (val|sam) win")
			}
			any, all = append(any, query.And(all...)), nil
			if token == ")" {
				return query.Or(any...), nil
			}
		case strings.EqualFold(token, "and"):
			p.at++
		default:
			c, err := p.condition()
			if err == nil && c == nil {
				err = p.unreadWithin(token)
			}
			if err != nil {
				return nil, err
			}
			all = append(all, c)
		}
	}
	return nil, problem.New("A ) is missing.", "lg * (val|sam) win")
}

// player reads a word that nothing else knows: whose games are meant.
func (p *parser) player(token string) error {
	p.at++
	name := strings.ToLower(strings.TrimRight(token, ",;?!:"))
	name = strings.TrimSuffix(name, "'s")
	before := ""
	if p.at > 1 {
		before = plain(p.tokens[p.at-2])
	}
	known := p.Played != nil && p.Played(name)
	if !known && (p.at > 1 && !slices.Contains([]string{"of", "by", "for", "player", "did", "has", "does", "and", "or", "from"}, before) || !nameShape.MatchString(name) || len(p.q.Players) > 0 && before != "and" && before != "or") {
		return p.unread(token)
	}
	p.players(strings.Split(name, ",")...)
	return nil
}

var nameShape = regexp.MustCompile(`^[\pL\pN_.@,-]+$`)

// unread returns the error for a word that was not read.
func (p *parser) unread(token string) error {
	if why := sequell.Absent(plain(token)); why != "" {
		return problem.New(why, "lg * win s=role", "lg * win -log")
	}
	if token == "|" {
		return problem.New("Alternatives stand in parentheses, or without blanks between them.", "lg * ((win || quit))", "lg * val|wiz")
	}
	hints := nearest(plain(token), Words(p.Sources))
	if len(hints) == 0 {
		hints = []string{"lg * win s=role", "wins by role", "player:" + strings.TrimRight(token, ",;?!:")}
	}
	return problem.Newf("I don't know %q: it is neither a filter nor a player I have games of.", token).Try(hints...)
}

// unreadWithin is unread for a word in parentheses, where only a condition may stand.
func (p *parser) unreadWithin(token string) error {
	err := p.unread(token)
	if len(nearest(plain(token), Words(p.Sources))) == 0 && sequell.Absent(plain(token)) == "" {
		return problem.Newf("I don't know %q, which is not a filter.", token).Try("lg * ((win || quit))", "lg * (val|sam) win")
	}
	return err
}

// nearest returns the words most like one.
func nearest(word string, list []string) (out []string) {
	x := names.NewIndex()
	for _, w := range list {
		x.Add(&names.Entry{Name: w})
	}
	for _, n := range x.Nearest(word, 3, nil) {
		out = append(out, n.Name)
	}
	return out
}

// imply fills in what a question in words leaves to be understood.
func (p *parser) imply() {
	q := p.q
	if p.super && p.numbered && q.By != nil && q.Ordinal > 0 && len(q.Groups) == 0 { // "fastest win 2"
		q.Limit, q.Ordinal = q.Ordinal, 0
	}
	listing := q.By != nil || q.Limit > 0 || q.Ordinal != 0
	if ((p.who || p.most) && !listing || p.groupsWanted && q.By == nil) && len(q.Groups) == 0 && len(q.Aggregates) == 0 {
		q.Groups = []*query.Value{query.Of("name")}
		q.Count = false
	}
	switch {
	case p.share && len(q.Groups) == 0 && q.Ratio == nil && q.Where != nil:
		q.Ratio, q.Where = q.Where, nil
	case p.share && q.Ratio == nil:
		q.Share = true
	}
	if len(q.Groups) > 0 {
		q.Count = false
		if p.early && len(q.Aggregates) == 0 {
			q.Ordinal, q.By, q.Least = 0, query.Of("end"), true
		}
	}
}

// finish checks the query as a whole, and fills in what follows from its parts.
func (p *parser) finish() error {
	q := p.q
	if p.negated {
		return problem.New("Not what? After \"not\" comes a condition.", "lg * not win", "lg * not quit")
	}
	if p.ratio && q.Ratio == nil && !q.EachOf {
		return problem.New("The share of what? After / comes a condition.", "lg * / win", "lg * s=role / win")
	}
	p.imply()
	set := len(q.Groups) == 1 && q.Groups[0].Kind() == columns.Set
	q.EachOf = q.EachOf || p.each && set
	if q.EachOf && !set {
		return problem.New("The share of games with each of what? I can do that for conducts and achievements.", "lg * win s=conduct / bit", "lg * s=achieve bits")
	}
	q.Vanilla = p.bit && q.Groups[0].Field.Name == "conduct"
	for _, check := range p.having {
		if err := check(); err != nil {
			return err
		}
	}
	if p.rated && len(q.Groups) == 0 {
		q.Order = nil // "best win rate"
	}
	if err := p.consistent(); err != nil {
		return err
	}
	if q.Running && len(q.Groups) != 1 {
		return problem.New("A running total needs one thing to group by.", "lg * win s=day(end) x=cdist(name) running")
	}
	if q.Running {
		for _, a := range q.Aggregates {
			if a.Func != "sum" && a.Func != "cdist" {
				return problem.Newf("%s can't be a running total; counts, sums and different values can.", a.Name).Try("lg * win s=day(end) running")
			}
		}
	}
	if q.By != nil && q.Grouped() {
		if len(q.Groups) > 0 && len(q.Aggregates) == 0 {
			// "highest score by role": of each group the best.
			f := "max"
			if q.Least {
				f = "min"
			}
			a := &query.Aggregate{Name: f + "(" + q.By.Name + ")", Func: f, Of: q.By}
			q.Aggregates = []*query.Aggregate{a}
			if len(q.Order) == 0 {
				q.Order = []query.Order{{Column: a.Name, Least: q.Least}}
			}
			q.By = nil
			return nil
		}
		return problem.New("I can list games by something, or count groups of them, but not both at once.", "lg * win min=turns", "lg * win s=role x=min(turns)")
	}
	return nil
}
