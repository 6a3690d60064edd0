package archive

import (
	"context"

	"delphi/engine/games/columns"
	"delphi/engine/games/score"
	"delphi/storage/gamelog"
)

// windowFirst is how many seconds of games Latest looks at first if no player is asked
// for; then it looks at four times as many, and so on.
const windowFirst = 600

// latestAtOnce is how many games are read between two looks at the columns.
const latestAtOnce = 1024

// Latest calls each with the matching games, the latest first, until it returns false.
// A game's Ref is its number in the log of games.
func (c *Columns) Latest(ctx context.Context, w columns.Wanted, each func(*score.Game) bool) error {
	table, first, last, err := c.played(ctx)
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
		for rows := c.found(table, w); len(rows) > 0; {
			if err := ctx.Err(); err != nil {
				return err
			}
			some := rows[:min(len(rows), latestAtOnce)]
			rows = rows[len(some):]
			for _, g := range c.inOrder(table, some) {
				if !each(g) {
					return nil
				}
			}
		}
	}
	return nil
}

// Highest returns the n-th highest score among the matching games; see
// columns.Table.Highest.
func (c *Columns) Highest(ctx context.Context, w columns.Wanted, n int) (int64, error) {
	table, release, err := c.Table(ctx)
	if err != nil {
		return 0, err
	}
	defer release()
	return table.Highest(w, n), nil
}

// played returns the columns, and when the first and the last of their games ended.
func (c *Columns) played(ctx context.Context) (table *columns.Table, first, last int64, err error) {
	table, release, err := c.Table(ctx)
	if err != nil {
		return nil, 0, 0, err
	}
	defer release()
	first, last = table.Span()
	return table, first, last, nil
}

// found returns the matching rows.
func (c *Columns) found(table *columns.Table, w columns.Wanted) []int32 {
	defer c.Look()()
	return table.Latest(w)
}

// inOrder returns the games in rows, in the same order.
func (c *Columns) inOrder(table *columns.Table, rows []int32) []*score.Game {
	defer c.Look()()
	list := Scoring(table, nil, rows)[0]
	for _, g := range list {
		g.Ref = table.Ref(int(g.Ref))
	}
	return list
}

// HasPlayed reports whether there are games of a player.
func (c *Columns) HasPlayed(ctx context.Context, name string) (bool, error) {
	table, release, err := c.Table(ctx)
	if err != nil {
		return false, err
	}
	defer release()
	return table.Played(name), nil
}

// Players lists the names of players that begin with a prefix; see columns.Table.Names.
func (c *Columns) Players(ctx context.Context, begin string, most int) ([]string, error) {
	table, release, err := c.Table(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return table.Names(begin, most), nil
}

// Records returns what is kept of counted games, by their IDs. A game whose row is not the
// one that it was counted from any more is left out.
func (c *Columns) Records(ctx context.Context, games []*score.Game) (map[string]*gamelog.Game, error) {
	table, release, err := c.Table(ctx)
	if err != nil {
		return nil, err
	}
	var numbers []uint64
	for _, g := range games {
		if row := int32(g.Ref); int(row) < table.Len() && GameID(table, row) == g.ID {
			numbers = append(numbers, uint64(table.Ref(int(row))))
		}
	}
	release()
	kept, err := c.Games.Logged(ctx, numbers...)
	out := make(map[string]*gamelog.Game, len(kept))
	for _, k := range kept {
		out[k.ID()] = k
	}
	return out, err
}
