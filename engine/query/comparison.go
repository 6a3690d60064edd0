package query

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"delphi/engine/problem"
	"delphi/engine/timespan"
)

// test returns a comparison of a field, or of arithmetic, with a text, a number or
// another field.
func (p *parser) test(left, op, right string) (*Cond, error) {
	v, err := p.value(strings.ToLower(left))
	if err != nil {
		return nil, err
	}
	compared := op == "<" || op == "<=" || op == ">" || op == ">="
	if v.kind() == Set && (compared || right != "" && right[0] >= '0' && right[0] <= '9') {
		v = fieldValue(numeric(v.field.Name))
	}
	if v.field != nil && v.fn == "" && v.field.Name == "source" && op == "=" && strings.Contains(right, ",") {
		return nil, problem.New("Name one source at a time.", "(source=a|source=b)")
	}
	if v.kind() == Number {
		return p.testNumber(v, op, right)
	}
	if other := byName[strings.ToLower(right)]; other != nil && other.Kind == Text && v.field != nil && v.fn == "" && other != v.field && v.field.values == other.values && v.field.values != "" {
		return &Cond{op: op, left: v, right: fieldValue(other), said: v.String() + " " + opWords[op] + " " + other.Title}, nil
	}
	if compared {
		return nil, problem.Newf("%s is text, which can't be less or more than other text.", v).Try(left+"="+right, left+"!="+right)
	}
	right = strings.ReplaceAll(right, "_", " ")
	if op == "=~" || op == "!~" {
		re, err := regexp.Compile("(?i)" + right)
		if err != nil || len(right) > maxPattern {
			return nil, problem.Newf("%q is not a pattern.", right).Try(left + "=~priest")
		}
		said := v.String() + " matches " + right
		if op == "!~" {
			said = v.String() + " does not match " + right
		}
		return &Cond{op: strings.TrimPrefix(op, "="), left: v, re: re, said: said}, nil
	}
	if right == "" {
		said := "with " + v.String()
		if op == "=" {
			said = "without " + v.String()
		}
		return &Cond{op: op, left: v, texts: []string{""}, said: said}, nil
	}
	if v.fn != "" {
		return nil, problem.Newf("%s can't be compared; name the time itself.", v).Try("2026-11", "end>=2026-11-05")
	}
	name := right
	if v.field.values != "" {
		if name, err = p.canonical(v.field, strings.ReplaceAll(right, " ", "_")); err != nil {
			if name, err = p.canonical(v.field, right); err != nil {
				return nil, err
			}
		}
	}
	return &Cond{op: op, left: v, texts: []string{strings.ToLower(name)}, said: v.String() + " " + opWords[op] + " " + name}, nil
}

// maxPattern bounds the patterns that are matched.
const maxPattern = 200

var opWords = map[string]string{"=": "is", "!=": "is not", "<": "below", "<=": "at most", ">": "above", ">=": "at least"}

// testNumber compares a number with a constant, a field or arithmetic.
func (p *parser) testNumber(v *Value, op, right string) (*Cond, error) {
	if op == "=~" || op == "!~" {
		return nil, problem.Newf("%s is a number, which can't match a pattern.", v).Try(v.Name + ">=1000")
	}
	if right == "" {
		if op != "=" && op != "!=" {
			return nil, problem.Newf("A number is missing after %s%s.", v.Name, op).Try(v.Name + op + "1000")
		}
		return compares(v, op, 0, v.String()+" "+opWords[op]+" 0"), nil
	}
	unit := ""
	if v.field != nil && v.fn == "" {
		unit = v.field.unit
	}
	n, ok := p.Number(right, unit)
	if ok {
		shown := Commas(n)
		switch unit {
		case "s":
			shown = Clock(n)
		case "t":
			shown = time.Unix(n, 0).In(p.Now.Location()).Format("2006-01-02 15:04 MST")
		}
		return compares(v, op, n, v.String()+" "+opWords[op]+" "+shown), nil
	}
	other, err := p.value(strings.ToLower(right))
	if err != nil || other.kind() != Number {
		return nil, problem.Newf("%q is not a number.", right).Try(v.Name + op + "1000")
	}
	return &Cond{op: op, left: v, right: other, said: v.String() + " " + opWords[op] + " " + other.String()}, nil
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
