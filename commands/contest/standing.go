package contest

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
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
		s := score.Entrant{ID: e.Person, Name: e.Name, Clan: e.Clan}
		for _, c := range e.Accounts {
			if c.Proved != "" {
				s.Accounts = append(s.Accounts, c.Account)
			}
		}
		out = append(out, s)
	}
	return out
}

// Scored is a kept game as scoring reads it. Its record must be filled.
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
	s := Short(g)
	s.Amulet, s.Conducts, s.Feats, s.Death = x.WithAmul, x.Conducts, x.Achieved, x.Death
	return s, nil
}

// Short is a kept game as scoring reads it, without what only its record says.
func Short(g *storage.Game) *score.Game {
	s := Glance(g)
	s.ID = g.ID()
	return &s
}

// Glance is Short without the ID: what a filter asks of millions of games.
func Glance(g *storage.Game) score.Game {
	return score.Game{
		Source: g.Source, Account: g.Name, Variant: g.Variant, Role: g.Role, Race: g.Race, Gender: g.Gender0, Align: g.Align0,
		Outcome: xlog.Outcome(g.Outcome), Practice: g.Practice, Points: g.Points, Turns: g.Turns, Realtime: g.Realtime,
		Start: g.Start, End: g.End, Seen: g.Seen, Pos: g.Pos,
	}
}

// gamesOf are the games of entrants that ended while the event was on, read
// until seen.
func (b *Book) gamesOf(ctx context.Context, t *Tourney, seen int64) ([]*score.Game, error) {
	var kept []*storage.Game
	known := map[string]bool{}
	for _, e := range t.scoring() {
		for _, a := range e.Accounts {
			err := b.Games.Player(ctx, a.Name, t.From, t.Until, func(g *storage.Game) bool {
				if (a.Source == "" || a.Source == g.Source) && g.Seen <= seen && !known[g.ID()] {
					known[g.ID()] = true
					kept = append(kept, g.Keep())
				}
				return true
			})
			if err != nil {
				return nil, err
			}
		}
	}
	if err := b.Games.Fill(ctx, kept...); err != nil {
		return nil, err
	}
	out := make([]*score.Game, len(kept))
	for i, g := range kept {
		s, err := Scored(g)
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", g.ID(), err)
		}
		out[i] = s
	}
	return out, nil
}

// span is when a tournament is. Rows count that were read before the grace time
// was over, and before the results were made final.
func (t *Tourney) span() score.Span {
	s := score.Span{From: t.From, Until: t.Until, Seen: t.Until + t.Grace - 1}
	if t.Final != nil {
		s.Seen = min(s.Seen, t.Final.At)
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
	return t.score(r, games), nil
}

// one is a count of one thing with its unit in the plural.
var one = regexp.MustCompile(`(^|[ (])1 ([a-z]+)s\b`)

// score counts games; of one thing the unit is in the singular.
func (t *Tourney) score(r *score.Rules, games []*score.Game) *score.Result {
	res := score.Score(r, t.span(), t.scoring(), games)
	singular := func(rows []score.Row) {
		for i := range rows {
			rows[i].Text = one.ReplaceAllString(rows[i].Text, "${1}1 $2")
		}
	}
	singular(res.Overall)
	singular(res.Clans)
	for _, s := range res.Categories {
		singular(s.Rows)
	}
	return res
}

// Count is how many take part, in words: "1 entrant".
func (t *Tourney) Count() string {
	if len(t.Entrants) == 1 {
		return "1 entrant"
	}
	return fmt.Sprintf("%d entrants", len(t.Entrants))
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
		out = append(out, t.score(r, then))
	}
	return out, nil
}

func tally(res *score.Result, at int64) *Tally {
	t := &Tally{At: at}
	for _, r := range res.Overall {
		t.Rows = append(t.Rows, TallyRow{r.Entrant, r.Name, r.Points})
	}
	return t
}

// Replayed is a recount beside what was kept.
type Replayed struct {
	Tourney *Tourney
	Kept    *Tally // the final count, or the last one; nil: none yet, or none since what is counted was changed
	Again   *Tally // from the games, as they were then
	Result  *score.Result
	Differs []string // what is not the same; empty: all is
}

// Replay counts a tournament again from its games and compares points and the
// audit log with what was kept.
func (b *Book) Replay(ctx context.Context, id string) (*Replayed, error) {
	t := new(Tourney)
	if ok, err := b.docs().Get(ctx, slug(id), t); err != nil || !ok {
		if err == nil {
			_, err = b.Find(ctx, Place{}, id)
		}
		return nil, err
	}
	kept := t.Last
	if t.Stale {
		kept = nil // the next sweep counts again
	}
	if t.Final != nil {
		kept = t.Final
	}
	at := b.Now().Unix()
	if kept != nil && t.Final == nil {
		at = kept.At // games read since then were not in it
	}
	res, err := b.Count(ctx, t, at)
	if err != nil {
		return nil, err
	}
	out := &Replayed{Tourney: t, Kept: kept, Again: tally(res, at), Result: res}
	if kept == nil {
		return out, nil
	}
	for i := range max(len(kept.Rows), len(out.Again.Rows)) {
		var a, z TallyRow
		if i < len(kept.Rows) {
			a = kept.Rows[i]
		}
		if i < len(out.Again.Rows) {
			z = out.Again.Rows[i]
		}
		if a != z {
			out.Differs = append(out.Differs, fmt.Sprintf("place %d: kept %s with %d, recounted %s with %d", i+1, a.Name, a.Points, z.Name, z.Points))
		}
	}
	log, err := b.Audit(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	said := map[string]Entry{}
	for _, e := range log {
		if e.Game != "" {
			said[e.Game] = e
		}
	}
	for _, v := range res.Verdicts {
		e, ok := said[v.Game.ID]
		if !ok && v.Game.Seen > kept.At {
			continue // it came after the last look at the log
		}
		if !ok || e.Counted != v.Counted || e.Entrant != v.Entrant {
			out.Differs = append(out.Differs, fmt.Sprintf("game %s: the log says %q, recounted %q", v.Game.ID, e.What, v.Reason))
		}
	}
	return out, nil
}

// Line is a game in a few words: "Wiz-Elf-Fem-Cha, 12,345 points, 6,789 turns,
// killed by a newt".
func Line(g *score.Game) string {
	return fmt.Sprintf("%s %s-%s-%s-%s, %s points, %s turns, %s", g.Account, g.Role, g.Race, g.Gender, g.Align,
		score.Commas(g.Points), score.Commas(g.Turns), g.Death)
}

// verdictEntries are the log lines of verdicts that the log does not say yet.
func verdictEntries(log []Entry, res *score.Result, at int64) (out []any, fresh []score.Verdict) {
	said := map[string]Entry{}
	for _, e := range log {
		if e.Game != "" {
			said[e.Game] = e
		}
	}
	for _, v := range res.Verdicts {
		if e, ok := said[v.Game.ID]; ok && e.Counted == v.Counted && e.What == v.Reason && e.Entrant == v.Entrant {
			continue
		}
		out = append(out, Entry{At: at, Entrant: v.Entrant, Game: v.Game.ID, Counted: v.Counted, What: v.Reason, Line: Line(v.Game)})
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
