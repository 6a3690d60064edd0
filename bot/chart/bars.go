package chart

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"delphi/commands"
)

// maxRows is the number of labelled bars that fit on the card.
const maxRows = 11

// rows draws a bar with its name and its value for each point of the first
// series. Those that do not fit are summed up below.
func (c *card) rows() {
	points, names := c.chart.Series[0].Points, c.chart.Labels
	shown := min(len(points), maxRows)
	more := ""
	if rest := len(points) - shown; rest > 0 {
		sum := 0.0
		for _, p := range points[shown:] {
			sum += p.Y
		}
		more = fmt.Sprintf("and %d more, %s together", rest, figure(sum))
		c.bottom -= textSize + 6
		c.text(more, point{margin, Height - margin - 4}, left, c.regular, ink)
	}
	labels, values, top := 0.0, 0.0, 0.0
	for i, p := range points[:shown] {
		labels = max(labels, c.width(c.fit(names[i], Width*0.4, c.regular), c.regular))
		values = max(values, c.width(figure(p.Y), c.regular))
		if !math.IsInf(p.Y, 0) && !math.IsNaN(p.Y) {
			top = max(top, p.Y)
		}
	}
	top = cmp.Or(top, 1)
	c.top += 12
	height := min((c.bottom-c.top)/float64(shown), 64)
	from := margin + labels + 16
	room := Width - margin - values - 16 - from
	for i, p := range points[:shown] {
		y := c.top + float64(i)*height
		base := y + height/2 + 10
		shade := palette[0]
		if m := c.chart.Mark; m != nil && *m == p.X {
			shade = marked
		}
		c.text(c.fit(names[i], Width*0.4, c.regular), point{from - 16, base}, right, c.regular, ink)
		length := 0.0
		if p.Y > 0 && p.Y <= top {
			length = max(2, p.Y/top*room)
		}
		c.rect(point{from, y + height*0.14}, point{from + length, y + height*0.86}, shade)
		c.text(figure(p.Y), point{from + length + 12, base}, left, c.regular, ink)
	}
	if more == "" {
		c.used = min(Height, int(c.top+float64(shown)*height)+margin)
	}
}

// lowest is the height of a bar, as a share of the highest, below which it
// cannot be seen.
const lowest = 0.004

// trim takes away the bars at both ends that are too low to be seen, if they take
// more than tailShare of the width. It returns the label of the axis, which says
// what they hold.
func (c *card) trim() string {
	top := 0.0
	shown := span{math.Inf(1), math.Inf(-1)}
	few := span{math.Inf(1), math.Inf(-1)}
	for _, p := range c.all {
		top = max(top, math.Abs(p.Y))
		few.add(p.X)
	}
	for _, p := range c.all {
		if math.Abs(p.Y) >= lowest*top {
			shown.add(p.X)
		}
	}
	if m := c.chart.Mark; m != nil {
		shown.add(*m)
	}
	if shown.high-shown.low >= (1-tailShare)*(few.high-few.low) {
		return c.chart.X
	}
	below, above := 0.0, 0.0
	for i, s := range c.series {
		var left []commands.Point
		for _, p := range s {
			switch {
			case p.X < shown.low:
				below += p.Y
			case p.X > shown.high:
				above += p.Y
			default:
				left = append(left, p)
			}
		}
		c.series[i] = left
	}
	var says []string
	if few.low < shown.low {
		says = append(says, fmt.Sprintf("below %s: %s%s", number(shown.low), figure(below), unit(c.chart.Y)))
	}
	if few.high > shown.high {
		says = append(says, fmt.Sprintf("above %s: %s%s", number(shown.high), figure(above), unit(c.chart.Y)))
	}
	if len(says) == 0 {
		return c.chart.X
	}
	return fmt.Sprintf("%s (%s)", c.chart.X, strings.Join(says, ", "))
}

// columns draws a bar at the X of each point. Bars of several series stand
// beside each other.
func (c *card) columns() {
	c.legend()
	label := c.trim()
	x := span{math.Inf(1), math.Inf(-1)}
	step := math.Inf(1) // between two bars
	for _, s := range c.series {
		for i, p := range s {
			x.add(p.X)
			if i > 0 && p.X > s[i-1].X {
				step = min(step, p.X-s[i-1].X)
			}
		}
	}
	if math.IsInf(step, 1) {
		step = 1
	}
	x.low, x.high = x.low-step/2, x.high+step/2
	y := heights(c.all, c.chart.YMax)
	p := c.axes(x, y, label, false)
	n := float64(len(c.series))
	width := (p.right - p.left) * step / (p.x.high - p.x.low)
	gap := min(width*0.15, 6)
	for i, s := range c.series {
		for _, v := range s {
			at := p.at(v)
			from := at.x - width/2 + gap/2 + float64(i)*(width-gap)/n
			to := max(from+(width-gap)/n, from+1)
			shade := palette[i%len(palette)]
			if m := c.chart.Mark; m != nil && *m == v.X {
				shade = marked
			}
			zero := p.at(commands.Point{X: v.X, Y: max(y.low, 0)})
			c.rect(point{from, min(at.y, zero.y)}, point{to, max(at.y, zero.y)}, shade)
		}
	}
}
