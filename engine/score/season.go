package score

import (
	"slices"
	"strings"
	"time"

	"delphi/engine/query"
	"delphi/engine/xlog"
)

// Season is the games of an event, as leaderboards and trophies look at them.
type Season struct {
	rules    *Rules
	feats    *xlog.AchievementTable
	accounts map[Account]string // whose an account is; nil: each name is a player
	table    query.Table
	start    []int64
	end      []int64
	variant  []string
	source   []string
	bits     [][]uint64 // of the achievements of the rules' table
	earned   [][]int    // numbers of the rules' own achievements
	player   map[string][]int32
	names    []string // of players, in the order of their first games

	masks map[*query.Cond][]bool
	texts map[string][]string
}

// NewSeason is a season without games. accounts say whose each account is, and
// nobody else's games count; where they are nil a name is a player, whatever the
// source.
func NewSeason(r *Rules, accounts map[Account]string) *Season {
	return &Season{rules: r, feats: r.table(), accounts: accounts, player: map[string][]int32{}, masks: map[*query.Cond][]bool{}, texts: map[string][]string{}}
}

// Add adds a record read at a source, where it counts within a span; a reason is
// why it does not.
func (s *Season) Add(rec *xlog.Record, source, variant string, span Span) (reason string) {
	x, err := xlog.Decode(*rec, variant)
	if err != nil {
		return err.Error()
	}
	if reason := s.outside(x, span); reason != "" {
		return reason
	}
	player := x.Name
	if s.accounts != nil {
		if player = s.accounts[Account{Source: source, Name: x.Name}]; player == "" {
			return "it is nobody's account"
		}
	}
	if len(s.rules.Variant) > 0 {
		if x.Variant = s.rules.variantOf(rec, source); x.Variant == "" {
			return "it is of none of the variants"
		}
	}
	s.rules.judge(x)
	g := query.FromRecord(x, source)
	key := ""
	if len(s.rules.Variant) > 0 {
		key = x.Variant
	}
	earned := s.rules.earned[key].of(rec, source)
	asked := func(name string) {
		if slices.Contains(s.rules.asked, name) && !slices.Contains(g.Achieved, name) {
			g.Achieved = append(g.Achieved, name)
		}
	}
	for _, id := range earned {
		asked(s.rules.earnable[id])
	}
	var set []uint64
	if s.feats != nil {
		set = s.feats.Bits(rec)
		for _, name := range s.rules.asked {
			if f, b, ok := s.feats.Find(name); ok && set[f]>>b&1 == 1 {
				asked(name)
			}
		}
	}
	row := int32(s.table.Len())
	s.table.Add(&g)
	s.start, s.end, s.source, s.variant = append(s.start, x.Start), append(s.end, x.End), append(s.source, source), append(s.variant, key)
	s.bits, s.earned = append(s.bits, set), append(s.earned, earned)
	if s.player[player] == nil {
		s.names = append(s.names, player)
	}
	s.player[player] = append(s.player[player], row)
	return ""
}

// outside is why a game is not one of a span; empty: it is.
func (s *Season) outside(x *xlog.Game, span Span) string {
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
	return ""
}

// judge makes a game's outcome what the rules call an ascension.
func (r *Rules) judge(x *xlog.Game) {
	won := x.Outcome == xlog.Ascended
	switch {
	case len(r.Define.AscendedBy) > 0:
		death := strings.ToLower(x.Death)
		won = slices.ContainsFunc(r.Define.AscendedBy, func(by string) bool {
			prefix, ok := strings.CutSuffix(strings.ToLower(by), "*")
			return ok && strings.HasPrefix(death, prefix) || death == prefix
		})
	case r.Define.Ascended == "achieve":
		won = slices.Contains(x.Achieved, "ascended")
	case r.Define.Ascended == "amulet":
		won = won || x.Outcome == xlog.Escaped && x.WithAmul
	}
	switch {
	case won:
		x.Outcome = xlog.Ascended
	case x.Outcome == xlog.Ascended:
		x.Outcome = xlog.Died
	}
}

// matches says of each game whether it meets a condition.
func (s *Season) matches(c *query.Cond) []bool {
	mask, ok := s.masks[c]
	if !ok {
		mask = s.table.Matches(c, time.UTC)
		s.masks[c] = mask
	}
	return mask
}

// joined are the texts of some fields of each game, "-" between them.
func (s *Season) joined(values []*query.Value) []string {
	var key strings.Builder
	for _, v := range values {
		key.WriteString(v.Name + "-")
	}
	if known, ok := s.texts[key.String()]; ok {
		return known
	}
	var out []string
	for i, v := range values {
		texts := s.table.Texts(v, time.UTC)
		if i == 0 {
			out = texts
			continue
		}
		for row, text := range texts {
			out[row] += "-" + text
		}
	}
	s.texts[key.String()] = out
	return out
}

// party is the games of a player, or of a clan's members.
type party struct {
	name    string
	rows    []int32
	members []string
	of      map[string][]int32 // by variant
}

// games are those of a variant; empty: all.
func (p *party) games(s *Season, variant string) []int32 {
	if variant == "" {
		return p.rows
	}
	if p.of == nil {
		p.of = map[string][]int32{}
		for _, r := range p.rows {
			p.of[s.variant[r]] = append(p.of[s.variant[r]], r)
		}
	}
	return p.of[variant]
}

// players are those with games that the rules count, in the order of their first
// ones.
func (s *Season) players() (out []*party) {
	counts := s.matches(s.rules.where)
	for _, name := range s.names {
		p := &party{name: name, members: []string{name}}
		for _, r := range s.player[name] {
			if counts[r] {
				p.rows = append(p.rows, r)
			}
		}
		if len(p.rows) > 0 {
			out = append(out, p)
		}
	}
	return out
}

// pooled are clans with the games of their members.
func (s *Season) pooled(clans []Clan, players []*party) (out []*party) {
	of := map[string][]int32{}
	for _, p := range players {
		of[p.name] = p.rows
	}
	for _, c := range clans {
		g := &party{name: c.Name, members: c.Members}
		for _, m := range c.Members {
			g.rows = append(g.rows, of[m]...)
		}
		out = append(out, g)
	}
	return out
}

// Counted is how many of the games that were added count by the rules' games.
func (s *Season) Counted() (n int) {
	for _, ok := range s.matches(s.rules.where) {
		n += int(boolInt(ok))
	}
	return n
}

// Len is how many games were added.
func (s *Season) Len() int { return s.table.Len() }
