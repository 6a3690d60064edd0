package query

import (
	"fmt"
	"strings"

	"delphi/engine/seq"
)

// Words says how a query was read, in one line without a full stop: "wins of
// stenno, by role: how many, average turns".
func (q *Query) Words() string {
	what := "all games"
	if q.Where != nil {
		what = "games: " + q.Where.String()
	}
	if len(q.Players) > 0 {
		what += ", of " + strings.Join(q.Players, " or ")
	}
	parts := []string{what}
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if len(q.Groups) > 0 {
		add("grouped by %s", strings.Join(seq.Map(q.Groups, func(v *Value) string { return v.String() }), " and "))
	}
	if q.Ratio != nil {
		add("the share that is %s", q.Ratio)
	}
	if q.Share {
		add("with each group's share of all")
	}
	if q.EachOf {
		add("with the share of all games that have each")
	}
	for _, a := range q.Aggregates {
		add("%s of %s", aggregateWords[a.Func], a.Of)
	}
	for _, h := range q.Having {
		add("only groups %s", h)
	}
	for _, o := range q.Order {
		column := o.Column
		if column == "." {
			column = "group"
		}
		add("by %s %s", column, map[bool]string{true: "ascending", false: "descending"}[o.Least])
	}
	if q.Running {
		add("each with all those before it")
	}
	if q.By != nil {
		add("the %s %s", map[bool]string{true: "lowest", false: "highest"}[q.Least], q.By)
	}
	for _, v := range q.Extra {
		add("with %s", v)
	}
	switch {
	case q.Random:
		add("any one of them")
	case q.Limit > 0:
		add("%s of them", Commas(int64(q.Limit)))
	case q.Grouped():
	case q.Ordinal > 1:
		add("the %s from the beginning", nth10(q.Ordinal))
	case q.Ordinal == 1 && q.By == nil:
		add("the first")
	case q.Ordinal == 1:
		add("the last of them")
	case q.Ordinal < -1:
		add("the %s from the end", nth10(-q.Ordinal))
	case q.By == nil:
		add("the last")
	}
	if q.Count {
		add("how many")
	}
	return strings.Join(parts, "; ")
}

// nth10 returns an ordinal number: "3rd".
func nth10(n int) string {
	suffix := "th"
	if n%100/10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return Commas(int64(n)) + suffix
}

var aggregateWords = map[string]string{
	"avg": "average", "median": "median", "min": "least", "max": "greatest", "sum": "sum", "std": "standard deviation", "variance": "variance",
	"cdist": "number of different values", "z": "sum of 1/k for the k-th game of each value",
}

// String returns the condition in words: "role is Wiz and not (quit or escaped)".
func (c *Cond) String() string {
	if c == nil {
		return "any"
	}
	if c.Said != "" {
		return c.Said
	}
	switch c.Op {
	case "and", "or":
		out := ""
		for i, a := range c.Args {
			if i > 0 {
				if before := c.Args[i-1]; c.Op == "or" && before.Op == "not" && before.Said == "" {
					out += "," // what is denied ends here
				}
				out += " " + c.Op + " "
			}
			out += a.within(c.Op)
		}
		return out
	case "not":
		s := c.Args[0].within("not")
		if left, right, ok := strings.Cut(s, " is "); ok && c.Args[0].Op == "=" && !strings.ContainsAny(left, ": ") && !strings.Contains(right, " is ") {
			return left + " is not " + right
		}
		return "not " + s
	}
	return c.Said
}

// within returns the condition in words, in parentheses where it is a part of another kind.
func (c *Cond) within(op string) string {
	if c.Said != "" || c.Op != "and" && c.Op != "or" || c.Op == op {
		return c.String()
	}
	return "(" + c.String() + ")"
}

// String returns the condition on groups in words.
func (h *Having) String() string {
	if h.In != nil {
		return fmt.Sprintf("whose %s is also that of games: %s", h.Of, h.In)
	}
	return fmt.Sprintf("with %s %s %v", h.Column, OpWords[h.Op], h.N)
}

var OpWords = map[string]string{"=": "is", "!=": "is not", "<": "below", "<=": "at most", ">": "above", ">=": "at least"}
