package tourneys

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"delphi/engine/games/query"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/storage/contest/audit"
)

// recent is the number of latest games that a page lists.
const recent = 100

func (p *Pages) gamesPage(ctx context.Context, e *event, a *Ask) (string, []Block, error) {
	if a.Name != "" {
		return "", nil, ErrNone
	}
	list, err := p.gameList(ctx, e)
	return "Games", []Block{list}, err
}

// gameList lists the latest games that count of some entrants, or of all.
func (p *Pages) gameList(ctx context.Context, e *event, of ...string) (Block, error) {
	out := Block{ID: "games", Title: "Games that count", Columns: columns("ended", "player", "game", "points#", "turns#"), Empty: "None yet."}
	all := e.tally
	if len(of) > 0 {
		all = newTally()
		for _, who := range of {
			all.add(who, e.res.Verdicts(who))
		}
	}
	dumps, err := p.dumplogs(ctx, all.latest)
	for i, g := range all.latest {
		out.Rows = append(out.Rows, []Cell{moment(g.End), p.player(e, g.who), {Text: heroAndDeath(g.Game), Link: dumps[i]}, valued(query.Commas(g.Points), float64(g.Points)), valued(query.Commas(g.Turns), float64(g.Turns))})
	}
	if all.games > recent {
		out.Text = []string{fmt.Sprintf("The latest %d of %d.", recent, all.games)}
	}
	return out, err
}

// heroAndDeath says who a game's hero was and how it ended: "Wiz-Elf-Fem-Cha, killed by a
// newt".
func heroAndDeath(g *score.Game) string {
	return fmt.Sprintf("%s-%s-%s-%s, %s", g.Role, g.Race, g.Gender0, g.Align0, g.Death)
}

// dumplogs returns where the dump logs of games are, each "" where nobody knows.
func (p *Pages) dumplogs(ctx context.Context, games []played) ([]string, error) {
	out := make([]string, len(games))
	var wanted []*score.Game
	for _, g := range games {
		if p.Dumplogs[g.Source] != "" {
			wanted = append(wanted, g.Game)
		}
	}
	if len(wanted) == 0 {
		return out, nil
	}
	kept, err := p.Book.Records(ctx, wanted)
	if err != nil {
		return nil, err
	}
	for i, g := range games {
		if k := kept[g.ID]; k != nil {
			if rec, err := xlog.Unpack(k.Record); err == nil {
				out[i] = rec.Dumplog(p.Dumplogs[g.Source])
			}
		}
	}
	return out, nil
}

// nowPage shows which entrants play now.
func (p *Pages) nowPage(ctx context.Context, e *event, a *Ask) (string, []Block, error) {
	if a.Name != "" {
		return "", nil, ErrNone
	}
	games, failed := p.Live.Players(ctx)
	out := Block{ID: "now", Columns: columns("player", "server", "hero", "where", "turn#", "hit points#", "since"), Empty: "No entrant is playing, as far as the servers tell."}
	for i := range games {
		g := &games[i]
		person := e.owner(g)
		if person == "" || g.Where != nil && !g.Where.Playing && g.Since == 0 {
			continue
		}
		row := []Cell{p.player(e, person), plain(g.Source), {}, {}, {}, {}, {}}
		if w := g.Where; w != nil {
			row[2], row[3] = plain(w.Hero()), plain(strings.TrimPrefix(strings.Join([]string{w.Dungeon, level(w.Depth)}, ", "), ", "))
			row[4] = valued(query.Commas(w.Turns), float64(w.Turns))
			if w.MaxHP > 0 {
				row[5] = valued(fmt.Sprintf("%d(%d)", w.HP, w.MaxHP), float64(w.HP))
			}
		}
		if g.Since > 0 {
			row[6] = moment(g.Since)
		}
		out.Rows = append(out.Rows, row)
	}
	slices.SortStableFunc(out.Rows, func(x, y []Cell) int { return cmp.Compare(strings.ToLower(x[0].Text), strings.ToLower(y[0].Text)) })
	out.Text = []string{fmt.Sprintf("As of %s UTC.", p.Now().UTC().Format(time.TimeOnly))}
	if len(failed) > 0 {
		slices.Sort(failed)
		out.Text = append(out.Text, "These servers could not be asked: "+strings.Join(slices.Compact(failed), ", ")+".")
	}
	return "Playing now", []Block{out}, nil
}

// level writes a depth: "Dlvl 11"; empty if it is unknown.
func level(depth int64) string {
	if depth == 0 {
		return ""
	}
	return fmt.Sprintf("Dlvl %d", depth)
}

// owner returns the entrant whose account plays a game that goes on, or "".
func (e *event) owner(g *xlog.Live) string {
	for i := range e.Entrants {
		for _, c := range e.Entrants[i].Accounts {
			if c.Proved != "" && strings.EqualFold(c.Name, g.Name) && (c.Source == "" || c.Source == g.Source) {
				return e.Entrants[i].Person
			}
		}
	}
	return ""
}

func (p *Pages) streaksPage(_ context.Context, e *event, a *Ask) (string, []Block, error) {
	if a.Name != "" {
		return "", nil, ErrNone
	}
	out := Block{ID: "streaks", Text: []string{"Ascensions in a row, with no other end between them."}, Columns: columns("player", "ascensions#", "last game"), Empty: "Nobody has ascended yet."}
	for _, r := range e.streaks() {
		out.Rows = append(out.Rows, []Cell{p.player(e, r.who), figure(int64(r.length)), plain(audit.Line(r.last))})
	}
	return "Streaks", []Block{out}, nil
}
