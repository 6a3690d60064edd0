package duel

import (
	"delphi/engine/dist"
	"delphi/engine/hurt"
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
		for _, v := range f.stay(k).Values() {
			left(v.Value, v.P)
		}
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
