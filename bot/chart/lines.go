package chart

import (
	"image/color"
	"math"
	"strings"

	"delphi/commands"
)

// The widths of lines, in pixels.
const (
	lineWidth = 5
	gridWidth = 1
	dotRadius = 6
)

// manyDots is from how many points on a curve is drawn without dots.
const manyDots = 40

// plot is the part of the card that shows values.
type plot struct {
	*card
	x, y        span
	left, right float64
}

// at is where a point lies on the card.
func (p *plot) at(v commands.Point) point {
	return point{p.left + p.x.share(v.X)*(p.right-p.left), p.bottom - p.y.share(v.Y)*(p.bottom-p.top)}
}

// cutOff says which flat ends of a span are not shown.
func cutOff(all, shown span) string {
	low, high := "", ""
	if shown.low > all.low {
		low = "from " + number(all.low) + " to " + number(shown.low)
	}
	if shown.high < all.high {
		high = "from " + number(shown.high) + " to " + number(all.high)
	}
	switch {
	case low != "" && high != "":
		return " (flat " + low + " and " + high + ")"
	case low+high != "":
		return " (flat " + low + high + ")"
	}
	return ""
}

// axes draws the grid and labels it, and returns the plot inside. Columns need
// no upright lines.
func (c *card) axes(x, y span, label string, upright bool) *plot {
	p := &plot{card: c, x: x.wide(), y: y, right: Width - margin - 10}
	rows := ticks(p.y, 5)
	for _, t := range rows {
		p.left = max(p.left, c.width(t.label, c.regular))
	}
	p.left += margin + 14
	c.top += 14
	c.bottom -= 2*textSize + 22
	for _, t := range rows {
		v := p.at(commands.Point{X: p.x.low, Y: t.value})
		c.rect(point{p.left, v.y}, point{p.right, v.y + gridWidth}, faint)
		c.text(t.label, point{p.left - 14, v.y + 10}, right, c.regular, ink)
	}
	for _, t := range wholeTicks(ticks(p.x, 8), whole(c.chart.Series)) {
		v := p.at(commands.Point{X: t.value, Y: p.y.low})
		if upright {
			c.rect(point{v.x, c.top}, point{v.x + gridWidth, c.bottom}, faint)
		}
		half := c.width(t.label, c.regular) / 2
		c.text(t.label, point{min(max(v.x, half+8), Width-half-8), c.bottom + textSize + 8}, middle, c.regular, ink)
	}
	c.text(c.fit(label, p.right-p.left, c.regular), point{(p.left + p.right) / 2, c.bottom + 2*textSize + 18}, middle, c.regular, ink)
	return p
}

// lines draws curves, or steps.
func (c *card) lines() {
	c.legend()
	all, x := lively(c.series, c.chart.Mark)
	p := c.axes(x, heights(c.all, c.chart.YMax), c.chart.X+cutOff(all, x), true)
	for i, s := range c.series {
		points := within(s, x)
		if len(points) == 0 {
			continue
		}
		shade := palette[i%len(palette)]
		path := p.path(points)
		if len(c.series) == 1 && len(path) > 1 {
			first, last := path[0], path[len(path)-1]
			under := append(append([]point{{first.x, c.bottom}}, path...), point{last.x, c.bottom})
			c.fill(veil(shade), under)
		}
		c.line(path, lineWidth, dashes[i%len(dashes)], shade)
		if len(points) == 1 || c.chart.Kind == commands.Curve && len(points) <= manyDots {
			for _, v := range points {
				c.fill(shade, disc(p.at(v), dotRadius))
			}
		}
	}
	if m := c.chart.Mark; m != nil && *m >= p.x.low && *m <= p.x.high {
		p.mark(*m)
	}
}

// path returns the line through points. In steps each value holds until the
// next one.
func (p *plot) path(points []commands.Point) []point {
	var out []point
	for i, v := range points {
		if i > 0 && p.chart.Kind == commands.Steps {
			out = append(out, p.at(commands.Point{X: v.X, Y: points[i-1].Y}))
		}
		out = append(out, p.at(v))
	}
	return out
}

// mark draws a line at the asker's own value, with what the first series is
// there.
func (p *plot) mark(x float64) {
	foot := p.at(commands.Point{X: x, Y: p.y.low})
	p.line([]point{{foot.x, p.top}, {foot.x, p.bottom}}, 3, []float64{10, 8}, marked)
	says, value := join(p.chart.X, number(x)), ""
	spot := point{foot.x, p.top}
	if y, ok := p.value(x); ok {
		spot = p.at(commands.Point{X: x, Y: y})
		p.fill(marked, disc(spot, dotRadius+4))
		value = ": " + figure(y) + unit(p.chart.Y)
	}
	// The fuller a label the better, but none may hide a line.
	labels := []string{says + value, number(x) + value}
	if name := p.chart.Series[0].Name; name != "" && len(p.series) > 1 {
		labels = append([]string{says + value + ", " + name}, labels...)
	}
	var label string
	var box box
	for _, label = range labels {
		var free bool
		if box, free = p.place(spot, p.width(label, p.regular)); free {
			break
		}
	}
	p.rect(point{box.from, box.base - textSize}, point{box.to, box.base + 10}, paper)
	p.text(label, point{box.from + boxPad, box.base}, left, p.regular, marked)
}

// unit is the percent sign of an axis of percents.
func unit(axis string) string {
	if strings.HasSuffix(axis, "%") {
		return "%"
	}
	return ""
}

// boxPad is the room beside the text of a label.
const boxPad = 8

// box is where a label stands: from and to are its edges, base is the line that
// it is written on.
type box struct{ from, to, base float64 }

// place is where a label of some width stands beside a spot: as near to it as
// it hides no line, first to the right of it and above. Where it hides one
// everywhere it is not free.
func (p *plot) place(spot point, width float64) (at box, free bool) {
	const gap, step = 16.0, 12.0
	width += 2 * boxPad
	var first *box
	for away := 0.0; away < p.bottom-p.top; away += step {
		for _, base := range []float64{spot.y - 18 - away, spot.y + textSize + 18 + away} {
			if base-textSize < p.top || base+10 > p.bottom {
				continue
			}
			for _, from := range []float64{spot.x + gap - boxPad, spot.x - gap + boxPad - width} {
				b := box{from, from + width, base}
				if b.from < p.left || b.to > p.right {
					continue
				}
				if first == nil {
					first = &b
				}
				if !p.hidden(b) {
					return b, true
				}
			}
		}
	}
	if first == nil { // as wide as the plot
		from := max(0, min(p.left, Width-width))
		return box{from, from + width, p.top + textSize}, false
	}
	return *first, false
}

// hidden reports whether a label would cover a line.
func (p *plot) hidden(b box) bool {
	const near, stride = lineWidth + 4, 4.0
	for _, s := range p.series {
		path := p.path(s)
		for i, v := range path {
			u := path[max(0, i-1)]
			n := max(1, math.Ceil(math.Hypot(v.x-u.x, v.y-u.y)/stride))
			for k := 0.0; k <= n; k++ {
				x, y := u.x+(v.x-u.x)*k/n, u.y+(v.y-u.y)*k/n
				if x > b.from-near && x < b.to+near && y > b.base-textSize-near && y < b.base+10+near {
					return true
				}
			}
		}
	}
	return false
}

// value is what the first series is at x: between two points of a curve, or
// since the last step.
func (p *plot) value(x float64) (float64, bool) {
	s := p.series[0]
	for i, v := range s {
		switch {
		case v.X == x:
			return v.Y, true
		case v.X < x:
		case i == 0:
			return 0, false
		case p.chart.Kind == commands.Steps:
			return s[i-1].Y, true
		default:
			u := s[i-1]
			return u.Y + (v.Y-u.Y)*(x-u.X)/(v.X-u.X), true
		}
	}
	return 0, false
}

// veil is a colour through which the grid shows.
func veil(c color.RGBA) color.Color { return color.NRGBA{c.R, c.G, c.B, 0x38} }
