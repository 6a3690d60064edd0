package query

import (
	"math"
	"slices"
	"strings"
	"time"
)

// Met reports whether one game meets a condition, as Table.Matches does for all
// rows of a table; zone is where days begin. The first day of a table is no
// question about one game: it is 0 here.
func (c *Cond) Met(g *Game, zone *time.Location) bool {
	if c == nil {
		return true
	}
	switch c.op {
	case "and":
		for _, a := range c.args {
			if !a.Met(g, zone) {
				return false
			}
		}
		return true
	case "or":
		return slices.ContainsFunc(c.args, func(a *Cond) bool { return a.Met(g, zone) })
	case "not":
		return !c.args[0].Met(g, zone)
	}
	if c.left.Kind() != Number {
		return c.metText(g, zone)
	}
	if c.right == nil && !c.left.Fraction() {
		return ordered(c.op, c.left.Whole(g, zone), c.n)
	}
	right := float64(c.n)
	if c.right != nil {
		right = c.right.Number(g, zone)
	}
	return ordered(c.op, c.left.Number(g, zone), right)
}

// metText compares a text or a set of one game.
func (c *Cond) metText(g *Game, zone *time.Location) bool {
	if c.right != nil {
		return ordered(c.op, c.left.Text(g, zone), c.right.Text(g, zone))
	}
	negated := c.op == "!=" || c.op == "!~"
	if c.re == nil && c.left.field.Kind == Set {
		members := g.set(c.left.field.column)
		for _, text := range c.texts {
			if text == "" && len(members) == 0 || slices.Contains(members, text) || strings.Contains(text, " ") && text == strings.Join(members, " ") {
				return !negated
			}
		}
		return negated
	}
	text := c.left.Text(g, zone)
	if c.re != nil {
		return c.re.MatchString(text) != negated
	}
	for _, t := range c.texts {
		if strings.EqualFold(t, text) {
			return !negated
		}
	}
	return negated
}

// Text returns a value of one game as a text; see Table.Texts.
func (v *Value) Text(g *Game, zone *time.Location) string {
	switch {
	case v.Kind() == Number:
		return Plain(v.Whole(g, zone))
	case v.fn != "":
		w := (&Value{}).applied(&view{}, v, zone)
		return w.text(clockOf(v.fn, zone)(g.number(v.field)))
	case v.field.parts != nil:
		parts := make([]string, len(v.field.parts))
		for i, p := range v.field.parts {
			parts[i] = g.text(Called(p))
		}
		return strings.Join(parts, "-")
	case v.field.Kind == Set:
		return strings.Join(g.set(v.field.column), " ")
	}
	return g.text(v.field)
}

// Follows returns the text of a game that a value follows from, and how: what is worked out
// for one need not be for another of the same. how is nil where Text is as quick.
func (v *Value) Follows(g *Game) (from string, how func(string) string) {
	if v.op != 0 || v.fn != "" || v.field.pick == nil {
		return "", nil
	}
	return *g.texts(v.field.column), v.field.pick
}

// Coded returns a number, above 0, that stands for the value of a game among those of one
// table: games with the same number have the same value. It is 0 where there is none.
func (v *Value) Coded(g *Game) int32 {
	if v.op != 0 || v.fn != "" || v.field.column != colDeath || v.field.Kind != Text {
		return 0
	}
	return g.death
}

// Number returns a value of one game as a number; see Table.Numbers.
func (v *Value) Number(g *Game, zone *time.Location) float64 {
	if v.Fraction() && v.op == 'f' {
		return math.Abs(v.a.Number(g, zone))
	}
	if v.Fraction() {
		return calculate(v.op, v.a.Number(g, zone), v.b.Number(g, zone))
	}
	return float64(v.Whole(g, zone))
}

// Whole returns a value of one game that is a whole number.
func (v *Value) Whole(g *Game, zone *time.Location) int64 {
	switch v.op {
	case 0:
	case 'n':
		return v.n
	case 'd':
		return 0
	case 'f':
		return v.whole(v.a.Number(g, zone))
	default:
		return calculated(v.op, v.a.Whole(g, zone), v.b.Whole(g, zone))
	}
	n := g.number(v.field)
	switch v.fn {
	case "":
		return n
	case "trunc":
		return floorDiv(n, v.step) * v.step
	case "log":
		return decade(n)
	}
	return clockOf(v.fn, zone)(n)
}

// Unit returns what the value counts: "turns", "points"; "s": seconds; "t": a time; empty:
// nothing that has a name.
func (v *Value) Unit() string {
	if v.op != 0 || v.fn != "" && v.fn != "trunc" || v.field.Kind != Number {
		return ""
	}
	return v.field.unit
}
