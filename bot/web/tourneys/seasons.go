package tourneys

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"delphi/storage/contest"
)

// season is the outcome of a finished tournament.
type season struct {
	at     int64 // when it was counted for the last time
	podium [3][]string
	clans  []string
	worth  string
}

// winners names the first, and the first clan.
func (s *season) winners() string {
	out := strings.Join(s.podium[0], ", ")
	if len(s.clans) > 0 {
		out += "; " + strings.Join(s.clans, ", ")
	}
	return out
}

// season returns how a tournament ended; empty if it was called off.
func (p *Pages) season(ctx context.Context, t *contest.Tourney) (*season, error) {
	if t.Final == nil {
		return &season{}, nil
	}
	if s, ok := p.past.Load(t.ID); ok && s.(*season).at == t.Final.At {
		return s.(*season), nil
	}
	e, err := p.count(ctx, t)
	if err != nil {
		return nil, err
	}
	s := &season{at: t.Final.At}
	for i := range e.res.Overall {
		r := &e.res.Overall[i]
		if r.Place > len(s.podium) || e.figure(r) == 0 {
			break
		}
		s.podium[r.Place-1] = append(s.podium[r.Place-1], e.names[r.Entrant])
		if s.worth == "" {
			s.worth = e.worth(r) + " " + e.worthName()
		}
	}
	for i := range e.res.Clans {
		if r := &e.res.Clans[i]; r.Place == 1 && (r.Value > 0 || r.Points > 0) {
			s.clans = append(s.clans, r.Name)
		}
	}
	p.past.Store(t.ID, s)
	return s, nil
}

// seasonsPage lists the tournaments of the channel so far, and who did how well in them.
func (p *Pages) seasonsPage(ctx context.Context, e *event, a *Ask) (string, []Block, error) {
	if a.Name != "" {
		return "", nil, ErrNone
	}
	list, err := p.published(ctx)
	if err != nil {
		return "", nil, err
	}
	all := Block{ID: "seasons", Title: "So far", Columns: columns("tournament", "from", "players#", "won by", "with", "clan"), Empty: "None is over yet."}
	medals := map[string]*[3]int{}
	for _, t := range list {
		if t.Place != e.Place || t.Final == nil {
			continue
		}
		s, err := p.season(ctx, t)
		if err != nil {
			return "", nil, err
		}
		all.Rows = append(all.Rows, []Cell{{Text: t.Name, Link: p.Link(Path(t.ID, ""))}, moment(t.From), figure(int64(len(t.Entrants))), plain(strings.Join(s.podium[0], ", ")), plain(s.worth), plain(strings.Join(s.clans, ", "))})
		for i, names := range s.podium {
			for _, n := range names {
				if medals[n] == nil {
					medals[n] = &[3]int{}
				}
				medals[n][i]++
			}
		}
	}
	best := Block{ID: "medals", Title: "First, second and third places", Columns: columns("player", "first#", "second#", "third#"), Empty: "Nobody yet."}
	for n, m := range medals {
		best.Rows = append(best.Rows, []Cell{plain(n), figure(int64(m[0])), figure(int64(m[1])), figure(int64(m[2]))})
	}
	slices.SortFunc(best.Rows, func(x, y []Cell) int {
		return cmp.Or(before(y[1], x[1]), before(y[2], x[2]), before(y[3], x[3]), before(x[0], y[0]))
	})
	return "Seasons", []Block{all, best}, nil
}
