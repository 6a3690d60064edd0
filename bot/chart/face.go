package chart

import (
	"strings"

	"golang.org/x/image/font"
)

// Face draws the picture that a link to an answer shows: the figure that
// answers, large where there is one, and the answer in words, as a PNG of Width
// by Height pixels. It is safe for many goroutines.
func Face(headline, text string) ([]byte, error) {
	canvas := newCanvas(paper)
	defer canvases.Put(canvas)
	top := float64(margin + titleSize)
	canvas.text("Delphi", point{margin, top}, left, canvas.bold, palette[0])
	top += 2 * titleSize
	if headline != "" {
		canvas.text(canvas.fit(headline, Width-2*margin, canvas.bold), point{margin, top}, left, canvas.bold, palette[1])
		top += 2 * titleSize
	}
	for _, line := range canvas.wrapped(text, Width-2*margin, canvas.regular) {
		if top > Height-margin {
			break
		}
		canvas.text(line, point{margin, top}, left, canvas.regular, ink)
		top += textSize + 14
	}
	return canvas.png(Height)
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
