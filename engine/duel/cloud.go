package duel

import "delphi/engine/fight"

// dust is a chance too small to follow. What is left out is told.
const dust = 1e-12

// cloud is chances by the hit points of the hero and of the foe. In a plain cloud
// the two are independent, as they are while each side only strikes: foe has the
// chances by the foe's, and hero those by the hero's, which sum to 1. A joint cloud
// has a row of chances by the hero's for each of the foe's.
type cloud struct {
	joint bool
	hero  []float64
	foe   []float64
	rows  [][]float64 // nil: a row of none
	timer []float64   // chances by the turns that a foe's fear still lasts; nil: no such fear
}

// newCloud is a hero and a foe with so many hit points, of at most those.
func newCloud(joint bool, hero, heroMax, foe, foeMax int) *cloud {
	c := &cloud{joint: joint}
	if !joint {
		c.hero, c.foe = make([]float64, heroMax+1), make([]float64, foeMax+1)
		c.hero[hero], c.foe[foe] = 1, 1
		return c
	}
	c.rows = make([][]float64, foeMax+1)
	c.rows[foe] = make([]float64, heroMax+1)
	c.rows[foe][hero] = 1
	return c
}

func sum(x []float64) (total float64) {
	for _, p := range x {
		total += p
	}
	return total
}

// mass is the chance of all of it.
func (c *cloud) mass() (total float64) {
	if !c.joint {
		return sum(c.foe)
	}
	for _, r := range c.rows {
		total += sum(r)
	}
	return total
}

// heroes are the chances by the hero's hit points, added to what is given.
func (c *cloud) heroes(to []float64) {
	if !c.joint {
		m := sum(c.foe)
		for h, p := range c.hero {
			to[h] += m * p
		}
		return
	}
	for _, r := range c.rows {
		for h, p := range r {
			to[h] += p
		}
	}
}

// times is a share of it.
func (c *cloud) times(p float64) *cloud {
	return c.byFoe(func(int) float64 { return p })
}

// byFoe is the share of it that the foe's hit points give.
func (c *cloud) byFoe(share func(hp int) float64) *cloud {
	out := &cloud{joint: c.joint, hero: c.hero, timer: c.timer}
	if !c.joint {
		out.foe = make([]float64, len(c.foe))
		for m, p := range c.foe {
			if p > 0 {
				out.foe[m] = p * share(m)
			}
		}
		return out
	}
	out.rows = make([][]float64, len(c.rows))
	for m, r := range c.rows {
		if r == nil {
			continue
		}
		switch s := share(m); s {
		case 0:
		case 1:
			out.rows[m] = r
		default:
			out.rows[m] = axpy(nil, r, s)
		}
	}
	return out
}

// axpy adds p times a row to another, which is made if there is none.
func axpy(to, row []float64, p float64) []float64 {
	if to == nil {
		to = make([]float64, len(row))
	}
	for h, x := range row {
		to[h] += p * x
	}
	return to
}

// add is the sum of two clouds, which are left as they are.
func (c *cloud) add(d *cloud) *cloud {
	if c == nil {
		return d
	}
	out := &cloud{joint: c.joint}
	mine, other := c.mass(), d.mass()
	if c.timer != nil && mine+other > 0 {
		out.timer = axpy(axpy(nil, c.timer, mine/(mine+other)), d.timer, other/(mine+other))
	}
	if c.joint {
		out.rows = make([][]float64, len(c.rows))
		for m := range c.rows {
			switch a, b := c.rows[m], d.rows[m]; {
			case a == nil:
				out.rows[m] = b
			case b == nil:
				out.rows[m] = a
			default:
				out.rows[m] = axpy(axpy(nil, a, 1), b, 1)
			}
		}
		return out
	}
	if mine+other == 0 {
		return c
	}
	out.hero = axpy(axpy(nil, c.hero, mine/(mine+other)), d.hero, other/(mine+other))
	out.foe = axpy(axpy(nil, c.foe, 1), d.foe, 1)
	return out
}

// wound takes damage from the foe, whose chances may sum to less than 1: those alive,
// and those dead.
func (c *cloud) wound(d fight.Dist) (alive, dead *cloud) {
	alive, dead = &cloud{joint: c.joint, hero: c.hero, timer: c.timer}, &cloud{joint: c.joint, hero: c.hero}
	if !c.joint {
		alive.foe, dead.foe = make([]float64, len(c.foe)), make([]float64, len(c.foe))
		for m, x := range c.foe {
			if x < dust {
				continue
			}
			for i, p := range d.P {
				if left := m - d.Min - i; left > 0 {
					alive.foe[left] += x * p
				} else {
					dead.foe[0] += x * p
				}
			}
		}
		return alive, dead
	}
	alive.rows, dead.rows = make([][]float64, len(c.rows)), make([][]float64, len(c.rows))
	for m, r := range c.rows {
		if r == nil {
			continue
		}
		gone := 0.0
		for i, p := range d.P {
			switch left := m - d.Min - i; {
			case p == 0:
			case left > 0:
				alive.rows[left] = axpy(alive.rows[left], r, p)
			default:
				gone += p
			}
		}
		if gone > 0 {
			dead.rows[0] = axpy(dead.rows[0], r, gone)
		}
	}
	return alive, dead
}

// hurt takes damage from the hero, whose chances may sum to less than 1: those alive,
// and the chance of those dead.
func (c *cloud) hurt(d fight.Dist) (alive *cloud, dead float64) {
	if len(d.P) == 1 && d.Min == 0 {
		return c.times(d.P[0]), 0
	}
	if !c.joint {
		row, gone := hurtRow(c.hero, d)
		total, mass := sum(row), sum(c.foe)
		if total > 0 {
			for h := range row {
				row[h] /= total
			}
		}
		alive = c.times(total)
		alive.hero = row
		return alive, gone * mass
	}
	alive = &cloud{joint: true, rows: make([][]float64, len(c.rows)), timer: c.timer}
	for m, r := range c.rows {
		if r == nil {
			continue
		}
		row, gone := hurtRow(r, d)
		alive.rows[m], dead = row, dead+gone
	}
	return alive, dead
}

func hurtRow(row []float64, d fight.Dist) (out []float64, dead float64) {
	out = make([]float64, len(row))
	for h, x := range row {
		if x < dust {
			continue
		}
		for i, p := range d.P {
			if left := h - d.Min - i; left > 0 {
				out[left] += x * p
			} else {
				dead += x * p
			}
		}
	}
	return out, dead
}

// healFoe gives the foe hit points, up to some most.
func (c *cloud) healFoe(n, most int) *cloud {
	out := &cloud{joint: c.joint, hero: c.hero, timer: c.timer}
	to := func(m int) int { return max(m, min(m+n, most)) }
	if !c.joint {
		out.foe = make([]float64, len(c.foe))
		for m, p := range c.foe {
			out.foe[to(m)] += p
		}
		return out
	}
	out.rows = make([][]float64, len(c.rows))
	for m, r := range c.rows {
		if r == nil {
			continue
		}
		if at := to(m); out.rows[at] == nil {
			out.rows[at] = r
		} else {
			out.rows[at] = axpy(axpy(nil, out.rows[at], 1), r, 1)
		}
	}
	return out
}

// mapHero moves the hero's hit points: each becomes others with their chances.
func (c *cloud) mapHero(to func(hp int) []fight.Value) *cloud {
	move := func(row []float64) []float64 {
		out := make([]float64, len(row))
		for h, x := range row {
			if x == 0 {
				continue
			}
			for _, v := range to(h) {
				out[v.Value] += x * v.P
			}
		}
		return out
	}
	out := &cloud{joint: c.joint, foe: c.foe, timer: c.timer}
	if !c.joint {
		out.hero = move(c.hero)
		return out
	}
	out.rows = make([][]float64, len(c.rows))
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
	out := &cloud{foe: make([]float64, len(c.rows)), timer: c.timer}
	for m, r := range c.rows {
		if r == nil {
			continue
		}
		out.foe[m] = sum(r)
		out.hero = axpy(out.hero, r, 1)
	}
	if total := sum(out.hero); total > 0 {
		for h := range out.hero {
			out.hero[h] /= total
		}
	}
	return out
}
