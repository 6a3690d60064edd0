package duel

import (
	"math"
	"slices"

	"delphi/engine/lanes"
)

// cloud is chances by the hit points of the hero and of the foe, all times weight. It is a
// sum of parts, told apart by what has befallen the foe; within each of them the two
// sides' hit points are independent, as they are while each only strikes. A plain cloud
// has a single part.
type cloud struct {
	joint  bool // parts are told apart
	own    bool // parts is no other cloud's, so that more may be added to it
	weight float64
	total  float64 // of the parts
	parts  []part  // in the order of their marks, of which settled leaves one each
	mem    *arena
	// Of a foe that flees, known apart from hit points: chances by the turns that its fear
	// still lasts, those of 0 for no set time; and of its running along a wall.
	fear []float64
	wall float64
	ill  []float64 // chances by the turns that an illness of the hero's still takes to kill, from this one
	keep []float64 // and by the moves that an engulfer still keeps the hero, from 1
}

// part is a share of a cloud.
type part struct {
	mark      int // the blows at the foe, as counted; and chill more the more it has grown by them
	p         float64
	hero, foe *row
}

// chill is far more blows than a fight has.
const chill = 1 << 10

// newCloud returns a hero and a foe with the given hit points.
func newCloud(mem *arena, joint bool, hero, foe int) *cloud {
	c := mem.copied(cloud{joint: joint, weight: 1, total: 1})
	c.parts = mem.parts(1)
	c.parts[0] = part{p: 1, hero: mem.certain(hero), foe: mem.certain(foe)}
	return c
}

// from returns the cloud with the hero's chances as given, which need not sum to 1.
func (c *cloud) from(hero []float64) *cloud {
	chances := c.mem.chances(len(hero))
	copy(chances, hero)
	v, total := c.mem.normal(0, chances)
	if total == 0 {
		return c.times(0)
	}
	return c.each(func(p *part) { p.hero = v }).times(total)
}

// each returns the cloud with its parts changed.
func (c *cloud) each(change func(*part)) *cloud {
	out := c.mem.copied(*c)
	out.parts, out.own = c.mem.parts(len(c.parts)), false
	copy(out.parts, c.parts)
	out.total = 0
	for i := range out.parts {
		change(&out.parts[i])
		out.total += out.parts[i].p
	}
	return out
}

// mass returns the chance of all of it.
func (c *cloud) mass() float64 { return c.weight * c.total }

// heroes adds the chances by the hero's hit points to what is given.
func (c *cloud) heroes(to []float64) {
	for i := range c.parts {
		p := &c.parts[i]
		lanes.Axpy(to[p.hero.low:], p.hero.p, c.weight*p.p)
	}
}

// times returns a share of it.
func (c *cloud) times(p float64) *cloud {
	out := c.mem.copied(*c)
	out.weight, out.own = c.weight*p, false
	return out
}

// apart returns a share of those whose foe has from to to hit points, and all others.
func (c *cloud) apart(from, to int, share float64) (some, rest *cloud) {
	if !slices.ContainsFunc(c.parts, func(p part) bool { return p.foe.low <= to && p.foe.end() > from }) {
		return c.times(0), c
	}
	some = c.each(func(p *part) {
		var x float64
		p.foe, x = c.mem.cut(p.foe, from, to)
		p.p *= x * share
	})
	rest = c.each(func(p *part) {
		var x float64
		p.foe, x = c.mem.less(p.foe, from, to, share)
		p.p *= x
	})
	return some.tidy(), rest.tidy()
}

// tidy drops parts of nothing from a cloud that is no other's yet, and adds up the others.
func (c *cloud) tidy() *cloud {
	c.parts = slices.DeleteFunc(c.parts, func(p part) bool { return p.p == 0 })
	c.total = 0
	for i := range c.parts {
		c.total += c.parts[i].p
	}
	return c
}

// add returns the sum of two clouds. c itself may be changed.
func (c *cloud) add(d *cloud) *cloud {
	switch {
	case d.mass() == 0:
		return c
	case c.mass() == 0:
		return d
	}
	if !c.own {
		out := c.mem.copied(*c)
		out.parts = c.mem.parts(2*len(c.parts) + len(d.parts))[:0]
		for _, p := range c.parts {
			p.p *= c.weight
			out.parts = append(out.parts, p)
		}
		out.own, out.weight, out.total = true, 1, c.mass()
		c = out
	}
	if c.fear != nil && d.fear != nil {
		share := d.mass() / (c.total + d.mass())
		c.fear = c.mem.mean(c.fear, d.fear, share)
		c.wall += (d.wall - c.wall) * share
	}
	if c.ill != nil && d.ill != nil {
		c.ill = c.mem.mean(c.ill, d.ill, d.mass()/(c.total+d.mass()))
	}
	if c.keep != nil && d.keep != nil {
		c.keep = c.mem.mean(c.keep, d.keep, d.mass()/(c.total+d.mass()))
	}
	at := 0
	for _, p := range d.parts {
		if p.p *= d.weight; p.p == 0 {
			continue
		}
		for at < len(c.parts) && c.parts[at].mark < p.mark {
			at++
		}
		to := at
		for to < len(c.parts) && c.parts[to].mark == p.mark && !c.parts[to].alike(&p) {
			to++
		}
		if to < len(c.parts) && c.parts[to].mark == p.mark {
			c.parts[to].p += p.p
		} else {
			c.parts = c.mem.inserted(c.parts, to, p)
		}
		c.total += p.p
	}
	return c
}

// alike reports a part with the same hit points.
func (p *part) alike(q *part) bool { return p.hero == q.hero && p.foe == q.foe }

// settled returns the cloud with one part for each mark.
func (c *cloud) settled() *cloud {
	double := false
	for i := range len(c.parts) - 1 {
		double = double || c.parts[i].mark == c.parts[i+1].mark
	}
	if !double {
		return c
	}
	out := c.mem.copied(*c)
	out.parts, out.own = c.mem.parts(len(c.parts))[:0], false
	for at := 0; at < len(c.parts); {
		end := at + 1
		for end < len(c.parts) && c.parts[end].mark == c.parts[at].mark {
			end++
		}
		out.parts = append(out.parts, c.mem.joined(c.parts[at:end]))
		at = end
	}
	return out
}

// atMost returns the cloud with no more than n parts, and none that are joined for less than
// little, as loss says: a part is joined to the neighbour by which the least is lost.
func (c *cloud) atMost(n int, little float64) *cloud {
	if len(c.parts) < 2 {
		return c
	}
	little /= c.weight
	out := c.each(func(*part) {})
	for len(out.parts) > 1 {
		at, least := 0, math.Inf(1)
		for i := range len(out.parts) - 1 {
			if x := loss(&out.parts[i], &out.parts[i+1]); x < least {
				at, least = i, x
			}
		}
		if len(out.parts) <= n && least >= little {
			break
		}
		mark := out.parts[at].mark
		if out.parts[at+1].p > out.parts[at].p {
			mark = out.parts[at+1].mark
		}
		out.parts[at] = c.mem.joined(out.parts[at : at+2])
		out.parts[at].mark = mark
		out.parts = slices.Delete(out.parts, at+1, at+2)
	}
	return out
}

// loss returns the part of what both sides' hit points vary together, as a covariance, that is
// lost where two parts are joined. Heroes who have the same hit points are taken to differ by
// one: the foe's after so many blows are thought to be the same in all phases that meet later.
func loss(a, b *part) float64 {
	return a.p * b.p / (a.p + b.p) * (math.Abs(a.hero.mean()-b.hero.mean()) + 1) * math.Abs(a.foe.mean()-b.foe.mean())
}

// split makes a joint cloud plain.
func (c *cloud) split() *cloud {
	if !c.joint {
		return c
	}
	out := c.each(func(p *part) { p.mark = 0 })
	out.joint = false
	return out
}

// wound takes damage from the foe, whose chances may sum to less than 1: those who stay, those
// who flee and those dead.
func (c *cloud) wound(b *blow) (stays, runs, dead *cloud) {
	stays, runs, dead = c.copy(), c.copy(), c.copy()
	for i, p := range c.parts {
		w := c.mem.hurt(p.foe, b)
		stays.parts[i].foe, stays.parts[i].p = w.row, p.p*w.alive
		runs.parts[i].foe, runs.parts[i].p = w.runs, p.p*w.ran
		dead.parts[i].p = p.p * w.dead
	}
	return stays.tidy(), runs.tidy(), dead.tidy()
}

// counted returns the cloud after a blow more.
func (c *cloud) counted() *cloud {
	if !c.joint {
		return c
	}
	return c.each(func(p *part) { p.mark++ })
}

// copy returns a copy whose parts are to be changed.
func (c *cloud) copy() *cloud {
	out := c.mem.copied(*c)
	out.parts, out.own = c.mem.parts(len(c.parts)), false
	copy(out.parts, c.parts)
	return out
}

// hurt takes damage from the hero, whose chances may sum to less than 1: those alive,
// and the chance of those dead.
func (c *cloud) hurt(b *blow) (alive *cloud, dead float64) {
	if b.Max() == 0 {
		return c.times(b.P[0]), 0
	}
	alive = c.each(func(p *part) {
		w := c.mem.hurt(p.hero, b)
		dead += c.weight * p.p * w.dead
		p.hero = w.row
		p.p *= w.alive
	})
	return alive.tidy(), dead
}

// healFoe gives the foe hit points.
func (c *cloud) healFoe(by *cure) *cloud {
	return c.each(func(p *part) { p.foe = c.mem.heal(p.foe, by) })
}

// grows gives the foe hit points that it took from the hero; warmth is how many those
// are, roughly.
func (c *cloud) grows(by *cure, warmth int) *cloud {
	out := c.healFoe(by)
	if c.joint {
		for i := range out.parts {
			out.parts[i].mark += chill * warmth
		}
	}
	return out
}

// healHero gives the hero hit points.
func (c *cloud) healHero(by *cure) *cloud {
	return c.each(func(p *part) { p.hero = c.mem.heal(p.hero, by) })
}

// weaken moves the hero's hit points down, to no less than 1 and no more than most.
func (c *cloud) weaken(n, most int) *cloud {
	return c.each(func(p *part) { p.hero = c.mem.weaken(p.hero, n, most) })
}
