package query

import (
	"sort"

	"delphi/engine/games/xlog"
)

// FromRecord returns a decoded record in the form of a Table; source is where it was
// read.
func FromRecord(x *xlog.Game, source string) Game {
	return Game{
		Name: x.Name, Source: source, Variant: x.Variant, Version: x.Version, Role: x.Role, Race: x.Race, Gender: x.Gender, Gender0: x.Gender0,
		Align: x.Align, Align0: x.Align0, Death: x.Death, While: x.While, Outcome: x.Outcome, Conducts: x.Conducts, Achieved: x.Achieved,
		Points: x.Points, Turns: x.Turns, Realtime: x.Realtime, Start: x.Start, End: x.End, DeathDNum: x.DeathDNum, DeathLev: x.DeathLev,
		MaxLvl: x.MaxLvl, HP: x.HP, MaxHP: x.MaxHP, Died: x.Deaths, Practice: x.Practice(), Amulet: x.WithAmul,
	}
}

// gamesAtOnce is how many rows Games reads from a column before it reads the next one,
// so that they stay in the processor's cache.
const gamesAtOnce = 256

// Games gives the games of rows: the i-th of rows to each(i, ...). Rows in ascending
// order are read fastest. The Game is the callee's only until it returns, and its lists
// must not be changed.
func (t *Table) Games(rows []int32, each func(i int, g *Game)) {
	r := &gameRows{t: t, conducts: t.lists[colConducts].of(t.text[colConducts].dict), achieved: t.lists[colAchieved].of(t.text[colAchieved].dict)}
	for _, o := range t.text[colOutcome].dict {
		r.outcomes = append(r.outcomes, xlog.OutcomeOf(o))
	}
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
	outcomes           []xlog.Outcome
	out                [gamesAtOnce]Game
	got                [gamesAtOnce]int64
}

func (r *gameRows) read(rows []int32) {
	t := r.t
	codes := func(col int) []int64 { return t.text[col].rows.gather(rows, r.got[:]) }
	for _, col := range []int{colName, colSource, colVariant, colVersion, colRole, colRace, colGender, colGender0, colAlign, colAlign0, colWhile} {
		dict := t.text[col].dict
		for i, code := range codes(col) {
			*r.out[i].texts(col) = dict[code]
		}
	}
	for i, code := range codes(colDeath) {
		r.out[i].Death, r.out[i].death = t.text[colDeath].dict[code], int32(code)+1
	}
	for i, code := range codes(colOutcome) {
		r.out[i].Outcome = r.outcomes[code]
	}
	for i, code := range codes(colConducts) {
		r.out[i].Conducts = r.conducts[code]
	}
	for i, code := range codes(colAchieved) {
		r.out[i].Achieved = r.achieved[code]
	}
	num := func(col int, to func(g *Game, n int64)) {
		for i, n := range t.num[col].gather(rows, r.got[:]) {
			to(&r.out[i], n)
		}
	}
	num(colPoints, func(g *Game, n int64) { g.Points = n })
	num(colTurns, func(g *Game, n int64) { g.Turns = n })
	num(colRealtime, func(g *Game, n int64) { g.Realtime = n })
	num(colStart, func(g *Game, n int64) { g.Start = n })
	num(colEnd, func(g *Game, n int64) { g.End = n })
	num(colDeathDNum, func(g *Game, n int64) { g.DeathDNum = n })
	num(colDeathLev, func(g *Game, n int64) { g.DeathLev = n })
	num(colMaxLvl, func(g *Game, n int64) { g.MaxLvl = n })
	num(colHP, func(g *Game, n int64) { g.HP = n })
	num(colMaxHP, func(g *Game, n int64) { g.MaxHP = n })
	num(colDeaths, func(g *Game, n int64) { g.Died = n })
	num(colRef, func(g *Game, n int64) { g.Ref = n })
	num(colSeen, func(g *Game, n int64) { g.Seen = n })
	num(colPos, func(g *Game, n int64) { g.Pos = n })
	num(colState, func(g *Game, n int64) { g.Practice = n&statePractice != 0 })
	num(colKey, func(g *Game, n int64) { g.Key = uint16(n) })
	num(colLine, func(g *Game, n int64) { g.Line = uint64(n) })
	num(colMarks, func(g *Game, n int64) {
		if g.Amulet = n&markAmulet != 0; n&markNoStart != 0 {
			g.Start = 0
		}
	})
}

// Key returns what names the game of a row beside its end; see Game.
func (t *Table) Key(row int) (source uint16, line uint64) {
	return uint16(t.num[colKey].at(row)), uint64(t.num[colLine].at(row))
}

// End returns when the game of a row ended.
func (t *Table) End(row int) int64 { return t.num[colEnd].at(row) }

// Seen returns when the line of a row was read.
func (t *Table) Seen(row int) int64 { return t.num[colSeen].at(row) }

// Before returns how many rows there are before the first whose Ref is n or more; they
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

// Account returns the player's name and the source that codes stand for.
func (t *Table) Account(name, source int32) (string, string) {
	return t.text[colName].dict[name], t.text[colSource].dict[source]
}

// Codes returns how many codes there are of names and of sources.
func (t *Table) Codes() (names, sources int) {
	return len(t.text[colName].dict), len(t.text[colSource].dict)
}
