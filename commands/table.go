package commands

import (
	"strings"
	"unicode/utf8"
)

// Table is rows of text under column heads; every row has len(Columns) cells.
type Table struct {
	Title   string // to show instead of the Summary where the table is shown; empty: show both
	Columns []string
	Rows    [][]string
	Paths   int // the column, counted from 1, whose cells are whole names of commands, which a network may make clickable; 0: none
	Told    int // how many of the first rows the Summary names, where `more` goes on
}

// PageSize is how much of a table a network shows at once: so many rows or characters,
// whichever is reached first, or what fits on the screen of a terminal. The zero value
// is a network that shows lines and no tables.
type PageSize struct {
	Rows, Chars   int
	Width, Height int // of a terminal's screen, in characters and lines; 0: it is no terminal
}

// Paged says which part of a table a Reply's Table is.
type Paged struct {
	Page, Pages int    // counted from 0
	First, Rows int    // the part's first row, counted from 0, and how many the whole table has
	Line        string // asked again, it has the whole table
}

// Left returns how many rows follow the part.
func (p *Paged) Left(t *Table) int { return p.Rows - p.First - len(t.Rows) }

// gap is the space between two columns.
const gap = 2

// Page returns one part of a table: the n-th, or the last one if there are fewer.
// line is noted as the question that has the whole table.
func (t *Table) Page(size PageSize, n int, line string) (*Table, *Paged) {
	widths := t.widths()
	row := gap * len(widths)
	for _, w := range widths {
		row += w
	}
	each := max(1, min(size.Rows, size.Chars/max(row, 1)))
	p := &Paged{Pages: (len(t.Rows) + each - 1) / each, Rows: len(t.Rows), Line: line}
	p.Page = max(0, min(n, p.Pages-1))
	p.First = p.Page * each
	part := *t
	part.Rows = t.Rows[p.First:min(p.First+each, len(t.Rows))]
	return &part, p
}

// Screen returns the part of a table that begins with a row and fits, below its heads, into
// some lines of a terminal; it has one row at least. line is as in Page.
func (t *Table) Screen(from, width, lines int, line string) (*Table, *Paged) {
	p := &Paged{First: max(0, min(from, len(t.Rows)-1)), Rows: len(t.Rows), Line: line}
	part := *t
	for to := min(p.First+1, len(t.Rows)); to <= len(t.Rows); to++ {
		next := *t
		next.Rows = t.Rows[p.First:to]
		if to > p.First+1 && len(next.Lines(width)) > 1+lines {
			break
		}
		part = next
	}
	return &part, p
}

// widths returns those of the columns, in characters.
func (t *Table) widths() []int {
	widths := make([]int, len(t.Columns))
	for i, head := range t.Columns {
		widths[i] = utf8.RuneCountInString(head)
	}
	for _, row := range t.Rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	return widths
}

// narrow is how many characters a column keeps where a table is wider than the
// screen: a narrower one is hard to read.
const narrow = 12

// fitted returns the widths of the columns, the widest made narrower until the table
// fits into width characters; 0 means any width.
func (t *Table) fitted(width int) []int {
	widths := t.widths()
	all := gap * (len(widths) - 1)
	for _, w := range widths {
		all += w
	}
	for _, least := range []int{narrow, utf8.UTFMax} {
		for width > 0 && all > width {
			widest := 0
			for i, w := range widths {
				if w >= widths[widest] { // of equal ones the last, which is the least like a name
					widest = i
				}
			}
			if widths[widest] <= least {
				break
			}
			widths[widest]--
			all--
		}
	}
	return widths
}

// Lines returns the whole table as aligned text, the heads first. Widths count
// characters. In a table that is wider than width, the widest columns break
// between words; 0 means any width.
func (t *Table) Lines(width int) []string {
	widths := t.fitted(width)
	var out []string
	for _, row := range append([][]string{t.Columns}, t.Rows...) {
		cells := make([][]string, len(row))
		high := 1
		for i, cell := range row {
			cells[i] = []string{cell}
			if utf8.RuneCountInString(cell) > widths[i] {
				cells[i] = Wrap(cell, widths[i])
			}
			high = max(high, len(cells[i]))
		}
		for n := range high {
			var b strings.Builder
			for i, parts := range cells {
				cell := ""
				if n < len(parts) {
					cell = parts[n]
				}
				b.WriteString(cell)
				if i < len(row)-1 {
					b.WriteString(strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(cell))+gap))
				}
			}
			out = append(out, strings.TrimRight(b.String(), " "))
		}
	}
	return out
}

// DetailLines is how many lines of Details fit into a LineBudget.
const DetailLines = 4

// Details returns all that a one-line network did not show of a reply: the rows of
// its table that the summary does not name, or its fields, wrapped to lines of
// a part of the budget.
func (r *Reply) Details() []string {
	var parts []string
	if r.Table != nil {
		rows := r.Table.Rows
		if r.Table.Told < len(rows) { // where all are named, their other columns are what is new
			rows = rows[r.Table.Told:]
		}
		for _, row := range rows {
			parts = append(parts, strings.Join(row, " "))
		}
	} else {
		for _, f := range r.Fields {
			parts = append(parts, f.Name+" "+f.Value)
		}
	}
	for _, n := range r.Notes {
		parts = append(parts, n.Text)
	}
	var lines []string
	line := ""
	for _, p := range parts {
		switch {
		case line == "":
			line = p
		case len(line)+2+len(p) > LineBudget/DetailLines:
			lines = append(lines, line)
			line = p
		default:
			line += "; " + p
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
