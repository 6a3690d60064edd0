package commands

// Plot is a chart of one series, its highest point at the top unless yMax
// says otherwise (0).
func Plot(title, x, y string, yMax float64, points []Point) *Chart {
	if yMax == 0 {
		for _, p := range points {
			yMax = max(yMax, p.Y)
		}
	}
	return &Chart{Title: title, X: x, Y: y, YMax: yMax, Series: []Series{{Points: points}}}
}

// Points computes a point for each whole number from from to to.
func Points(from, to int, y func(x int) float64) []Point {
	out := make([]Point, 0, max(0, to-from+1))
	for x := from; x <= to; x++ {
		out = append(out, Point{float64(x), y(x)})
	}
	return out
}
