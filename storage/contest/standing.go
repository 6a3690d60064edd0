package contest

import (
	"context"
	"encoding/json"
	"math"
	"slices"

	"delphi/engine/games/score"
	"delphi/storage/contest/audit"
	"delphi/storage/contest/running"
)

// Audit returns a tournament's audit log.
func (b *Book) Audit(ctx context.Context, id string) (out []audit.Entry, err error) {
	err = b.docs().Log(ctx, id, func(raw []byte) error {
		var e audit.Entry
		if err := json.Unmarshal(raw, &e); err != nil {
			return err
		}
		out = append(out, e)
		return nil
	})
	return out, err
}

// AuditEnd returns a page of a tournament's audit log, the latest lines first, from page 1
// on, and how many pages it has.
func (b *Book) AuditEnd(ctx context.Context, id string, page, lines int) (out []audit.Entry, pages int, err error) {
	n := uint64(lines)
	all, err := b.docs().LogEnd(ctx, id, uint64(page-1)*n, n, func(raw []byte) error {
		var e audit.Entry
		err := json.Unmarshal(raw, &e)
		out = append(out, e)
		return err
	})
	return out, int((all + n - 1) / n), err
}

// scoring returns the entrants with their proved accounts, but those who are disqualified.
func (t *Tourney) scoring() (out []score.Entrant) {
	for _, e := range t.Entrants {
		struck, extra, gone := t.ruled(e.Person)
		if gone {
			continue
		}
		s := score.Entrant{Struck: struck, Extra: extra, ID: e.Person, Name: e.Name, Clan: e.Clan, Joined: e.Joined, Accounts: e.proved()}
		out = append(out, s)
	}
	return out
}

// span returns when a tournament takes place and until when its rows count: those read
// before the results became final, and before its source was closed.
func (t *Tourney) span() score.Span {
	s := score.Span{From: t.From, Until: t.Until, Closed: t.Closed}
	if t.Final != nil {
		s.Seen = t.Final.At
	}
	return s
}

// event returns the tournament as it is counted.
func (t *Tourney) event() (*running.Event, error) {
	rules, err := RulesOf(t)
	if err != nil {
		return nil, err
	}
	return &running.Event{Template: t.Template, Rules: rules, Span: t.span(), Roster: t.Roster, Entrants: t.scoring, Moves: t.moves(), Logged: t.Logged}, nil
}

// Count counts a tournament's games from scratch: those read by the time seen. In a
// final one, rows read after it became final are refused.
func (b *Book) Count(ctx context.Context, t *Tourney, seen int64) (*score.Result, error) {
	all, err := b.counts(ctx, t, seen, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// counts counts a tournament as it stood at several times; see running.Recount.
func (b *Book) counts(ctx context.Context, t *Tourney, seen int64, times ...int64) ([]*score.Result, error) {
	e, err := t.event()
	if err != nil {
		return nil, err
	}
	return running.Recount(ctx, &b.Columns, e, seen, times...)
}

// Progress counts a tournament as it stood at several times, for a chart of some persons. A
// game counts from its end onwards. The others are counted only where their places matter:
// where the rules give no points they are left out of the results.
func (b *Book) Progress(ctx context.Context, t *Tourney, persons []string, times []int64) ([]*score.Result, error) {
	rules, err := RulesOf(t)
	if err != nil {
		return nil, err
	}
	if rules.Pointless() {
		some := *t
		some.Entrants = slices.DeleteFunc(slices.Clone(t.Entrants), func(e Entrant) bool { return !slices.Contains(persons, e.Person) })
		t = &some
	}
	return b.counts(ctx, t, b.Now().Unix(), times...)
}
