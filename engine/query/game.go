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

// Game is a row as it was added; it may have been replaced since. Its lists must
// not be changed.
func (t *Table) Game(row int) Game {
	text := func(col int) string { return t.text[col].dict[t.text[col].rows.at(row)] }
	num := func(col int) int64 { return t.num[col].at(row) }
	marks := num(colMarks)
	return Game{
		Name: text(colName), Source: text(colSource), Variant: text(colVariant), Version: text(colVersion), Role: text(colRole), Race: text(colRace),
		Gender: text(colGender), Gender0: text(colGender0), Align: text(colAlign), Align0: text(colAlign0), Death: text(colDeath), While: text(colWhile),
		Outcome: text(colOutcome), Conducts: t.list(colConducts, row), Achieved: t.list(colAchieved, row),
		Points: num(colPoints), Turns: num(colTurns), Realtime: num(colRealtime), Start: num(colStart), End: num(colEnd), DeathDNum: num(colDeathDNum),
		DeathLev: num(colDeathLev), MaxLvl: num(colMaxLvl), HP: num(colHP), MaxHP: num(colMaxHP), Died: num(colDeaths),
		Practice: num(colState)&statePractice != 0, Ref: num(colRef), Seen: num(colSeen), Pos: num(colPos), Key: uint16(num(colKey)), Line: uint64(num(colLine)),
		Amulet: marks&markAmulet != 0, NoStart: marks&markNoStart != 0,
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

// list is a set of names that a row has, in the order in which they were added.
func (t *Table) list(column, row int) []string {
	code := t.text[column].rows.at(row)
	return t.lists[column].of(t.text[column].dict)[code]
}
