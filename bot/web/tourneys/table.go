package tourneys

import (
	"cmp"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Block is a part of a page.
type Block struct {
	ID, Title string
	Text      []string
	Form      *Form
	Chart     template.HTML
	Picture   string // where a picture is, which Title describes
	Columns   []Column
	Rows      [][]Cell
	Empty     string // what stands where there are no rows
	Side      bool   // its columns stand side by side, however narrow the window is

	cut            int // the rows are one page of so many already, and stay as they are; 0: they are all there are
	Number, Of     int // which page of the rows this is, where there are several
	Previous, Next string
}

// Column is the head of a column.
type Column struct {
	Name   string
	Right  bool   // its cells are figures
	Link   string // where the table is sorted by it; may be empty
	Sorted string // "ascending", "descending" or empty, as aria-sort has it
}

// columns returns columns of some names; those of figures have "#" behind them.
func columns(names ...string) []Column {
	out := make([]Column, len(names))
	for i, n := range names {
		out[i].Name, out[i].Right = strings.CutSuffix(n, "#")
	}
	return out
}

// Form asks which two are to be compared.
type Form struct {
	Action, A, B string
	Names        []string
}

// Cell is a text, a time or both, perhaps with a link.
type Cell struct {
	Text   string
	Link   string
	At     time.Time
	Value  float64 // what it is sorted by, if Valued
	Valued bool
	Strong bool
}

// Long reports whether the cell is a sentence, which wants room.
func (c Cell) Long() bool { return len(c.Text) > 40 }

func plain(text string) Cell { return Cell{Text: text} }
func moment(at int64) Cell   { return Cell{At: time.Unix(at, 0).UTC()} }
func figure(n int64) Cell    { return Cell{Text: fmt.Sprint(n), Value: float64(n), Valued: true} }

// valued returns a cell with a text that is sorted by a value.
func valued(text string, value float64) Cell { return Cell{Text: text, Value: value, Valued: true} }

// before compares cells of a column.
func before(a, b Cell) int {
	switch {
	case a.Valued && b.Valued:
		return cmp.Compare(a.Value, b.Value)
	case a.Valued != b.Valued: // nothing comes after figures
		return map[bool]int{true: -1, false: 1}[a.Valued]
	case !a.At.Equal(b.At):
		return a.At.Compare(b.At)
	}
	return strings.Compare(strings.ToLower(a.Text), strings.ToLower(b.Text))
}

// Ask is what a page is asked for: a tournament, what of it, and how its tables are shown.
type Ask struct {
	ID, What, Name string // the tournament's ID, which page of it, and what stands behind that
	Path           string // of the page, escaped
	Number         int    // which page of long tables, from 1
	Sort           string // by which column of which table: "all.3", or "all.-3" downwards
	A, B           string // who are to be compared
}

// Query returns what stands behind the path, with a number and an order in place of the
// ask's own: "?page=2&sort=all.3".
func (a *Ask) query(number int, sort string) string {
	q := url.Values{}
	for key, value := range map[string]string{"sort": sort, "a": a.A, "b": a.B} {
		if value != "" {
			q.Set(key, value)
		}
	}
	if number > 1 {
		q.Set("page", strconv.Itoa(number))
	}
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

// Key tells pages from each other.
func (a *Ask) Key() string { return a.Path + a.query(a.Number, a.Sort) }

// rowsShown is the number of table rows per page.
const rowsShown = 100

// shown sorts the rows of a block as it is asked for, and cuts them to one page of them; ok
// is false if it has no page of that number. path is that of the page as it is linked; it is
// empty where only what is written down can be shown, so that nothing can be sorted.
func (b *Block) shown(a *Ask, path string, sorts bool) (ok bool) {
	id, column, _ := strings.Cut(a.Sort, ".")
	by, err := strconv.Atoi(column)
	mine := id == b.ID && b.cut == 0 && err == nil && by != 0 && max(by, -by) <= len(b.Columns)
	order := a.Sort
	for i := range b.Columns {
		c := &b.Columns[i]
		link := b.ID + "." + strconv.Itoa(i+1)
		if mine && max(by, -by) == i+1 {
			if c.Sorted = "ascending"; by < 0 {
				c.Sorted = "descending"
			} else {
				link = b.ID + "." + strconv.Itoa(-i-1)
			}
		}
		if sorts && b.cut == 0 && len(b.Rows) > 2 && c.Name != "" {
			c.Link = path + a.query(1, link)
		}
	}
	if mine {
		slices.SortStableFunc(b.Rows, func(x, y []Cell) int {
			if by < 0 {
				return before(y[-by-1], x[-by-1])
			}
			return before(x[by-1], y[by-1])
		})
	}
	b.Number, b.Of = a.Number, cmp.Or(b.cut, max(1, (len(b.Rows)+rowsShown-1)/rowsShown))
	if a.Number > b.Of {
		b.Rows = nil
		return false
	}
	if a.Number > 1 {
		b.Previous = path + a.query(a.Number-1, order)
	}
	if a.Number < b.Of {
		b.Next = path + a.query(a.Number+1, order)
	}
	if b.cut == 0 {
		b.Rows = b.Rows[(a.Number-1)*rowsShown : min(a.Number*rowsShown, len(b.Rows))]
	}
	return true
}
