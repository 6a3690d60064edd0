package query

import (
	"context"
	"slices"
	"strings"
	"sync"

	"delphi/engine/games/xlog"
)

// players is an index of the rows by player: a list of all rows in which those of each
// player stand together, and beside it the rows that were added since it was made.
type players struct {
	mu    sync.Mutex
	codes int              // of the dictionary that are read
	ids   map[string]int32 // by name in lower case
	of    []int32          // by code, the player
	from  []int32          // by player, where their rows begin; one more at the end
	rows  []int32
	fresh map[int32][]int32
	done  int // rows that are in rows
	seen  int // rows that are in rows or fresh
}

// byPlayer brings the index up to the table.
func (t *Table) byPlayer() *players {
	x := &t.players
	dict := t.text[colName].dict
	if x.ids == nil {
		x.ids, x.fresh = map[string]int32{}, map[int32][]int32{}
	}
	for ; x.codes < len(dict); x.codes++ {
		name := strings.ToLower(dict[x.codes])
		id, ok := x.ids[name]
		if !ok {
			id = int32(len(x.ids))
			x.ids[name] = id
		}
		x.of = append(x.of, id)
	}
	if t.n-x.done > t.n/8+blockSize || x.rows == nil {
		x.build(t)
	}
	var buf [blockSize]int64
	for b := x.seen / blockSize; b*blockSize < t.n && x.seen < t.n; b++ {
		codes := t.text[colName].rows.block(b, buf[:])
		for i := x.seen - b*blockSize; i < len(codes); i++ {
			id := x.of[codes[i]]
			x.fresh[id] = append(x.fresh[id], int32(b*blockSize+i))
		}
		x.seen = min(t.n, (b+1)*blockSize)
	}
	return x
}

// build makes the list of all rows anew.
func (x *players) build(t *Table) {
	x.from = make([]int32, len(x.ids)+1)
	var buf [blockSize]int64
	for b := range t.blocks() {
		for _, code := range t.text[colName].rows.block(b, buf[:]) {
			x.from[x.of[code]+1]++
		}
	}
	for i := 1; i < len(x.from); i++ {
		x.from[i] += x.from[i-1]
	}
	at := slices.Clone(x.from)
	x.rows = make([]int32, t.n)
	for b := range t.blocks() {
		for i, code := range t.text[colName].rows.block(b, buf[:]) {
			id := x.of[code]
			x.rows[at[id]] = int32(b*blockSize + i)
			at[id]++
		}
	}
	x.done, x.seen = t.n, t.n
	clear(x.fresh)
}

// RowsOf returns the rows of a player, whatever the name's case, in ascending order, with
// those that later rows correct.
func (t *Table) RowsOf(player string) []int32 {
	t.players.mu.Lock()
	defer t.players.mu.Unlock()
	x := t.byPlayer()
	id, ok := x.ids[strings.ToLower(player)]
	if !ok {
		return nil
	}
	var out []int32
	if int(id)+1 < len(x.from) {
		out = x.rows[x.from[id]:x.from[id+1]:x.from[id+1]]
	}
	return append(out, x.fresh[id]...)
}

// PlayerCodes returns for each code of names which player it is of: names that differ in
// case alone are of one. n is how many players there are.
func (t *Table) PlayerCodes() (of []int32, n int) {
	t.players.mu.Lock()
	defer t.players.mu.Unlock()
	x := t.byPlayer()
	return slices.Clip(x.of), len(x.ids)
}

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

// Plays gives the rows that a query is about, block by block: rows are the places in the
// lists of p that count. Both are the callee's only until it returns.
func (t *Table) Plays(ctx context.Context, q *Query, each func(p *Plays, rows []int32)) error {
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

// PlaysOf gives the games of one player that a query's condition is met by, in the order in
// which they were added; name and source are codes, and start is 0 where it is unknown.
func (t *Table) PlaysOf(q *Query, player string, each func(row, name, source int32, start, end int64, won bool)) {
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

// When returns what a row says of when its game was played; see PlaysOf.
func (t *Table) When(row int) (name, source int32, start, end int64) {
	start = t.num[colStart].at(row)
	if t.num[colMarks].at(row)&markNoStart != 0 {
		start = 0
	}
	return int32(t.text[colName].rows.at(row)), int32(t.text[colSource].rows.at(row)), start, t.num[colEnd].at(row)
}
