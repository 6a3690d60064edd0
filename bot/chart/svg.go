package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"html/template"
	"image/color"
	"math"
	"strconv"

	"golang.org/x/image/font"

	"delphi/commands"
)

// maxSpoken is how many points of a series the description of a drawing lists
// for those who hear it.
const maxSpoken = 40

// SVG draws c as an SVG element of the same size and looks as [PNG], to stand
// in a page: it has no styles and no scripts, and says in words what it shows.
// The page may choose its colours, by the custom properties of [Colours]. It is safe
// for many goroutines.
func SVG(c *commands.Chart) ([]byte, error) {
	canvas := canvases.Get().(*canvas) // for its letters, which measure texts
	defer canvases.Put(canvas)
	d := &drawing{letters: &canvas.letters}
	height, err := drawOn(d, d.letters, c)
	if err != nil {
		return nil, err
	}
	card := &drawing{letters: &canvas.letters}
	fmt.Fprintf(&card.out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" font-family="system-ui, sans-serif"><title>`, Width, height)
	card.escape(c.Title)
	card.out.WriteString("</title><desc>")
	card.escape(spoken(c))
	card.out.WriteString("</desc>")
	card.rect(point{0, 0}, point{Width, float64(height)}, paper)
	card.out.Write(d.out.Bytes())
	card.out.WriteString("</svg>")
	return card.out.Bytes(), nil
}

// spoken is what a chart shows, in words.
func spoken(c *commands.Chart) string {
	var b bytes.Buffer
	for _, s := range c.Series {
		if b.Len() > 0 {
			b.WriteString(". ")
		}
		if len(c.Series) > 1 {
			b.WriteString(s.Name + ": ")
		}
		for i, p := range s.Points {
			if i == maxSpoken {
				fmt.Fprintf(&b, " and %d more", len(s.Points)-i)
				break
			}
			if i > 0 {
				b.WriteString(", ")
			}
			at := join(c.X, number(p.X))
			if len(c.Labels) == len(s.Points) {
				at = c.Labels[i]
			}
			b.WriteString(at + ": " + figure(p.Y))
		}
	}
	return b.String()
}

// Colours are the names of the custom properties that are the colours of a drawing:
// --chart-paper, --chart-ink, --chart-faint, --chart-mark, and --chart-0 to --chart-5
// for its series.
var Colours = []string{"paper", "ink", "faint", "mark", "0", "1", "2", "3", "4", "5"}

// themed is the name of each colour that a page may choose.
var themed = func() map[[3]uint8]string {
	out := map[[3]uint8]string{}
	for i, c := range append([]color.RGBA{paper, ink, faint, marked}, palette...) {
		out[[3]uint8{c.R, c.G, c.B}] = Colours[i]
	}
	return out
}()

// drawing is an SVG element that is being written.
type drawing struct {
	*letters
	out bytes.Buffer
}

func (d *drawing) escape(s string) { xml.EscapeText(&d.out, []byte(shown(s))) } // a buffer takes everything

// paint writes an attribute that is a colour.
func (d *drawing) paint(name string, c color.Color) {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	hex := fmt.Sprintf("#%02x%02x%02x", n.R, n.G, n.B)
	if name, ok := themed[[3]uint8{n.R, n.G, n.B}]; ok {
		hex = "var(--chart-" + name + ", " + hex + ")"
	}
	fmt.Fprintf(&d.out, ` %s="%s"`, name, hex)
	if n.A < 0xff {
		fmt.Fprintf(&d.out, ` %s-opacity="%.2g"`, name, float64(n.A)/0xff)
	}
}

// at writes a coordinate, to a tenth of a pixel.
func at(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }

func (d *drawing) rect(a, b point, fill color.Color) {
	fmt.Fprintf(&d.out, `<rect x="%s" y="%s" width="%s" height="%s"`, at(a.x), at(a.y), at(max(0, b.x-a.x)), at(max(0, b.y-a.y)))
	d.paint("fill", fill)
	d.out.WriteString("/>")
}

// path writes the way through points.
func (d *drawing) path(points []point) {
	for i, p := range points {
		step := "L"
		if i == 0 {
			step = "M"
		}
		d.out.WriteString(step + at(p.x) + " " + at(p.y))
	}
}

func (d *drawing) fill(fill color.Color, polygons ...[]point) {
	d.out.WriteString(`<path d="`)
	for _, p := range polygons {
		d.path(p)
		d.out.WriteByte('Z')
	}
	d.out.WriteByte('"')
	d.paint("fill", fill)
	d.out.WriteString("/>")
}

func (d *drawing) line(points []point, width float64, dashes []float64, ink color.Color) {
	d.out.WriteString(`<path fill="none" stroke-linejoin="round" stroke-linecap="round" d="`)
	d.path(points)
	fmt.Fprintf(&d.out, `" stroke-width="%s"`, at(width))
	d.paint("stroke", ink)
	if len(dashes) > 0 {
		d.out.WriteString(` stroke-dasharray="`)
		for i, n := range dashes {
			if i > 0 {
				d.out.WriteByte(' ')
			}
			d.out.WriteString(at(n))
		}
		d.out.WriteByte('"')
	}
	d.out.WriteString("/>")
}

func (d *drawing) text(s string, where point, align float64, face font.Face, ink color.Color) {
	anchor := map[float64]string{left: "start", middle: "middle", right: "end"}[align]
	size, weight := textSize, ""
	if face == d.bold {
		size, weight = titleSize, ` font-weight="700"`
	}
	// The reader's letters are not ours: they are made to take the same room.
	fmt.Fprintf(&d.out, `<text x="%s" y="%s" text-anchor="%s" font-size="%d"%s textLength="%s" lengthAdjust="spacingAndGlyphs"`,
		at(where.x), at(where.y), anchor, size, weight, at(d.width(s, face)))
	d.paint("fill", ink)
	d.out.WriteByte('>')
	d.escape(s)
	d.out.WriteString("</text>")
}

// Markup returns a chart as SVG for a template; empty if it has no points.
func Markup(c *commands.Chart) template.HTML {
	svg, err := SVG(c)
	if err != nil {
		return ""
	}
	return template.HTML(svg)
}
