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

// PageSize is how much of a table a network shows at once, whichever is reached
// first. The zero value is a network that shows lines and no tables.
type PageSize struct{ Rows, Chars int }

// Paged says which part of a table a Reply's Table is.
type Paged struct {
	Page, Pages int    // counted from 0
	First, Rows int    // the part's first row, counted from 0, and how many the whole table has
	Line        string // asked again, it has the whole table
}

// Left is how many rows stand behind the part.
func (p *Paged) Left(t *Table) int { return p.Rows - p.First - len(t.Rows) }

// gap is the space between two columns.
const gap = 2

// Page is one part of a table: the n-th, or the last one if there are fewer.
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

// widths are those of the columns, in characters.
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

// Lines is the whole table as aligned text, the heads first. Widths count
// characters. In a table that is wider than width, the widest column breaks
// between words; 0 means any width.
func (t *Table) Lines(width int) []string {
	widths := t.widths()
	wide, all := 0, gap*(len(widths)-1)
	for i, w := range widths {
		all += w
		if w > widths[wide] {
			wide = i
		}
	}
	const least = 12 // a narrower column is harder to read than a line that runs over
	if width > 0 && all > width {
		widths[wide] = max(min(least, widths[wide]), widths[wide]-(all-width))
	}
	var out []string
	for _, row := range append([][]string{t.Columns}, t.Rows...) {
		parts := []string{""}
		if len(row) > 0 {
			parts = append(Wrap(row[wide], max(1, widths[wide])), "")
			if utf8.RuneCountInString(row[wide]) <= widths[wide] {
				parts = []string{row[wide], ""}
			}
		}
		for n, part := range parts {
			if n > 0 && part == "" {
				break
			}
			var b strings.Builder
			for i, cell := range row {
				switch {
				case i == wide:
					cell = part
				case n > 0:
					cell = ""
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

// Details is all that a one-line network did not show of a reply: the rows of
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
