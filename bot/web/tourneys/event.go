package tourneys

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/storage/contest"
	"delphi/storage/contest/people"
)

// event is a published tournament as it was counted.
type event struct {
	*contest.Tourney
	rules *score.Rules
	res   *score.Result
	phase contest.Phase
	names map[string]string // of persons: what they are called in their games
	tally
}

// played is a game that counts, and the entrant to whom it belongs.
type played struct {
	*score.Game
	who string
}

// tally is what pages show of all games that count. They may be very many, so they are
// looked at one entrant after another, and only the latest are kept.
type tally struct {
	games      int
	latest     []played // the latest first
	deaths     map[string]*death
	roles, won map[string]int // games and ascensions by role
	runs       []streak       // of each entrant the longest

	heroes map[hero]done   // by role and race
	by     map[string]done // by entrant
}

// hero is a role and a race.
type hero struct{ role, race string }

// done counts finished games and the ascensions among them.
type done struct{ games, won int }

// add adds a game.
func (d done) add(won bool) done {
	d.games++
	if won {
		d.won++
	}
	return d
}

func newTally() tally {
	return tally{deaths: map[string]*death{}, roles: map[string]int{}, won: map[string]int{}, heroes: map[hero]done{}, by: map[string]done{}}
}

// death is a cause of death, how often it occurred, and who died of it first.
type death struct {
	text  string
	times int
	first played
}

// later orders games by when they ended, the latest first.
func later(a, b played) int {
	return cmp.Or(cmp.Compare(b.End, a.End), cmp.Compare(b.Start, a.Start), strings.Compare(b.ID, a.ID))
}

// add looks at the games of an entrant, which come by end.
func (t *tally) add(who string, verdicts []score.Verdict) {
	var run, best streak
	for i := range verdicts {
		if !verdicts[i].Counted {
			continue
		}
		g := played{verdicts[i].Game, who}
		t.games++
		t.roles[g.Role]++
		won, h := g.Outcome == xlog.Ascended, hero{g.Role, g.Race}
		t.heroes[h], t.by[who] = t.heroes[h].add(won), t.by[who].add(won)
		if len(t.latest) < recent || later(g, t.latest[len(t.latest)-1]) < 0 {
			at, _ := slices.BinarySearchFunc(t.latest, g, later)
			t.latest = slices.Insert(t.latest, at, g.kept())
			t.latest = t.latest[:min(recent, len(t.latest))]
		}
		if g.Outcome == xlog.Died && g.Death != "" {
			d := t.deaths[g.Death]
			if d == nil {
				d = &death{text: g.Death, first: g.kept()}
				t.deaths[g.Death] = d
			}
			if d.times++; later(g, d.first) > 0 {
				d.first = g.kept()
			}
		}
		if g.Outcome != xlog.Ascended {
			run = streak{}
			continue
		}
		t.won[g.Role]++
		if run.who, run.length = who, run.length+1; run.length > best.length {
			best, best.last = run, g.kept().Game
		}
	}
	if best.length > 0 {
		t.runs = append(t.runs, best)
	}
}

// kept returns a copy of the game that does not retain the memory of the others that it
// was read with.
func (p played) kept() played {
	g := *p.Game
	return played{&g, p.who}
}

// published lists the tournaments that have pages, the latest to begin first.
func (p *Pages) published(ctx context.Context) ([]*contest.Tourney, error) {
	if p.Book == nil {
		return nil, nil
	}
	all, err := p.Book.All(ctx)
	return slices.DeleteFunc(slices.Clone(all), func(t *contest.Tourney) bool { return !t.Published }), err
}

// event counts a published tournament. It returns ErrNone if there is none with that
// ID. The tournament is counted again only after Fresh, however many of its pages are
// made.
func (p *Pages) event(ctx context.Context, id string) (*event, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c := p.counted[id]; c.event != nil && p.Now().Sub(c.at) < Fresh {
		return c.event, nil
	}
	list, err := p.published(ctx)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(list, func(t *contest.Tourney) bool { return t.ID == id })
	if i < 0 {
		return nil, ErrNone
	}
	e, err := p.count(ctx, list[i])
	if err != nil {
		return nil, err
	}
	if p.counted == nil {
		p.counted = map[string]counted{}
	}
	p.counted[id] = counted{e, p.Now()}
	return e, nil
}

// counted is an event and when it was counted.
type counted struct {
	*event
	at time.Time
}

func (p *Pages) count(ctx context.Context, t *contest.Tourney) (*event, error) {
	now := p.Now().Unix()
	e := &event{Tourney: t, phase: t.Phase(now), names: map[string]string{}, tally: newTally()}
	var err error
	if e.rules, err = contest.RulesOf(t); err != nil {
		return nil, err
	}
	if e.res, err = p.Book.Standings(ctx, t); err != nil {
		return nil, err
	}
	for _, x := range t.Entrants {
		var names []string
		for _, a := range x.Accounts {
			if (a.Proved != "" || t.Proof == people.ProofNone) && !slices.Contains(names, a.Name) {
				names = append(names, a.Name)
			}
		}
		e.names[x.Person] = cmp.Or(strings.Join(names, ", "), "somebody without a proved account")
	}
	for _, r := range e.res.Overall {
		e.add(r.Entrant, e.res.Verdicts(r.Entrant))
	}
	return e, nil
}

// person returns the entrant with a name that pages show, or "".
func (e *event) person(name string) string {
	for id, n := range e.names {
		if n == name {
			return id
		}
	}
	return ""
}

// worthName returns the unit by which the standings are ranked.
func (e *event) worthName() string {
	if e.res.Pointless() {
		return "trophies"
	}
	return "points"
}

// worth returns how much of it somebody has.
func (e *event) worth(r *score.Row) string {
	if e.res.Pointless() {
		return fmt.Sprint(r.Value)
	}
	return r.Points.Plain()
}

// figure returns worth as a number.
func (e *event) figure(r *score.Row) float64 {
	if e.res.Pointless() {
		return float64(r.Value)
	}
	return r.Points.Float()
}

// state describes the tournament's current phase.
func (e *event) state() string {
	switch e.phase {
	case contest.Ahead:
		return "It has not begun."
	case contest.On:
		return "It is on."
	case contest.Late:
		return "It is over; games that are reported late still count."
	case contest.Unsettled:
		return "It is over; the results are not final yet."
	case contest.Final:
		return "The results are final."
	}
	return "It was cancelled."
}

// streaks returns the longest streaks of ascensions, longest first.
func (e *event) streaks() (out []streak) {
	out = slices.Clone(e.runs)
	slices.SortFunc(out, func(a, b streak) int {
		return cmp.Or(b.length-a.length, cmp.Compare(a.last.End, b.last.End), strings.Compare(a.who, b.who))
	})
	return out
}

// streak is a series of ascensions without any other game in between.
type streak struct {
	who    string
	length int
	last   *score.Game
}
