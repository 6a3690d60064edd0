package query

import (
	"context"
	"slices"

	"delphi/engine/games/columns"
	"delphi/engine/games/xlog"
)

// Plays is what a block of rows says of when games were played: whose they are and of what
// source as codes (see Account), and whether they were won. Start is 0 where it is unknown.
type Plays struct {
	Row                       int // the first of the block
	Name, Source, Start, End  []int64
	Won                       []bool
	names, sources            [columns.BlockSize]int64
	starts, ends, hows, marks [columns.BlockSize]int64
	won                       [columns.BlockSize]bool
}

// Plays gives the rows of a table that the query is about, block by block: rows are the places in the
// lists of p that count. Both are the callee's only until it returns.
func (q *Query) Plays(ctx context.Context, t *columns.Table, each func(p *Plays, rows []int32)) error {
	r := &run{ctx: ctx, t: t, q: q, zone: q.zone()}
	won := int64(slices.Index(t.Text[columns.Outcome].Dict, xlog.Ascended.String()))
	p := &Plays{}
	return r.each(func(b, n int, rows []int32) {
		p.Row = b * columns.BlockSize
		p.Name, p.Source = t.Text[columns.Name].Rows.Block(b, p.names[:]), t.Text[columns.Source].Rows.Block(b, p.sources[:])
		p.End = t.Num[columns.End].Block(b, p.ends[:])
		p.Start = t.Num[columns.Start].Block(b, p.starts[:])
		if _, high := t.Num[columns.Marks].Bounds(b); high >= columns.MarkNoStart {
			p.Start = p.starts[:copy(p.starts[:], p.Start)]
			for i, m := range t.Num[columns.Marks].Block(b, p.marks[:]) {
				if m&columns.MarkNoStart != 0 {
					p.Start[i] = 0
				}
			}
		}
		p.Won = p.won[:n]
		for i, how := range t.Text[columns.Outcome].Rows.Block(b, p.hows[:]) {
			p.Won[i] = how == won
		}
		each(p, rows)
	})
}

// PlaysOf gives the games of one player that the query's condition is met by, in the order in
// which they were added; name and source are codes, and start is 0 where it is unknown.
func (q *Query) PlaysOf(t *columns.Table, player string, each func(row, name, source int32, start, end int64, won bool)) {
	rows, zone := t.RowsOf(player), q.zone()
	won := int64(slices.Index(t.Text[columns.Outcome].Dict, xlog.Ascended.String()))
	var states, names, sources, starts, ends, hows, marks [columns.GamesAtOnce]int64
	var met [columns.GamesAtOnce]bool
	for from := 0; from < len(rows); from += columns.GamesAtOnce {
		some := rows[from:min(from+columns.GamesAtOnce, len(rows))]
		if q.Where != nil {
			t.Games(some, func(i int, g *columns.Game) { met[i] = q.Where.Met(g, zone) })
		}
		state, mark := t.Num[columns.State].Gather(some, states[:]), t.Num[columns.Marks].Gather(some, marks[:])
		name, source := t.Text[columns.Name].Rows.Gather(some, names[:]), t.Text[columns.Source].Rows.Gather(some, sources[:])
		start, end, how := t.Num[columns.Start].Gather(some, starts[:]), t.Num[columns.End].Gather(some, ends[:]), t.Text[columns.Outcome].Rows.Gather(some, hows[:])
		for i, row := range some {
			if state[i] != 0 || q.Where != nil && !met[i] {
				continue
			}
			began := start[i]
			if mark[i]&columns.MarkNoStart != 0 {
				began = 0
			}
			each(row, int32(name[i]), int32(source[i]), began, end[i], how[i] == won)
		}
	}
}
