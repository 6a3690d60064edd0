package query

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"delphi/engine/games/columns"
	"delphi/engine/seq"
)

// Cond says which games are meant. A nil Cond means all of them.
type Cond struct {
	Op   string // "and", "or", "not" of args; otherwise a comparison: = != < <= > >= ~ !~
	Args []*Cond

	Left  *Value
	Right *Value         // another value; nil: what follows
	Texts []string       // one of these, in lower case; for a set: one of its names
	n     int64          // a number
	Re    *regexp.Regexp // for ~
	Said  string         // the comparison in words
}

// And, Or and Not combine conditions. Nil ones are left out.
func And(all ...*Cond) *Cond { return combine("and", all) }

// Or returns a condition that is met if one of its conditions is; see And.
func Or(all ...*Cond) *Cond { return combine("or", all) }

// Not returns a condition that is met if its condition is not; see And.
func Not(c *Cond) *Cond {
	if c == nil {
		return nil
	}
	if c.Op == "not" {
		return c.Args[0]
	}
	return &Cond{Op: "not", Args: []*Cond{c}}
}

func combine(op string, all []*Cond) *Cond {
	all = slices.DeleteFunc(slices.Clone(all), func(c *Cond) bool { return c == nil })
	var flat []*Cond
	for _, c := range all {
		if c.Op == op && c.Said == "" {
			flat = append(flat, c.Args...)
		} else {
			flat = append(flat, c)
		}
	}
	switch len(flat) {
	case 0:
		return nil
	case 1:
		return flat[0]
	}
	return &Cond{Op: op, Args: flat}
}

// OneOf compares a text field, or a set, with one of several texts.
func OneOf(field, said string, texts ...string) *Cond {
	for i := range texts {
		texts[i] = strings.ToLower(texts[i])
	}
	return &Cond{Op: "=", Left: ValueOf(columns.Called(field)), Texts: texts, Said: said}
}

// Is returns a condition that is met if a text field, or a set, has one of several
// values.
func Is(field string, values ...string) *Cond {
	return OneOf(columns.Called(field).Name, columns.Called(field).Title+" "+strings.Join(values, " or "), slices.Clone(values)...)
}

// Compares compares a number.
func Compares(v *Value, op string, n int64, said string) *Cond {
	return &Cond{Op: op, Left: v, n: n, Said: said}
}

// narrow takes the rows of a block from a mask that a condition is not met by.
type narrow func(b int, mask []bool)

// bind makes a condition ready for a table.
func (c *Cond) bind(t *columns.Table, zone *time.Location) narrow {
	if c == nil {
		return func(int, []bool) {}
	}
	switch c.Op {
	case "and":
		all := seq.Map(c.Args, func(a *Cond) narrow { return a.bind(t, zone) })
		return func(b int, mask []bool) {
			for _, f := range all {
				f(b, mask)
			}
		}
	case "or":
		all := seq.Map(c.Args, func(a *Cond) narrow { return a.bind(t, zone) })
		var one, sum [columns.BlockSize]bool
		return func(b int, mask []bool) {
			any := sum[:len(mask)]
			clear(any)
			for _, f := range all {
				m := one[:len(mask)]
				copy(m, mask)
				f(b, m)
				for i, ok := range m {
					any[i] = any[i] || ok
				}
			}
			copy(mask, any)
		}
	case "not":
		f := c.Args[0].bind(t, zone)
		var one [columns.BlockSize]bool
		return func(b int, mask []bool) {
			m := one[:len(mask)]
			copy(m, mask)
			f(b, m)
			for i, ok := range m {
				mask[i] = mask[i] && !ok
			}
		}
	}
	return c.compare(t, zone)
}

// compare binds a comparison.
func (c *Cond) compare(t *columns.Table, zone *time.Location) narrow {
	left := c.Left.bind(t, zone)
	switch {
	case c.Right != nil && left.kind != columns.Number:
		return c.compareTexts(left, c.Right.bind(t, zone))
	case c.Right != nil:
		return c.compareFloats(left.float(), c.Right.bind(t, zone).float())
	case left.floats != nil:
		n := float64(c.n)
		return c.compareFloats(left.floats, func(_ int, dst []float64) []float64 {
			for i := range dst {
				dst[i] = n
			}
			return dst
		})
	case left.kind == columns.Number:
		return c.compareNumber(left)
	}
	accept := c.accept(t, left)
	var buf [columns.BlockSize]int64
	return func(b int, mask []bool) {
		if !slices.Contains(mask, true) {
			return
		}
		for i, key := range left.keys(b, buf[:]) {
			mask[i] = mask[i] && accept[key]
		}
	}
}

// accept says of each text of a view whether it meets the condition.
func (c *Cond) accept(t *columns.Table, left *view) []bool {
	negated := c.Op == "!=" || c.Op == "!~"
	var accept []bool
	switch {
	case left.dict == nil: // joined: there are few
		accept = make([]bool, left.high+1)
		for key := range accept {
			text := left.text(int64(key))
			accept[key] = c.meets(text, strings.ToLower(text), nil) != negated
		}
		return accept
	case c.Re != nil:
		lower := t.Lower(c.Left.Name, left.dict)
		literal := longest(c.Re)
		done := t.Pattern(c.Left.Name+" "+c.Re.String()).Of(left.dict, func(i int) bool {
			return strings.Contains(lower[i], literal) && c.Re.MatchString(left.dict[i])
		})
		accept = slices.Clone(done)
	case left.kind == columns.Set:
		accept = make([]bool, len(left.dict))
		for key := range accept {
			accept[key] = c.meets(left.dict[key], left.dict[key], strings.Fields(left.dict[key]))
		}
	default:
		accept = make([]bool, len(left.dict))
		for key, text := range t.Lower(c.Left.Name, left.dict) {
			accept[key] = slices.Contains(c.Texts, text)
		}
	}
	if negated {
		for i := range accept {
			accept[i] = !accept[i]
		}
	}
	return accept
}

// meets reports whether a text is one of the condition's, negation aside. members
// are those of a set.
func (c *Cond) meets(text, lower string, members []string) bool {
	switch {
	case c.Re != nil:
		return c.Re.MatchString(text)
	case slices.Contains(c.Texts, lower):
		return true
	}
	return slices.ContainsFunc(members, func(m string) bool { return slices.Contains(c.Texts, m) })
}

func (c *Cond) compareNumber(left *view) narrow {
	meets := func(n int64) bool { return ordered(c.Op, n, c.n) }
	// Where all numbers are on one side, none need be looked at.
	if left.low <= left.high && (c.Op == "<" || c.Op == "<=" || c.Op == ">" || c.Op == ">=") && meets(left.low) && meets(left.high) {
		return func(int, []bool) {}
	}
	var buf [columns.BlockSize]int64
	return func(b int, mask []bool) {
		keys := left.keys(b, buf[:])
		switch c.Op { // a loop for each: this is where the time goes
		case "<":
			for i, n := range keys {
				mask[i] = mask[i] && n < c.n
			}
		case ">=":
			for i, n := range keys {
				mask[i] = mask[i] && n >= c.n
			}
		default:
			for i, n := range keys {
				mask[i] = mask[i] && meets(n)
			}
		}
	}
}

func ordered[N int64 | float64 | string](op string, a, b N) bool {
	switch op {
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	case ">=":
		return a >= b
	case "!=":
		return a != b
	}
	return a == b
}

func (c *Cond) compareFloats(left, right func(int, []float64) []float64) narrow {
	var xs, ys [columns.BlockSize]float64
	return func(b int, mask []bool) {
		l, r := left(b, xs[:len(mask)]), right(b, ys[:len(mask)])
		for i := range mask {
			mask[i] = mask[i] && ordered(c.Op, l[i], r[i])
		}
	}
}

func (c *Cond) compareTexts(left, right *view) narrow {
	var xs, ys [columns.BlockSize]int64
	return func(b int, mask []bool) {
		l, r := left.keys(b, xs[:]), right.keys(b, ys[:])
		for i := range mask {
			mask[i] = mask[i] && ordered(c.Op, left.text(l[i]), right.text(r[i]))
		}
	}
}

// Matches says of each row of a table whether it meets the condition; zone is where days begin.
func (c *Cond) Matches(t *columns.Table, zone *time.Location) []bool {
	out := make([]bool, t.Len())
	for i := range out {
		out[i] = true
	}
	f := c.bind(t, zone)
	for b := range t.Blocks() {
		f(b, out[b*columns.BlockSize:min(t.Len(), (b+1)*columns.BlockSize)])
	}
	return out
}
