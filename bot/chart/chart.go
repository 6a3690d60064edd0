package chart

import (
	"bytes"
	"errors"
	"image/color"
	"image/png"
	"math"
	"strconv"
	"sync"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"delphi/commands"
)

// Width and Height are the size of a PNG in pixels: what a telephone shows
// across its whole width at two to three pixels a point.
const (
	Width  = 960
	Height = 600
	dpi    = 200
)

// The card. Its contrast does not depend on the page around it.
var (
	paper = color.RGBA{0x1f, 0x22, 0x2a, 0xff}
	ink   = color.RGBA{0xec, 0xee, 0xf2, 0xff}
	faint = color.RGBA{0x48, 0x4d, 0x5a, 0xff}

	// Colours that all kinds of eyes tell apart (Okabe and Ito's), the
	// brightest first; lines differ by their dashes too.
	lines  = []color.RGBA{{0x56, 0xb4, 0xe9, 0xff}, {0xe6, 0x9f, 0x00, 0xff}, {0x2f, 0xc8, 0x9b, 0xff}, {0xf0, 0xe4, 0x42, 0xff}, {0xe0, 0x8f, 0xbf, 0xff}, {0xff, 0xff, 0xff, 0xff}}
	dashes = [][]vg.Length{nil, {vg.Points(6), vg.Points(2.5)}, {vg.Points(1.5), vg.Points(2)}, {vg.Points(8), vg.Points(2), vg.Points(1.5), vg.Points(2)}}
)

// ErrEmpty is the error for a chart without a single finite point.
var ErrEmpty = errors.New("the chart has no points")

// maxPoints bounds the work that a chart makes. A curve with a point for every
// other pixel looks the same with more.
const maxPoints = Width / 2

// PNG draws c as a PNG of Width by Height pixels. It is safe for many
// goroutines.
func PNG(c *commands.Chart) ([]byte, error) {
	p, err := plotOf(c)
	if err != nil {
		return nil, err
	}
	const inch = vg.Inch
	canvas := vgimg.NewWith(vgimg.UseWH(Width*inch/dpi, Height*inch/dpi), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(paper))
	p.Draw(inside(draw.New(canvas)))
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &buffers}
	if err := encoder.Encode(&b, canvas.Image()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// SVG draws c as an SVG document of the same shape. Its letters are named, not
// embedded: a reader without the Liberation fonts shows the nearest it has.
func SVG(c *commands.Chart) ([]byte, error) {
	p, err := plotOf(c)
	if err != nil {
		return nil, err
	}
	canvas := vgsvg.New(Width*vg.Inch/dpi, Height*vg.Inch/dpi)
	card := draw.New(canvas)
	card.SetColor(paper)
	card.Fill(card.Rectangle.Path())
	p.Draw(inside(card))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// inside is a card without its margin.
func inside(c draw.Canvas) draw.Canvas {
	return draw.Crop(c, vg.Points(6), -vg.Points(12), vg.Points(6), -vg.Points(8))
}

// buffers keeps the encoder's working memory from one picture to the next.
var buffers pool

type pool struct{ sync.Pool }

func (p *pool) Get() *png.EncoderBuffer {
	b, _ := p.Pool.Get().(*png.EncoderBuffer)
	return b
}
func (p *pool) Put(b *png.EncoderBuffer) { p.Pool.Put(b) }

func plotOf(c *commands.Chart) (*plot.Plot, error) {
	p := plot.New()
	p.BackgroundColor = paper
	style(&p.Title.TextStyle, 13)
	p.Title.Text = c.Title
	p.Title.Padding = vg.Points(6)
	for _, a := range []struct {
		axis  *plot.Axis
		label string
	}{{&p.X, c.X}, {&p.Y, c.Y}} {
		a.axis.Label.Text = a.label
		style(&a.axis.Label.TextStyle, 12)
		style(&a.axis.Tick.Label, 11)
		a.axis.LineStyle.Width, a.axis.Tick.Length = 0, 0 // the grid is enough
		a.axis.Padding = 0
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = faint, faint
	p.Add(grid)

	low, high, top := math.Inf(1), math.Inf(-1), 0.0
	for i, s := range c.Series {
		points := thin(finite(s.Points))
		if len(points) == 0 {
			continue
		}
		for _, pt := range points {
			low, high, top = math.Min(low, pt.X), math.Max(high, pt.X), math.Max(top, pt.Y)
		}
		shade := lines[i%len(lines)]
		line, err := plotter.NewLine(points)
		if err != nil {
			return nil, err
		}
		line.LineStyle = draw.LineStyle{Color: shade, Width: vg.Points(2), Dashes: dashes[i%len(dashes)]}
		if len(c.Series) == 1 {
			shade.A = 0x30
			line.FillColor = premultiplied(shade)
		}
		p.Add(line)
		if len(points) <= 40 {
			dots, err := plotter.NewScatter(points)
			if err != nil {
				return nil, err
			}
			dots.GlyphStyle = draw.GlyphStyle{Color: lines[i%len(lines)], Radius: vg.Points(2.4), Shape: draw.CircleGlyph{}}
			p.Add(dots)
		}
		if len(c.Series) > 1 && s.Name != "" {
			p.Legend.Add(s.Name, line)
		}
	}
	if low > high {
		return nil, ErrEmpty
	}
	p.Legend.Top, p.Legend.ThumbnailWidth = true, vg.Points(28)
	style(&p.Legend.TextStyle, 10)
	p.Legend.Padding, p.Legend.XOffs, p.Legend.YOffs = vg.Points(2), -vg.Points(6), -vg.Points(4)

	if low == high {
		low, high = low-1, high+1
	}
	p.X.Min, p.X.Max = low, high
	p.Y.Min, p.Y.Max = 0, c.YMax
	if c.YMax <= 0 || math.IsInf(c.YMax, 0) || math.IsNaN(c.YMax) {
		p.Y.Max = top
	}
	if p.Y.Max <= 0 {
		p.Y.Max = 1
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = round{8}, round{6}
	return p, nil
}

func style(s *text.Style, points float64) {
	s.Color = ink
	s.Font = font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, font.Length(points))
}

// premultiplied is c with its alpha applied, as image/color wants it.
func premultiplied(c color.RGBA) color.RGBA {
	m := func(v uint8) uint8 { return uint8(uint(v) * uint(c.A) / 0xff) }
	return color.RGBA{m(c.R), m(c.G), m(c.B), c.A}
}

func finite(points []commands.Point) plotter.XYs {
	out := make(plotter.XYs, 0, len(points))
	for _, p := range points {
		if s := p.X + p.Y; !math.IsNaN(s) && !math.IsInf(s, 0) {
			out = append(out, plotter.XY{X: p.X, Y: p.Y})
		}
	}
	return out
}

// thin leaves out points evenly, and keeps the first and the last.
func thin(points plotter.XYs) plotter.XYs {
	if len(points) <= maxPoints {
		return points
	}
	out := make(plotter.XYs, maxPoints)
	for i := range out {
		out[i] = points[i*(len(points)-1)/(maxPoints-1)]
	}
	return out
}

// round ticks at 1, 2 or 5 times a power of ten, at most most of them: whole
// levels and whole percents wherever the range allows.
type round struct{ most int }

func (r round) Ticks(min, max float64) []plot.Tick {
	step := math.Pow(10, math.Floor(math.Log10((max-min)/float64(r.most))))
	for _, m := range []float64{1, 2, 5, 10} {
		if (max-min)/(step*m) <= float64(r.most) {
			step *= m
			break
		}
	}
	var out []plot.Tick
	for i := math.Ceil(min / step); i*step <= max+step*1e-9 && len(out) <= r.most; i++ {
		out = append(out, plot.Tick{Value: i * step, Label: strconv.FormatFloat(i*step, 'g', 6, 64)})
	}
	return out
}
