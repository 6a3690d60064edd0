package question

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/query/sequell"
	"delphi/engine/problem"
	"delphi/engine/seq"
	"delphi/engine/timespan"
)

// value reads a field, a function of one, or ${arithmetic}.
func (p *parser) value(text string) (*query.Value, error) {
	if inner, ok := strings.CutPrefix(text, "${"); ok {
		v, err := p.arithmetic(strings.TrimSuffix(inner, "}"))
		if err != nil {
			return nil, err
		}
		switch inner {
		case "end-start}":
			return query.Of("wallclock"), nil
		case "points/turns}":
			v.Name = "ppt"
		default:
			v.Name = text
		}
		return v, nil
	}
	if f := columns.Called(text); f != nil {
		return query.ValueOf(f), nil
	}
	if m := callShape.FindStringSubmatch(text); m != nil {
		return p.call(text, m[1], splitOutside(m[2]))
	}
	if strings.ContainsAny(text, "+*/%(") {
		v, err := p.arithmetic(text)
		if err == nil && v.Name == "" {
			v.Name = text
		}
		return v, err
	}
	return nil, noField(text)
}

// noField returns the error for a name that no field has.
func noField(text string) error {
	if why := sequell.Absent(text); why != "" {
		return problem.New(why, "lg * win s=role", "lg * x=avg(turns)")
	}
	return unknown("There is no field %q.", text, "", seq.Map(columns.Fields, func(f *columns.Field) string { return f.Name }))
}

// parts of times, with what Sequell calls them.
var clockParts = map[string]string{
	"day": "day", "date": "day", "week": "week", "month": "month", "year": "year", "hour": "hour", "nhour": "hour", "nmin": "minute", "minute": "minute",
	"dow": "dow", "ndayofweek": "dow", "weekday": "dow", "ndayofmonth": "dayofmonth", "nweekofyear": "weekofyear", "nmonth": "monthofyear",
}

var truncShape = regexp.MustCompile(`^trunc([1-9][0-9]{0,11})$`)

// call reads a function of a field or of arithmetic.
func (p *parser) call(text, fn string, args []string) (*query.Value, error) {
	f := columns.Called(args[0])
	if fn == "death" && len(args) == 1 {
		return nil, problem.Newf("There is no form of deaths named %q.", args[0]).Try("death(tnnt)", "death(tnnt2020)", "death(junethack)", "death(plain)")
	}
	if part := clockParts[fn]; part != "" {
		if len(args) != 1 || f == nil || f.Unit != "t" {
			return nil, problem.Newf("%s needs a time: end or start.", fn).Try(fn + "(end)")
		}
		name := part
		if f.Name == "start" {
			name += "(start)"
		}
		return &query.Value{Name: name, Field: f, Func: part}, nil
	}
	if m := truncShape.FindStringSubmatch(fn); m != nil { // trunc1000(turns)
		fn, args = "trunc", append(args, m[1])
	}
	if len(args) == 1 {
		if v, err := p.special(text, fn, args[0], f); v != nil || err != nil {
			return v, err
		}
	}
	switch {
	case slices.Contains(applies, fn) && len(args) == 1:
		return p.applied(text, fn, args[0], 0)
	case fn != "trunc":
		return nil, problem.Newf("There is no function %q.", fn).Try("day(end)", "month(end)", "trunc(turns,1000)", "log(points)")
	}
	step := int64(0)
	if len(args) == 2 {
		step, _ = p.Number(strings.TrimSpace(args[1]), "")
	}
	if step < 1 {
		return nil, problem.Newf("%q needs a step above 0.", text).Try("trunc(" + args[0] + ",1000)")
	}
	return p.applied(text, fn, args[0], step)
}

// special reads the functions that are not of numbers; nil: it is none of them.
func (p *parser) special(text, fn, arg string, f *columns.Field) (*query.Value, error) {
	switch fn {
	case "now":
		if strings.TrimSpace(arg) == "" {
			return &query.Value{Op: 'n', N: p.Now.Unix()}, nil
		}
	case "interval":
		d, err := timespan.Parse(strings.ReplaceAll(strings.Trim(arg, `'" `), " ", ""))
		if err != nil {
			return nil, problem.Newf("%q is no length of time.", arg).Try("interval('30d')", "interval('12h')")
		}
		return &query.Value{Op: 'n', N: int64(d / time.Second)}, nil
	case "interval_seconds", "seconds_interval": // all times are in seconds here
		return p.arithmetic(arg)
	case "size":
		if f == nil || f.Kind != columns.Set {
			return nil, problem.New("A size is how much is in a set: conduct or achieve.", "size(conduct)", "size(achieve)")
		}
		return query.ValueOf(columns.Numeric(arg)), nil
	case "length":
		if f == nil || f.Kind != columns.Text || f.Parts != nil {
			return nil, problem.Newf("%q is no text that has a length.", arg).Try("length(death)")
		}
		return query.ValueOf(columns.LengthOf(f)), nil
	}
	return nil, nil
}
