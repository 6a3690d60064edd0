package score

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"delphi/engine/query"
	"delphi/engine/xlog"
)

// Board is a leaderboard: players, and clans, by one figure of their games. Equal
// figures share a place.
type Board struct {
	Key     string `toml:"key"`
	Title   string `toml:"title"`
	Measure string `toml:"measure"` // see boardMeasures
	Of      string `toml:"of"`      // the field that the measure looks at: "turns", "death(tnnt)", "combo"
	Games   string `toml:"games"`   // the games that it looks at, in the games language: "win"
	Low     bool   `toml:"low"`     // less is better
	Listed  string `toml:"listed"`  // "played": who has a game; "won": who has won; empty: who has a figure above 0
	// Clan is how a clan's figure is made: "pool": of all games of its members as
	// if one had played them; "sum", "min", "max": of its members' figures.
	Clan string `toml:"clan"`

	where *query.Cond
	value *query.Value
}

// boardMeasures are what a leaderboard can count.
var boardMeasures = map[string]string{
	"count":        "the number of games",
	"min":          "the least of a figure",
	"max":          "the greatest of a figure",
	"sum":          "the sum of a figure",
	"distinct":     "the number of different values",
	"z-score":      "1/k for the k-th game of each value",
	"streak":       "the longest streak of ascensions",
	"achievements": "the number of different achievements, of TNNT's too",
	"achieved":     "the most achievements in one game",
	"in-24h":       "the most games that ended within 24 hours",
}

// Trophy goes to everybody whose games meet what it asks: all that it says.
type Trophy struct {
	Key   string `toml:"key"`
	Name  string `toml:"name"`
	Games string `toml:"games"` // the games that it looks at

	Each     string   `toml:"each"`     // a field, or several with "-" between
	All      []string `toml:"all"`      // each of these values of Each occurs
	Distinct int      `toml:"distinct"` // exactly so many values of Each occur
	Union    string   `toml:"union"`    // "conduct" or "achieve": what the games have together
	Of       int      `toml:"of"`       // exactly so many of Union; 0: all that there are
	None     string   `toml:"none"`     // none of the games is like this
	Least    int      `toml:"least"`    // at least so many games; 0: one
	Holds    []string `toml:"holds"`    // these other trophies

	where, none *query.Cond
	each        []*query.Value
}

// games reads a condition of a template, in the games language.
func (c *checker) games(what, text string) *query.Cond {
	rd := query.Reader{Now: time.Unix(0, 0).UTC(), Played: func(string) bool { return false }, Achievements: c.achievements}
	where, err := rd.Condition(text)
	if err != nil {
		c.bad("%s: %v", what, err)
	}
	return where
}

// value reads a field of a template.
func (c *checker) value(what, text string) *query.Value {
	v, err := (&query.Reader{Now: time.Unix(0, 0).UTC()}).Value(text)
	if err != nil {
		c.bad("%s: %v", what, err)
	}
	return v
}

// compile checks a leaderboard, which errors call what.
func (b *Board) compile(c *checker, what string) {
	m, ok := boardMeasures[b.Measure]
	if !ok {
		var known []string
		for k := range boardMeasures {
			known = append(known, k)
		}
		slices.Sort(known)
		c.oneOf(what+": measure", b.Measure, known...)
		return
	}
	b.Title = cmp.Or(b.Title, m)
	b.Clan = cmp.Or(b.Clan, "pool")
	c.oneOf(what+": clan", b.Clan, "pool", "sum", "min", "max")
	c.oneOf(what+": listed", b.Listed, "", "played", "won")
	b.where = c.games(what+": games", b.Games)
	needs := slices.Contains([]string{"min", "max", "sum", "distinct", "z-score"}, b.Measure)
	if needs != (b.Of != "") {
		c.bad("%s: of is for the measures min, max, sum, distinct and z-score", what)
		return
	}
	if needs {
		b.value = c.value(what+": of", b.Of)
		if b.value != nil && b.Measure != "distinct" && b.Measure != "z-score" && !b.value.Numeric() {
			c.bad("%s: of is %q, which is no number", what, b.Of)
		}
	}
}

// compile checks a trophy, which errors call what.
func (t *Trophy) compile(c *checker, what string, before []Trophy) {
	t.Name = cmp.Or(t.Name, t.Key)
	t.where, t.none = c.games(what+": games", t.Games), c.games(what+": none", t.None)
	if t.Each != "" {
		for part := range strings.SplitSeq(t.Each, "-") {
			t.each = append(t.each, c.value(what+": each", part))
		}
	}
	if (len(t.All) > 0 || t.Distinct > 0) != (t.Each != "") {
		c.bad("%s: each goes with all or distinct: the values that must occur, or how many", what)
	}
	c.oneOf(what+": union", t.Union, "", "conduct", "achieve")
	for _, h := range t.Holds {
		if !slices.ContainsFunc(before, func(o Trophy) bool { return o.Key == h }) {
			c.bad("%s: holds names %q, and no trophy before it has that key", what, h)
		}
	}
}

// table is the table of achievements that the rules name; nil: they name none.
func (r *Rules) table() *xlog.AchievementTable { return xlog.Achievements(r.Define.Achievements) }

// names lists the achievements of the rules' table.
func names(t *xlog.AchievementTable) (out []string) {
	if t == nil {
		return nil
	}
	for _, list := range t.Names {
		for _, n := range list {
			if n != "-" {
				out = append(out, n)
			}
		}
	}
	return out
}

// words say a leaderboard in a sentence.
func (b *Board) words() string {
	s := fmt.Sprintf("%s (%s): %s", b.Title, b.Key, boardMeasures[b.Measure])
	if b.Of != "" {
		s += " of " + b.Of
	}
	if b.Games != "" {
		s += ", of games that are: " + b.where.String()
	}
	if b.Low {
		s += "; less is better"
	}
	return s + "; clans: " + map[string]string{"pool": "of all games of their members", "sum": "the sum of their members", "min": "the least of their members", "max": "the greatest of their members"}[b.Clan] + "."
}

// words say a trophy in a sentence.
func (t *Trophy) words() string {
	var parts []string
	if t.Games != "" {
		parts = append(parts, "among games that are: "+t.where.String())
	}
	switch {
	case len(t.All) > 0:
		parts = append(parts, "each "+t.Each+" of "+strings.Join(t.All, ", "))
	case t.Distinct > 0:
		parts = append(parts, fmt.Sprintf("exactly %d different of %s", t.Distinct, t.Each))
	}
	if t.Union != "" {
		of := "all"
		if t.Of > 0 {
			of = fmt.Sprint(t.Of)
		}
		parts = append(parts, fmt.Sprintf("%s of the %ss together", of, t.Union))
	}
	if t.None != "" {
		parts = append(parts, "no game that is: "+t.none.String())
	}
	if t.Least > 1 {
		parts = append(parts, fmt.Sprintf("at least %d games", t.Least))
	}
	if len(t.Holds) > 0 {
		parts = append(parts, "the trophies "+strings.Join(t.Holds, ", "))
	}
	return fmt.Sprintf("Trophy %s (%s): %s.", t.Name, t.Key, strings.Join(parts, "; "))
}
