package duel

import "delphi/engine/fight"

// swinging is what the hero's blows hang on.
type swinging struct {
	flees, dazed, inside, robbed bool
	drained                      int8
}

// onset is one way that the hero's move may go, and its blows.
type onset struct {
	p      float64
	swings []swing
}

// swing is a blow: what it does to a foe that it does not kill at once, how often it hits, and
// how often it kills at once.
type swing struct {
	hit, any    *blow // any counts misses
	hits, kills float64
}

// onsets returns the ways that the hero's move may go.
func (f *field) onsets(p phase) []onset {
	s := swinging{p.flees, p.dazed, p.inside > 0, p.robbed, p.drained}
	if out, ok := f.swings[s]; ok {
		return out
	}
	q := f.q.Hero
	q.Fleeing, q.Stunned = q.Fleeing || s.flees, q.Stunned || s.dazed
	q.XL = max(1, q.XL-int(s.drained))
	if s.robbed {
		q.Weapon, q.TwoWeapon = fight.Weapon{}, false
	}
	var out []onset
	for _, o := range q.Onsets(s.inside) {
		n := onset{p: o.P}
		for i := range o.Swings {
			w := &o.Swings[i]
			n.swings = append(n.swings, f.newSwing(w, s.inside))
		}
		out = append(out, n)
	}
	f.swings[s] = out
	return out
}

// newSwing returns a blow made ready. A foe does not flee from a hero inside it.
func (f *field) newSwing(w *fight.Swing, inside bool) swing {
	s := swing{hit: newBlow(w.Damage), hits: w.Hits(), kills: w.Kills}
	if !inside {
		s.hit.half, s.hit.scares = f.q.FoeHP/2, 1/float64(f.q.Rules.FleeOnce)
	}
	all := *s.hit
	all.miss = max(0, 1-s.hits)
	all.total += all.miss
	s.any = &all
	return s
}

// aims is how often a stunned or confused hero strikes where the foe is: of 8
// directions one is right, and a confused hero goes astray once in 5.
const (
	stunnedAim  = 1.0 / 8
	confusedAim = 1 - 1.0/5*7/8
)

// heroMove makes the hero's move of a round, from 0. last says that it is for those
// who wait until the foe has moved.
func (f *field) heroMove(p phase, c *cloud, round int, last bool) {
	switch {
	case p.wakes > int16(f.turn), !f.evenly && (int(p.moves) <= round || round == 1 && p.waiting != last):
		f.put(p, c)
		return
	case f.evenly && round == 1:
		again := f.again(p)
		var once *cloud
		c, once = f.parted(&f.debts.again, c, again)
		f.put(p, once)
		if c.mass() == 0 {
			return
		}
	case last:
		p.waiting = false
	}
	aim := 1.0
	if p.steady > int16(f.turn) {
		aim = stunnedAim
	} else if p.clear > int16(f.turn) {
		aim = confusedAim
	}
	switch {
	case p.inside > 0:
		f.assault(p, c)
	case p.gap > 1:
		if !f.q.Waits && aim == 1 {
			f.nearer(p, c)
			return
		}
		f.put(p, c)
	default:
		if aim < 1 {
			var astray *cloud
			c, astray = f.parted(&f.debts.aims, c, aim)
			f.put(p, astray)
		}
		f.assault(p, c)
	}
}

// assault strikes at a foe within reach.
func (f *field) assault(p phase, c *cloud) {
	if f.q.Foe.Symbol == "l" && p.flees && p.inside == 0 { // a fleeing leprechaun steps aside
		dodges := 1 / float64(f.q.Rules.Dodges)
		away := p
		away.gap++
		var gone *cloud
		gone, c = f.parted(&f.debts.dodges, c, dodges)
		f.put(away, gone)
	}
	if c.mass() == 0 {
		return
	}
	for _, o := range f.onsets(p) {
		if o.p == 1 {
			f.swing(p, c, o.swings, false)
		} else if o.p > 0 {
			f.swing(p, c.times(o.p), o.swings, false)
		}
	}
}

// swing makes the first of some blows, and the others if it can. second says that one
// came before: the foe answers such a blow only if it hits.
func (f *field) swing(p phase, c *cloud, blows []swing, second bool) {
	if len(blows) == 0 {
		f.put(p, c)
		return
	}
	s, rest := &blows[0], blows[1:]
	if s.kills > 0 {
		f.dies(p, c.times(s.kills))
	}
	on := func(p phase, c *cloud) { f.swing(p, c, rest, true) }
	if f.missesAlike && (!second || len(rest) == 0) {
		stays, runs, dead := c.counted().wound(s.any)
		f.dies(p, dead)
		f.flees(p, stays, runs, on)
		return
	}
	stays, runs, dead := c.wound(s.hit)
	f.dies(p, dead)
	if miss := 1 - s.hits; miss > dust {
		if second {
			f.put(p, c.times(miss))
		} else {
			f.answered(p, c.times(miss), false, on)
		}
	}
	f.flees(p, stays.counted(), runs.counted(), func(p phase, c *cloud) { f.pushed(p, c, on) })
}

// flees goes on with a foe that stays, and with one that flees.
func (f *field) flees(p phase, stays, runs *cloud, on func(phase, *cloud)) {
	runs, stays = f.fork(&f.debts.runs, runs, stays)
	if stays.mass() > 0 {
		on(p, stays)
	}
	if runs.mass() == 0 {
		return
	}
	if !p.fled {
		f.ended.fled += runs.mass()
	}
	p.flees, p.fled, p.stuck = true, true, false
	on(p, f.scare(runs))
}

// pushed has a hit knock the foe back, where it may.
func (f *field) pushed(p phase, c *cloud, on func(phase, *cloud)) {
	if c.mass() == 0 {
		return
	}
	if f.knocksFoe && p.inside == 0 {
		r := f.q.Rules
		once, far := 1/float64(r.KnockOnce), 1/float64(r.KnockFar)
		for n, x := range []float64{1 - far, far} {
			e := p
			e.gap, e.dazed, e.spent, e.stuck = int8(2+n), true, true, false
			var hit *cloud
			hit, c = f.parted(&f.debts.knocks, c, once*x)
			f.answered(e, hit, true, f.put)
		}
	}
	f.answered(p, c, true, on)
}

// dies ends fights in which the foe is dead, but for what its death does. What answers even the
// blow that kills it comes before its blast.
func (f *field) dies(p phase, c *cloud) {
	if c.mass() == 0 {
		return
	}
	var answer string
	if a := f.q.passive(); a != nil {
		answer = a.Damage
	}
	switch {
	case answer == "ACID" && !f.q.AcidProof:
		c = f.burns(c, f.splash, "its acid")
	case answer == "MAGM" && !f.q.Foe.Antimagic:
		c = f.burns(c, f.answer, "magic missiles")
	case answer == "STON" && f.bareHit(p):
		f.lose(c.mass(), "touching it")
		return
	}
	if f.blast != nil {
		c = f.burns(c, f.blast, Explosion)
	}
	f.win(p, c)
}

// Explosion is the cause of death by what blows up when it is killed.
const Explosion = "its explosion"

// burns takes damage from the hero and returns those alive.
func (f *field) burns(c *cloud, b *blow, cause string) *cloud {
	alive, dead := c.hurt(b)
	f.lose(dead, cause)
	return alive
}

// bareHit reports a blow with the bare hand at what turns to stone.
func (f *field) bareHit(p phase) bool {
	q := &f.q.Hero
	return (q.Weapon.None() || p.robbed) && !q.Gloved && !f.q.StoneProof
}
