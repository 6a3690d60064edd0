package hurt

import (
	"math"

	"delphi/engine/dist"
)

// move is the movement that a move takes.
const move = 12

// Within returns the chance that an effect happens within a number of turns, if it
// happens in each move with the chance p.
func (q *Assault) Within(p float64, turns int) float64 {
	not := 1 - p
	moves := func(movement int) float64 { // none of the moves does it
		whole, rest := movement/move, float64(movement%move)/move
		return math.Pow(not, float64(whole)) * (1 - rest + rest*not)
	}
	if q.Rules.Rounds {
		return 1 - math.Pow(moves(q.Speed), float64(turns))
	}
	return 1 - moves(q.Speed*turns) // what is left of its speed in the turn before is not known
}

// mostSums bounds the work of Dead to about a tenth of a second.
const mostSums = 100_000_000

// Follows returns how many turns Dead follows: with HP that is bounded, as each move is
// added to whatever the hero may have lost before.
func (q *Assault) Follows() int {
	if q.HP == 0 {
		return math.MaxInt
	}
	width := len(q.moves(q.blows()).total.P)
	return max(1, mostSums*move/(q.HP*max(1, width)*max(move, q.Speed)))
}

// Dead returns the chance that the hero is dead within a number of turns, up to those
// that it Follows: that a move kills at once or, if HP is set, that all moves together
// take as much. Nothing heals.
func (q *Assault) Dead(turns int) float64 {
	total := q.moves(q.blows()).total
	if q.HP == 0 {
		return q.Within(1-total.Total(), turns)
	}
	left := q.unhurt()
	if q.Rules.Rounds {
		for range turns {
			takesAll(left.P, total, q.Speed)
		}
	} else {
		takesAll(left.P, total, q.Speed*turns)
	}
	return max(0, 1-left.Total())
}

// unhurt returns the chances of being alive by hit points lost, before anything is.
func (q *Assault) unhurt() dist.Dist {
	left := dist.Dist{P: make([]float64, q.HP)}
	left.P[0] = 1
	return left
}

// takesAll applies the damage of the moves that some movement allows, the last of which is as likely
// as its part of a move.
func takesAll(left []float64, damage dist.Dist, movement int) {
	for ; movement >= move; movement -= move {
		takes(left, damage, 1)
	}
	if movement > 0 {
		takes(left, damage, float64(movement)/move)
	}
}

// surely is the chance of being alive from which on a hero is taken for dead.
const surely = 1e-9

// mostLasting bounds the work of Lasts to a few milliseconds.
const mostLasting = mostSums / 50

// Lasts returns in which turn on average the hero dies, counted from 1, with HP that is set and
// nothing that heals. ok is false if that is more turns than it follows.
func (q *Assault) Lasts() (mean float64, ok bool) {
	total := q.moves(q.blows()).total
	if q.HP == 0 || q.Speed == 0 {
		return 0, false
	}
	left := q.unhurt()
	movement, turns := q.Speed, 1.0
	if !q.Rules.Rounds { // its moves come evenly
		movement, turns = move, move/float64(q.Speed)
	}
	for range mostLasting / (q.HP * max(1, len(total.P)) * max(1, (movement+move-1)/move)) {
		alive := left.Total()
		if alive < surely {
			return mean, true
		}
		mean += alive * turns
		takesAll(left.P, total, movement)
	}
	return 0, false
}

// takes applies the damage of a move, which comes with the chance p, to the chances of
// being alive by hit points lost.
func takes(left []float64, damage dist.Dist, p float64) {
	for lost := len(left) - 1; lost >= 0; lost-- {
		was := left[lost] * p
		if was == 0 {
			continue
		}
		left[lost] -= was
		for i, x := range damage.P {
			to := lost + damage.Min + i
			if to >= len(left) {
				break
			}
			left[to] += was * x
		}
	}
}
