package contest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"delphi/engine/score"
	"delphi/engine/xlog"
	"delphi/storage"
)

// Entry is one line of a tournament's audit log. Lines are only ever added.
type Entry struct {
	At      int64  `json:"at"`
	Entrant string `json:"entrant,omitempty"`
	Game    string `json:"game,omitempty"` // storage.Game.ID
	Counted bool   `json:"counted,omitempty"`
	What    string `json:"what"`           // the reason; or what was done, without a game
	Line    string `json:"line,omitempty"` // the game in short
}

// Audit is the log of a tournament.
func (b *Book) Audit(ctx context.Context, id string) (out []Entry, err error) {
	err = b.docs().Log(ctx, id, func(raw []byte) error {
		var e Entry
		if err := json.Unmarshal(raw, &e); err != nil {
			return err
		}
		out = append(out, e)
		return nil
	})
	return out, err
}

// scoring are the entrants with their proved accounts.
func (t *Tourney) scoring() (out []score.Entrant) {
	for _, e := range t.Entrants {
		s := score.Entrant{ID: e.Person, Name: e.Name, Clan: e.Clan, Joined: e.Joined, Accounts: e.proved()}
		out = append(out, s)
	}
	return out
}

// Scored is a kept game as scoring reads it.
func Scored(g *storage.Game) (*score.Game, error) {
	r, err := xlog.Unpack(g.Record)
	if err != nil {
		return nil, err
	}
	// The variant is the one that was found when the row was read.
	x, err := xlog.Decode(r, g.Variant)
	if err != nil {
		return nil, err
	}
	return &score.Game{
		ID: g.ID(), Source: g.Source, Account: g.Name, Variant: g.Variant, Role: g.Role, Race: g.Race, Gender: g.Gender0, Align: g.Align0,
		Outcome: xlog.Outcome(g.Outcome), Amulet: x.WithAmul, Practice: g.Practice, Points: g.Points, Turns: g.Turns, Realtime: g.Realtime,
		Start: g.Start, End: g.End, Seen: g.Seen, Pos: g.Pos, Conducts: x.Conducts, Feats: x.Achieved, Death: x.Death,
	}, nil
}

// gamesOf are the games of entrants that ended while the event was on, read
// until seen, with the rows that later ones correct.
func (b *Book) gamesOf(ctx context.Context, t *Tourney, seen int64) ([]*score.Game, error) {
	table, release, err := b.Table(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	sources := map[string][]string{} // of each account that counts, by its name
	for _, e := range t.scoring() {
		for _, a := range e.Accounts {
			name := strings.ToLower(a.Name)
			sources[name] = append(sources[name], a.Source)
		}
	}
	var rows []int32
	table.Ends(0, table.Len(), func(row int, name, source int32, end int64) {
		if end < t.From || t.Until > 0 && end >= t.Until || table.Seen(row) > seen {
			return
		}
		account, on := table.Account(name, source)
		if of := sources[strings.ToLower(account)]; slices.Contains(of, "") || slices.Contains(of, on) {
			rows = append(rows, int32(row))
		}
	})
	return games(table, rows)[0], ctx.Err()
}

// span is when a tournament is, and until when its rows count: those read
// before the results became final, and before its source was closed.
func (t *Tourney) span() score.Span {
	s := score.Span{From: t.From, Until: t.Until, Closed: t.Closed}
	if t.Final != nil {
		s.Seen = t.Final.At
	}
	return s
}

// Count counts a tournament's games from the games themselves: those read until
// seen. In a final one, rows read after it became final are refused.
func (b *Book) Count(ctx context.Context, t *Tourney, seen int64) (*score.Result, error) {
	games, err := b.gamesOf(ctx, t, seen)
	if err != nil {
		return nil, err
	}
	r, err := RulesOf(t)
	if err != nil {
		return nil, err
	}
	return t.score(ctx, r, games)
}

// score counts games.
func (t *Tourney) score(ctx context.Context, r *score.Rules, games []*score.Game) (*score.Result, error) {
	return score.Score(ctx, r, t.span(), t.scoring(), games)
}

// Progress counts a tournament as it stood at several times, for a chart: a
// game is in it from its end on.
func (b *Book) Progress(ctx context.Context, t *Tourney, times []int64) ([]*score.Result, error) {
	games, err := b.gamesOf(ctx, t, b.Now().Unix())
	if err != nil {
		return nil, err
	}
	r, err := RulesOf(t)
	if err != nil {
		return nil, err
	}
	var out []*score.Result
	for _, at := range times {
		var then []*score.Game
		for _, g := range games {
			if g.End <= at {
				then = append(then, g)
			}
		}
		res, err := t.score(ctx, r, then)
		if err != nil {
			return nil, err
		}
		out = append(out, res)
	}
	return out, nil
}

// Line is a game in a few words: "Wiz-Elf-Fem-Cha, 12,345 points, 6,789 turns,
// killed by a newt".
func Line(g *score.Game) string {
	return fmt.Sprintf("%s %s-%s-%s-%s, %s points, %s turns, %s", g.Account, g.Role, g.Race, g.Gender, g.Align,
		score.Commas(g.Points), score.Commas(g.Turns), g.Death)
}

// entryOf is the log line of a verdict.
func entryOf(v *score.Verdict, at int64) Entry {
	return Entry{At: at, Entrant: v.Entrant, Game: v.Game.ID, Counted: v.Counted, What: v.Reason, Line: Line(v.Game)}
}

// verdictEntries are the log lines of verdicts that the log does not say yet.
func verdictEntries(log []Entry, res *score.Result, at int64) (out []any, fresh []score.Verdict) {
	said := map[string]Entry{}
	for _, e := range log {
		if e.Game != "" {
			said[e.Game] = e
		}
	}
	for _, v := range res.AllVerdicts() {
		if e, ok := said[v.Game.ID]; ok && e.Counted == v.Counted && e.What == v.Reason && e.Entrant == v.Entrant {
			continue
		}
		out = append(out, entryOf(&v, at))
		fresh = append(fresh, v)
	}
	return out, fresh
}

// StandingOf is a category by its key, loosely: "turns", "conduct:vegan", or
// the beginning of a title.
func StandingOf(res *score.Result, key string) (*score.Standing, bool) {
	key = strings.ToLower(strings.TrimSpace(key))
	i := slices.IndexFunc(res.Categories, func(s score.Standing) bool {
		return strings.EqualFold(s.Key, key) || strings.EqualFold(s.Title, key)
	})
	if i < 0 && key != "" {
		i = slices.IndexFunc(res.Categories, func(s score.Standing) bool { return strings.Contains(strings.ToLower(s.Title), key) })
	}
	if i < 0 {
		return nil, false
	}
	return &res.Categories[i], true
}
