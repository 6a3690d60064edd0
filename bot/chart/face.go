package chart

import (
	"image/color"
	"slices"
	"strings"

	"golang.org/x/image/font"

	"delphi/commands"
)

// Face is what the picture of an answer shows.
type Face struct {
	Asked  string          // the question, as it was read; may be empty
	Figure string          // what was asked for, as in "3%"; may be empty
	Words  string          // the figure with the words that say what it counts; empty where there is no figure
	Text   string          // the answer in words
	Notes  []string        // how it was read, and what it assumes
	Chart  *commands.Chart // drawn small beneath; nil: none
}

// PNG draws the picture that a link to an answer shows: the figure that answers,
// large, with its words and a small chart, or else the answer in words, as a PNG of
// Width by Height pixels. It is safe for many goroutines.
func (f Face) PNG() ([]byte, error) {
	canvas := newCanvas(paper)
	defer canvases.Put(canvas)
	w := &writer{canvas: canvas, top: margin}
	w.line("Delphi", canvas.bold, palette[0])
	beside := margin + canvas.width("Delphi  ", canvas.bold)
	canvas.text(canvas.fit(f.Asked, Width-margin-beside, canvas.regular), point{beside, w.top - 14}, left, canvas.regular, quiet)
	w.top += 10
	text := f.Text
	if f.Figure != "" {
		w.figure(f)
		if !strings.Contains(f.Text, f.Words) || f.Chart != nil {
			text = ""
		}
	}
	notes := f.Notes
	if f.Chart == nil {
		w.lines(text, canvas.regular, ink, Height-margin)
		w.top += 12
		w.lines(strings.Join(notes, "; "), canvas.regular, quiet, Height-margin)
		return canvas.png(Height)
	}
	w.lines(strings.Join(notes, "; "), canvas.regular, quiet, w.top+2*(textSize+14))
	c := *f.Chart
	card := &card{surface: canvas, letters: &canvas.letters, chart: &c, top: w.top, bottom: Height - margin, used: Height}
	if err := card.take(); err != nil {
		return canvas.png(Height)
	}
	card.small()
	return canvas.png(Height)
}

// quiet is the colour of what goes beside an answer.
var quiet = color.RGBA{0xb2, 0xb8, 0xc2, 0xff}

// small draws a chart without its title, in as little room as there is.
func (c *card) small() {
	if c.chart.Y != "" {
		c.top += textSize
		c.text(c.fit(c.chart.Y, Width-2*margin, c.regular), point{margin, c.top - 2}, left, c.regular, ink)
		c.top += 8
	}
	if n := int((c.bottom - c.top - 20) / (textSize + 6)); len(c.chart.Labels) > n && len(c.chart.Series) > 0 && len(c.chart.Labels) == len(c.chart.Series[0].Points) {
		c.chart.Labels = c.chart.Labels[:max(1, n)]
		c.chart.Series = slices.Clone(c.chart.Series)
		c.chart.Series[0].Points = c.chart.Series[0].Points[:max(1, n)]
	}
	c.draw()
}

// writer writes lines below each other.
type writer struct {
	*canvas
	top float64
}

// figure writes what was asked for, in letters as large as fit, with its words.
func (w *writer) figure(f Face) {
	shade := palette[1]
	if face := w.large(); w.width(f.Words, face) <= Width-2*margin {
		w.top += largeSize
		w.text(f.Words, point{margin, w.top - 14}, left, face, shade)
		w.top += 10
		return
	}
	w.top += largeSize
	w.text(w.fit(f.Figure, Width-2*margin, w.large()), point{margin, w.top - 14}, left, w.large(), shade)
	w.top += 6
	if f.Figure != f.Words {
		w.lines(f.Words, w.bold, ink, w.top+2*(titleSize+14))
	}
	w.top += 6
}

func (w *writer) line(s string, face font.Face, shade color.Color) {
	size := float64(textSize)
	if face == w.bold {
		size = titleSize
	}
	w.top += size
	w.text(s, point{margin, w.top - 4}, left, face, shade)
	w.top += 10
}

// lines writes a text over as many lines as there is room for above bottom; an
// ellipsis says that it goes on.
func (w *writer) lines(text string, face font.Face, shade color.Color, bottom float64) {
	size := float64(textSize)
	if face == w.bold {
		size = titleSize
	}
	all := w.wrapped(text, Width-2*margin, face)
	most := max(0, int((bottom-w.top)/(size+10)))
	for i, s := range all[:min(most, len(all))] {
		if i == most-1 && len(all) > most {
			s = w.fit(strings.Join(all[i:], " "), Width-2*margin, face)
		}
		w.line(s, face, shade)
	}
}

// wrapped cuts a text between words into lines of at most most pixels.
func (l *letters) wrapped(text string, most float64, in font.Face) []string {
	var out []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		longer := strings.TrimPrefix(line+" "+word, " ")
		if line != "" && l.width(longer, in) > most {
			out = append(out, l.fit(line, most, in))
			longer = word
		}
		line = longer
	}
	if line != "" {
		out = append(out, l.fit(line, most, in))
	}
	return out
}
