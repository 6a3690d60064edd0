package wikitext

import (
	"strings"

	"delphi/engine/names"
)

// Section is a heading and where its text stands in the page's markup.
type Section struct {
	Level int    // 1 to 6
	Title string // without markup
	Start int    // of the heading's line, in bytes
	Body  int    // after the heading's line
	End   int    // where the next section of this or a higher rank starts
}

// maxSections bounds the headings of one page.
const maxSections = 2000

// Sections lists the headings of a page's text in their order.
func (p *Parser) Sections(text string) []Section {
	var out []Section
	for at := 0; at < len(text) && len(out) < maxSections; {
		end := strings.IndexByte(text[at:], '\n')
		next := at + end + 1
		if end < 0 {
			next = len(text)
		}
		if text[at] == '=' {
			if level, title, ok := heading(strings.TrimRight(text[at:next], "\n")); ok {
				if strings.ContainsAny(title, "[{<&'_") {
					title = p.line(title)
				}
				out = append(out, Section{Level: level, Title: cutAt(title, MaxTitle), Start: at, Body: next})
			}
		}
		at = next
	}
	// One walk from the end: after[n] is where the nearest section of rank n
	// or higher starts.
	var after [7]int
	for n := range after {
		after[n] = len(text)
	}
	for i := len(out) - 1; i >= 0; i-- {
		s := &out[i]
		s.End = after[s.Level]
		for n := s.Level; n < len(after); n++ {
			after[n] = s.Start
		}
	}
	return out
}

// line returns one line of markup as plain text.
func (p *Parser) line(markup string) string {
	d := p.Parse(markup)
	if len(d.Blocks) == 0 {
		return ""
	}
	return d.Blocks[0].Text
}

// heading reads a line "== title ==".
func heading(line string) (level int, title string, ok bool) {
	line = strings.TrimRight(line, " \t\r")
	for len(line) > 2 && line[level] == '=' && line[len(line)-1-level] == '=' && level < 6 && 2*level+2 < len(line) {
		level++
	}
	if level == 0 {
		return 0, "", false
	}
	title = strings.TrimSpace(line[level : len(line)-level])
	return level, title, title != ""
}

// Anchor returns a section's name in one spelling: case, underscores, punctuation
// and plurals do not matter.
func Anchor(title string) string {
	return strings.Join(names.Words(strings.ReplaceAll(title, "_", " ")), " ")
}

// Find returns the section with that title, the first of several, or nil if there is
// none.
func Find(sections []Section, title string) *Section {
	plain := strings.TrimSpace(strings.ReplaceAll(title, "_", " "))
	for i := range sections {
		if strings.EqualFold(sections[i].Title, plain) {
			return &sections[i]
		}
	}
	want := Anchor(title)
	for i := range sections {
		if want != "" && Anchor(sections[i].Title) == want {
			return &sections[i]
		}
	}
	return nil
}
