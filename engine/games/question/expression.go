package question

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/problem"
	"delphi/engine/timespan"
)

// expression is arithmetic being read: what stands in ${...} or is given to a function.
type expression struct {
	p    *parser
	text string
	at   int
	deep int
}

// maxDeep bounds how deep parentheses nest.
const maxDeep = 20

// arithmetic reads fields and numbers with + - * / % ** between them, parentheses and
// functions: "points/turns", "(hp + maxhp) * 2", "first day + 7d".
func (p *parser) arithmetic(text string) (*query.Value, error) {
	if len(text) > maxPattern {
		return nil, problem.New("That is too much arithmetic.", "${points/turns}")
	}
	e := &expression{p: p, text: text}
	v, err := e.sum()
	if err == nil && e.next() != 0 {
		err = e.wrong()
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

// compared splits arithmetic at a comparison outside of its parentheses.
func compared(text string) (left, op, right string, ok bool) {
	depth := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth == 0 && strings.IndexByte("=<>!", c) >= 0:
			n := 1
			for i+n < len(text) && strings.IndexByte("=~", text[i+n]) >= 0 {
				n++
			}
			return strings.TrimSpace(text[:i]), text[i : i+n], strings.TrimSpace(text[i+n:]), true
		}
	}
	return text, "", "", false
}

func (e *expression) wrong() error {
	rest := strings.TrimSpace(e.text[min(e.at, len(e.text)):])
	if rest == "" {
		return problem.New("Something is missing at the end of the arithmetic.", "${points/turns}")
	}
	return problem.Newf("%q is not a number.", rest).Try("${points/turns}", "${end-start}")
}

// next returns the next character after blanks, or 0 at the end.
func (e *expression) next() byte {
	for e.at < len(e.text) && (e.text[e.at] == ' ' || e.text[e.at] == '_') {
		e.at++
	}
	if e.at == len(e.text) {
		return 0
	}
	return e.text[e.at]
}

func (e *expression) sum() (*query.Value, error) {
	if e.deep++; e.deep > maxDeep {
		return nil, problem.New("That is too much arithmetic.", "${points/turns}")
	}
	defer func() { e.deep-- }()
	v, err := e.product()
	for err == nil && (e.next() == '+' || e.next() == '-') {
		op := e.next()
		e.at++
		var x *query.Value
		if x, err = e.product(); err == nil {
			v = e.made(op, v, x)
		}
	}
	return v, err
}

// made returns two values with an operator between; constants are worked out.
func (e *expression) made(op byte, a, b *query.Value) *query.Value {
	if a.Op == 'n' && b.Op == 'n' && op != '/' && op != '^' {
		return &query.Value{Name: e.text, Op: 'n', N: query.Calculated(op, a.N, b.N)}
	}
	return &query.Value{Name: e.text, Op: op, A: a, B: b}
}

func (e *expression) product() (*query.Value, error) {
	v, err := e.power()
	for err == nil && (e.next() == '*' || e.next() == '/' || e.next() == '%') {
		op := e.next()
		e.at++
		var x *query.Value
		if x, err = e.power(); err == nil {
			v = e.made(op, v, x)
		}
	}
	return v, err
}

func (e *expression) power() (*query.Value, error) {
	v, err := e.signed()
	if err != nil || e.next() != '*' || !strings.HasPrefix(e.text[e.at:], "**") {
		return v, err
	}
	e.at += 2
	x, err := e.signed()
	if err != nil {
		return nil, err
	}
	return e.made('^', v, x), nil
}

func (e *expression) signed() (*query.Value, error) {
	switch e.next() {
	case '-':
		e.at++
		v, err := e.operand()
		if err != nil {
			return nil, err
		}
		return e.made('-', &query.Value{Op: 'n'}, v), nil
	case '+':
		e.at++
	}
	return e.operand()
}

// operand reads a number, a length of time, a field, a function or parentheses.
func (e *expression) operand() (*query.Value, error) {
	c := e.next()
	if c == '(' {
		e.at++
		v, err := e.sum()
		if err == nil && e.next() != ')' {
			return nil, problem.New("A ) is missing.", "${(hp + maxhp) / 2}")
		}
		e.at++
		return v, err
	}
	from := e.at
	if c >= '0' && c <= '9' {
		for e.at < len(e.text) && (e.text[e.at] == '.' || digit(e.text[e.at]) || letter(e.text[e.at])) {
			e.at++
		}
		return e.number(e.text[from:e.at])
	}
	for e.at < len(e.text) && (letter(e.text[e.at]) || e.at > from && (digit(e.text[e.at]) || e.text[e.at] == '_' || e.text[e.at] == '.')) {
		e.at++
	}
	name := strings.ReplaceAll(e.text[from:e.at], "_", "")
	if name == "first" && (strings.HasPrefix(e.text[e.at:], " day") || strings.HasPrefix(e.text[e.at:], "_day")) {
		e.at += len(" day")
		return &query.Value{Op: 'd'}, nil
	}
	switch raw := e.text[from:e.at]; {
	case raw == "":
		e.at = from
		return nil, e.wrong()
	case name == "firstday":
		return &query.Value{Op: 'd'}, nil
	case e.at < len(e.text) && e.text[e.at] == '(':
		return e.function(raw)
	case columns.Numeric(raw) != nil:
		return query.ValueOf(columns.Numeric(raw)), nil
	case columns.Called(raw) == nil:
		return nil, noField(raw)
	}
	e.at = from
	return nil, problem.Newf("%q is not a number.", e.text[from:]).Try("${points/turns}", "length(death)")
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// number reads a constant of arithmetic: 20000, 1.5, 20k, 7d.
func (e *expression) number(text string) (*query.Value, error) {
	if n, ok := e.p.Number(text, ""); ok {
		return &query.Value{Op: 'n', N: n}, nil
	}
	if whole, part, ok := strings.Cut(text, "."); ok && len(text) < 16 {
		scale := int64(1)
		for range part {
			scale *= 10
		}
		if n, err := strconv.ParseInt(whole+part, 10, 64); err == nil {
			return &query.Value{Name: text, Op: '/', A: &query.Value{Op: 'n', N: n}, B: &query.Value{Op: 'n', N: scale}}, nil
		}
	}
	if d, err := timespan.Parse(text); err == nil {
		return &query.Value{Op: 'n', N: int64(d / time.Second)}, nil
	}
	return nil, problem.Newf("%q is not a number.", text).Try("${points/turns}", "${end-start}")
}

// function reads a function's arguments, and returns it of them.
func (e *expression) function(name string) (*query.Value, error) {
	from, depth := e.at+1, 0
	for ; e.at < len(e.text); e.at++ {
		if c := e.text[e.at]; c == '(' {
			depth++
		} else if c == ')' {
			if depth--; depth == 0 {
				e.at++
				inner := e.text[from : e.at-1]
				v, err := e.p.call(name+"("+inner+")", name, splitOutside(inner))
				if err == nil && v.Kind() != columns.Number {
					err = problem.Newf("%q is not a number.", name+"("+inner+")").Try("${points/turns}", "length(death)")
				}
				return v, err
			}
		}
	}
	return nil, problem.New("A ) is missing.", "${trunc(turns,1000)}")
}

// applies are the functions of numbers that need no more than one, with whether the
// result is whole.
var applies = []string{"abs", "int", "log"}

// applied returns a function of arithmetic, or of a field.
func (p *parser) applied(text, fn string, arg string, step int64) (*query.Value, error) {
	inner, err := p.arithmetic(arg)
	if err != nil {
		return nil, err
	}
	if f := inner.Field; f != nil && inner.Func == "" && slices.Contains([]string{"trunc", "log"}, fn) {
		if f.Unit == "t" {
			return nil, problem.Newf("%q is not a number that can be rounded.", arg).Try("trunc(turns,1000)", "log(points)")
		}
		name := "log_" + f.Name
		if fn == "trunc" {
			name = f.Name + query.Plain(step)
		}
		return &query.Value{Name: name, Field: f, Func: fn, Step: step}, nil
	}
	return &query.Value{Name: text, Op: 'f', Func: fn, Step: step, A: inner}, nil
}
