package chart

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// point is a place on the canvas, in pixels from its upper left corner.
type point struct{ x, y float64 }

// surface is what a card is drawn on: an image, or a drawing in SVG.
type surface interface {
	rect(a, b point, fill color.Color)
	fill(fill color.Color, polygons ...[]point)
	line(points []point, width float64, dashes []float64, ink color.Color)
	text(s string, at point, align float64, face font.Face, ink color.Color)
}

// letters measures texts. It is not safe for many goroutines.
type letters struct {
	regular, bold font.Face
	face          func(size float64) font.Face
	great         font.Face // made when it is first wanted
}

// large are the letters of a figure.
func (l *letters) large() font.Face {
	if l.great == nil {
		l.great = l.face(largeSize)
	}
	return l.great
}

// canvas is an image to draw on. It is not safe for many goroutines.
type canvas struct {
	img    *image.RGBA
	raster vector.Rasterizer
	letters
}

// fonts are parsed once; faces, which are not safe for many goroutines, are
// made for each canvas.
var fonts = sync.OnceValue(func() (f struct{ regular, bold *opentype.Font }) {
	var err error
	if f.regular, err = opentype.Parse(goregular.TTF); err == nil {
		f.bold, err = opentype.Parse(gobold.TTF)
	}
	if err != nil {
		panic(err) // the fonts are part of the program
	}
	return f
})

// The sizes of letters, in pixels. A telephone shows the card at about 0.4 of
// its size, which makes 28 pixels eleven points.
const (
	textSize  = 28
	titleSize = 34
	largeSize = 84
)

// canvases keeps the memory of canvases from one picture to the next.
var canvases = sync.Pool{New: func() any {
	face := func(f *opentype.Font, size float64) font.Face {
		out, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			panic(err) // never for a font that was parsed
		}
		return out
	}
	return &canvas{
		img:     image.NewRGBA(image.Rect(0, 0, Width, Height)),
		letters: letters{regular: face(fonts().regular, textSize), bold: face(fonts().bold, titleSize), face: func(size float64) font.Face { return face(fonts().bold, size) }},
	}
}}

// newCanvas returns a canvas of one colour, which is to be put back.
func newCanvas(background color.Color) *canvas {
	c := canvases.Get().(*canvas)
	draw.Draw(c.img, c.img.Rect, image.NewUniform(background), image.Point{}, draw.Src)
	return c
}

// rect fills a rectangle, to whole pixels.
func (c *canvas) rect(a, b point, fill color.Color) {
	r := image.Rect(int(math.Round(a.x)), int(math.Round(a.y)), int(math.Round(b.x)), int(math.Round(b.y)))
	draw.Draw(c.img, r, image.NewUniform(fill), image.Point{}, draw.Over)
}

// fill fills what lies in any of the polygons.
func (c *canvas) fill(fill color.Color, polygons ...[]point) {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, p := range polygons {
		for _, v := range p {
			low, high = point{min(low.x, v.x), min(low.y, v.y)}, point{max(high.x, v.x), max(high.y, v.y)}
		}
	}
	box := image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x)), int(math.Ceil(high.y))).Intersect(c.img.Rect)
	if box.Empty() {
		return
	}
	c.raster.Reset(box.Dx(), box.Dy())
	at := func(v point) (x, y float32) {
		return float32(v.x - float64(box.Min.X)), float32(v.y - float64(box.Min.Y))
	}
	for _, p := range polygons {
		x, y := at(p[0])
		c.raster.MoveTo(x, y)
		for k := range p[1:] {
			// All polygons turn the same way, or they would cancel each
			// other where they overlap.
			if k++; area(p) < 0 {
				k = len(p) - k
			}
			x, y := at(p[k])
			c.raster.LineTo(x, y)
		}
		c.raster.ClosePath()
	}
	c.raster.Draw(c.img, box, image.NewUniform(fill), image.Point{})
}

// area is twice the area of a polygon, negative if it turns the other way.
func area(p []point) float64 {
	sum, last := 0.0, p[len(p)-1]
	for _, v := range p {
		sum += last.x*v.y - v.x*last.y
		last = v
	}
	return sum
}

// line draws a line through points. dashes are the lengths of its parts and of
// the gaps between them, in turn; none means a whole line.
func (c *canvas) line(points []point, width float64, dashes []float64, ink color.Color) {
	var parts [][]point
	for _, run := range dashed(points, dashes) {
		for i, v := range run {
			if i == 0 || i == len(run)-1 || bends(run[i-1], v, run[i+1]) {
				parts = append(parts, disc(v, width/2))
			}
			if i == 0 {
				continue
			}
			u := run[i-1]
			dx, dy := v.x-u.x, v.y-u.y
			n := math.Hypot(dx, dy)
			if n == 0 {
				continue
			}
			dx, dy = dx/n*width/2, dy/n*width/2
			parts = append(parts, []point{{u.x - dy, u.y + dx}, {v.x - dy, v.y + dx}, {v.x + dy, v.y - dx}, {u.x + dy, u.y - dx}})
		}
	}
	if len(parts) > 0 {
		c.fill(ink, parts...)
	}
}

// bends reports whether a line turns at v.
func bends(u, v, w point) bool {
	return math.Abs((v.x-u.x)*(w.y-v.y)-(v.y-u.y)*(w.x-v.x)) > 1e-6
}

// dashed cuts a line into the parts that are drawn.
func dashed(points []point, dashes []float64) [][]point {
	if len(dashes) == 0 || len(points) < 2 {
		return [][]point{points}
	}
	var out [][]point
	run, k, left := []point{points[0]}, 0, dashes[0]
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		for {
			n := math.Hypot(to.x-from.x, to.y-from.y)
			if n <= left {
				left -= n
				run = append(run, to)
				break
			}
			from = point{from.x + (to.x-from.x)*left/n, from.y + (to.y-from.y)*left/n}
			run = append(run, from)
			if k%2 == 0 {
				out = append(out, run)
			}
			run, k = []point{from}, k+1
			left = dashes[k%len(dashes)]
		}
	}
	if k%2 == 0 {
		out = append(out, run)
	}
	return out
}

// disc is a circle as a polygon.
func disc(at point, radius float64) []point {
	out := make([]point, 16)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(out)))
		out[i] = point{at.x + radius*cos, at.y + radius*sin}
	}
	return out
}

// The part of a text that stands at the place it is written at.
const (
	left   = 0.0
	middle = 0.5
	right  = 1.0
)

// text writes a line of letters on a base line.
func (c *canvas) text(s string, at point, align float64, face font.Face, ink color.Color) {
	s = shown(s)
	x := at.x - align*c.width(s, face)
	d := font.Drawer{Dst: c.img, Src: image.NewUniform(ink), Face: face, Dot: fixed.P(int(math.Round(x)), int(math.Round(at.y)))}
	d.DrawString(s)
}

// width is how many pixels a text takes.
func (l *letters) width(s string, face font.Face) float64 {
	return float64(font.MeasureString(face, shown(s))) / 64
}

// fit truncates a text to at most most pixels, with an ellipsis.
func (l *letters) fit(s string, most float64, face font.Face) string {
	if s = shown(s); l.width(s, face) <= most {
		return s
	}
	runes := []rune(s)
	if len(runes) > 200 { // wider than any card
		runes = runes[:200]
	}
	for len(runes) > 0 && l.width(string(runes)+"…", face) > most {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimRight(string(runes), " ") + "…"
}

// shown drops characters that show nothing or turn the direction of text.
func shown(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.C, r) {
			return -1
		}
		return r
	}, s)
}
