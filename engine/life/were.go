package life

import (
	"math"

	"delphi/engine/rules"
)

// Turned returns the chance that lycanthropy has turned a hero within some turns, all of them by
// night or all by day.
func Turned(r *rules.Lycanthropy, night bool, turns int) float64 {
	return 1 - math.Pow(1-1/float64(r.Once(night)), float64(turns))
}

// HalfTurned returns the number of turns within which at least half of all heroes with
// lycanthropy have turned.
func HalfTurned(r *rules.Lycanthropy, night bool) int {
	n := 1
	for Turned(r, night, n) < 0.5 {
		n++
	}
	return n
}
