package life

import (
	"math/big"

	"delphi/engine/rules"
)

// Haste is how fast a hero or a monster is.
type Haste uint8

const (
	Usual Haste = iota
	Slowed
	Quick     // a hero's own speed, or a hasted monster
	VeryQuick // a hero with speed boots, a potion or the spell
)

// Mean is a number of moves a turn on average, as a fraction.
type Mean struct {
	Num int     `json:"num"`
	Den int     `json:"den"`
	P   float64 `json:"moves"`
}

func mean(num, den int) Mean {
	for a, b := num, den; ; {
		if b == 0 {
			num, den = num/a, den/a
			break
		}
		a, b = b, a%b
	}
	return Mean{num, den, float64(num) / float64(den)}
}

// HeroMoves returns how many moves a hero gets in a turn on average. base is 12, or the
// speed of what the hero is polymorphed into; load is the encumbrance, 0 for none
// and 1 for Burdened.
func HeroMoves(p *rules.Pace, h Haste, base, load int) Mean {
	b := rules.Burst{}
	switch h {
	case Slowed:
		b = p.Slow
	case Quick:
		b = p.Fast
	case VeryQuick:
		b = p.VeryFast
	}
	eighths := 0
	if load > 0 {
		eighths = p.Loads[load-1]
	}
	less := func(n int) int { return n - n*eighths/8 }
	add, always := less(base+b.Always+b.Add), less(base+b.Always)
	if min(add, always) < 0 {
		return floored(p.Normal, b.In3, add, always)
	}
	return mean(b.In3*add+(3-b.In3)*always, 3*p.Normal)
}

// floored returns the moves a turn on average of a hero whose movement changes by add in
// In3 of 3 turns and else by always, but never falls below 0; a move takes the given
// movement. In the long run each turn begins with as much as is left, which is a chain.
func floored(move, in3, add, always int) Mean {
	next := func(have, change int) (left, moves int) {
		have = max(0, have+change)
		return have % move, have / move
	}
	// The chances of what is left, each of which is what flows to it, sum to 1. a holds the
	// equations, times 3, with the right side last.
	a := make([][]*big.Rat, move)
	for i := range a {
		a[i] = make([]*big.Rat, move+1)
		for k := range a[i] {
			a[i][k] = new(big.Rat)
		}
	}
	flow := func(to, from, n int) { a[to][from].Add(a[to][from], big.NewRat(int64(n), 3)) }
	for have := range move {
		flow(have, have, -3)
		for _, x := range [][2]int{{add, in3}, {always, 3 - in3}} {
			to, _ := next(have, x[0])
			flow(to, have, x[1])
		}
	}
	for k := range a[0] {
		a[0][k].SetInt64(1)
	}
	chances := solved(a)
	moves := new(big.Rat)
	for have, p := range chances {
		for _, x := range [][2]int{{add, in3}, {always, 3 - in3}} {
			_, n := next(have, x[0])
			moves.Add(moves, new(big.Rat).Mul(p, big.NewRat(int64(n*x[1]), 3)))
		}
	}
	return mean(int(moves.Num().Int64()), int(moves.Denom().Int64()))
}

// solved returns what solves linear equations of which none follows from others; their
// right side is last.
func solved(a [][]*big.Rat) []*big.Rat {
	n := len(a)
	for col := range n {
		i := col
		for a[i][col].Sign() == 0 {
			i++
		}
		a[col], a[i] = a[i], a[col]
		for k := n; k >= col; k-- {
			a[col][k] = new(big.Rat).Quo(a[col][k], a[col][col])
		}
		for j := range a {
			if by := a[j][col]; j != col && by.Sign() != 0 {
				for k := n; k >= col; k-- {
					a[j][k] = new(big.Rat).Sub(a[j][k], new(big.Rat).Mul(by, a[col][k]))
				}
			}
		}
	}
	out := make([]*big.Rat, n)
	for i := range out {
		out[i] = a[i][n]
	}
	return out
}

// MonsterSpeed returns a monster's effective speed by its base speed and haste.
func MonsterSpeed(p *rules.Pace, h Haste, speed int) int {
	switch {
	case h == Slowed && p.Steep && speed >= p.Normal:
		return 4 + speed/3
	case h == Slowed:
		return (p.MonsterSlow*speed + 1) / 3
	case h == Quick || h == VeryQuick:
		return (p.MonsterFast*speed + 2) / 3
	}
	return speed
}

// MonsterMoves returns how many moves a monster gets in a turn on average.
func MonsterMoves(p *rules.Pace, h Haste, speed int) Mean {
	return mean(MonsterSpeed(p, h, speed), p.Normal)
}
