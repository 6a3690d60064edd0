package query

import (
	"context"
	"slices"

	"delphi/engine/games/xlog"
)

// Plays is what a block of rows says of when games were played: whose they are and of what
// source as codes (see Account), and whether they were won. Start is 0 where it is unknown.
type Plays struct {
	Row                       int // the first of the block
	Name, Source, Start, End  []int64
	Won                       []bool
	names, sources            [blockSize]int64
	starts, ends, hows, marks [blockSize]int64
	won                       [blockSize]bool
}

// Plays gives the rows of a table that the query is about, block by block: rows are the places in the
// lists of p that count. Both are the callee's only until it returns.
func (q *Query) Plays(ctx context.Context, t *Table, each func(p *Plays, rows []int32)) error {
	r := &run{ctx: ctx, t: t, q: q, zone: q.zone()}
	won := int64(slices.Index(t.text[colOutcome].dict, xlog.Ascended.String()))
	p := &Plays{}
	return r.each(func(b, n int, rows []int32) {
		p.Row = b * blockSize
		p.Name, p.Source = t.text[colName].rows.block(b, p.names[:]), t.text[colSource].rows.block(b, p.sources[:])
		p.End = t.num[colEnd].block(b, p.ends[:])
		p.Start = t.num[colStart].block(b, p.starts[:])
		if _, high := t.num[colMarks].bounds(b); high >= markNoStart {
			p.Start = p.starts[:copy(p.starts[:], p.Start)]
			for i, m := range t.num[colMarks].block(b, p.marks[:]) {
				if m&markNoStart != 0 {
					p.Start[i] = 0
				}
			}
		}
		p.Won = p.won[:n]
		for i, how := range t.text[colOutcome].rows.block(b, p.hows[:]) {
			p.Won[i] = how == won
		}
		each(p, rows)
	})
}

// PlaysOf gives the games of one player that the query's condition is met by, in the order in
// which they were added; name and source are codes, and start is 0 where it is unknown.
func (q *Query) PlaysOf(t *Table, player string, each func(row, name, source int32, start, end int64, won bool)) {
	rows, zone := t.RowsOf(player), q.zone()
	won := int64(slices.Index(t.text[colOutcome].dict, xlog.Ascended.String()))
	var states, names, sources, starts, ends, hows, marks [gamesAtOnce]int64
	var met [gamesAtOnce]bool
	for from := 0; from < len(rows); from += gamesAtOnce {
		some := rows[from:min(from+gamesAtOnce, len(rows))]
		if q.Where != nil {
			t.Games(some, func(i int, g *Game) { met[i] = q.Where.Met(g, zone) })
		}
		state, mark := t.num[colState].gather(some, states[:]), t.num[colMarks].gather(some, marks[:])
		name, source := t.text[colName].rows.gather(some, names[:]), t.text[colSource].rows.gather(some, sources[:])
		start, end, how := t.num[colStart].gather(some, starts[:]), t.num[colEnd].gather(some, ends[:]), t.text[colOutcome].rows.gather(some, hows[:])
		for i, row := range some {
			if state[i] != 0 || q.Where != nil && !met[i] {
				continue
			}
			began := start[i]
			if mark[i]&markNoStart != 0 {
				began = 0
			}
			each(row, int32(name[i]), int32(source[i]), began, end[i], how[i] == won)
		}
	}
}
