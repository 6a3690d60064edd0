package duel

import (
	"delphi/engine/dist"
	"delphi/engine/hurt"
	"delphi/engine/lanes"
	"delphi/engine/rules"
)

// engulf takes a hit of an engulfer, or a move with the hero inside.
func (f *field) engulf(k *hurt.Strike, s setting, c course, d dist.Dist, to func(course, dist.Dist)) {
	left := func(turns int, p float64) {
		e := c.then(true)
		e.inside = turns - 1
		if e.inside == 0 {
			e.inside = -1
		}
		if e.inside < 0 && k.Kind == "DGST" && !f.q.SlowDigestion {
			e.kills = "digestion"
			to(e, d.Times(p))
			return
		}
		if k.Kind == "DGST" && f.q.SlowDigestion {
			e.inside = -1
			to(e, d.Times(p))
			return
		}
		for _, w := range k.Ways {
			g := e
			for _, x := range w.Does {
				if x.What == hurt.Illness && !f.q.SickProof && !s.doomed {
					g.doom = illness
				}
			}
			to(g, d.Plus(w.Damage).Times(p))
		}
	}
	switch {
	case c.inside != 0: // a second attack of the same move
		if c.inside < 0 {
			to(c.then(true), d)
			return
		}
		left(c.inside, 1)
	case s.inside > 0:
		left(int(s.inside), 1)
	default:
		long := 0.0
		for _, v := range f.stay(k).Values() {
			if v.Value <= f.gulps {
				left(v.Value, v.P)
			} else {
				long += v.P
			}
		}
		if long > 0 {
			left(2*f.gulps, long)
		}
	}
}

// readyToGulp counts the engulfing attacks and how long who is not let go in the same move is
// kept: by as many moves longer as attacks are still to come in it, for which zeros come first.
func (f *field) readyToGulp() {
	var lasts dist.Dist
	strikes := f.q.Foe.Strikes()
	for i := range strikes {
		if strikes[i].Type == "ENGL" {
			f.gulps, lasts = f.gulps+1, f.stay(&strikes[i])
		}
	}
	if f.gulps == 0 {
		return
	}
	f.stays = make([]float64, f.gulps-1)
	for n := f.gulps + 1; n <= lasts.Max(); n++ {
		f.stays = append(f.stays, lasts.At(n))
	}
	f.span = max(1, (len(f.stays)+spans-1)/spans)
	if total := lanes.Sum(f.stays); total > 0 {
		lanes.Scale(f.stays, 1/total)
	}
}

// spans is how many ranges of the moves that an engulfer keeps the hero are told apart. Within
// one, how many it is hangs together with nothing else.
const spans = 12

// swallowed makes a move of an engulfer with the hero inside, whom it lets go with one of its
// attacks or keeps.
func (f *field) swallowed(p phase, c *cloud) {
	for n := 1; n <= f.gulps; n++ {
		if len(c.keep) == 1 {
			f.strikes(p, c, n)
			return
		}
		gone, stays := f.within(&f.debts.lets, c, 1)
		if gone.mass() > 0 {
			f.strikes(p, gone, n)
		}
		if stays.mass() == 0 {
			return
		}
		c = stays
		c.keep = c.keep[1:]
	}
	f.ranged(p, c, func(p phase, c *cloud) { f.strikes(p, c, f.gulps+1) })
}

// within returns those whom an engulfer keeps for at most so many moves more, and the others.
func (f *field) within(owed *float64, c *cloud, most int) (soon, later *cloud) {
	n := min(most, len(c.keep))
	share := lanes.Sum(c.keep[:n])
	switch {
	case share == 0:
		return c.times(0), c.times(1)
	case n == len(c.keep) || share > 1-dust:
		return c.times(1), c.times(0)
	}
	soon, later = f.parted(owed, c, share)
	soon.keep, later.keep = c.mem.chances(n), c.mem.chances(len(c.keep))
	lanes.Axpy(soon.keep, c.keep[:n], 1/share)
	lanes.Axpy(later.keep[n:], c.keep[n:], 1/(1-share))
	return soon, later
}

// gulped goes on with a hero whom an effect has just put inside, by how long that lasts.
func (f *field) gulped(p phase, c *cloud, e effect) {
	p.inside = int8(max(1, (len(f.stays)+f.span-1)/f.span))
	if c.keep = f.stays[max(0, 2*f.gulps-1-e.inside):]; e.inside < f.gulps {
		c.keep = c.mem.chances(e.inside)
		c.keep[e.inside-1] = 1
	}
	f.ranged(p, c, func(p phase, c *cloud) { f.befall(p, c, e) })
}

// ranged goes on with heroes inside by the range of moves that they are kept, which is at most that
// of the phase.
func (f *field) ranged(p phase, c *cloud, on func(phase, *cloud)) {
	for ; p.inside > 0 && c.mass() > 0; p.inside-- {
		sooner, later := f.within(&f.debts.nears, c, int(p.inside-1)*f.span)
		if later.mass() > 0 {
			on(p, later)
		}
		c = sooner
	}
}

// stay returns how many moves an engulfer keeps the hero.
func (f *field) stay(k *hurt.Strike) dist.Dist {
	return Stay(f.q.Rules, k.Kind == "DGST", f.q.Foe.MonsterLevel(), f.q.Foe.AC, f.q.Con)
}

// Stay returns how many moves an engulfer of a level keeps a hero of an AC and a Con; one that
// digests kills with the last of them.
func Stay(r *rules.Duel, digests bool, level, ac, con int) dist.Dist {
	var d dist.Dist
	switch {
	case digests && r.DigestByCon:
		d = dist.Die(20).Add(con + 9 - ac).Map(func(v int) int { return max(0, v)/max(1, level) + 3 })
	case !digests && r.GulpByLevel:
		d = dist.Die(level + 5)
	default:
		d = dist.Exactly(0)
		if n := r.GulpTurns - level; n > 0 {
			d = dist.Die(n).Map(func(v int) int { return v / 2 })
		} else if n < 0 {
			d = dist.Die(-n).Map(func(v int) int { return -(v / 2) })
		}
		d = d.Add(r.GulpBase - ac)
		if r.GulpCon {
			d = d.Add(con/3 - 1)
		}
	}
	return d.Map(func(v int) int { return max(2, v) })
}

// Digesting returns within how many moves an engulfer of a level digests a hero of an AC whose
// Con lies between two figures.
func Digesting(r *rules.Duel, level, ac, weakest, fittest int) (least, most int) {
	short, long := Stay(r, true, level, ac, weakest).Values(), Stay(r, true, level, ac, fittest).Values()
	return short[0].Value, long[len(long)-1].Value
}
