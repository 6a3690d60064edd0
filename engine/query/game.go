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

// Games are rows as scoring needs them: without what only questions are about. Rows
// are read column by column, in ascending order fastest. Lists must not be changed.
func (t *Table) Games(rows []int32) []Game {
	out := make([]Game, len(rows))
	got := make([]int64, len(rows))
	text := func(col int, to func(g *Game) *string) {
		dict := t.text[col].dict
		for i, code := range t.text[col].rows.gather(rows, got) {
			*to(&out[i]) = dict[code]
		}
	}
	text(colName, func(g *Game) *string { return &g.Name })
	text(colSource, func(g *Game) *string { return &g.Source })
	text(colVariant, func(g *Game) *string { return &g.Variant })
	text(colRole, func(g *Game) *string { return &g.Role })
	text(colRace, func(g *Game) *string { return &g.Race })
	text(colGender0, func(g *Game) *string { return &g.Gender0 })
	text(colAlign0, func(g *Game) *string { return &g.Align0 })
	text(colDeath, func(g *Game) *string { return &g.Death })
	text(colOutcome, func(g *Game) *string { return &g.Outcome })
	list := func(col int, to func(g *Game) *[]string) {
		dict := t.lists[col].of(t.text[col].dict)
		for i, code := range t.text[col].rows.gather(rows, got) {
			*to(&out[i]) = dict[code]
		}
	}
	list(colConducts, func(g *Game) *[]string { return &g.Conducts })
	list(colAchieved, func(g *Game) *[]string { return &g.Achieved })
	num := func(col int, to func(g *Game) *int64) {
		for i, n := range t.num[col].gather(rows, got) {
			*to(&out[i]) = n
		}
	}
	num(colPoints, func(g *Game) *int64 { return &g.Points })
	num(colTurns, func(g *Game) *int64 { return &g.Turns })
	num(colRealtime, func(g *Game) *int64 { return &g.Realtime })
	num(colStart, func(g *Game) *int64 { return &g.Start })
	num(colEnd, func(g *Game) *int64 { return &g.End })
	num(colSeen, func(g *Game) *int64 { return &g.Seen })
	num(colPos, func(g *Game) *int64 { return &g.Pos })
	for i, n := range t.num[colState].gather(rows, got) {
		out[i].Practice = n&statePractice != 0
	}
	for i, n := range t.num[colKey].gather(rows, got) {
		out[i].Key = uint16(n)
	}
	for i, n := range t.num[colLine].gather(rows, got) {
		out[i].Line = uint64(n)
	}
	for i, n := range t.num[colMarks].gather(rows, got) {
		out[i].Amulet, out[i].NoStart = n&markAmulet != 0, n&markNoStart != 0
	}
	return out
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

// Ends gives the name, the source and the end of each row from one on, until upTo.
func (t *Table) Ends(from, upTo int, each func(row int, name, source string, end int64)) {
	var names, sources, ends [blockSize]int64
	for b := from / blockSize; b*blockSize < upTo; b++ {
		name, source := t.text[colName].rows.block(b, names[:]), t.text[colSource].rows.block(b, sources[:])
		end := t.num[colEnd].block(b, ends[:])
		for i := max(0, from-b*blockSize); i < min(len(end), upTo-b*blockSize); i++ {
			each(b*blockSize+i, t.text[colName].dict[name[i]], t.text[colSource].dict[source[i]], end[i])
		}
	}
}
