package fight

import "math"

// move is the movement that a move takes.
const move = 12

// Within is the chance that something which a move of the monster does with a
// chance p happens within so many turns.
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
