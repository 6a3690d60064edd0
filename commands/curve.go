package commands

// Plot returns a chart of one series. Its top is the highest point, unless yMax is not
// 0.
func Plot(title, x, y string, yMax float64, points []Point) *Chart {
	if yMax == 0 {
		for _, p := range points {
			yMax = max(yMax, p.Y)
		}
	}
	return &Chart{Title: title, X: x, Y: y, YMax: yMax, Series: []Series{{Points: points}}}
}

// Tells reports whether a chart shows more than one figure: neither a single bar nor a
// line that is level throughout.
func (c *Chart) Tells() bool {
	if c.Kind == BarChart {
		return len(c.Series) > 0 && len(c.Series[0].Points) > 1
	}
	first := true
	var y float64
	for _, s := range c.Series {
		for _, p := range s.Points {
			if !first && p.Y != y {
				return true
			}
			first, y = false, p.Y
		}
	}
	return false
}

// Points computes a point for each whole number from from to to.
func Points(from, to int, y func(x int) float64) []Point {
	out := make([]Point, 0, max(0, to-from+1))
	for x := from; x <= to; x++ {
		out = append(out, Point{float64(x), y(x)})
	}
	return out
}
