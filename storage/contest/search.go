package contest

import (
	"context"

	"delphi/engine/games/columns"
	"delphi/engine/games/score"
	"delphi/storage"
)

// windowFirst is how many seconds of games Latest looks at first if no player is asked
// for; then it looks at four times as many, and so on.
const windowFirst = 600

// latestAtOnce is how many games are read between two looks at the columns.
const latestAtOnce = 1024

// Latest calls each with the matching games, the latest first, until it returns false.
// A game's Ref is its number in the log of games.
func (b *Book) Latest(ctx context.Context, w columns.Wanted, each func(*score.Game) bool) error {
	table, first, last, err := b.played(ctx)
	if err != nil {
		return err
	}
	until := last + 1
	if w.Until > 0 {
		until = min(until, w.Until)
	}
	from := max(w.From, first)
	width := int64(windowFirst)
	if w.Player != "" || w.Outcome != "" || w.Points > 0 {
		width = until - from // they are few
	}
	for ; until > from; width *= 4 {
		w.From, w.Until = max(from, until-width), until
		until = w.From
		for rows := b.found(table, w); len(rows) > 0; {
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

// Highest returns the n-th highest score among the matching games; see
// query.Table.Highest.
func (b *Book) Highest(ctx context.Context, w columns.Wanted, n int) (int64, error) {
	table, release, err := b.Table(ctx)
	if err != nil {
		return 0, err
	}
	defer release()
	return table.Highest(w, n), nil
}

// played returns the columns, and when the first and the last of their games ended.
func (b *Book) played(ctx context.Context) (table *columns.Table, first, last int64, err error) {
	table, release, err := b.Table(ctx)
	if err != nil {
		return nil, 0, 0, err
	}
	defer release()
	first, last = table.Span()
	return table, first, last, nil
}

// found returns the matching rows.
func (b *Book) found(table *columns.Table, w columns.Wanted) []int32 {
	defer b.columns.look()()
	return table.Latest(w)
}

// inOrder returns the games in rows, in the same order.
func (b *Book) inOrder(table *columns.Table, rows []int32) []*score.Game {
	defer b.columns.look()()
	list := (*found)(nil).games(table, rows)[0]
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

// Players lists the names of players that begin with a prefix; see query.Table.Names.
func (b *Book) Players(ctx context.Context, begin string, most int) ([]string, error) {
	table, release, err := b.Table(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return table.Names(begin, most), nil
}

// Records returns what is kept of counted games, by their IDs. A game whose row is not the
// one that it was counted from any more is left out.
func (b *Book) Records(ctx context.Context, games []*score.Game) (map[string]*storage.Game, error) {
	table, release, err := b.Table(ctx)
	if err != nil {
		return nil, err
	}
	var numbers []uint64
	for _, g := range games {
		if row := int32(g.Ref); int(row) < table.Len() && gameID(table, row) == g.ID {
			numbers = append(numbers, uint64(table.Ref(int(row))))
		}
	}
	release()
	kept, err := b.Games.Logged(ctx, numbers...)
	out := make(map[string]*storage.Game, len(kept))
	for _, k := range kept {
		out[k.ID()] = k
	}
	return out, err
}
