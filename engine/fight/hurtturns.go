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

// Dead is the chance that the hero is dead within so many turns: that a move kills
// at once or, where HP is said, that all together take as much. Nothing heals.
func (q *Assault) Dead(turns int) float64 {
	total := q.moves(q.blows()).total
	if q.HP == 0 {
		return q.Within(1-total.Total(), turns)
	}
	left := make([]float64, q.HP) // of those alive, by what they have lost
	left[0] = 1
	step := func(p float64) { // a move, with the chance that there is one
		for lost := q.HP - 1; lost >= 0; lost-- {
			was := left[lost] * p
			left[lost] -= was
			for i, x := range total.P {
				if to := lost + total.Min + i; was > 0 && to < q.HP {
					left[to] += was * x
				}
			}
		}
	}
	moves := func(movement int) {
		for range movement / move {
			step(1)
		}
		if rest := movement % move; rest > 0 {
			step(float64(rest) / move)
		}
	}
	if q.Rules.Rounds {
		for range turns {
			moves(q.Speed)
		}
	} else {
		moves(q.Speed * turns)
	}
	alive := 0.0
	for _, p := range left {
		alive += p
	}
	return max(0, 1-alive)
}
