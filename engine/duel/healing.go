package duel

import "delphi/engine/dist"

// heal returns what the hero's hit points come to at the start of the next turn.
func (f *field) heal(p phase, c *cloud) *cloud {
	if f.unhurt {
		return c
	}
	by, ok := f.healing[p.drained]
	if !ok {
		by = &cure{f.heals(max(1, f.q.Hero.XL-int(p.drained))), f.most(p)}
		f.healing[p.drained] = by
	}
	if by.Max() == 0 {
		return c
	}
	return c.healHero(by)
}

// one is a hit point.
var one = dist.Exactly(1)

// heals returns how many hit points a hero of a level regains by the next turn.
func (f *field) heals(xl int) dist.Dist {
	q, r, turn := f.q, f.q.Rules, f.turn+1
	switch {
	case r.HealByChance:
		chance := min(1, float64(xl+q.Con)/100)
		d := dist.Dist{Min: 0, P: []float64{1 - chance, chance}}
		if q.Regenerates {
			d = d.Add(1)
		}
		return d
	case xl > r.HealXL && turn%r.HealEvery == 0 && q.Con <= r.HealCon:
		return one
	case xl > r.HealXL && turn%r.HealEvery == 0:
		return dist.Die(q.Con).Map(func(v int) int { return min(v, xl-r.HealXL) })
	case q.Regenerates, xl <= r.HealXL && turn%(r.HealBase/(xl+2)+1) == 0:
		return one
	}
	return dist.Exactly(0)
}

// most returns the most hit points that the hero may have.
func (f *field) most(p phase) int {
	return max(f.q.MaxHP-int(p.drained)*f.per, min(f.q.MaxHP, f.q.Rules.DrainFloor))
}
