package score

import (
	"cmp"
	"context"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"time"

	"delphi/engine/query"
	"delphi/engine/xlog"
)

// Season is the games of an event, as leaderboards and trophies look at them.
type Season struct {
	rules  *Rules
	feats  *xlog.AchievementTable
	table  query.Table
	start  []int64
	end    []int64
	bits   [][]uint64 // of the achievements of the rules' table
	player map[string][]int32
	names  []string // of players, in the order of their first games
}

// NewSeason is a season without games.
func NewSeason(r *Rules) *Season {
	return &Season{rules: r, feats: r.table(), player: map[string][]int32{}}
}

// Add adds a record read at a source, where it counts within a span; a reason is
// why it does not.
func (s *Season) Add(rec *xlog.Record, source, variant string, span Span) (reason string) {
	x, err := xlog.Decode(*rec, variant)
	if err != nil {
		return err.Error()
	}
	d := &s.rules.Define
	switch {
	case x.Practice():
		return "wizard or explore mode"
	case x.End < span.From:
		return "it ended before the event"
	case x.End > span.Until || x.End == span.Until && d.Within != "closed":
		return "it ended after the event"
	case d.Within != "end" && x.Start == 0:
		return "its start is unknown"
	case d.Within != "end" && x.Start < span.From:
		return "it began before the event"
	}
	if d.Ascended == "achieve" {
		switch won := slices.Contains(x.Achieved, "ascended"); {
		case won:
			x.Outcome = xlog.Ascended
		case x.Outcome == xlog.Ascended:
			x.Outcome = xlog.Died
		}
	}
	g := query.FromRecord(x, source)
	if s.feats != nil {
		set := s.feats.Bits(rec)
		s.bits = append(s.bits, set)
		for _, name := range s.rules.asked { // those that conditions name
			if f, b, ok := s.feats.Find(name); ok && set[f]>>b&1 == 1 && !slices.Contains(g.Achieved, name) {
				g.Achieved = append(g.Achieved, name)
			}
		}
	}
	row := int32(s.table.Len())
	s.table.Add(&g)
	s.start, s.end = append(s.start, x.Start), append(s.end, x.End)
	if s.player[x.Name] == nil {
		s.names = append(s.names, x.Name)
	}
	s.player[x.Name] = append(s.player[x.Name], row)
	return ""
}

// Clan is some players who count together.
type Clan struct {
	Name    string   `json:"name" toml:"name"`
	Members []string `json:"members" toml:"members"`
}

// Placed is a line of a leaderboard. Value is an int64, or a z-score as text of two
// decimals.
type Placed struct {
	Place int    `json:"place"`
	Name  string `json:"name"`
	Value any    `json:"value"`

	n *big.Rat
}

// Listing is a leaderboard, filled.
type Listing struct {
	Key     string   `json:"key"`
	Title   string   `json:"title"`
	Players []Placed `json:"players"`
	Clans   []Placed `json:"clans"`
}

// Awarded is a trophy with those who have it, in alphabetical order.
type Awarded struct {
	Key     string   `json:"key"`
	Name    string   `json:"name"`
	Players []string `json:"players"`
	Clans   []string `json:"clans"`
}

// Honours are the leaderboards and trophies of a season.
type Honours struct {
	Leaderboards []Listing `json:"leaderboards"`
	Trophies     []Awarded `json:"trophies"`
}

// party is the games of a player, or of a clan's members.
type party struct {
	name    string
	rows    []int32
	members []string
}

// Honours counts the leaderboards and trophies. Its only error is that of a
// cancelled ctx.
func (s *Season) Honours(ctx context.Context, clans []Clan) (*Honours, error) {
	var players, groups []party
	for _, name := range s.names {
		players = append(players, party{name: name, rows: s.player[name], members: []string{name}})
	}
	for _, c := range clans {
		g := party{name: c.Name, members: c.Members}
		for _, m := range c.Members {
			g.rows = append(g.rows, s.player[m]...)
		}
		groups = append(groups, g)
	}
	out := &Honours{Leaderboards: []Listing{}, Trophies: []Awarded{}}
	won := s.table.Matches(s.won(), time.UTC)
	for i := range s.rules.Leaderboard {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b := s.board(&s.rules.Leaderboard[i])
		out.Leaderboards = append(out.Leaderboards, b.listing(players, groups, won))
	}
	has := map[string]map[string]bool{} // by trophy, who has it: players as they are, clans with a line end before
	for i := range s.rules.Trophy {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t := &s.rules.Trophy[i]
		test := s.trophy(t)
		a := Awarded{Key: t.Key, Name: t.Name, Players: []string{}, Clans: []string{}}
		has[t.Key] = map[string]bool{}
		give := func(sides []party, mark string, list *[]string) {
			for _, x := range sides {
				ok := test(x.rows)
				for _, h := range t.Holds {
					ok = ok && has[h][mark+x.name]
				}
				if ok {
					has[t.Key][mark+x.name] = true
					*list = append(*list, x.name)
				}
			}
			slices.Sort(*list)
		}
		give(players, "", &a.Players)
		give(groups, "\n", &a.Clans)
		out.Trophies = append(out.Trophies, a)
	}
	return out, nil
}

// won is the condition of an ascension.
func (s *Season) won() *query.Cond {
	c, err := (&query.Reader{}).Condition("win")
	if err != nil {
		panic(err) // the word is known
	}
	return c
}

// counting is a leaderboard being counted.
type counting struct {
	*Board
	s      *Season
	fits   []bool
	number []float64
	text   []string
	won    []bool
}

func (s *Season) board(b *Board) *counting {
	c := &counting{Board: b, s: s, fits: s.table.Matches(b.where, time.UTC)}
	switch {
	case b.Measure == "streak":
		c.won = s.table.Matches(s.won(), time.UTC)
	case b.value == nil:
	case b.Measure == "distinct" || b.Measure == "z-score":
		c.text = s.table.Texts(b.value, time.UTC)
	default:
		c.number = s.table.Numbers(b.value, time.UTC)
	}
	return c
}

// figure is what a leaderboard counts of some games; ok is false where there is
// nothing to count.
func (c *counting) figure(rows []int32) (n *big.Rat, ok bool) {
	var fit []int32
	for _, r := range rows {
		if c.fits[r] {
			fit = append(fit, r)
		}
	}
	whole := func(n int64) (*big.Rat, bool) { return new(big.Rat).SetInt64(n), len(fit) > 0 }
	switch c.Measure {
	case "count":
		return whole(int64(len(fit)))
	case "min", "max", "sum":
		x := 0.0
		for i, r := range fit {
			switch v := c.number[r]; {
			case c.Measure == "sum":
				x += v
			case i == 0, c.Measure == "min" && v < x, c.Measure == "max" && v > x:
				x = v
			}
		}
		if r := new(big.Rat).SetFloat64(x); r != nil {
			return r, len(fit) > 0
		}
		return whole(0)
	case "distinct":
		seen := map[string]bool{}
		for _, r := range fit {
			if c.text[r] != "" {
				seen[c.text[r]] = true
			}
		}
		return whole(int64(len(seen)))
	case "z-score":
		k := map[string]int64{}
		sum := new(big.Rat)
		for _, r := range fit {
			k[c.text[r]]++
			sum.Add(sum, big.NewRat(1, k[c.text[r]]))
		}
		return twoDecimals(sum), len(fit) > 0
	case "streak":
		return whole(int64(c.streak(fit)))
	case "in-24h":
		return whole(int64(c.within(fit, 86400)))
	case "achieved":
		most := 0
		for _, r := range fit {
			n := 0
			for _, w := range c.s.bits[r] {
				n += bits.OnesCount64(w)
			}
			most = max(most, n)
		}
		return whole(int64(most))
	}
	return whole(int64(c.s.union(fit)))
}

// union is how many achievements some games have together.
func (s *Season) union(rows []int32) (n int) {
	if s.feats == nil {
		return 0
	}
	all := make([]uint64, len(s.feats.Fields))
	for _, r := range rows {
		for i, w := range s.bits[r] {
			all[i] |= w
		}
	}
	for _, w := range all {
		n += bits.OnesCount64(w)
	}
	return n
}

// twoDecimals rounds to two decimals, half to even.
func twoDecimals(x *big.Rat) *big.Rat {
	scaled := new(big.Rat).Mul(x, big.NewRat(100, 1))
	q, rest := new(big.Int).QuoRem(scaled.Num(), scaled.Denom(), new(big.Int))
	half := new(big.Int).Mul(rest, big.NewInt(2)).Cmp(scaled.Denom())
	if half > 0 || half == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(1))
	}
	return new(big.Rat).SetFrac(q, big.NewInt(100))
}

// streak is the longest streak of two or more ascensions, as TNNT counts them: in
// the order in which games began, a win goes to the first streak whose last game
// had ended before; what is no win ends all of those; a game that began while the
// last win went on does neither (scoreboard/models.py:119).
func (c *counting) streak(rows []int32) (longest int) {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b int32) int { return cmp.Compare(c.s.start[a], c.s.start[b]) })
	type run struct {
		n    int
		end  int64
		live bool
	}
	var runs []run
	for _, r := range rows {
		taken := false
		for i := range runs {
			if u := &runs[i]; u.live && u.end < c.s.start[r] {
				if c.won[r] {
					u.n, u.end, taken = u.n+1, c.s.end[r], true
					break
				}
				u.live = false
			}
		}
		if c.won[r] && !taken {
			runs = append(runs, run{1, c.s.end[r], true})
		}
	}
	for _, u := range runs {
		if u.n >= 2 {
			longest = max(longest, u.n)
		}
	}
	return longest
}

// within is the most games that ended within so many seconds, the first and the
// last of them included.
func (c *counting) within(rows []int32, seconds int64) (most int) {
	var ends []int64
	for _, r := range rows {
		ends = append(ends, c.s.end[r])
	}
	slices.Sort(ends)
	first := 0
	for i, e := range ends {
		for ends[first] < e-seconds {
			first++
		}
		most = max(most, i-first+1)
	}
	return most
}

// listing fills a leaderboard.
func (c *counting) listing(players, clans []party, won []bool) Listing {
	out := Listing{Key: c.Key, Title: c.Title, Players: []Placed{}, Clans: []Placed{}}
	figures := map[string]*big.Rat{} // of players; none where there is nothing to count
	listed := func(x party, n *big.Rat, ok bool) bool {
		switch c.Listed {
		case "played":
			return len(x.rows) > 0
		case "won":
			return slices.ContainsFunc(x.rows, func(r int32) bool { return won[r] })
		}
		return ok && n.Sign() != 0
	}
	for _, p := range players {
		n, ok := c.figure(p.rows)
		if ok {
			figures[p.name] = n
		}
		if listed(p, n, ok) {
			out.Players = append(out.Players, Placed{Name: p.name, n: n})
		}
	}
	for _, g := range clans {
		n, ok := c.ofClan(g, figures)
		if listed(g, n, ok) {
			out.Clans = append(out.Clans, Placed{Name: g.name, n: n})
		}
	}
	c.place(out.Players)
	c.place(out.Clans)
	return out
}

// ofClan is a clan's figure.
func (c *counting) ofClan(g party, figures map[string]*big.Rat) (n *big.Rat, ok bool) {
	if c.Clan == "pool" {
		return c.figure(g.rows)
	}
	n = new(big.Rat)
	for _, m := range g.members {
		f := figures[m]
		switch {
		case f == nil:
			continue
		case c.Clan == "sum":
			n = new(big.Rat).Add(n, f)
		case !ok, c.Clan == "min" && f.Cmp(n) < 0, c.Clan == "max" && f.Cmp(n) > 0:
			n = f
		}
		ok = true
	}
	return n, ok
}

// place sorts lines and gives them their places, which equal ones share.
func (c *counting) place(list []Placed) {
	slices.SortStableFunc(list, func(a, b Placed) int {
		d := b.n.Cmp(a.n)
		if c.Low {
			d = -d
		}
		return cmp.Or(d, strings.Compare(a.Name, b.Name))
	})
	for i := range list {
		p := &list[i]
		p.Place = i + 1
		if i > 0 && list[i-1].n.Cmp(p.n) == 0 {
			p.Place = list[i-1].Place
		}
		switch {
		case c.Measure == "z-score":
			p.Value = p.n.FloatString(2)
		case p.n.IsInt():
			p.Value = p.n.Num().Int64()
		default:
			f, _ := p.n.Float64()
			p.Value = f
		}
	}
}

// trophy makes the test of a trophy ready.
func (s *Season) trophy(t *Trophy) func(rows []int32) bool {
	fits := s.table.Matches(t.where, time.UTC)
	var none []bool
	if t.none != nil {
		none = s.table.Matches(t.none, time.UTC)
	}
	each := make([]string, s.table.Len())
	for i, v := range t.each {
		for row, text := range s.table.Texts(v, time.UTC) {
			if i > 0 {
				each[row] += "-"
			}
			each[row] += text
		}
	}
	var conducts []string
	if t.Union == "conduct" {
		v, err := (&query.Reader{}).Value("conduct")
		if err != nil {
			panic(err) // the field is known
		}
		conducts = s.table.Texts(v, time.UTC)
	}
	return func(rows []int32) bool {
		var fit []int32
		seen, kept := map[string]bool{}, map[string]bool{}
		for _, r := range rows {
			if !fits[r] {
				continue
			}
			if none != nil && none[r] {
				return false
			}
			fit = append(fit, r)
			if t.Each != "" {
				seen[each[r]] = true
			}
			if conducts != nil {
				for c := range strings.FieldsSeq(conducts[r]) {
					kept[c] = true
				}
			}
		}
		if len(fit) < max(t.Least, 1) && len(t.Holds) == 0 || t.Distinct > 0 && len(seen) != t.Distinct {
			return false
		}
		switch t.Union {
		case "conduct":
			if len(kept) != t.Of {
				return false
			}
		case "achieve":
			of := t.Of
			if of == 0 && s.feats != nil {
				of = s.feats.Size
			}
			if s.union(fit) != of {
				return false
			}
		}
		return !slices.ContainsFunc(t.All, func(v string) bool { return !seen[v] })
	}
}
