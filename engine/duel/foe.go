package duel

const (
	// A step of a foe that flees leads it no further from the hero where a wall of the
	// room stops it: meets is how often one does, along how often the next step does,
	// and corner how often it then turns on the hero. A walk of both over the squares of
	// a room as large as a level comes to that.
	meets  = 1.0 / 25
	along  = 3.0 / 10
	corner = 2.0 / 5
	// farAway stands for a distance after a teleport on a level, which takes about
	// farSteps steps to close in to within straying squares.
	farAway  = 6
	farSteps = 20.0
	straying = 5
	// settles is how often a stunned foe comes to itself in a move.
	settles = 1.0 / 10
)

// foeMove makes the foe's move of a round, which comes with a chance. A foe in haste
// has a chance of its own.
func (f *field) foeMove(p phase, c *cloud, round int, chance float64) {
	q := f.q
	if p.hasted {
		chance = 0
		if list := chances((4*q.Foe.Speed+2)/3, q.Rules.Move); round < len(list) {
			chance = list[round]
		}
	}
	if p.spent || chance == 0 || q.Foe.Speed == 0 {
		f.put(p, c)
		return
	}
	if chance < 1 {
		var still *cloud
		c, still = f.parted(&f.debts.moves, c, chance)
		f.put(p, still)
	}
	if p.dazed {
		e := p
		e.dazed = false
		var settled *cloud
		settled, c = f.parted(&f.debts.settles, c, settles)
		f.acts(e, settled)
	}
	f.acts(p, c)
}

// acts makes a move of the foe.
func (f *field) acts(p phase, c *cloud) {
	if c.mass() == 0 {
		return
	}
	q, r := f.q, f.q.Rules
	if p.inside > 0 {
		f.attack(p, c)
		return
	}
	if p.flees && f.vanishes {
		e := p
		e.gap = farAway
		once := 1 / float64(r.FleeTeleports)
		var gone *cloud
		gone, c = f.parted(&f.debts.vanishes, c, once)
		f.put(e, gone)
	}
	if p.flees && c.fear[0] > 0 { // unhurt, it takes heart
		all := c.mass()
		brave, rest := c.apart(q.FoeHP, q.FoeHP, c.fear[0]/float64(r.Courage))
		if m := brave.mass(); m > 0 {
			e := p
			e.flees = false
			f.walks(e, brave)
			rest.fear = c.mem.mean(c.fear, untimed, -m/(all-m))
		}
		c = rest
	}
	f.walks(p, c)
}

// walks has the foe go where it wants, or attack.
func (f *field) walks(p phase, c *cloud) {
	r := f.q.Rules
	strays := f.strays(p)
	switch near := int(p.gap) <= r.FleeNear; {
	case p.flees && near:
		stops := meets + (along-meets)*c.wall
		p.stuck = false
		stopped, rest := f.parted(&f.debts.stops, c, stops)
		stopped.wall, rest.wall = 1, 0
		if p.gap == 1 {
			var turns *cloud
			turns, stopped = f.parted(&f.debts.corner, stopped, corner)
			f.attack(p, turns)
		}
		f.put(p, stopped)
		p.gap++
		f.put(p, rest)
	case p.flees && int(p.gap) == r.FleeNear+1:
		p.gap--
		f.put(p, c)
	case p.flees:
		f.put(p, c)
	case f.q.Foe.Symbol == "u":
		f.shies(p, c, strays)
	case strays == 0 && p.gap == 1:
		f.attack(p, c)
	case strays == 0:
		f.nearer(p, c)
	default:
		var astray *cloud
		astray, c = f.parted(&f.debts.strays, c, strays)
		f.strayed(p, astray)
		if p.gap == 1 {
			f.attack(p, c)
			return
		}
		f.nearer(p, c)
	}
}

// nearer makes a step of either side towards the other.
func (f *field) nearer(p phase, c *cloud) {
	if p.gap == farAway {
		var far *cloud
		c, far = f.parted(&f.debts.closes, c, 1/farSteps)
		f.put(p, far)
	}
	p.gap--
	f.put(p, c)
}

// leaves returns how often a foe beside the hero moves instead of attacking.
func (f *field) leaves() float64 {
	stays := 1.0
	if f.q.Foe.Is("WANDER") {
		stays *= 1 - 1/float64(f.q.Rules.Wanders)
	}
	if f.q.Foe.Name == "stalker" { // it is made invisible
		stays *= 1 - 1/float64(f.q.Rules.Unseens)
	}
	return 1 - stays
}

// strays returns how often a foe that does not flee moves at random.
func (f *field) strays(p phase) float64 {
	if !is(f.q.Foe.Monster, f.q.Rules.Erratic) {
		return 0
	}
	random := 1 / float64(f.q.Rules.ErraticOnce)
	if p.gap == 1 {
		return f.leaves() * random
	}
	return random
}

// strayed adds a step in any of the 8 directions: from beside the hero 1 leads to it, 3
// stay beside and 4 lead away, of those straight and askew in the mean.
func (f *field) strayed(p phase, c *cloud) {
	if c.mass() == 0 {
		return
	}
	ways := [...]float64{1.0 / 8, 3.0 / 8, 4.0 / 8} // nearer, as far, farther
	if p.gap > 1 {
		ways = [...]float64{2.0 / 8, 3.0 / 8, 3.0 / 8}
	}
	if f.lumps(c) {
		f.stepped(p, c, f.way(&f.debts.steps, c, len(ways), func(i int) float64 { return ways[i] }))
		return
	}
	for i, share := range ways {
		f.stepped(p, c.times(share), i)
	}
}

// stepped makes a step of a foe that strays: 0 nearer, 1 as far and 2 farther.
func (f *field) stepped(p phase, c *cloud, way int) {
	switch {
	case way == 0 && p.gap == 1:
		f.attack(p, c)
		return
	case way == 0:
		p.gap--
	case way == 2 && p.gap == 1:
		p.gap, p.stuck = 2, false
	case way == 2:
		p.gap = min(p.gap+1, max(p.gap, straying))
	}
	f.put(p, c)
}

// shies moves a unicorn, which stays out of line with the hero: once it has wandered
// off, it does not come back.
func (f *field) shies(p phase, c *cloud, _ float64) {
	if p.gap > 1 {
		p.gap = 2
		f.put(p, c)
		return
	}
	off, stays := f.parted(&f.debts.stays, c, f.leaves())
	f.attack(p, stays)
	p.gap = 2
	f.put(p, off)
}

// attack applies a move's attacks on the hero.
func (f *field) attack(p phase, c *cloud) {
	if c.mass() == 0 {
		return
	}
	if p.inside > 0 {
		f.swallowed(p, c)
		return
	}
	f.strikes(p, c, 0)
}

// strikes applies them with the hero inside for so many moves more; 0: beside the foe.
func (f *field) strikes(p phase, c *cloud, inside int) {
	s := setting{helpless: p.wakes > int16(f.turn), held: p.stuck, casts: p.rested <= int16(f.turn), robbed: p.robbed, inside: int8(inside), doomed: p.doom != none, stunned: p.steady > int16(f.turn), wits: f.wits(p)}
	list := f.outcomes(s)
	if f.lumps(c) {
		o, e := list.way(c.mass(), f.debts.needs())
		f.hits(p, c, o.damage, e)
		return
	}
	for _, o := range list {
		alive, dead := c.hurt(o.damage)
		for _, e := range o.effects {
			if e.drain > 0 {
				f.hits(p, c.times(e.p), o.damage, e.effect)
				continue
			}
			f.struck(p, alive.times(e.p), dead*e.p, e.effect)
		}
	}
}

// hits applies a move with an effect and damage. Levels are lost before the damage of the same
// attack is taken (hitmu), which then kills whom that has left with few hit points.
func (f *field) hits(p phase, c *cloud, damage *blow, e effect) {
	if e.drain > 0 && e.kills == "" {
		if c = f.drain(&p, c, e.drain); c == nil {
			return
		}
	}
	alive, dead := c.hurt(damage)
	f.struck(p, alive, dead, e)
}

// struck goes on after a move with an effect, with the heroes that it has left alive.
func (f *field) struck(p phase, alive *cloud, dead float64, e effect) {
	switch {
	case e.kills != "":
		f.lose(dead+alive.mass(), e.kills)
	case e.bursts:
		f.lose(dead, Attacks)
		f.win(p, alive)
	default:
		f.lose(dead, Attacks)
		f.befall(p, alive, e)
	}
}

// Attacks is the cause of death by hit points lost to them.
const Attacks = "its attacks"

// Brainless is the cause of death by a brain eaten.
const Brainless = "brainlessness"

// befall applies an outcome's other effects to those alive.
func (f *field) befall(p phase, c *cloud, e effect) {
	if e.inside > 0 && p.inside == 0 {
		f.gulped(p, c, e)
		return
	}
	q, r := f.q, f.q.Rules
	if e.freeze > 0 {
		p.wakes = max(p.wakes, f.later(e.freeze))
	}
	if e.stun > 0 {
		p.steady = max(p.steady, f.later(e.stun))
	}
	if e.muddle > 0 {
		p.clear = max(p.clear, f.later(e.muddle))
	}
	if e.rests > 0 {
		p.rested = f.later(e.rests)
	}
	p.stuck = p.stuck || e.holds
	p.hasted = p.hasted || e.hastes
	switch {
	case e.inside > 0:
		p.gap, p.stuck, c.wall = 1, false, 0
	case e.inside < 0:
		p.inside = 0
		if r.GulpRests > 0 && p.rested <= int16(f.turn) {
			if f.lumps(c) {
				p.rested = f.later(1 + f.way(&f.debts.rests, c, r.GulpRests, func(int) float64 { return 1 / float64(r.GulpRests) }))
				f.dooms(p, c, e)
				return
			}
			for n := 1; n <= r.GulpRests; n++ {
				x := p
				x.rested = f.later(n)
				f.dooms(x, c.times(1/float64(r.GulpRests)), e)
			}
			return
		}
	}
	if e.heals {
		c = c.healFoe(f.spells)
	}
	p.dulled += int8(e.dulls)
	switch {
	case e.robs, e.leaves:
		p.robbed, p.flees, p.fled, p.stuck, c.fear = p.robbed || e.robs, true, true, false, untimed
		if p.gap = 2; !q.Foe.Is("ANIMAL") {
			p.gap = farAway
		}
	case e.sends:
		p.gap, p.stuck = farAway, false
	case e.knocks > 0:
		p.gap, p.stuck = int8(1+e.knocks), false
	}
	f.dooms(p, c, e)
}

// dooms begins what kills later.
func (f *field) dooms(p phase, c *cloud, e effect) {
	r := f.q.Rules
	switch {
	case e.doom == none || p.doom != none:
		f.put(p, c)
		return
	case e.doom == stone:
		p.doom, p.due = stone, f.later(r.StoneTurns-1)
	case e.doom == slime:
		p.doom, p.due = slime, f.later(r.SlimeTurns-1)
	default:
		p.doom, c.ill = illness, f.ill
	}
	f.put(p, c)
}

// wits returns the Int that a hero has left, where the foe eats brains.
func (f *field) wits(p phase) int8 {
	if !f.dulls {
		return 0
	}
	return int8(f.q.Int) - p.dulled
}

// drain takes levels; nil if that kills.
func (f *field) drain(p *phase, c *cloud, levels int) *cloud {
	for range levels {
		if int(p.drained)+1 >= f.q.Hero.XL {
			f.lose(c.mass(), "level drain")
			return nil
		}
		p.drained++
		most := f.most(*p)
		c = c.weaken(f.per, most)
	}
	return c
}
