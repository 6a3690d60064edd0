package duel

import (
	"delphi/engine/fight"
)

// dust is a chance too small to follow within a cloud.
const dust = 1e-12

// cloud is chances by the hit points of the hero and of the foe, all times weight. In
// a plain cloud the two are independent, as they are while each side only strikes:
// foe has the chances by the foe's, and hero those by the hero's. A joint cloud has a
// row of chances by the hero's for each of the foe's. What a cloud holds never
// changes, so that clouds may share it.
type cloud struct {
	joint  bool
	weight float64
	hero   []float64   // sums to 1
	foe    []float64   // sums to total
	rows   [][]float64 // nil: a row of none
	total  float64
	mem    *arena
	timer  []float64 // weights by the turns, from 1, that a foe's fear still lasts; nil: no such fear
}

// newCloud returns a hero and a foe with the given current and maximum hit points.
func newCloud(mem *arena, joint bool, hero, heroMax, foe, foeMax int) *cloud {
	c := mem.copied(cloud{joint: joint, weight: 1, total: 1})
	row := mem.chances(heroMax + 1)
	row[hero] = 1
	if joint {
		c.rows = mem.rows(foeMax + 1)
		c.rows[foe] = row
		return c
	}
	c.hero, c.foe = row, mem.chances(foeMax+1)
	c.foe[foe] = 1
	return c
}

// from returns the cloud with the hero's chances as given, which need not sum to 1.
func (c *cloud) from(hero []float64) *cloud {
	total := sum(hero)
	if total == 0 {
		return c.times(0)
	}
	return c.byHero(func([]float64) []float64 { return c.mem.scaled(hero, 1/total) }).times(total)
}

func sum(x []float64) (total float64) {
	for _, p := range x {
		total += p
	}
	return total
}

// mass returns the chance of all of it.
func (c *cloud) mass() float64 { return c.weight * c.total }

// counted sets the total to what the foe's chances, or the rows, come to.
func (c *cloud) counted() *cloud {
	c.total = sum(c.foe)
	for _, r := range c.rows {
		c.total += sum(r)
	}
	return c
}

// heroes adds the chances by the hero's hit points to what is given.
func (c *cloud) heroes(to []float64) {
	if !c.joint {
		axpy(to, c.hero, c.mass())
		return
	}
	for _, r := range c.rows {
		if r != nil {
			axpy(to, r, c.weight)
		}
	}
}

// times returns a share of it.
func (c *cloud) times(p float64) *cloud {
	out := c.mem.copied(*c)
	out.weight *= p
	return out
}

// byFoe returns the share of it that the foe's hit points give.
func (c *cloud) byFoe(share func(hp int) float64) *cloud {
	out := c.mem.copied(cloud{joint: c.joint, weight: c.weight, hero: c.hero, timer: c.timer})
	if !c.joint {
		out.foe = c.mem.chances(len(c.foe))
		for m, p := range c.foe {
			if p > 0 {
				out.foe[m] = p * share(m)
			}
		}
		return out.counted()
	}
	out.rows = c.mem.rows(len(c.rows))
	for m, r := range c.rows {
		if r == nil {
			continue
		}
		switch s := share(m); s {
		case 0:
		case 1:
			out.rows[m] = r
		default:
			out.rows[m] = c.mem.scaled(r, s)
		}
	}
	return out.counted()
}

// axpy adds p times a row to another.
func axpy(to, row []float64, p float64) {
	to = to[:len(row)]
	for h, x := range row {
		to[h] += p * x
	}
}

func (m *arena) scaled(row []float64, p float64) []float64 {
	out := m.chances(len(row))
	for h, x := range row {
		out[h] = p * x
	}
	return out
}

// add returns the sum of two clouds.
func (c *cloud) add(d *cloud) *cloud {
	mine, other := c.mass(), d.mass()
	switch {
	case other == 0:
		return c
	case mine == 0:
		return d
	case !c.joint && d.joint:
		d = d.split()
	case c.joint && !d.joint:
		c = c.split()
	}
	out := c.mem.copied(cloud{joint: c.joint, weight: 1, total: mine + other})
	a, b := mine/(mine+other), other/(mine+other)
	if c.timer != nil && d.timer != nil {
		out.timer = c.mem.chances(max(len(c.timer), len(d.timer)))
		axpy(out.timer, c.timer, a/sum(c.timer))
		axpy(out.timer, d.timer, b/sum(d.timer))
	}
	if !c.joint {
		out.foe = c.mem.scaled(c.foe, c.weight)
		axpy(out.foe, d.foe, d.weight)
		if out.hero = c.hero; &c.hero[0] != &d.hero[0] {
			out.hero = c.mem.scaled(c.hero, a)
			axpy(out.hero, d.hero, b)
		}
		return out
	}
	out.rows = c.mem.rows(len(c.rows))
	for m := range c.rows {
		switch x, y := c.rows[m], d.rows[m]; {
		case x == nil && y == nil:
		case x == nil:
			out.rows[m] = c.mem.scaled(y, d.weight)
		default:
			out.rows[m] = c.mem.scaled(x, c.weight)
			if y != nil {
				axpy(out.rows[m], y, d.weight)
			}
		}
	}
	return out
}

// wound takes damage from the foe, whose chances may sum to less than 1: those alive,
// and those dead.
func (c *cloud) wound(d fight.Dist) (alive, dead *cloud) {
	alive = c.mem.copied(cloud{joint: c.joint, weight: c.weight, hero: c.hero, timer: c.timer})
	dead = c.mem.copied(cloud{joint: c.joint, weight: c.weight, hero: c.hero})
	if !c.joint {
		var gone float64
		alive.foe, gone = c.mem.hurtRow(c.foe, d)
		dead.foe = []float64{gone}
		return alive.counted(), dead.counted()
	}
	alive.rows = c.mem.rows(len(c.rows))
	for m, r := range c.rows {
		if r == nil {
			continue
		}
		gone := 0.0
		for i, p := range d.P {
			switch left := m - d.Min - i; {
			case p == 0:
			case left <= 0:
				gone += p
			case alive.rows[left] == nil:
				alive.rows[left] = c.mem.scaled(r, p)
			default:
				axpy(alive.rows[left], r, p)
			}
		}
		switch {
		case gone == 0:
		case dead.rows == nil:
			dead.rows = c.mem.rows(1)
			dead.rows[0] = c.mem.scaled(r, gone)
		default:
			axpy(dead.rows[0], r, gone)
		}
	}
	return alive.counted(), dead.counted()
}

// hurt takes damage from the hero, whose chances may sum to less than 1: those alive,
// and the chance of those dead.
func (c *cloud) hurt(d fight.Dist) (alive *cloud, dead float64) {
	if len(d.P) == 1 && d.Min == 0 {
		return c.times(d.P[0]), 0
	}
	if !c.joint {
		row, gone := c.mem.hurtRow(c.hero, d)
		total := sum(row)
		if total > 0 {
			for h := range row {
				row[h] /= total
			}
		}
		alive = c.times(total)
		alive.hero = row
		return alive, gone * c.mass()
	}
	alive = c.mem.copied(cloud{joint: true, weight: c.weight, rows: c.mem.rows(len(c.rows)), timer: c.timer})
	for m, r := range c.rows {
		if r == nil {
			continue
		}
		row, gone := c.mem.hurtRow(r, d)
		alive.rows[m], dead = row, dead+gone*c.weight
	}
	return alive.counted(), dead
}

// hurtRow takes damage from hit points; dead are those with none left.
func (m *arena) hurtRow(row []float64, d fight.Dist) (out []float64, dead float64) {
	out = m.chances(len(row))
	low, high := d.Min, d.Min+len(d.P) // of the damage
	for h, x := range row {
		if x < dust {
			continue
		}
		p := d.P
		if h < high { // some of it kills
			cut := max(0, h-low)
			for _, y := range p[cut:] {
				dead += x * y
			}
			p = p[:cut]
		}
		if len(p) == 0 {
			continue
		}
		to := out[h-low-len(p)+1 : h-low+1]
		for i, y := range p {
			to[len(to)-1-i] += x * y
		}
	}
	return out, dead
}

// healFoe gives the foe hit points, up to some most.
func (c *cloud) healFoe(n, most int) *cloud {
	out := c.mem.copied(*c)
	to := func(m int) int { return max(m, min(m+n, most)) }
	if !c.joint {
		out.foe = c.mem.chances(len(c.foe))
		for m, p := range c.foe {
			out.foe[to(m)] += p
		}
		return out
	}
	out.rows = c.mem.rows(len(c.rows))
	for m, r := range c.rows {
		if r == nil {
			continue
		}
		if at := to(m); out.rows[at] == nil {
			out.rows[at] = r
		} else {
			out.rows[at] = c.mem.scaled(out.rows[at], 1)
			axpy(out.rows[at], r, 1)
		}
	}
	return out
}

// healHero gives the hero hit points, up to some most.
func (c *cloud) healHero(d fight.Dist, most int) *cloud {
	move := func(row []float64) []float64 {
		out := c.mem.chances(len(row))
		for h, x := range row {
			switch {
			case x == 0:
			case h >= most:
				out[h] += x
			default:
				for i, p := range d.P {
					out[min(most, h+d.Min+i)] += x * p
				}
			}
		}
		return out
	}
	return c.byHero(move)
}

// weaken moves the hero's hit points down, to no less than 1 and no more than most.
func (c *cloud) weaken(n, most int) *cloud {
	return c.byHero(func(row []float64) []float64 {
		out := c.mem.chances(len(row))
		for h, x := range row {
			if x > 0 {
				out[min(most, max(1, h-n))] += x
			}
		}
		return out
	})
}

// byHero has move make other chances of those by the hero's hit points.
func (c *cloud) byHero(move func(row []float64) []float64) *cloud {
	out := c.mem.copied(*c)
	if !c.joint {
		out.hero = move(c.hero)
		return out
	}
	out.rows = c.mem.rows(len(c.rows))
	for m, r := range c.rows {
		if r != nil {
			out.rows[m] = move(r)
		}
	}
	return out
}

// split makes a joint cloud plain.
func (c *cloud) split() *cloud {
	if !c.joint {
		return c
	}
	out := c.mem.copied(cloud{weight: c.weight, total: c.total, foe: c.mem.chances(len(c.rows)), timer: c.timer})
	for m, r := range c.rows {
		if r == nil {
			continue
		}
		out.foe[m] = sum(r)
		if out.hero == nil {
			out.hero = c.mem.chances(len(r))
		}
		axpy(out.hero, r, 1/c.total)
	}
	return out
}
