package columns

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

// GamesAtOnce is how many rows Games reads from a column before it reads the next one,
// so that they stay in the processor's cache.
const GamesAtOnce = 256

// Games gives the games of rows: the i-th of rows to each(i, ...). Rows in ascending
// order are read fastest. The Game is the callee's only until it returns, and its lists
// must not be changed.
func (t *Table) Games(rows []int32, each func(i int, g *Game)) {
	r := &gameRows{t: t, conducts: t.lists[Conducts].of(t.Text[Conducts].Dict), achieved: t.lists[Achieved].of(t.Text[Achieved].Dict)}
	for _, o := range t.Text[Outcome].Dict {
		r.outcomes = append(r.outcomes, xlog.OutcomeOf(o))
	}
	for from := 0; from < len(rows); from += GamesAtOnce {
		some := rows[from:min(from+GamesAtOnce, len(rows))]
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
	out                [GamesAtOnce]Game
	got                [GamesAtOnce]int64
}

func (r *gameRows) read(rows []int32) {
	t := r.t
	codes := func(col int) []int64 { return t.Text[col].Rows.Gather(rows, r.got[:]) }
	for _, col := range []int{Name, Source, Variant, Version, Role, Race, Gender, Gender0, Align, Align0, While} {
		dict := t.Text[col].Dict
		for i, code := range codes(col) {
			*r.out[i].Column(col) = dict[code]
		}
	}
	for i, code := range codes(Death) {
		r.out[i].Death, r.out[i].DeathCode = t.Text[Death].Dict[code], int32(code)+1
	}
	for i, code := range codes(Outcome) {
		r.out[i].Outcome = r.outcomes[code]
	}
	for i, code := range codes(Conducts) {
		r.out[i].Conducts = r.conducts[code]
	}
	for i, code := range codes(Achieved) {
		r.out[i].Achieved = r.achieved[code]
	}
	num := func(col int, to func(g *Game, n int64)) {
		for i, n := range t.Num[col].Gather(rows, r.got[:]) {
			to(&r.out[i], n)
		}
	}
	num(Points, func(g *Game, n int64) { g.Points = n })
	num(Turns, func(g *Game, n int64) { g.Turns = n })
	num(Realtime, func(g *Game, n int64) { g.Realtime = n })
	num(Start, func(g *Game, n int64) { g.Start = n })
	num(End, func(g *Game, n int64) { g.End = n })
	num(DeathDNum, func(g *Game, n int64) { g.DeathDNum = n })
	num(DeathLev, func(g *Game, n int64) { g.DeathLev = n })
	num(MaxLvl, func(g *Game, n int64) { g.MaxLvl = n })
	num(HP, func(g *Game, n int64) { g.HP = n })
	num(MaxHP, func(g *Game, n int64) { g.MaxHP = n })
	num(Deaths, func(g *Game, n int64) { g.Died = n })
	num(Ref, func(g *Game, n int64) { g.Ref = n })
	num(Seen, func(g *Game, n int64) { g.Seen = n })
	num(Pos, func(g *Game, n int64) { g.Pos = n })
	num(State, func(g *Game, n int64) { g.Practice = n&statePractice != 0 })
	num(Key, func(g *Game, n int64) { g.Key = uint16(n) })
	num(Line, func(g *Game, n int64) { g.Line = uint64(n) })
	num(Marks, func(g *Game, n int64) {
		if g.Amulet = n&markAmulet != 0; n&MarkNoStart != 0 {
			g.Start = 0
		}
	})
}

// Key returns what names the game of a row beside its end; see Game.
func (t *Table) Key(row int) (source uint16, line uint64) {
	return uint16(t.Num[Key].At(row)), uint64(t.Num[Line].At(row))
}

// End returns when the game of a row ended.
func (t *Table) End(row int) int64 { return t.Num[End].At(row) }

// Seen returns when the line of a row was read.
func (t *Table) Seen(row int) int64 { return t.Num[Seen].At(row) }

// Before returns how many rows there are before the first whose Ref is n or more; they
// were added in its order.
func (t *Table) Before(n int64) int {
	return sort.Search(t.n, func(row int) bool { return t.Ref(row) >= n })
}

// Ends gives the end of each row from one on, until upTo, and whose it is and of what
// source, as codes; see Account.
func (t *Table) Ends(from, upTo int, each func(row int, name, source int32, end int64)) {
	var names, sources, ends [BlockSize]int64
	for b := from / BlockSize; b*BlockSize < upTo; b++ {
		name, source := t.Text[Name].Rows.Block(b, names[:]), t.Text[Source].Rows.Block(b, sources[:])
		end := t.Num[End].Block(b, ends[:])
		for i := max(0, from-b*BlockSize); i < min(len(end), upTo-b*BlockSize); i++ {
			each(b*BlockSize+i, int32(name[i]), int32(source[i]), end[i])
		}
	}
}

// Account returns the player's name and the source that codes stand for.
func (t *Table) Account(name, source int32) (string, string) {
	return t.Text[Name].Dict[name], t.Text[Source].Dict[source]
}

// Codes returns how many codes there are of names and of sources.
func (t *Table) Codes() (names, sources int) {
	return len(t.Text[Name].Dict), len(t.Text[Source].Dict)
}
