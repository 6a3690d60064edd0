package question

import (
	"strconv"
	"strings"
	"time"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/problem"
	"delphi/engine/timespan"
)

// test returns a comparison of a field, or of arithmetic, with a text, a number or
// another field.
func (p *parser) test(left, op, right string) (*query.Cond, error) {
	if w := strings.ToLower(right); (strings.EqualFold(left, "place") || strings.EqualFold(left, "br")) && (op == "=" || op == "!=") && (spot(w) != nil || strings.Contains(w, ":")) {
		c := spot(w)
		if c == nil {
			return nil, problem.Newf("%q is no place.", right).Try("D:10", "mines:4", "sokoban", "planes")
		}
		if op == "!=" {
			c = query.Not(c)
		}
		return c, nil
	}
	v, err := p.value(strings.ToLower(left))
	if err != nil {
		return nil, err
	}
	exact := op == "==" || op == "!=="
	op = strings.Replace(op, "==", "=", 1)
	pattern := strings.Contains(op, "~")
	compared := op == "<" || op == "<=" || op == ">" || op == ">="
	if v.Kind() == columns.Set && (compared || right != "" && right[0] >= '0' && right[0] <= '9') {
		v = query.ValueOf(columns.Numeric(v.Field.Name))
	}
	if v.Field != nil && v.Func == "" && v.Field.Name == "source" && op == "=" && strings.Contains(right, ",") {
		return nil, problem.New("Name one source at a time.", "(source=a|source=b)")
	}
	if v.Kind() == columns.Number {
		return p.testNumber(v, op, right)
	}
	if v.Func != "" && !pattern {
		return p.dayTest(v, op, right)
	}
	if compared && v.Field.Column == columns.Version && v.Field.Kind == columns.Text {
		return query.Compares(query.ValueOf(columns.VersionOrder), op, columns.VersionNumber(right), "version "+query.OpWords[op]+" "+right), nil
	}
	if other := columns.Called(strings.ToLower(right)); other != nil && other.Kind == columns.Text && v.Field != nil && v.Func == "" && other != v.Field && v.Field.Values == other.Values && v.Field.Values != "" {
		return &query.Cond{Op: op, Left: v, Right: query.ValueOf(other), Said: v.String() + " " + query.OpWords[op] + " " + other.Title}, nil
	}
	if compared {
		return nil, problem.Newf("%s is text, which can't be less or more than other text.", v).Try(left+"="+right, left+"!="+right)
	}
	right = strings.ReplaceAll(right, "_", " ")
	if pattern {
		return p.matches(v, left, op, right)
	}
	return p.testText(v, op, right, exact)
}

// testText compares a text with another, or with nothing. exact takes it as it is typed.
func (p *parser) testText(v *query.Value, op, right string, exact bool) (*query.Cond, error) {
	if right == "" {
		said := "with " + v.String()
		if op == "=" {
			said = "without " + v.String()
		}
		return &query.Cond{Op: op, Left: v, Texts: []string{""}, Said: said}, nil
	}
	if v.Field.Parts == nil && v.Field.Column == columns.Name && right == "." {
		return nil, problem.New("No account is called \".\"; your own is name=@.", "name=@.")
	}
	if v.Field.Parts == nil && v.Field.Column == columns.Name && strings.HasPrefix(right, "@") {
		all := p.called(right[1:])
		return &query.Cond{Op: op, Left: v, Texts: all, Said: v.String() + " " + query.OpWords[op] + " " + strings.Join(all, " or ")}, nil
	}
	name := right
	switch f := v.Field; {
	case exact:
	case f.Name == "killer" && strings.EqualFold(right, "uniq"):
		if op == "!=" {
			return query.Not(killedByNamed()), nil
		}
		return killedByNamed(), nil
	case f.Name == "killer":
		all := p.alias(columns.WithoutArticle(right))
		said := v.String() + " " + query.OpWords[op] + " " + strings.Join(all, " or ")
		c := query.OneOf("killer", said, all...)
		c.Op = op
		return c, nil
	case f.Name == "version" && isVersion(right):
		if c := ofVersion(right); op == "=" {
			return c, nil
		} else {
			return query.Not(c), nil
		}
	}
	if v.Field.Values != "" {
		var err error
		if name, err = p.canonical(v.Field, strings.ReplaceAll(right, " ", "_")); err != nil {
			if name, err = p.canonical(v.Field, right); err != nil {
				return nil, err
			}
		}
	}
	return &query.Cond{Op: op, Left: v, Texts: []string{strings.ToLower(name)}, Said: v.String() + " " + query.OpWords[op] + " " + name}, nil
}

// alias returns what a killer is called, its name first.
func (r *Reader) alias(name string) []string {
	if r.Killers == nil {
		return []string{name}
	}
	return r.Killers(name)
}

// maxPattern bounds the patterns that are matched.
const maxPattern = 200

// testNumber compares a number with a constant, a field or arithmetic.
func (p *parser) testNumber(v *query.Value, op, right string) (*query.Cond, error) {
	if strings.Contains(op, "~") {
		return nil, problem.Newf("%s is a number, which has no pattern.", v).Try(v.Name + ">=1000")
	}
	if right == "" {
		if op != "=" && op != "!=" {
			return nil, problem.Newf("A number is missing after %s%s.", v.Name, op).Try(v.Name + op + "1000")
		}
		return query.Compares(v, op, 0, v.String()+" "+query.OpWords[op]+" 0"), nil
	}
	unit := ""
	if v.Field != nil && v.Func == "" {
		unit = v.Field.Unit
	}
	if from, until, ok := p.date(strings.ToLower(right)); ok && unit == "t" && (op == "=" || op == "!=") {
		c := dated(v, from, until, v.String()+" within "+right)
		if op == "!=" {
			c = query.Not(c)
		}
		return c, nil
	}
	n, ok := p.Number(right, unit)
	other, err := (*query.Value)(nil), error(nil)
	if !ok {
		read := p.value
		if right[0] >= '0' && right[0] <= '9' && strings.Contains(right, ".") {
			read = p.arithmetic
		}
		if other, err = read(strings.ToLower(right)); err == nil && other.Op == 'n' {
			n, ok = other.N, true
		}
	}
	if ok {
		shown := query.Commas(n)
		switch unit {
		case "s":
			shown = query.Clock(n)
		case "t":
			shown = time.Unix(n, 0).In(p.Now.Location()).Format("2006-01-02 15:04 MST")
		}
		return query.Compares(v, op, n, v.String()+" "+query.OpWords[op]+" "+shown), nil
	}
	if err != nil || other.Kind() != columns.Number {
		return nil, problem.Newf("%q is not a number.", right).Try(v.Name + op + "1000")
	}
	return &query.Cond{Op: op, Left: v, Right: other, Said: v.String() + " " + query.OpWords[op] + " " + other.String()}, nil
}

// clock reads hours, minutes and seconds: 1:05:00, 5:00.
func clock(text string) (n int64, ok bool) {
	parts := strings.Split(text, ":")
	for i, p := range parts {
		x, err := strconv.ParseUint(p, 10, 16)
		if err != nil || i > 0 && (len(p) != 2 || x > 59) {
			return 0, false
		}
		n = 60*n + int64(x)
	}
	return n, len(parts) == 2 || len(parts) == 3
}

// Number reads a constant: 20000, 20,000, 20k, 1.5m. If unit is "s", it also reads a
// length of time as seconds, and if it is "t", a date. ok is false if text is none of
// these.
func (r *Reader) Number(text, unit string) (n int64, ok bool) {
	plain := strings.ReplaceAll(strings.ToLower(text), ",", "")
	if n, err := strconv.ParseInt(plain, 10, 64); err == nil && (unit != "t" || n > 9999) {
		return n, true
	}
	if unit == "t" {
		if from, _, ok := r.date(plain); ok {
			return from.Unix(), true
		}
		return 0, false
	}
	if unit == "s" {
		if n, ok := clock(plain); ok {
			return n, true
		}
		if d, err := timespan.Parse(plain); err == nil {
			return int64(d / time.Second), true
		}
	}
	for suffix, scale := range map[string]float64{"k": 1e3, "m": 1e6} {
		if digits, ok := strings.CutSuffix(plain, suffix); ok {
			if x, err := strconv.ParseFloat(digits, 64); err == nil && x < 1e12 && x > -1e12 {
				return int64(x * scale), true
			}
		}
	}
	return 0, false
}
