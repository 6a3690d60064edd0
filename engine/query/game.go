package query

import (
	"sort"

	"delphi/engine/xlog"
)

// FromRecord is a decoded record as a Table has it; source is where it was read.
func FromRecord(x *xlog.Game, source string) Game {
	g := Game{
		Name: x.Name, Source: source, Variant: x.Variant, Version: x.Version, Role: x.Role, Race: x.Race, Gender: x.Gender, Gender0: x.Gender0,
		Align: x.Align, Align0: x.Align0, Death: x.Death, While: x.While, Outcome: x.Outcome.String(), Conducts: x.Conducts, Achieved: x.Achieved,
		Points: x.Points, Turns: x.Turns, Realtime: x.Realtime, Start: x.Start, End: x.End, DeathDNum: x.DeathDNum, DeathLev: x.DeathLev,
		MaxLvl: x.MaxLvl, HP: x.HP, MaxHP: x.MaxHP, Died: x.Deaths, Practice: x.Practice(), Amulet: x.WithAmul,
	}
	if g.Start == 0 {
		g.Start, g.NoStart = g.End, true
	}
	return g
}

var deathPlain = byName["death(plain)"]

// gamesAtOnce is how many rows Games reads of a column before it reads the next one:
// so many games stay in the processor's cache.
const gamesAtOnce = 256

// Games gives rows as scoring needs them, without what only questions are about: the
// i-th of rows to each(i, ...). Rows in ascending order are read fastest. The Game is
// the callee's only until it returns, and its lists must not be changed.
func (t *Table) Games(rows []int32, each func(i int, g *Game)) {
	r := &gameRows{t: t, conducts: t.lists[colConducts].of(t.text[colConducts].dict), achieved: t.lists[colAchieved].of(t.text[colAchieved].dict)}
	r.plain, _ = t.memo(deathPlain.Name).texts(t.text[colDeath].dict, deathPlain.pick)
	for from := 0; from < len(rows); from += gamesAtOnce {
		some := rows[from:min(from+gamesAtOnce, len(rows))]
		r.read(some)
		for i := range some {
			each(from+i, &r.out[i])
		}
	}
}

// gameRows reads rows of a table.
type gameRows struct {
	t                  *Table
	conducts, achieved [][]string
	plain              []int64 // by code of a death
	out                [gamesAtOnce]Game
	got                [gamesAtOnce]int64
}

func (r *gameRows) read(rows []int32) {
	t := r.t
	text := func(col int, to func(g *Game) *string) {
		dict := t.text[col].dict
		for i, code := range t.text[col].rows.gather(rows, r.got[:]) {
			*to(&r.out[i]) = dict[code]
		}
	}
	text(colName, func(g *Game) *string { return &g.Name })
	text(colSource, func(g *Game) *string { return &g.Source })
	text(colVariant, func(g *Game) *string { return &g.Variant })
	text(colRole, func(g *Game) *string { return &g.Role })
	text(colRace, func(g *Game) *string { return &g.Race })
	text(colGender0, func(g *Game) *string { return &g.Gender0 })
	text(colAlign0, func(g *Game) *string { return &g.Align0 })
	text(colOutcome, func(g *Game) *string { return &g.Outcome })
	deaths := t.text[colDeath].dict
	for i, code := range t.text[colDeath].rows.gather(rows, r.got[:]) {
		r.out[i].Death, r.out[i].PlainDeath = deaths[code], int32(r.plain[code])
	}
	for i, code := range t.text[colConducts].rows.gather(rows, r.got[:]) {
		r.out[i].Conducts = r.conducts[code]
	}
	for i, code := range t.text[colAchieved].rows.gather(rows, r.got[:]) {
		r.out[i].Achieved = r.achieved[code]
	}
	num := func(col int, to func(g *Game) *int64) {
		for i, n := range t.num[col].gather(rows, r.got[:]) {
			*to(&r.out[i]) = n
		}
	}
	num(colPoints, func(g *Game) *int64 { return &g.Points })
	num(colTurns, func(g *Game) *int64 { return &g.Turns })
	num(colRealtime, func(g *Game) *int64 { return &g.Realtime })
	num(colStart, func(g *Game) *int64 { return &g.Start })
	num(colEnd, func(g *Game) *int64 { return &g.End })
	num(colSeen, func(g *Game) *int64 { return &g.Seen })
	num(colPos, func(g *Game) *int64 { return &g.Pos })
	for i, n := range t.num[colState].gather(rows, r.got[:]) {
		r.out[i].Practice = n&statePractice != 0
	}
	for i, n := range t.num[colKey].gather(rows, r.got[:]) {
		r.out[i].Key = uint16(n)
	}
	for i, n := range t.num[colLine].gather(rows, r.got[:]) {
		r.out[i].Line = uint64(n)
	}
	for i, n := range t.num[colMarks].gather(rows, r.got[:]) {
		r.out[i].Amulet, r.out[i].NoStart = n&markAmulet != 0, n&markNoStart != 0
	}
}

// Key is what names the game of a row beside its end; see Game.
func (t *Table) Key(row int) (source uint16, line uint64) {
	return uint16(t.num[colKey].at(row)), uint64(t.num[colLine].at(row))
}

// End is when the game of a row ended.
func (t *Table) End(row int) int64 { return t.num[colEnd].at(row) }

// Seen is when the line of a row was read.
func (t *Table) Seen(row int) int64 { return t.num[colSeen].at(row) }

// Before is how many rows there are before the first whose Ref is n or more; they
// were added in its order.
func (t *Table) Before(n int64) int {
	return sort.Search(t.n, func(row int) bool { return t.Ref(row) >= n })
}

// Ends gives the end of each row from one on, until upTo, and whose it is and of what
// source, as codes; see Account.
func (t *Table) Ends(from, upTo int, each func(row int, name, source int32, end int64)) {
	var names, sources, ends [blockSize]int64
	for b := from / blockSize; b*blockSize < upTo; b++ {
		name, source := t.text[colName].rows.block(b, names[:]), t.text[colSource].rows.block(b, sources[:])
		end := t.num[colEnd].block(b, ends[:])
		for i := max(0, from-b*blockSize); i < min(len(end), upTo-b*blockSize); i++ {
			each(b*blockSize+i, int32(name[i]), int32(source[i]), end[i])
		}
	}
}

// Account is the player's name and the source that codes stand for.
func (t *Table) Account(name, source int32) (string, string) {
	return t.text[colName].dict[name], t.text[colSource].dict[source]
}

// Codes is how many codes there are of names and of sources.
func (t *Table) Codes() (names, sources int) {
	return len(t.text[colName].dict), len(t.text[colSource].dict)
}
