package life

import (
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
	total := b.In3*less(base+b.Always+b.Add) + (3-b.In3)*less(base+b.Always)
	return mean(max(0, total), 3*p.Normal)
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
