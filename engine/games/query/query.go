package query

import (
	"time"

	"delphi/engine/games/query/sequell"
)

// Query is one question about games. The zero value asks for the last game of
// everybody.
type Query struct {
	Players []string // whose games, in lower case; none: everybody's
	Where   *Cond

	// Groups holds what games are grouped by, at most two; a set makes a game one of
	// several groups. None: the games themselves are listed, unless Count is set or
	// there are Aggregates or a Ratio.
	Groups     []*Value
	Aggregates []*Aggregate
	Ratio      *Cond // of each group's games the share that meets it
	Share      bool  // each group's share of all games
	EachOf     bool  // by a set: the share of all games with each of it, in its own order
	Vanilla    bool  // by conducts: only the twelve vanilla ones, all of them
	Count      bool  // only how many games there are
	Running    bool  // each figure includes all groups before it
	Having     []*Having
	Order      []Order

	// Games are sorted by By (by their end if it is nil), greatest first or, if Least
	// is set, least first.
	By    *Value
	Least bool

	// Ordinal is which game in the order of ends, or of By from the worst to the
	// best: 1 the first, -1 the last; 0 is -1.
	Ordinal int
	Limit   int // how many games or groups; 0: one game, all groups
	Most    int // how many groups the caller takes at most; 0: all

	Extra  []*Value // of single games, what is shown besides
	Random bool     // any of the games that match: which one follows from Seed
	Seed   uint64

	Shown sequell.Options // how the answer is to look
	Zone  *time.Location  // where days begin; nil: UTC
	Line  []string        // of notation, each part as it was read
}

// Aggregate is a figure of a group of games.
type Aggregate struct {
	Name string // the column: "avg(turns)"
	Func string // avg, median, min, max, sum, std, variance, cdist or z
	Of   *Value
}

// Order is what groups are ordered by.
type Order struct {
	Column string // N, den, pct, an aggregate's name; "." is the group
	Least  bool   // ascending
}

// Having is what a group must meet to be listed.
type Having struct {
	Column string
	Op     string
	N      float64

	// The group's value must be one of those that the games In meets have.
	In *Cond
	Of *Value
}

// Grouped reports whether the answer is of groups, and not of single games.
func (q *Query) Grouped() bool {
	return len(q.Groups) > 0 || len(q.Aggregates) > 0 || q.Ratio != nil || q.Count || q.Share
}

// rows returns how many groups are wanted at most; 0: all.
func (q *Query) rows() int {
	if q.Limit > 0 && (q.Most == 0 || q.Limit < q.Most) {
		return q.Limit
	}
	return q.Most
}

// Result answers a Query.
type Result struct {
	Columns []string
	Rows    [][]any // string, int64 or float64
	Matched int     // how many games matched
	Games   int     // how many games were looked at
	Ordinal int     // of the first game listed, among those matched
	Tied    int     // how many games tie with it, itself included
	Refs    []int64 // of the games listed; nil: groups are
	Groups  int     // how many of the columns are of groups
	Found   int     // how many groups there were before Limit and Most
}

// Chronic reports whether a value is a time, so that groups of it follow each
// other.
func (v *Value) Chronic() bool {
	return v.Func == "day" || v.Func == "week" || v.Func == "month" || v.Func == "year" || v.Func == "hour"
}
