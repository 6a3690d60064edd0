package life

import (
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Turned returns the chance that lycanthropy has turned a hero within some turns, all of them by
// night or all by day.
func Turned(r *rules.Lycanthropy, night bool, turns int) float64 {
	return odds.AtLeast(turns, 1, 1/float64(r.Once(night)))
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
