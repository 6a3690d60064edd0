package columns

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"
)

// Wanted says which rows Latest lists.
type Wanted struct {
	Player      string // whatever the case; empty: everybody
	Outcome     string // empty: any
	From, Until int64  // ended from then on, and before then; Until 0: no bound
	Points      int64  // the least number of points
	Corrected   bool   // include rows that later rows correct
}

// Latest lists rows, the one that ended last first.
func (t *Table) Latest(w Wanted) []int32 {
	type ended struct {
		end int64
		row int32
	}
	var all []ended
	t.wanted(w, func(row int32, end, _ int64) { all = append(all, ended{end, row}) })
	slices.SortFunc(all, func(x, y ended) int {
		if x.end != y.end {
			return cmp.Compare(y.end, x.end)
		}
		sourceX, lineX := t.Key(int(x.row))
		sourceY, lineY := t.Key(int(y.row))
		return cmp.Or(cmp.Compare(sourceX, sourceY), cmp.Compare(lineX, lineY))
	})
	rows := make([]int32, len(all))
	for i, x := range all {
		rows[i] = x.row
	}
	return rows
}

// Highest returns what the n-th greatest of the scores of rows is, so that
// Wanted.Points of it lists n of them, and equals; 0 if there are fewer rows.
func (t *Table) Highest(w Wanted, n int) int64 {
	if n < 1 || n > t.n {
		return 0
	}
	best := make(scores, 0, n)
	t.wanted(w, func(_ int32, _, points int64) {
		switch {
		case len(best) < n:
			heap.Push(&best, points)
		case points > best[0]:
			best[0] = points
			heap.Fix(&best, 0)
		}
	})
	if len(best) < n {
		return 0
	}
	return best[0]
}

// scores is a heap with the lowest first.
type scores []int64

func (s scores) Len() int           { return len(s) }
func (s scores) Less(i, k int) bool { return s[i] < s[k] }
func (s scores) Swap(i, k int)      { s[i], s[k] = s[k], s[i] }
func (s *scores) Push(x any)        { *s = append(*s, x.(int64)) }
func (s *scores) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}

// wanted gives the rows that are wanted, in their order, with their ends and scores.
func (t *Table) wanted(w Wanted, each func(row int32, end, points int64)) {
	outcome := int64(-1)
	if w.Outcome != "" {
		if outcome = int64(slices.Index(t.Text[Outcome].Dict, w.Outcome)); outcome < 0 {
			return
		}
	}
	if w.Player != "" {
		t.wantedOf(w, outcome, each)
		return
	}
	var ends, outcomes, states, points [BlockSize]int64
	for b := range t.Blocks() {
		if low, high := t.Num[End].Bounds(b); high < w.From || w.Until > 0 && low >= w.Until {
			continue
		}
		if _, high := t.Num[Points].Bounds(b); high < w.Points {
			continue
		}
		end, state, scored := t.Num[End].Block(b, ends[:]), t.Num[State].Block(b, states[:]), t.Num[Points].Block(b, points[:])
		var how []int64
		if outcome >= 0 {
			how = t.Text[Outcome].Rows.Block(b, outcomes[:])
		}
		for i, at := range end {
			if (how == nil || how[i] == outcome) && w.takes(at, scored[i], state[i]) {
				each(int32(b*BlockSize+i), at, scored[i])
			}
		}
	}
}

// takes reports whether a row of the right player and outcome is wanted.
func (w *Wanted) takes(end, points, state int64) bool {
	return end >= w.From && (w.Until <= 0 || end < w.Until) && (w.Points <= 0 || points >= w.Points) && (w.Corrected || state&stateReplaced == 0)
}

// wantedOf is wanted for the rows of one player, found in the index.
func (t *Table) wantedOf(w Wanted, outcome int64, each func(row int32, end, points int64)) {
	rows := t.RowsOf(w.Player)
	var ends, outcomes, states, points [GamesAtOnce]int64
	for from := 0; from < len(rows); from += GamesAtOnce {
		some := rows[from:min(from+GamesAtOnce, len(rows))]
		end, state := t.Num[End].Gather(some, ends[:]), t.Num[State].Gather(some, states[:])
		scored, how := t.Num[Points].Gather(some, points[:]), t.Text[Outcome].Rows.Gather(some, outcomes[:])
		for i, row := range some {
			if (outcome < 0 || how[i] == outcome) && w.takes(end[i], scored[i], state[i]) {
				each(row, end[i], scored[i])
			}
		}
	}
}

// Span returns when the first and the last of the games ended.
func (t *Table) Span() (first, last int64) {
	for b := range t.Blocks() {
		low, high := t.Num[End].Bounds(b)
		if b == 0 {
			first, last = low, high
		}
		first, last = min(first, low), max(last, high)
	}
	return first, last
}

// Names lists the names of players that begin with so much, whatever the case, in
// their order and at most most. Each is spelt as it last was anew.
func (t *Table) Names(begin string, most int) []string {
	begin = strings.ToLower(begin)
	dict := t.Text[Name].Dict
	spelt := map[string]string{}
	for i, name := range t.Lower("name", dict) {
		if strings.HasPrefix(name, begin) {
			spelt[name] = dict[i]
		}
	}
	keys := make([]string, 0, len(spelt))
	for name := range spelt {
		keys = append(keys, name)
	}
	slices.Sort(keys)
	out := make([]string, 0, min(most, len(keys)))
	for _, name := range keys[:min(max(most, 0), len(keys))] {
		out = append(out, spelt[name])
	}
	return out
}

// RowOf returns the row that the caller knows by ref, or -1.
func (t *Table) RowOf(ref int64) int {
	if row := t.Before(ref); row < t.n && t.Ref(row) == ref {
		return row
	}
	return -1
}

// Played reports whether a table has games of a player, whatever the name's case.
func (t *Table) Played(name string) bool {
	name = strings.ToLower(name)
	return slices.Contains(t.Lower("name", t.Text[Name].Dict), name)
}
