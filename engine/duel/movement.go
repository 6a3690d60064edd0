package duel

import (
	"slices"

	"delphi/engine/rules"
)

// paces returns the movement that the hero may get for a turn.
func (f *field) paces(p phase) []rules.Allowance {
	r := f.q.Rules
	switch {
	case f.q.Pace == VeryFast:
		return r.VeryFast
	case f.q.Pace == Fast && !f.slowed(p):
		return r.Fast
	}
	return r.Normal
}

// whole reports movement that never leaves less than a move.
func (f *field) whole() bool {
	for _, a := range slices.Concat(f.q.Rules.Fast, f.q.Rules.VeryFast) {
		if a.Movement%f.q.Rules.Move > 0 {
			return false
		}
	}
	return true
}

// again returns the chance of a hero's second move, where movement is whole.
func (f *field) again(p phase) (chance float64) {
	for _, a := range f.paces(p) {
		if a.Movement > f.q.Rules.Move {
			chance += float64(a.In3) / 3
		}
	}
	return chance
}

// allot gives the hero movement for the turn.
func (f *field) allot() {
	q := f.q
	if f.evenly {
		if f.busy = 1; q.Pace != Normal {
			f.busy = 2
		}
		return
	}
	f.each(func(p phase, c *cloud) {
		list := f.paces(p)
		if q.Waits && p.gap > 1 && p.flees { // it has nothing to do
			p.left = 0
			f.put(p, c)
			return
		}
		if n := len(list); n > 1 && f.lumps(c) {
			at := f.way(&f.debts.movement, c, n, func(i int) float64 { return float64(list[i].In3) / 3 })
			f.put(f.given(p, list[at].Movement), c)
			return
		}
		for _, a := range list {
			share := c
			if a.In3 < 3 {
				share = c.times(float64(a.In3) / 3)
			}
			f.put(f.given(p, a.Movement), share)
		}
	})
}

// given returns the phase with movement for a turn.
func (f *field) given(p phase, movement int) phase {
	move, have := f.q.Rules.Move, int(p.left)+movement
	p.moves, p.left = int8(have/move), int8(have%move)
	f.busy = max(f.busy, p.moves)
	p.waiting = f.q.Rules.LastWaits && p.moves == 2 && p.left == 0
	return p
}

// slowed reports a hero whom a doom has made slow.
func (f *field) slowed(p phase) bool {
	switch p.doom {
	case stone:
		return f.turn >= int(p.due)-f.q.Rules.StoneSlow+3
	case slime:
		return f.turn >= int(p.due)-f.q.Rules.SlimeSlow+3
	}
	return false
}

// foeMoves returns the chances of the foe's first move this turn, its second and so on.
func (f *field) foeMoves() []float64 {
	if f.turn == 1 && f.first() == 1 { // it has no movement yet
		return nil
	}
	q, move := f.q, f.q.Rules.Move
	if !q.Foe.Rules.Rounds {
		f.pace += q.Foe.Speed
		n := f.pace / move
		f.pace %= move
		return slices.Repeat([]float64{1}, n)
	}
	return chances(q.Foe.Speed, move)
}

// chances returns those of each move that a speed gives where it is rounded at random.
func chances(speed, move int) []float64 {
	out := slices.Repeat([]float64{1}, speed/move)
	if rest := speed % move; rest > 0 {
		out = append(out, float64(rest)/float64(move))
	}
	return out
}
