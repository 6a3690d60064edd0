package query

import (
	"math"
	"slices"
	"strings"
	"time"

	"delphi/engine/games/columns"
	"delphi/engine/games/xlog"
)

// Met reports whether one game meets a condition, as Table.Matches does for all
// rows of a table; zone is where days begin. The first day of a table is no
// question about one game: it is 0 here.
func (c *Cond) Met(g *columns.Game, zone *time.Location) bool {
	if c == nil {
		return true
	}
	switch c.Op {
	case "and":
		return !slices.ContainsFunc(c.Args, func(a *Cond) bool { return !a.Met(g, zone) })
	case "or":
		return slices.ContainsFunc(c.Args, func(a *Cond) bool { return a.Met(g, zone) })
	case "not":
		return !c.Args[0].Met(g, zone)
	}
	if c.Left.Kind() != columns.Number {
		return c.metText(g, zone)
	}
	if c.Right == nil && !c.Left.Fraction() {
		return ordered(c.Op, c.Left.Whole(g, zone), c.n)
	}
	right := float64(c.n)
	if c.Right != nil {
		right = c.Right.Number(g, zone)
	}
	return ordered(c.Op, c.Left.Number(g, zone), right)
}

// Possible reports whether a game that ended in some way may meet a condition, whatever
// else is true of it.
func (c *Cond) Possible(o xlog.Outcome) bool {
	if c == nil {
		return true
	}
	ofOutcome := func(c *Cond) bool {
		return c.Left != nil && c.Left.Field == columns.Called("outcome") && c.Right == nil
	}
	switch {
	case c.Op == "and":
		return !slices.ContainsFunc(c.Args, func(a *Cond) bool { return !a.Possible(o) })
	case c.Op == "or":
		return slices.ContainsFunc(c.Args, func(a *Cond) bool { return a.Possible(o) })
	case c.Op == "not" && ofOutcome(c.Args[0]):
		return !c.Args[0].Possible(o)
	}
	return !ofOutcome(c) || c.Met(&columns.Game{Outcome: o}, time.UTC)
}

// metText compares a text or a set of one game.
func (c *Cond) metText(g *columns.Game, zone *time.Location) bool {
	if c.Right != nil {
		return ordered(c.Op, c.Left.Text(g, zone), c.Right.Text(g, zone))
	}
	negated := c.Op == "!=" || c.Op == "!~"
	if c.Re == nil && c.Left.Field.Kind == columns.Set {
		members := g.Set(c.Left.Field.Column)
		for _, text := range c.Texts {
			if text == "" && len(members) == 0 || slices.Contains(members, text) || strings.Contains(text, " ") && text == strings.Join(members, " ") {
				return !negated
			}
		}
		return negated
	}
	text := c.Left.Text(g, zone)
	if c.Re != nil {
		return c.Re.MatchString(text) != negated
	}
	for _, t := range c.Texts {
		if strings.EqualFold(t, text) {
			return !negated
		}
	}
	return negated
}

// Text returns a value of one game as a text; see Table.Texts.
func (v *Value) Text(g *columns.Game, zone *time.Location) string {
	switch {
	case v.Kind() == columns.Number:
		return Plain(v.Whole(g, zone))
	case v.Func != "":
		w := (&Value{}).applied(&view{}, v, zone)
		return w.text(clockOf(v.Func, zone)(g.Number(v.Field)))
	case v.Field.Parts != nil:
		parts := make([]string, len(v.Field.Parts))
		for i, p := range v.Field.Parts {
			parts[i] = g.Text(columns.Called(p))
		}
		return strings.Join(parts, "-")
	case v.Field.Kind == columns.Set:
		return strings.Join(g.Set(v.Field.Column), " ")
	}
	return g.Text(v.Field)
}

// Follows returns the text of a game that a value follows from, and how: what is worked out
// for one need not be for another of the same. how is nil where Text is as quick.
func (v *Value) Follows(g *columns.Game) (from string, how func(string) string) {
	if v.Op != 0 || v.Func != "" || v.Field.Pick == nil {
		return "", nil
	}
	return *g.Column(v.Field.Column), v.Field.Pick
}

// Coded returns a number, above 0, that stands for the value of a game among those of one
// table: games with the same number have the same value. It is 0 where there is none.
func (v *Value) Coded(g *columns.Game) int32 {
	if v.Op != 0 || v.Func != "" || v.Field.Column != columns.Death || v.Field.Kind != columns.Text {
		return 0
	}
	return g.DeathCode
}

// Number returns a value of one game as a number; see Table.Numbers.
func (v *Value) Number(g *columns.Game, zone *time.Location) float64 {
	if v.Fraction() && v.Op == 'f' {
		return math.Abs(v.A.Number(g, zone))
	}
	if v.Fraction() {
		return calculate(v.Op, v.A.Number(g, zone), v.B.Number(g, zone))
	}
	return float64(v.Whole(g, zone))
}

// Whole returns a value of one game that is a whole number.
func (v *Value) Whole(g *columns.Game, zone *time.Location) int64 {
	switch v.Op {
	case 0:
	case 'n':
		return v.N
	case 'd':
		return 0
	case 'f':
		return v.whole(v.A.Number(g, zone))
	default:
		return Calculated(v.Op, v.A.Whole(g, zone), v.B.Whole(g, zone))
	}
	n := g.Number(v.Field)
	switch v.Func {
	case "":
		return n
	case "trunc":
		return floorDiv(n, v.Step) * v.Step
	case "log":
		return decade(n)
	}
	return clockOf(v.Func, zone)(n)
}

// Unit returns what the value counts: "turns", "points"; "s": seconds; "t": a time; empty:
// nothing that has a name.
func (v *Value) Unit() string {
	if v.Op != 0 || v.Func != "" && v.Func != "trunc" || v.Field.Kind != columns.Number {
		return ""
	}
	return v.Field.Unit
}
