package score

import (
	"context"
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

// owns reports whether a game was played on the account.
func (a Account) owns(g *Game) bool {
	return strings.EqualFold(a.Name, g.Account) && (a.Source == "" || a.Source == g.Source)
}

// Entrant is one participant.
type Entrant struct {
	ID       string
	Name     string
	Accounts []Account
	Clan     string
	Joined   int64 // unix seconds; 0: before everything
}

// Span is the time of an event, in unix seconds. From is within it, Until is not.
type Span struct {
	From, Until int64
	Seen        int64            // rows read later are not counted; 0: no end
	Closed      map[string]int64 // the same, by source
}

// Row is one entrant's place in a category, or overall.
type Row struct {
	Entrant string // ID; for a clan its name
	Name    string
	Value   int64
	Text    string // the value in words: "21,450 turns"
	Points  int64
	Place   int // from 1
	At      int64
	Games   int // how many make the value; for a clan 0

	games []int32 // the places of those among the entrant's verdicts
	all   bool    // instead, all that count
}

// Standing is a category's rows, the best first.
type Standing struct {
	Key, Title string
	Rows       []Row
}

// Result is everything that scoring produces.
type Result struct {
	Overall    []Row // Value is Points
	Clans      []Row
	Categories []Standing

	players []*player
	judge   func(*player) []Verdict
}

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

// Behind are the games that make the value of an entrant's row.
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
	c := NewCount(r, span)
	ids := c.Enter(entrants)
	of := map[string][]*Game{}
	for _, g := range games {
		if id := c.Owner(g.Account, g.Source); id != "" {
			of[id] = append(of[id], g)
		}
	}
	if err := c.Fill(ctx, [][]string{ids}, func(ids []string) (out [][]*Game) {
		for _, id := range ids {
			out = append(out, of[id])
		}
		return out
	}, func(string, []Verdict) {}); err != nil {
		return nil, err
	}
	return c.Result(0, func(id string) []*Game { return of[id] }), nil
}
