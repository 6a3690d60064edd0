package columns

import (
	"slices"
	"strings"
	"sync"
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
	dict := t.Text[Name].Dict
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
	if t.n-x.done > t.n/8+BlockSize || x.rows == nil {
		x.build(t)
	}
	var buf [BlockSize]int64
	for b := x.seen / BlockSize; b*BlockSize < t.n && x.seen < t.n; b++ {
		codes := t.Text[Name].Rows.Block(b, buf[:])
		for i := x.seen - b*BlockSize; i < len(codes); i++ {
			id := x.of[codes[i]]
			x.fresh[id] = append(x.fresh[id], int32(b*BlockSize+i))
		}
		x.seen = min(t.n, (b+1)*BlockSize)
	}
	return x
}

// build makes the list of all rows anew.
func (x *players) build(t *Table) {
	x.from = make([]int32, len(x.ids)+1)
	var buf [BlockSize]int64
	for b := range t.Blocks() {
		for _, code := range t.Text[Name].Rows.Block(b, buf[:]) {
			x.from[x.of[code]+1]++
		}
	}
	for i := 1; i < len(x.from); i++ {
		x.from[i] += x.from[i-1]
	}
	at := slices.Clone(x.from)
	x.rows = make([]int32, t.n)
	for b := range t.Blocks() {
		for i, code := range t.Text[Name].Rows.Block(b, buf[:]) {
			id := x.of[code]
			x.rows[at[id]] = int32(b*BlockSize + i)
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

// When returns what a row says of when its game was played; start is 0 where it is unknown.
func (t *Table) When(row int) (name, source int32, start, end int64) {
	start = t.Num[Start].At(row)
	if t.Num[Marks].At(row)&MarkNoStart != 0 {
		start = 0
	}
	return int32(t.Text[Name].Rows.At(row)), int32(t.Text[Source].Rows.At(row)), start, t.Num[End].At(row)
}
