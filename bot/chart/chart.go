package chart

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"sync"

	"delphi/commands"
	"delphi/engine/seq"
)

// Width and Height are the size of a PNG in pixels: what a telephone shows
// across its whole width at two to three pixels a point.
const (
	Width  = 960
	Height = 600
)

// The colours of the card. Their contrast does not depend on the page around
// it.
var (
	paper = color.RGBA{0x1f, 0x22, 0x2a, 0xff}
	ink   = color.RGBA{0xec, 0xee, 0xf2, 0xff}
	faint = color.RGBA{0x48, 0x4d, 0x5a, 0xff}

	// palette holds colours that all kinds of eyes tell apart (Okabe and Ito's),
	// the brightest first. Lines differ by their dashes too.
	palette = []color.RGBA{{0x56, 0xb4, 0xe9, 0xff}, {0xe6, 0x9f, 0x00, 0xff}, {0x2f, 0xc8, 0x9b, 0xff}, {0xf0, 0xe4, 0x42, 0xff}, {0xe0, 0x8f, 0xbf, 0xff}, {0xf5, 0x79, 0x4b, 0xff}}
	dashes  = [][]float64{nil, {18, 9}, {4, 8}, {24, 8, 4, 8}}

	// marked is the colour of the asker's own value: that of no line.
	marked = color.RGBA{0xff, 0xff, 0xff, 0xff}
)

// ErrEmpty is the error for a chart without a single finite point.
var ErrEmpty = errors.New("the chart has no points")

// maxPoints bounds the work that a chart makes. A curve with a point for every
// other pixel looks the same with more.
const maxPoints = Width / 2

// margin is the empty space at the edges of the card.
const margin = 24

// PNG draws c as a PNG of Width by Height pixels; few bars take less height. It is safe for many
// goroutines.
func PNG(c *commands.Chart) ([]byte, error) {
	canvas := newCanvas(paper)
	defer canvases.Put(canvas)
	height, err := drawOn(canvas, &canvas.letters, c)
	if err != nil {
		return nil, err
	}
	return canvas.png(height)
}

// drawOn draws c on a surface, and returns how much of its height that takes.
func drawOn(on surface, with *letters, c *commands.Chart) (height int, err error) {
	card := &card{surface: on, letters: with, chart: c, top: margin, bottom: Height - margin, used: Height}
	if err := card.take(); err != nil {
		return 0, err
	}
	card.title()
	card.draw()
	return card.used, nil
}

// take takes over the points of the chart that can be drawn.
func (c *card) take() error {
	if c.chart.Kind == commands.Curve && whole(c.chart.Series) { // there is nothing between one whole thing and the next
		with := *c.chart
		with.Kind = commands.Steps
		c.chart = &with
	}
	for _, s := range c.chart.Series {
		points := finite(s.Points)
		if c.chart.Kind != commands.BarChart {
			points = thin(points, maxPoints)
		}
		c.series = append(c.series, points)
		c.all = append(c.all, points...)
	}
	if len(c.all) == 0 {
		return ErrEmpty
	}
	return nil
}

// whole reports whether all points stand at whole numbers.
func whole(series []commands.Series) bool {
	for _, s := range series {
		for _, p := range s.Points {
			if p.X != math.Trunc(p.X) {
				return false
			}
		}
	}
	return true
}

// draw draws what is below the title.
func (c *card) draw() {
	switch {
	case c.chart.Kind != commands.BarChart:
		c.lines()
	case len(c.chart.Labels) > 0 && len(c.chart.Labels) == len(c.chart.Series[0].Points):
		c.rows()
	default:
		c.columns()
	}
}

// png is so much of the image's height as a file.
func (c *canvas) png(height int) ([]byte, error) {
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &buffers}
	if err := encoder.Encode(&b, c.img.SubImage(image.Rect(0, 0, Width, height))); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// buffers keeps the encoder's working memory from one picture to the next.
var buffers pool

type pool struct{ sync.Pool }

func (p *pool) Get() *png.EncoderBuffer {
	b, _ := p.Pool.Get().(*png.EncoderBuffer)
	return b
}
func (p *pool) Put(b *png.EncoderBuffer) { p.Pool.Put(b) }

// card is a chart on its way to a picture.
type card struct {
	surface
	*letters
	chart  *commands.Chart
	series [][]commands.Point // those of the chart that can be drawn
	all    []commands.Point   // of all series
	top    float64            // where the plot begins
	bottom float64            // where it ends
	used   int                // how much of the height holds something
}

// title writes the title and, below it, what the values are.
func (c *card) title() {
	const most = 3 // lines
	lines := c.wrapped(c.chart.Title, Width-2*margin, c.bold)
	if len(lines) > most {
		lines = append(lines[:most-1], c.fit(strings.Join(lines[most-1:], " "), Width-2*margin, c.bold))
	}
	for _, t := range lines {
		c.top += titleSize
		c.text(t, point{margin, c.top - 6}, left, c.bold, ink)
		c.top += 8
	}
	if c.chart.Y != "" {
		c.top += textSize
		c.text(c.fit(c.chart.Y, Width-2*margin, c.regular), point{margin, c.top - 2}, left, c.regular, ink)
		c.top += 8
	}
}

// legend names the series with their colours and dashes, in as many lines as
// that takes.
func (c *card) legend() {
	if len(c.series) < 2 {
		return
	}
	const swatch, gap = 56.0, 28.0
	x := float64(margin)
	c.top += textSize
	for i, s := range c.chart.Series {
		if s.Name == "" || len(c.series[i]) == 0 {
			continue
		}
		name := c.fit(s.Name, Width-2*margin-swatch-10, c.regular)
		width := swatch + 10 + c.width(name, c.regular)
		if x+width > Width-margin {
			x = margin
			c.top += textSize + 8
		}
		c.line([]point{{x + 3, c.top - 10}, {x + swatch, c.top - 10}}, lineWidth, dashes[i%len(dashes)], palette[i%len(palette)])
		c.text(name, point{x + swatch + 10, c.top - 2}, left, c.regular, ink)
		x += width + gap
	}
	c.top += 8
}

// join writes the parts that are not empty as one text.
func join(parts ...string) string {
	return strings.Join(seq.Filter(parts, func(p string) bool { return p != "" }), " ")
}
