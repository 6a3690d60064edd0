package question

import (
	"slices"
	"strings"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/query/sequell"
	"delphi/engine/names"
	"delphi/engine/problem"
)

// say is a phrase of a question in words, and what it means.
type say struct {
	patterns []string
	mean     func(p *parser, f found) error
}

// noise holds words of a question that say nothing.
var noise = names.Set(`a an the of on in with is are was were be been please what for and at to as over there that which it its do does did has have had
	games game all everyone everybody anybody people everything me show list tell give recorded ended ends played by one count counts their them each's
	you can could know would like get got reached entered kept ever among overall file from whole entire word so far turn-count covered only those per
	just now really how when end exactly`)

// phrase reads a part of a question that is said in words. ok is false if none stands;
// the parser has not moved then.
func (p *parser) phrase(string) (ok bool, err error) {
	for _, s := range p.phrases {
		for _, pattern := range s.patterns {
			f, ok := p.match(pattern)
			if !ok {
				continue
			}
			start := p.at
			p.at += f.tokens
			if err := s.mean(p, f); err != nil {
				return false, err
			}
			if p.at == start { // it was not meant so after all
				continue
			}
			return true, nil
		}
	}
	w := p.word(0)
	if w == "-" || w == "–" || noise[w] {
		if c, _ := p.tokensAhead(); c { // "in 2020", "on sunday" are times
			return false, nil
		}
		p.at++
		return true, nil
	}
	return false, nil
}

// tokensAhead reports whether a condition begins right here.
func (p *parser) tokensAhead() (bool, error) {
	start := p.at
	c, err := p.term(p.tokens[p.at])
	p.at = start
	return c != nil, err
}

// back undoes that a phrase was read.
func (p *parser) back(f found) error { p.at -= f.tokens; return nil }

// superlatives holds the words before which an ordinal counts from the best.
var superlatives = names.Set("fastest quickest shortest longest slowest highest best lowest worst most fewest deepest")

// counts reports whether a number, where the parser stands, says how many: "3 fastest",
// "8 conducts".
func (p *parser) counts() bool {
	next := p.word(1)
	if next == "vanilla" {
		next = p.word(2)
	}
	return superlatives[next] || kept[next]
}

// kept holds words for what heroes have several of.
var kept = names.Set("conduct conducts achievement achievements")

// plural reports whether a word names what games are grouped by.
func (p *parser) plural(off int) bool {
	f := columns.Called(p.word(off))
	return f != nil && f.Kind != columns.Number && strings.HasSuffix(p.word(off), "s")
}

// not reads what follows "not": conditions, with "or" between them.
func (p *parser) not(f found) error {
	for noise[p.word(0)] && p.word(0) != "" {
		if here, _ := p.tokensAhead(); here {
			break
		}
		p.at++
	}
	if p.at >= len(p.tokens) {
		p.negated = true // finish says so
		return nil
	}
	if g, ok := p.match("players|those|roles|groups with # or fewer|less games|wins"); ok {
		p.at += g.tokens
		p.havesOf(g, ">", g.n[0])
		return nil
	}
	if w := p.word(0); w == "winning" || w == "ascending" || w == "dying" {
		p.at++
		p.take(query.Not(endings[w]))
		return nil
	}
	c, err := p.condition()
	if err != nil {
		return err
	}
	if c == nil {
		word := p.word(0)
		if p.at > 0 && p.word(-1) != "not" { // a hint takes the place of the word alone
			return problem.Newf("I can't leave out %q: it is not a condition.", word).Try("quit", "escaped")
		}
		return problem.Newf("I can't leave out %q: it is not a condition.", word).Try("not quit", "not escaped", "not asc")
	}
	c, err = p.or(c)
	p.take(query.Not(c))
	return err
}

// or reads the alternatives of a condition: "quit or escaped".
func (p *parser) or(c *query.Cond) (*query.Cond, error) {
	for {
		if w := p.word(0); w != "or" && w != "nor" || p.at+1 >= len(p.tokens) {
			return c, nil
		}
		p.at++
		other, err := p.condition()
		if err != nil {
			return nil, err
		}
		if other == nil {
			p.at--
			return c, nil
		}
		c = query.Or(c, other)
	}
}

// havesOf adds a condition on the games or wins of groups.
func (p *parser) havesOf(f found, op string, n int64) {
	what := f.word[len(f.word)-1]
	i := len(p.q.Having)
	p.haves("N", op, float64(n))
	p.having = append(p.having, func() error {
		if strings.HasPrefix(what, "game") && p.q.Ratio != nil {
			p.q.Having[i].Column = "den"
		}
		return nil
	})
	p.groupsWanted = true
}

// bounds adds one or two conditions on a number.
func (p *parser) bounds(f *columns.Field, op string, n int64, op2 string, n2 int64) {
	v := query.ValueOf(f)
	c := query.Compares(v, op, n, v.String()+" "+query.OpWords[op]+" "+query.Commas(n))
	if op2 != "" {
		c = query.And(c, query.Compares(v, op2, n2, v.String()+" "+query.OpWords[op2]+" "+query.Commas(n2)))
	}
	p.take(c)
}

// place reads where games ended: "in sokoban", "in the main dungeon".
func (p *parser) place(f found) error {
	for _, n := range []int{2, 1} {
		var words []string
		for i := range n {
			words = append(words, p.word(i))
		}
		if c := places[strings.Join(words, "-")]; c != nil {
			p.at += n
			p.take(c)
			return nil
		}
	}
	if w := p.word(0); (w == "dungeon" || w == "dungeons") && f.word[len(f.word)-1] == "main" {
		p.at++
		p.take(places["dungeons"])
		return nil
	}
	return p.back(f)
}

// ends holds the words that end a killer's name.
var ends = names.Set(`by per each every since until in on at with who and or not before after from last this past between under over more less top by: of for while when as the grouped ordered sorted how what which most`)

// killedBy reads who or what killed: the words up to one that goes on otherwise.
func (p *parser) killedBy(f found) error {
	by := p.word(-1) == "by"
	if why := sequell.Absent(p.word(0)); by && why != "" {
		return problem.New(why, "lg * died s=deathlev", "lg * died s=maxlvl")
	}
	if w := p.word(0); by && (fieldWord(w) != nil || clockParts[w] != "") { // "deaths by role"
		p.at-- // "by" is read again
		p.take(endings["died"])
		return nil
	}
	var name []string
	for len(name) < 4 && p.word(0) != "" && !ends[p.word(0)] && !strings.ContainsAny(p.word(0), "=<>()*/") && !(len(name) > 0 && (endings[p.word(0)] != nil || columns.Called(p.word(0)) != nil)) {
		name = append(name, p.word(0))
		p.at++
	}
	if len(name) == 0 {
		return p.back(f)
	}
	who := strings.Join(name, " ")
	texts := []string{who}
	for suffix, to := range map[string]string{"ies": "y", "ves": "f", "es": "", "s": ""} {
		if stem, ok := strings.CutSuffix(who, suffix); ok && stem != "" {
			texts = append(texts, stem+to)
		}
	}
	if who == "something" {
		c, err := p.test("killer", "!=", "")
		p.take(c)
		return err
	}
	var all []string
	for _, t := range texts {
		all = append(all, p.alias(t)...)
	}
	said := "killed by " + who
	if n := len(texts); len(all) > n {
		said += " (" + strings.Join(slices.DeleteFunc(slices.Clone(all), func(t string) bool { return slices.Contains(texts, t) }), ", ") + ")"
	}
	p.take(query.OneOf("killer", said, all...))
	return nil
}

// period reads a time that begins with "last".
func (p *parser) period(f found) error {
	p.at -= f.tokens
	c, n, err := p.when()
	p.at += n
	p.take(c)
	return err
}

// latest asks for the last game, or for several.
func (p *parser) latest(f found) error {
	p.q.Ordinal = -1
	if len(f.n) > 0 {
		return p.limit(f.n[0])
	}
	return nil
}

func (p *parser) earliest(f found) error {
	if len(p.q.Order) > 0 && p.at == len(p.tokens) {
		return nil // "rarest killers first"
	}
	if p.q.Ordinal = 1; len(f.n) > 0 {
		return p.limit(f.n[0])
	}
	p.early = true
	return nil
}

func (p *parser) limit(n int64) error {
	if n < 1 || n > maxListed {
		return problem.Newf("I list between 1 and %s games or groups, not %d.", query.Commas(maxListed), n).Try("top 10 killers")
	}
	p.q.Limit = int(n)
	return nil
}

// vanillaOf returns a field, of conducts the number of vanilla ones where that is said.
func (p *parser) vanillaOf(field *columns.Field, f found) *columns.Field {
	said := strings.Join(f.word, " ")
	if strings.Contains(said, "number of") && field.Kind == columns.Set {
		field = columns.Numeric(field.Name)
	}
	if strings.Contains(said, "vanilla") && field.Name == "conducts" {
		return columns.Called("nconduct")
	}
	return field
}

// killers leaves out deaths that name no killer.
func (p *parser) killers() {
	c, err := p.test("killer", "!=", "")
	if err == nil && !strings.Contains(p.q.Where.String(), c.Said) {
		p.q.Where = query.And(p.q.Where, c)
	}
}

// plain reads a field that stands for itself: "top killers".
func (p *parser) plain(f found) error {
	field := fieldWord(f.word[0])
	if field.Name == "name" && len(p.q.Groups) > 0 {
		return nil
	}
	if field.Name == "killer" {
		p.killers()
	}
	return p.groupBy(query.ValueOf(field))
}

// different counts different values.
func (p *parser) different(f found) error {
	field := f.field[0]
	if field.Kind == columns.Set {
		return p.back(f)
	}
	if field.Name == "death" && f.word[0] != "different" && f.word[0] != "distinct" && f.word[0] != "unique" && len(f.word) < 3 {
		p.at -= f.tokens
		p.at++ // "how": the deaths are counted
		p.q.Count = true
		if p.word(0) == "many" || p.word(0) == "of" {
			p.at++
		}
		return nil
	}
	name := "cdist(" + field.Name + ")"
	p.q.Order = append(p.q.Order, query.Order{Column: name})
	return p.aggregate("cdist", field.Name)
}

// figure reads figures of games: "average and median turn count", "total turns".
func (p *parser) figure(f found) error {
	start := p.at - f.tokens
	p.at = start
	var fns []string
	for {
		w := p.word(0)
		if w == "standard" && strings.HasPrefix(p.word(1), "deviation") {
			w = "std"
			p.at++
		}
		if fn := aggregates[w]; fn != "" && fn != "cdist" && fn != "z" {
			fns = append(fns, fn)
		} else if w != "and" && w != "," && w != "of" && w != "the" && w != "number" && w != "&" {
			break
		}
		p.at++
	}
	field := columns.Numeric(p.word(0))
	if p.word(0) == "real" {
		field = columns.Called("realtime")
	}
	if field == nil || len(fns) == 0 {
		p.at = start
		return nil
	}
	read := func() error {
		for _, fn := range fns {
			if err := p.aggregate(fn, field.Name); err != nil {
				return err
			}
		}
		return nil
	}
	p.at++
	if err := read(); err != nil {
		return err
	}
	for {
		for w := p.word(0); w == "count" || w == "counts" || w == "seconds" || w == "time" || w == "level"; w = p.word(0) {
			p.at++
		}
		if w := p.word(0); w != "and" {
			return nil
		}
		if field = columns.Numeric(p.word(1)); p.word(1) == "real" {
			field = columns.Called("realtime")
		}
		if field == nil || aggregates[p.word(1)] != "" {
			return nil
		}
		p.at += 2
		if err := read(); err != nil {
			return err
		}
	}
}
