package chart

import (
	"math"
	"slices"
	"strconv"

	"delphi/commands"
)

// finite returns the points that can be drawn.
func finite(points []commands.Point) []commands.Point {
	out := make([]commands.Point, 0, len(points))
	for _, p := range points {
		if s := p.X + p.Y; !math.IsNaN(s) && !math.IsInf(s, 0) {
			out = append(out, p)
		}
	}
	return out
}

// thin leaves out points evenly until most are left, and keeps the first and
// the last.
func thin(points []commands.Point, most int) []commands.Point {
	if len(points) <= most {
		return points
	}
	out := make([]commands.Point, most)
	for i := range out {
		out[i] = points[i*(len(points)-1)/(most-1)]
	}
	return out
}

// span is the part of an axis that is shown.
type span struct{ low, high float64 }

func (s *span) add(v float64) { s.low, s.high = min(s.low, v), max(s.high, v) }

// share returns the position of v in the span, from 0 at its low end to 1 at its high end.
func (s span) share(v float64) float64 { return (v - s.low) / (s.high - s.low) }

// wide returns the span, widened if it is a single value.
func (s span) wide() span {
	if s.low >= s.high {
		return span{s.low - 1, s.high + 1}
	}
	return s
}

// heights returns the span of Y: from 0, or from the least value if that is
// lower, to a round number above the greatest value, so that no half of the
// card is empty. most is what Y can reach; 0 or what is not a number: unknown.
func heights(all []commands.Point, most float64) span {
	s := span{}
	for _, p := range all {
		s.add(p.Y)
	}
	if s.low == s.high {
		if most > 0 && !math.IsInf(most, 0) {
			return span{s.low, s.low + most}
		}
		return span{s.low, s.low + 1}
	}
	step := roundStep(s.high-s.low, 5)
	top := math.Ceil(s.high/step-1e-9) * step
	if most > s.high && (top > most || s.high > 0.8*most) {
		top = most
	}
	return span{s.low, max(top, s.high)}
}

// tailShare is the largest share of a curve's width that its flat ends may take.
const tailShare = 0.2

// lively returns the span of X, and the part of it in which something happens:
// flat ends of all series are cut, but for tailShare. mark, if any, stays
// inside.
func lively(series [][]commands.Point, mark *float64) (all, part span) {
	all, part = span{math.Inf(1), math.Inf(-1)}, span{math.Inf(1), math.Inf(-1)}
	for _, points := range series {
		for i, p := range points {
			all.add(p.X)
			if i > 0 && p.Y != points[i-1].Y {
				part.add(points[i-1].X)
				part.add(p.X)
			}
		}
	}
	if part.low > part.high { // flat all over
		return all, all
	}
	if mark != nil && *mark >= all.low && *mark <= all.high {
		part.add(*mark)
	}
	tail := (part.high - part.low) * tailShare
	return all, span{max(all.low, math.Floor(part.low-tail)), min(all.high, math.Ceil(part.high+tail))}
}

// within returns the points in a span. Where more of them lie beyond an end,
// the line goes on to it: lively has made sure that it is flat there.
func within(points []commands.Point, s span) []commands.Point {
	var out []commands.Point
	for i, p := range points {
		switch {
		case p.X < s.low:
			if i+1 < len(points) && points[i+1].X > s.low {
				out = append(out, commands.Point{X: s.low, Y: p.Y})
			}
		case p.X <= s.high:
			out = append(out, p)
		default:
			return append(out, commands.Point{X: s.high, Y: p.Y})
		}
	}
	return out
}

// tick is a value on an axis with its label.
type tick struct {
	value float64
	label string
}

// ticks returns at most most+1 round values of a span.
func ticks(s span, most int) []tick {
	step := roundStep(s.high-s.low, most)
	var out []tick
	for i := math.Ceil(s.low/step - 1e-9); i*step <= s.high+step*1e-9 && len(out) <= most; i++ {
		out = append(out, tick{i * step, number(i * step)})
	}
	return out
}

// wholeTicks leaves out the ticks between whole things.
func wholeTicks(list []tick, whole bool) []tick {
	if !whole {
		return list
	}
	return slices.DeleteFunc(list, func(t tick) bool { return math.Abs(t.value-math.Round(t.value)) > 1e-9 })
}

// roundStep is the least of 1, 2 and 5 times a power of ten that cuts a width
// into at most most parts: whole levels and whole percents where they fit.
func roundStep(width float64, most int) float64 {
	step := math.Pow(10, math.Floor(math.Log10(width/float64(most))))
	for _, m := range []float64{1, 2, 5, 10} {
		if width/(step*m) <= float64(most) {
			return step * m
		}
	}
	return step * 10
}

func number(f float64) string {
	if f == 0 {
		f = 0 // not -0
	}
	return strconv.FormatFloat(f, 'g', 6, 64)
}

// figure is a value as it stands beside a bar or a mark.
func figure(f float64) string { return strconv.FormatFloat(f, 'g', 3, 64) }
