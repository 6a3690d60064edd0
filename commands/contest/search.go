package contest

import (
	"context"

	"delphi/engine/query"
	"delphi/engine/score"
)

// windowFirst is how many seconds of games Latest looks at first where nobody's are
// asked for; then at four times as many, and so on.
const windowFirst = 86400

// latestAtOnce is how many games are read between two looks at the columns.
const latestAtOnce = 1024

// Latest gives the games that are wanted, the latest first, until each returns false.
// A game's Ref is its number in the log of games. It is not asked for in a call of
// each.
func (b *Book) Latest(ctx context.Context, w query.Wanted, each func(*score.Game) bool) error {
	table, release, err := b.Table(ctx)
	if err != nil {
		return err
	}
	first, last := table.Span()
	release()
	until := last + 1
	if w.Until > 0 {
		until = min(until, w.Until)
	}
	from := max(w.From, first)
	width := int64(windowFirst)
	if w.Player != "" || w.Outcome != "" {
		width = until - from // they are few
	}
	for ; until > from; width *= 4 {
		w.From, w.Until = max(from, until-width), until
		until = w.From
		b.columns.mu.RLock()
		rows := table.Latest(w)
		b.columns.mu.RUnlock()
		for len(rows) > 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			some := rows[:min(len(rows), latestAtOnce)]
			rows = rows[len(some):]
			for _, g := range b.inOrder(table, some) {
				if !each(g) {
					return nil
				}
			}
		}
	}
	return nil
}

// inOrder are the games of rows.
func (b *Book) inOrder(table *query.Table, rows []int32) []*score.Game {
	b.columns.mu.RLock()
	defer b.columns.mu.RUnlock()
	list := games(table, rows)[0]
	for _, g := range list {
		g.Ref = table.Ref(int(g.Ref))
	}
	return list
}

// HasPlayed reports whether there are games of a player.
func (b *Book) HasPlayed(ctx context.Context, name string) (bool, error) {
	table, release, err := b.Table(ctx)
	if err != nil {
		return false, err
	}
	defer release()
	return table.Played(name), nil
}

// Players lists the names of players that begin with so much; see query.Table.Names.
func (b *Book) Players(ctx context.Context, begin string, most int) ([]string, error) {
	table, release, err := b.Table(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return table.Names(begin, most), nil
}
