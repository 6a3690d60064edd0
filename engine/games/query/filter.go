package query

import (
	"slices"
	"time"

	"delphi/engine/games/columns"
	"delphi/engine/seq"
)

// Filter says which games are meant, beside whose they are.
type Filter struct {
	Where       *Cond // nil: all games
	From, Until int64 // of the end, unix seconds; 0: open
	Zone        *time.Location
}

// Match reports whether a game is one that is meant.
func (f *Filter) Match(g *columns.Game) bool {
	return g.End >= f.From && (f.Until == 0 || g.End < f.Until) && f.Where.Met(g, f.Zone)
}

// Cond returns the filter as a condition.
func (f *Filter) Cond() *Cond {
	end, c := Of("end"), f.Where
	if f.From != 0 {
		c = And(c, Compares(end, ">=", f.From, "ended since then"))
	}
	if f.Until != 0 {
		c = And(c, Compares(end, "<", f.Until, "ended before then"))
	}
	return c
}

// Asks reports whether a condition is about a field, by its name; nil is about none.
func (c *Cond) Asks(field string) bool {
	if c == nil {
		return false
	}
	return c.Left != nil && c.Left.Field != nil && c.Left.Field.Name == field || slices.ContainsFunc(c.Args, func(a *Cond) bool { return a.Asks(field) })
}

// Part returns what a condition asks of a field, other fields aside, or nil.
func (c *Cond) Part(field string) *Cond {
	switch {
	case !c.Asks(field):
		return nil
	case c.Op != "and":
		return c
	}
	return And(seq.Map(c.Args, func(a *Cond) *Cond { return a.Part(field) })...)
}
