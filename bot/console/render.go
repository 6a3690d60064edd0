package console

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"delphi/bot"
	"delphi/commands"
)

// shown is a reply as text that fits the terminal: its bars end where the lines
// do, and its sentences break between words.
func (c *Console) shown(r *commands.Reply, width int, colour bool) string {
	if width == 0 {
		return Render(r, Look{Bars: c.cfg.Width, Colour: colour})
	}
	bars := width
	if r.Chart != nil {
		bars -= 14 + max(8, longest(r.Chart.Labels))
	}
	return Render(r, Look{Width: width, Bars: max(10, bars), Colour: colour})
}

// longest is the length of the longest of some labels, in characters.
func longest(labels []string) int {
	n := 0
	for _, l := range labels {
		n = max(n, utf8.RuneCountInString(l))
	}
	return n
}

// Look says how Render shows a reply.
type Look struct {
	Width  int  // of a line, in characters; 0: any
	Bars   int  // the longest bar of a chart, in characters
	Colour bool // the answering figure and the heads are bold, the notes dim
}

// Render is a reply as text of several lines, each ended: the summary, the
// table, the chart, then the notes.
func Render(r *commands.Reply, l Look) string {
	if bot.Silent(*r) {
		return ""
	}
	const bold, dim, off = "\x1b[1m", "\x1b[2m", "\x1b[0m"
	var b strings.Builder
	say := func(indent, text, on string) {
		if !l.Colour {
			on = ""
		}
		lines := []string{text}
		if l.Width > 0 && utf8.RuneCountInString(indent+text) > l.Width {
			lines = commands.Wrap(text, l.Width-len(indent))
		}
		for _, line := range lines {
			if on != "" {
				line = on + line + off
			}
			fmt.Fprintln(&b, indent+line)
		}
	}
	text := r.Summary
	if r.Table != nil && r.Table.Title != "" { // the table says the rest of the summary
		text = r.Table.Title
	}
	if text != "" {
		say("", text, "")
	}
	if l.Colour && r.Headline != "" { // after the lines are broken, which bold letters do not fill
		text = strings.Replace(b.String(), r.Headline, bold+r.Headline+off, 1)
		b.Reset()
		b.WriteString(text)
	}
	if r.Table != nil {
		heads := bold
		for _, line := range r.Table.Lines(l.Width) {
			if heads != "" && l.Colour {
				line = heads + line + off
			}
			heads = ""
			fmt.Fprintln(&b, line)
		}
	}
	if r.Chart != nil {
		for _, line := range r.Chart.Bars(l.Bars) {
			fmt.Fprintln(&b, line)
		}
	}
	note := func(text string) { say("  ", text, dim) }
	if p := r.Paged; p != nil {
		left := ""
		if p.Left(r.Table) > 0 {
			left = "; more shows the next"
		}
		note(fmt.Sprintf("%d to %d of %d%s", p.First+1, p.First+len(r.Table.Rows), p.Rows, left))
	}
	for _, w := range r.Warnings() {
		note("note: " + w)
	}
	if a := r.Stated(); len(a) > 0 {
		note("assumed: " + strings.Join(a, "; "))
	}
	if cites := r.Places(); len(cites) > 0 {
		note("[" + strings.Join(cites, ", ") + "]")
	}
	if r.Failed && len(r.Hints) > 0 {
		note("try: " + strings.Join(r.Hints, " | "))
	}
	return b.String()
}
