package wikitext

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// lineReader builds blocks from lines.
type lineReader struct {
	doc   *Document
	maps  []string
	para  []string
	code  []string
	table *table
	room  int // bytes that may still be added: heads and spans of tables repeat
}

// blocks fills the document from what the first pass left.
func (d *Document) blocks(in *inline) {
	r := lineReader{doc: d, maps: in.maps, room: 2*len(in.src) + 64<<10}
	for line := range strings.SplitSeq(string(in.out), "\n") {
		r.line(line)
	}
	r.endTable()
	r.flush()
}

// flush ends the paragraph and the code.
func (r *lineReader) flush() {
	if len(r.para) > 0 {
		r.add(Paragraph, 0, strings.Join(r.para, " "))
		r.para = r.para[:0]
	}
	if len(r.code) > 0 {
		text, _ := finish(strings.Join(r.code, "\n"), false)
		r.keep(Block{Kind: Code, Text: strings.Trim(text, "\n")})
		r.code = r.code[:0]
	}
}

// add adds a block of one line.
func (r *lineReader) add(k Kind, level int, markup string) {
	markup, captions := cutCaptions(markup)
	text, link := finish(markup, true)
	r.keep(Block{Kind: k, Level: level, Text: text, Link: link})
	for _, c := range captions {
		text, _ := finish(c, true)
		r.keep(Block{Kind: Caption, Text: text})
	}
}

// keep adds a block that says something, while there is room.
func (r *lineReader) keep(b Block) {
	r.room -= len(b.Text)
	if r.room >= 0 && strings.TrimSpace(b.Text) != "" {
		r.doc.Blocks = append(r.doc.Blocks, b)
	}
}

// finish takes the marks of the first pass out and, where the text is one
// line, runs of spaces.
func finish(s string, oneLine bool) (text, link string) {
	s, _ = cutCaptions(s)
	if strings.ContainsRune(s, linkOpen) {
		var b strings.Builder
		for {
			i := strings.IndexRune(s, linkOpen)
			if i < 0 {
				break
			}
			b.WriteString(s[:i])
			s = s[i+utf8.RuneLen(linkOpen):]
			if j := strings.IndexRune(s, linkClose); j >= 0 {
				if link == "" {
					link = unprotect(s[:j])
				}
				s = s[j+utf8.RuneLen(linkClose):]
			}
		}
		b.WriteString(s)
		s = b.String()
	}
	if oneLine {
		s = strings.Join(strings.Fields(s), " ")
	}
	return unprotect(s), link
}

func (r *lineReader) line(line string) {
	trimmed := strings.TrimLeft(line, " \t")
	switch {
	case strings.HasPrefix(line, string(verbatim)):
		r.flush()
		n, err := strconv.Atoi(line[utf8.RuneLen(verbatim):])
		if err == nil && n < len(r.maps) {
			r.keep(Block{Kind: Code, Text: strings.Trim(r.maps[n], "\n")})
		}
	case strings.HasPrefix(strings.TrimLeft(trimmed, ":"), "{|"): // also where it is indented
		r.flush()
		r.startTable()
	case r.table != nil && r.tableLine(trimmed):
	case trimmed == "":
		r.flush()
	case line[0] == '=':
		level, title, ok := heading(line)
		if !ok {
			r.text(line)
			return
		}
		r.endTable()
		r.flush()
		r.add(Heading, level, title)
	case strings.IndexByte("*#:;", line[0]) >= 0:
		r.flush()
		r.item(line)
	case strings.HasPrefix(line, "----"):
		r.flush()
		if text := strings.TrimLeft(line, "-"); strings.TrimSpace(text) != "" {
			r.text(text)
		}
	case line[0] == ' ' && r.table == nil:
		if len(r.para) > 0 {
			r.flush()
		}
		r.code = append(r.code, line[1:])
	default:
		r.text(line)
	}
}

// text adds a line to the paragraph.
func (r *lineReader) text(line string) {
	if len(r.code) > 0 {
		r.flush()
	}
	r.para = append(r.para, line)
}

// item adds a line of a list; ";term:definition" becomes "term: definition".
func (r *lineReader) item(line string) {
	level := 0
	for level < len(line) && strings.IndexByte("*#:;", line[level]) >= 0 {
		level++
	}
	text := line[level:]
	if line[level-1] == ';' {
		if term, definition, ok := strings.Cut(text, ":"); ok && !strings.ContainsRune(term, linkOpen) {
			text = strings.TrimSpace(term) + ": " + definition
		}
	}
	r.add(Item, min(level, 9), text)
}

const (
	maxColumns = 40
	maxSpan    = 200 // rows that one cell may reach over
	maxRepeat  = 100 // bytes of a cell that are shown again: a head, or over several rows
)

// table is a table that has been opened.
type table struct {
	depth   int // tables opened inside it; their rows are its own
	heads   []string
	unsaid  []string // the heads, while no row has been shown with them
	row     []cell
	carried []cell // by column, what reaches over further rows
	caption []byte // while it is being read; not nil: it is
}

type cell struct {
	text []byte
	head bool
	rows int // further rows that it reaches over
}

func (r *lineReader) startTable() {
	if r.table == nil {
		r.table = &table{}
		return
	}
	r.endRow()
	r.table.depth++
}

func (r *lineReader) endTable() {
	if r.table != nil {
		r.endRow()
		r.sayHeads()
		r.table = nil
	}
}

// tableLine handles a line inside a table; false leaves it to be read as any
// other.
func (r *lineReader) tableLine(line string) bool {
	t := r.table
	switch {
	case strings.HasPrefix(line, "|}"):
		if t.depth > 0 {
			r.endRow()
			t.depth--
			return true
		}
		r.endTable()
		if rest := strings.TrimSpace(line[2:]); rest != "" {
			r.text(rest)
		}
	case strings.HasPrefix(line, "|-"):
		r.endRow()
	case strings.HasPrefix(line, "|+"):
		r.endRow()
		text := line[2:]
		if attributes, rest, ok := strings.Cut(text, "|"); ok && !strings.ContainsRune(attributes, linkOpen) {
			text = rest
		}
		t.caption = append(make([]byte, 0, len(text)), text...)
	case strings.HasPrefix(line, "|"):
		r.endCaption()
		t.cells(line[1:], "||", false)
	case strings.HasPrefix(line, "!"):
		r.endCaption()
		t.cells(strings.ReplaceAll(line[1:], "!!", "||"), "||", true)
	case strings.HasPrefix(line, "="):
		if _, _, ok := heading(line); ok {
			return false // a heading ends a table that was not closed
		}
		return t.more(line)
	default:
		return t.more(line)
	}
	return true
}

// more adds a line to the last cell.
func (t *table) more(line string) bool {
	if t.caption != nil {
		t.caption = append(append(t.caption, ' '), line...)
		return true
	}
	if n := len(t.row); n > 0 && line != "" {
		c := &t.row[n-1]
		c.text = append(append(c.text, ' '), strings.TrimLeft(line, "*#:; ")...)
	}
	return true
}

// cells adds the cells of one line.
func (t *table) cells(line, between string, head bool) {
	for part := range strings.SplitSeq(line, between) {
		c := cell{head: head}
		columns := 1
		if attributes, text, ok := strings.Cut(part, "|"); ok && !strings.ContainsRune(attributes, linkOpen) {
			part = text
			columns = span(attributes, "colspan", maxColumns)
			c.rows = span(attributes, "rowspan", maxSpan) - 1
		}
		c.text = []byte(strings.TrimSpace(part))
		for range columns {
			t.fill()
			if len(t.row) >= maxColumns {
				return
			}
			t.row = append(t.row, c)
			c.text = nil
		}
	}
}

// fill puts in the cells of rows above that reach down to here.
func (t *table) fill() {
	for n := len(t.row); n < len(t.carried) && t.carried[n].rows > 0 && n < maxColumns; n = len(t.row) {
		c := t.carried[n]
		c.rows--
		c.text = []byte(cutAt(string(c.text), maxRepeat))
		t.row = append(t.row, c)
	}
}

// span reads rowspan="3" out of a cell's attributes.
func span(attributes, name string, most int) int {
	_, after, ok := strings.Cut(strings.ToLower(unprotect(attributes)), name)
	if !ok {
		return 1
	}
	after = strings.TrimLeft(after, `= "'`)
	end := 0
	for end < len(after) && '0' <= after[end] && after[end] <= '9' && end < 4 {
		end++
	}
	n, _ := strconv.Atoi(after[:end])
	return max(1, min(n, most))
}

// endCaption shows the caption that was read.
func (r *lineReader) endCaption() {
	if t := r.table; t.caption != nil {
		r.add(Caption, 0, string(t.caption))
		t.caption = nil
	}
}

// sayHeads shows heads that no row was shown with.
func (r *lineReader) sayHeads() {
	if heads := fields(r.table.unsaid); len(heads) > 0 {
		r.add(Row, 0, guard(strings.Join(heads, ", ")))
	}
	r.table.unsaid = nil
}

// endRow writes the row: of two cells "a: b", of more "HEAD: cell, ...".
func (r *lineReader) endRow() {
	r.flush()
	t := r.table
	r.endCaption()
	if len(t.row) == 0 {
		return
	}
	t.fill()
	row := t.row
	t.carried = append(t.carried[:0], row...)
	t.row = t.row[:0]
	heads := 0
	for _, c := range row {
		if c.head {
			heads++
		}
	}
	if heads == len(row) && len(row) > 1 {
		r.sayHeads()
		t.heads = t.heads[:0]
		for _, c := range row {
			text, _ := finish(string(c.text), true)
			t.heads = append(t.heads, cutAt(text, maxRepeat))
			t.unsaid = append(t.unsaid, text)
		}
		if len(row) > 2 {
			return
		}
		t.unsaid = nil // of two columns they are a row as any
	} else if len(row) > 2 {
		t.unsaid = nil
	} else {
		r.sayHeads()
	}
	parts := make([]string, 0, len(row))
	for i, c := range row {
		if len(c.text) == 0 {
			continue
		}
		text := string(c.text)
		if len(row) > 2 && i > 0 && i < len(t.heads) && t.heads[i] != "" {
			text = t.heads[i] + ": " + text
		}
		parts = append(parts, text)
	}
	switch {
	case len(parts) == 0:
	case len(row) == 2 && len(parts) == 2:
		r.add(Row, 0, parts[0]+": "+parts[1])
	case len(row) > 2 && len(t.heads) > 0 && t.heads[0] != "" && len(row[0].text) > 0:
		r.add(Row, 0, t.heads[0]+": "+strings.Join(parts, ", "))
	default:
		r.add(Row, 0, strings.Join(parts, ", "))
	}
}
