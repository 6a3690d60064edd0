package query

import (
	"strconv"
	"strings"
	"time"

	"delphi/engine/problem"
	"delphi/engine/timespan"
)

// value reads a field, a function of one, or ${arithmetic}.
func (p *parser) value(text string) (*Value, error) {
	if inner, ok := strings.CutPrefix(text, "${"); ok {
		v, err := p.arithmetic(strings.TrimSuffix(inner, "}"))
		if err != nil {
			return nil, err
		}
		switch inner {
		case "end-start}":
			return fieldValue(byName["wallclock"]), nil
		case "points/turns}":
			v.Name = "ppt"
		default:
			v.Name = text
		}
		return v, nil
	}
	if f := byName[text]; f != nil {
		return fieldValue(f), nil
	}
	if m := callShape.FindStringSubmatch(text); m != nil {
		return p.call(text, m[1], splitOutside(m[2]))
	}
	var all []string
	for _, f := range fields {
		all = append(all, f.Name)
	}
	return nil, unknown("There is no field %q.", text, "", all)
}

// parts of times, with what Sequell calls them.
var clockParts = map[string]string{"day": "day", "date": "day", "month": "month", "year": "year", "hour": "hour", "nhour": "hour", "dow": "dow", "ndayofweek": "dow", "weekday": "dow"}

// call reads a function of a field.
func (p *parser) call(text, fn string, args []string) (*Value, error) {
	f := byName[args[0]]
	if fn == "death" && len(args) == 1 {
		return nil, problem.Newf("There is no form of deaths named %q.", args[0]).Try("death(tnnt)", "death(tnnt2020)", "death(junethack)", "death(plain)")
	}
	if part := clockParts[fn]; part != "" {
		if len(args) != 1 || f == nil || f.unit != "t" {
			return nil, problem.Newf("%s needs a time: end or start.", fn).Try(fn + "(end)")
		}
		name := part
		if f.Name == "start" {
			name += "(start)"
		}
		return &Value{Name: name, field: f, fn: part}, nil
	}
	if f != nil && f.Kind != Number {
		f = numeric(args[0])
	}
	switch {
	case fn != "trunc" && fn != "log":
		return nil, problem.Newf("There is no function %q.", fn).Try("day(end)", "month(end)", "trunc(turns,1000)", "log(points)")
	case f == nil || f.unit == "t":
		return nil, problem.Newf("%q is not a number that can be rounded.", args[0]).Try("trunc(turns,1000)", "log(points)")
	case fn == "log":
		return &Value{Name: "log_" + f.Name, field: f, fn: "log"}, nil
	}
	step := int64(0)
	if len(args) == 2 {
		step, _ = p.Number(args[1], "")
	}
	if step < 1 {
		return nil, problem.Newf("%q needs a step above 0.", text).Try("trunc(" + f.Name + ",1000)")
	}
	return &Value{Name: f.Name + Plain(step), field: f, fn: "trunc", step: step}, nil
}

// arithmetic reads a sum of products of fields and numbers, from the left to the
// right: "points/turns", "end-start", "first day + 7d".
func (p *parser) arithmetic(text string) (*Value, error) {
	if len(text) > maxPattern {
		return nil, problem.New("That is too much arithmetic.", "${points/turns}")
	}
	sum := []string{}
	from := 0
	for i := range len(text) {
		if (text[i] == '+' || text[i] == '-') && strings.TrimSpace(text[from:i]) != "" {
			sum = append(sum, text[from:i], text[i:i+1])
			from = i + 1
		}
	}
	sum = append(sum, text[from:])
	var v *Value
	for i := 0; i < len(sum); i += 2 {
		x, err := p.product(sum[i])
		switch {
		case err != nil:
			return nil, err
		case v == nil:
			v = x
		default:
			v = &Value{Name: text, op: sum[i-1][0], a: v, b: x}
		}
	}
	return v, nil
}

func (p *parser) product(text string) (*Value, error) {
	var v *Value
	op := byte('*')
	for len(text) > 0 || v == nil {
		i := strings.IndexAny(text, "*/")
		part, next := text, byte(0)
		if i >= 0 {
			part, next = text[:i], text[i]
			text = text[i+1:]
		} else {
			text = ""
		}
		x, err := p.operand(strings.TrimSpace(part))
		switch {
		case err != nil:
			return nil, err
		case v == nil:
			v = x
		default:
			v = &Value{op: op, a: v, b: x}
		}
		if op = next; next != 0 && text == "" {
			return nil, problem.New("Something is missing at the end of the arithmetic.", "${points/turns}")
		}
	}
	return v, nil
}

func (p *parser) operand(text string) (*Value, error) {
	if text == "first day" || text == "first_day" {
		return &Value{op: 'd'}, nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return &Value{op: 'n', n: n}, nil
	}
	if text != "" && text[0] >= '0' && text[0] <= '9' {
		if d, err := timespan.Parse(text); err == nil {
			return &Value{op: 'n', n: int64(d / time.Second)}, nil
		}
	}
	if f := numeric(text); f != nil {
		return fieldValue(f), nil
	}
	return nil, problem.Newf("%q is not a number.", text).Try("${points/turns}", "${end-start}")
}
