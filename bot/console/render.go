package console

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"delphi/bot"
	"delphi/commands"
)

// Usual is how wide a line is where there is no terminal to say so.
const Usual = 80

// longest returns the length of the longest of some labels, in characters.
func longest(labels []string) int {
	n := 0
	for _, l := range labels {
		n = max(n, utf8.RuneCountInString(l))
	}
	return n
}

// bars returns the lines of a chart, the longest of which ends where the screen does.
func bars(c *commands.Chart, width int) []string {
	const figures = 14 // of the heights, and the blanks around them
	lines := c.Bars(max(10, width-figures-max(8, longest(c.Labels))))
	return append(commands.Wrap(lines[0], width), lines[1:]...)
}

// Look says how Render shows a reply.
type Look struct {
	Width  int  // of a line, in characters; 0: Usual
	Colour bool // the answering figure and the heads are bold, the notes dim
}

// Render returns a reply as text of several lines, each ended and none wider than the
// screen: the summary, examples to type, the table, the chart, then the notes.
func Render(r *commands.Reply, l Look) string {
	if bot.Silent(*r) {
		return ""
	}
	l.Width = cmp.Or(l.Width, Usual)
	const bold, dim, off = "\x1b[1m", "\x1b[2m", "\x1b[0m"
	var b strings.Builder
	say := func(indent, text, on string) {
		if !l.Colour {
			on = ""
		}
		lines := []string{text}
		if utf8.RuneCountInString(indent+text) > l.Width {
			lines = commands.Wrap(text, l.Width-len(indent))
		}
		for _, line := range lines {
			if on != "" {
				line = on + line + off
			}
			fmt.Fprintln(&b, indent+line)
		}
	}
	text := r.Lead()
	if text != "" {
		say("", text, "")
	}
	if l.Colour && r.Headline != "" { // after the lines are broken, which bold letters do not fill
		text = strings.Replace(b.String(), r.Headline, bold+r.Headline+off, 1)
		b.Reset()
		b.WriteString(text)
	}
	for _, example := range r.Shown() {
		say("  ", example, bold)
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
		for _, line := range bars(r.Chart, l.Width) {
			fmt.Fprintln(&b, line)
		}
	}
	note := func(text string) { say("  ", text, dim) }
	if p := r.Paged; p != nil {
		left := ""
		if p.Left(r.Table) > 0 {
			left = "; type more for the rest"
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
