package score

import (
	"context"
	"math/big"
	"slices"
	"strings"
)

// Account is a name in the logs of a source; an empty Source is every source.
type Account struct {
	Source string `json:"source,omitempty"`
	Name   string `json:"name"`
}

func (a Account) String() string {
	if a.Source == "" {
		return a.Name
	}
	return a.Name + "@" + a.Source
}

// Owns reports whether a game was played on the account.
func (a Account) Owns(g *Game) bool {
	return strings.EqualFold(a.Name, g.Name) && (a.Source == "" || a.Source == g.Source)
}

// Entrant is one participant.
type Entrant struct {
	ID       string
	Name     string
	Accounts []Account
	Clan     string
	Joined   int64 // unix seconds; 0: before everything

	Struck map[string]string // of games that do not count: why, by ID or by Same
	Extra  Points            // what a referee has given, or taken
}

// Span is the time of an event, in unix seconds. From is within it, Until is not; 0: it has
// no end.
type Span struct {
	From, Until int64
	Seen        int64            // rows read later are not counted; 0: no end
	Closed      map[string]int64 // the same, by source
	Repeats     bool             // a row that repeats another also counts, and corrects none
}

// Row is one entrant's place in a category, on a leaderboard, or overall.
type Row struct {
	Entrant string // ID; for a clan its name
	Name    string
	Value   int64  // rounded down to a whole number
	Text    string // the value in words: "21,450 turns"
	Points  Points
	Place   int // from 1
	At      int64
	Games   int // how many make the value; for a clan 0

	exact *big.Rat
	games []int32 // the places of those among the entrant's verdicts
	all   bool    // instead, all that count
}

// Standing is the rows of a category or a leaderboard, the best first.
type Standing struct {
	Key, Title string
	Variant    string // of a leaderboard of one
	Board      bool   // it is a leaderboard
	Rows       []Row  // of players
	Clans      []Row
}

// Held is a trophy with those who have it, in alphabetical order.
type Held struct {
	Key, Name, Variant string
	Points             Points // for each who has it
	Players            []Row  // Entrant and Name
	Clans              []Row
}

// Result is everything that scoring produces.
type Result struct {
	Overall    []Row // by points, or by trophies where the rules give none
	Clans      []Row
	Categories []Standing
	Trophies   []Held // those that are listed; none where Result was asked for the first rows only
	Unlisted   []Held // and those that are not

	rules   *Rules
	players []*player
	span    Span
	games   func(ids []string) [][]*Game
}

// Pointless reports whether nothing gives points: what counts are places and trophies.
func (r *Result) Pointless() bool { return r.rules.pointless }

// Verdicts says of every game of an entrant's accounts whether it counts, by end.
func (r *Result) Verdicts(entrant string) []Verdict {
	if i := slices.IndexFunc(r.players, func(p *player) bool { return p.ID == entrant }); i >= 0 {
		return r.judge(r.players[i])
	}
	return nil
}

// AllVerdicts says so of the games of all entrants, by end.
func (r *Result) AllVerdicts() (out []Verdict) {
	for _, p := range r.players {
		out = append(out, r.judge(p)...)
	}
	slices.SortFunc(out, func(a, b Verdict) int { return byEnd(a.Game, b.Game) })
	return out
}

// Behind returns the games that make the value of an entrant's row.
func (r *Result) Behind(row *Row) (out []*Game) {
	if row.Games == 0 {
		return nil
	}
	verdicts := r.Verdicts(row.Entrant)
	for i := range verdicts {
		if row.all && verdicts[i].Counted {
			out = append(out, verdicts[i].Game)
		}
	}
	for _, i := range row.games {
		out = append(out, verdicts[i].Game)
	}
	return out
}

// Score counts games at once. The order of games and entrants does not matter. The
// only error it returns is that of a cancelled ctx.
func Score(ctx context.Context, r *Rules, span Span, entrants []Entrant, games []*Game) (*Result, error) {
	of := map[string][]*Game{}
	c := NewCount(r, span, func(ids []string) (out [][]*Game) {
		for _, id := range ids {
			out = append(out, of[id])
		}
		return out
	})
	ids := c.Enter(entrants)
	for _, g := range games {
		if id := c.Owner(g.Name, g.Source); id != "" {
			of[id] = append(of[id], g)
		}
	}
	if err := c.Fill(ctx, [][]string{ids}, func(string, []Verdict) {}); err != nil {
		return nil, err
	}
	return c.Result(ctx, 0)
}
