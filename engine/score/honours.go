package score

import (
	"cmp"
	"context"
	"math/big"
	"slices"
	"strings"
)

// Clan is some players who count together.
type Clan struct {
	Name    string   `json:"name" toml:"name"`
	Members []string `json:"members" toml:"members"`
}

// Placed is a line of a leaderboard. Value is an int64, or a z-score as text of two
// decimals. Points are those that the place gives, with two decimals at most.
type Placed struct {
	Place  int      `json:"place"`
	Name   string   `json:"name"`
	Value  any      `json:"value"`
	Points *float64 `json:"points,omitempty"`

	n      *big.Rat
	points *big.Rat
}

// Listing is a leaderboard, filled.
type Listing struct {
	Key     string   `json:"key"`
	Title   string   `json:"title"`
	Variant string   `json:"variant,omitempty"`
	Players []Placed `json:"players"`
	Clans   []Placed `json:"clans"`
}

// Awarded is a trophy with those who have it, in alphabetical order.
type Awarded struct {
	Key     string   `json:"key"`
	Name    string   `json:"name"`
	Variant string   `json:"variant,omitempty"`
	Players []string `json:"players"`
	Clans   []string `json:"clans"`
}

// Honours are the leaderboards and trophies of a season.
type Honours struct {
	Leaderboards []Listing `json:"leaderboards"`
	Trophies     []Awarded `json:"trophies"`
}

// awarding is a season's leaderboards and trophies being counted.
type awarding struct {
	*Season
	players, clans []*party
	former         [][]*party // clans as they were before
	won            []bool

	has    map[string]map[string]bool // by trophy, who has it: players as they are, clans with clanMark before
	firsts map[string]map[string]bool // by player, the leaderboards of variants that they lead
	points map[string]*big.Rat        // by who, as in has
}

// clanMark stands before clans where players could have the same names.
const clanMark = "\n"

// Honours counts the leaderboards and trophies. former are the clans as they were
// before, the oldest first, where rules leave to a clan what its former members
// brought. Its only error is that of a cancelled ctx.
func (s *Season) Honours(ctx context.Context, clans []Clan, former ...[]Clan) (*Honours, error) {
	a := &awarding{
		Season: s, players: s.players(), won: s.matches(won),
		has: map[string]map[string]bool{}, firsts: map[string]map[string]bool{}, points: map[string]*big.Rat{},
	}
	a.clans = s.pooled(clans, a.players)
	if s.rules.Clans.Leavers == "leave" {
		for _, f := range former {
			a.former = append(a.former, s.pooled(f, a.players))
		}
	}
	out := &Honours{Leaderboards: make([]Listing, len(s.rules.boards)), Trophies: []Awarded{}}
	// What counts trophies and points comes after what gives them.
	count := func(measures ...string) error {
		for i := range s.rules.boards {
			b := &s.rules.boards[i]
			if b.later() != (len(measures) > 0) || b.later() && !slices.Contains(measures, b.Measure) {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			out.Leaderboards[i] = a.listing(a.board(b))
		}
		return nil
	}
	if err := count(); err != nil {
		return nil, err
	}
	for i := range s.rules.trophies {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if t := a.award(&s.rules.trophies[i]); !s.rules.trophies[i].Unlisted {
			out.Trophies = append(out.Trophies, t)
		}
	}
	if err := count("trophies"); err != nil {
		return nil, err
	}
	return out, count("points", "hundredths")
}

// later reports whether a leaderboard counts what others and the trophies give.
func (b *Board) later() bool {
	return b.Measure == "trophies" || b.Measure == "points" || b.Measure == "hundredths"
}

// award gives a trophy to all who have earned it.
func (a *awarding) award(t *Trophy) Awarded {
	test := a.trophy(t)
	out := Awarded{Key: t.Key, Name: t.Name, Variant: t.variant, Players: []string{}, Clans: []string{}}
	a.has[t.Key] = map[string]bool{}
	give := func(sides []*party, mark string) {
		for _, x := range sides {
			ok := (t.variant == "" || len(x.games(a.Season, t.variant)) > 0) && test(x, mark)
			for _, h := range t.Holds {
				ok = ok && a.has[h][mark+x.name]
			}
			if ok {
				a.has[t.Key][mark+x.name] = true
			}
		}
	}
	if t.For != "clans" {
		give(a.players, "")
	}
	if t.For != "players" {
		for _, f := range a.former {
			give(f, clanMark)
		}
		give(a.clans, clanMark)
	}
	for name := range a.has[t.Key] {
		if t.Points != 0 {
			a.earn(name, rat(t.Points))
		}
		if clan, ok := strings.CutPrefix(name, clanMark); ok {
			out.Clans = append(out.Clans, clan)
		} else {
			out.Players = append(out.Players, name)
		}
	}
	slices.Sort(out.Players)
	slices.Sort(out.Clans)
	return out
}

// listing fills a leaderboard.
func (a *awarding) listing(c *counting) Listing {
	out := Listing{Key: c.Key, Title: a.rules.titled(c.Title, c.variant), Variant: c.variant, Players: []Placed{}, Clans: []Placed{}}
	figures := map[string]*big.Rat{} // of players; none where there is nothing to count
	listed := func(x *party, n *big.Rat, ok bool) bool {
		switch games := x.games(a.Season, c.variant); c.Listed {
		case "played":
			return len(games) > 0
		case "won":
			return slices.ContainsFunc(games, func(r int32) bool { return a.won[r] })
		}
		return ok && n.Sign() != 0
	}
	for _, p := range a.players {
		n, ok := c.figure(p, "")
		if ok {
			figures[p.name] = n
		}
		if c.For != "clans" && listed(p, n, ok) {
			out.Players = append(out.Players, Placed{Name: p.name, n: n})
		}
	}
	if c.For != "players" {
		for _, g := range a.clans {
			n, ok := c.ofClan(g, figures)
			if listed(g, n, ok) {
				out.Clans = append(out.Clans, Placed{Name: g.name, n: n})
			}
		}
	}
	c.place(out.Players)
	c.place(out.Clans)
	a.give(c, out.Players, "")
	a.give(c, out.Clans, clanMark)
	return out
}

// give notes who leads a leaderboard, and gives its points.
func (a *awarding) give(c *counting, list []Placed, mark string) {
	for i := range list {
		p := &list[i]
		if p.Place == 1 && mark == "" && c.variant != "" {
			if a.firsts[p.Name] == nil {
				a.firsts[p.Name] = map[string]bool{}
			}
			a.firsts[p.Name][c.Key] = true
		}
		if len(c.Award) == 0 {
			if c.Measure == "hundredths" {
				p.points = new(big.Rat).Quo(p.n, big.NewRat(100, 1))
			}
		} else if p.points = new(big.Rat); p.Place <= len(c.Award) {
			p.points = rat(c.Award[p.Place-1])
		} else if c.Share && list[0].n.Sign() > 0 {
			p.points = hundredths(new(big.Rat).Quo(p.n, list[0].n), true)
		}
		if p.points == nil {
			continue
		}
		f, _ := p.points.Float64()
		p.Points = &f
		if c.Measure != "hundredths" {
			a.earn(mark+p.Name, p.points)
		}
	}
}

// earn adds points to those that somebody has.
func (a *awarding) earn(who string, points *big.Rat) {
	if a.points[who] == nil {
		a.points[who] = new(big.Rat)
	}
	a.points[who].Add(a.points[who], points)
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
	dense := c.a.rules.Define.Places == "dense"
	for i := range list {
		p := &list[i]
		p.Place = i + 1
		if i > 0 && dense {
			p.Place = list[i-1].Place + 1
		}
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
