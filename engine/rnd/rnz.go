package rnd

import (
	"sync"

	"delphi/engine/odds"
)

// Rnz is the die rnz(I) of a hero at experience level XL (1 to 30). I is at least
// 1. It multiplies I by a stretch, or divides it, one as likely as the other:
// the stretch is 1.000 to 1.999, times rne(4), which is 1, and one more with a
// chance of 1/4 again and again, up to a limit that grows with XL.
type Rnz struct{ I, XL int }

const (
	steps = 1000 // values of the stretch below 2
	again = 4    // rne(4)
)

// rneLimit returns the most that rne shows.
func rneLimit(xl int) int {
	if xl < 15 {
		return 5
	}
	return xl / 3
}

// rneWeights returns the chances of rne(4) showing 1, 2 and so on, out of their sum.
func rneWeights(limit int) (weights []int64, sum int64) {
	weights = make([]int64, limit)
	sum = 1
	for range limit - 1 {
		sum *= again
	}
	left := sum
	for k := range limit - 1 {
		weights[k] = left - left/again
		left /= again
	}
	weights[limit-1] = left
	return weights, sum
}

// Max returns the most that the die shows.
func (r Rnz) Max() int { return r.I * (2*steps - 1) * rneLimit(r.XL) / steps }

// Den returns the number of equally likely outcomes that Count counts.
func (r Rnz) Den() int64 {
	_, sum := rneWeights(rneLimit(r.XL))
	return 2 * steps * sum
}

// Count returns how many of Den equally likely outcomes show at most x.
func (r Rnz) Count(x int) int64 {
	if x < 0 {
		return 0
	}
	weights, _ := rneWeights(rneLimit(r.XL))
	var n int64
	for k, w := range weights {
		n += w * int64(r.products(x, k+1)+r.quotients(x, k+1))
	}
	return n
}

// products counts the steps t for which I*t*k/1000 is at most x: those below
// 1000*(x+1)/(I*k).
func (r Rnz) products(x, k int) int {
	return within((steps*(x+1) - 1) / (r.I * k))
}

// quotients counts the steps t for which I*1000/(t*k) is at most x: those above
// 1000*I/(k*(x+1)).
func (r Rnz) quotients(x, k int) int {
	return steps - within(steps*r.I/(k*(x+1)))
}

// within counts the steps from 1000 up to and including last.
func within(last int) int { return min(max(last-steps+1, 0), steps) }

// AtMost returns the chance that the die shows at most x.
func (r Rnz) AtMost(x int) odds.Fraction { return odds.Of(r.Count(x), r.Den()) }

// Quantile returns the least x that the die shows at most with a chance of q, 0 < q
// <= 1.
func (r Rnz) Quantile(q float64) int {
	den := float64(r.Den())
	return least(r.Max(), func(x int) bool { return float64(r.Count(x)) >= q*den })
}

// Mean returns the average.
func (r Rnz) Mean() float64 {
	weights, sum := rneWeights(rneLimit(r.XL))
	total := 0.0
	for k, w := range weights {
		part := 0
		for t := steps; t < 2*steps; t++ {
			part += r.I*t*(k+1)/steps + r.I*steps/(t*(k+1))
		}
		total += float64(w) * float64(part)
	}
	return total / float64(2*steps*sum)
}

// Stretched is the sum of Rnz{Base, XL} and Kick times one Rnz{KickBase, XL}.
// With Kick 0 it is the first alone. Base and KickBase are at least 1.
type Stretched struct{ Base, Kick, KickBase, XL int }

// AtMost returns the chance that the sum is at most x.
func (s Stretched) AtMost(x int) odds.Fraction {
	first := Rnz{s.Base, s.XL}
	if s.Kick == 0 {
		return first.AtMost(x)
	}
	if x < 0 {
		return odds.Never
	}
	base, kick := countsOf(first), countsOf(Rnz{s.KickBase, s.XL})
	var n, before int64
	for y := 0; y*s.Kick <= x && y < len(kick); y++ {
		n += (kick[y] - before) * base[min(x-y*s.Kick, len(base)-1)]
		before = kick[y]
	}
	return odds.Of(n, base[len(base)-1]*kick[len(kick)-1])
}

// Max returns the greatest sum.
func (s Stretched) Max() int {
	out := Rnz{s.Base, s.XL}.Max()
	if s.Kick > 0 {
		out += s.Kick * Rnz{s.KickBase, s.XL}.Max()
	}
	return out
}

// Quantile returns the least x that the sum is at most with a chance of q, 0 < q <= 1.
func (s Stretched) Quantile(q float64) int {
	return least(s.Max(), func(x int) bool { return s.AtMost(x).P >= q })
}

// Mean returns the average.
func (s Stretched) Mean() float64 {
	out := Rnz{s.Base, s.XL}.Mean()
	if s.Kick > 0 {
		out += float64(s.Kick) * Rnz{s.KickBase, s.XL}.Mean()
	}
	return out
}

// counted keeps Count for every x up to Max. There are few dice that are
// asked for: those of prayer, for each limit of rne.
var counted sync.Map // Rnz with the least XL of its limit -> []int64

// countsOf returns Count(x) for each x from 0 to Max.
func countsOf(r Rnz) []int64 {
	r.XL = 3 * rneLimit(r.XL) // the least XL with this limit, or 15 for all below
	if kept, ok := counted.Load(r); ok {
		return kept.([]int64)
	}
	out := make([]int64, r.Max()+1)
	for x := range out {
		out[x] = r.Count(x)
	}
	kept, _ := counted.LoadOrStore(r, out)
	return kept.([]int64)
}

// least returns the smallest x in 0..top for which ok holds, where it holds for top
// and for all above any for which it does.
func least(top int, ok func(int) bool) int {
	low, high := 0, top
	for low < high {
		if mid := (low + high) / 2; ok(mid) {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}
