package duel

import (
	"cmp"
	"slices"

	"delphi/engine/dist"
	"delphi/engine/fight"
	"delphi/engine/rules"
)

// field is a fight under way: the phases that it may be in, and how it has ended so
// far.
type field struct {
	q          *Question
	turn       int
	at, spare  bag
	mem, other *arena // of this turn, and of the next

	parked   bag  // what waits until the hero can move, beside a harmless foe
	harmless bool // the foe has no attacks of its own
	unhurt   bool // the hero keeps all hit points

	joint      bool // both sides' hit points hang together
	knocksHero bool
	knocksFoe  bool
	answers    dist.Dist // the dice with which the foe answers a blow
	fresh      []float64 // the turns that a fear with a timer lasts
	per        int       // hit points that the hero has a level

	known  map[setting]outcomes
	swings map[swinging][]fight.Onset

	kin kin // of what is under way

	limits
	idle   float64 // what is less likely waits this turn
	evenly bool    // the hero's movement is whole moves
	busy   int8    // the most moves that the hero has this turn
	pace   int     // the foe's movement that is left of the turns before
	ended  ending
}

// ending is how fights have ended.
type ending struct {
	win, lose, open float64
	turns           float64   // the mean, times the chance of an end
	won             []float64 // chances of a win by the hero's hit points
	causes          map[string]float64
	fled            float64
	wins, losses    []float64 // by turn
	doomed          map[doom]float64
	lost            float64 // too little to follow
	helpless        float64
}

// enough is a fight as good as over.
const enough = 1e-5

// newField returns the field before the first turn.
func newField(q *Question) *field {
	f := &field{
		q: q, turn: 1, knocksHero: q.knocksHero(), knocksFoe: q.knocksFoe(), per: max(1, q.MaxHP/max(1, q.Hero.XL)),
		limits: usual, known: map[setting]outcomes{}, swings: map[swinging][]fight.Onset{},
	}
	f.mem, f.other = arenas.Get().(*arena), arenas.Get().(*arena)
	f.mem.empty()
	f.other.empty()
	f.at.index, f.spare.index, f.kin.last, f.busy = map[phase]int{}, map[phase]int{}, map[phase]int{}, 1
	f.ended = ending{won: make([]float64, q.MaxHP+1), causes: map[string]float64{}, wins: make([]float64, q.Turns+1), losses: make([]float64, q.Turns+1), doomed: map[doom]float64{}}
	f.evenly, f.fresh = f.whole(), fresh(q.Rules)
	f.harmless = len(q.Foe.Strikes()) == 0
	p := q.passive()
	if p != nil {
		f.answers = f.answer(p)
	}
	f.unhurt = f.harmless && q.HP == q.MaxHP && (p == nil || !slices.Contains([]string{"ACID", "COLD", "FIRE", "ELEC", "MAGM"}, p.Damage))
	f.joint = f.hangs() && !f.unhurt
	start := newCloud(f.mem, f.joint, q.HP, q.FoeHP)
	if q.Start != nil {
		start = start.from(q.Start)
	}
	f.put(phase{gap: 1, moves: 1}, start)
	return f
}

// hangs reports a fight in which the hit points of both sides hang together: what the
// foe does decides when the hero strikes, or the other way round.
func (f *field) hangs() bool {
	q := f.q
	if p := q.passive(); p != nil && !slices.Contains([]string{"CORR", "RUST", "SLIM", "ENCH"}, p.Damage) {
		return true
	}
	if is(q.Foe.Monster, q.Rules.Erratic) || q.Foe.Symbol == "u" || f.knocksFoe || f.knocksHero {
		return true
	}
	for _, o := range f.effects(setting{casts: true}) {
		if o.freeze > 0 || o.stun > 0 || o.muddle > 0 || o.inside != 0 || o.robs || o.sends || o.leaves || o.heals || o.hastes {
			return true
		}
	}
	return false
}

// put adds to a phase. Once the foe has fled, both sides' hit points are taken to be
// independent.
func (f *field) put(p phase, c *cloud) {
	if c.mass() == 0 {
		return
	}
	if p.fled || !f.joint {
		c = c.split()
	}
	if fresh := p.fear == timed && c.timer == nil; fresh || p.fear != timed && c.timer != nil {
		c = c.times(1)
		if c.timer = nil; fresh {
			c.timer = f.fresh
		}
	}
	if f.harmless && p.wakes > int16(f.turn+1) && p.doom == none { // nothing happens until then
		p.moves, p.waiting, p.spent = 0, false, false
		f.parked.put(p, c)
		return
	}
	f.at.put(p, c)
}

// fresh returns the turns that a fear with a timer lasts.
func fresh(r *rules.Duel) []float64 {
	n := r.FleeTurns
	out := make([]float64, n)
	for i := 1; i <= n; i++ {
		out[max(2, i)-1] += 1 / float64(n)
	}
	return out
}

// taken takes every phase out.
func (f *field) taken() []held {
	f.at, f.spare = f.spare, f.at
	clear(f.at.index)
	f.at.list = f.at.list[:0]
	return f.spare.list
}

// each takes every phase out and has step put what becomes of it.
func (f *field) each(step func(p phase, c *cloud)) {
	for _, h := range f.taken() {
		switch m := h.mass(); {
		case m < f.small:
			f.ended.lost += m
			continue
		case m < f.idle && h.doom == none:
			f.at.put(h.phase, h.cloud)
			continue
		}
		h.cloud = h.settled()
		h.own = false
		step(h.phase, h.cloud)
	}
}

// win and lose end fights.
func (f *field) win(p phase, c *cloud) {
	m := c.mass()
	if m == 0 {
		return
	}
	f.ended.win += m
	f.ended.turns += m * float64(f.turn)
	f.ended.wins[f.turn] += m
	c.heroes(f.ended.won)
	if p.doom != none {
		f.ended.doomed[p.doom] += m
	}
	if p.wakes > int16(f.turn) {
		f.ended.helpless += m
	}
}

func (f *field) lose(m float64, cause string) {
	if m == 0 {
		return
	}
	f.ended.lose += m
	f.ended.turns += m * float64(f.turn)
	f.ended.losses[f.turn] += m
	f.ended.causes[cause] += m
}

// run fights the fight.
func (f *field) run() {
	q := f.q
	for f.turn = 1; f.turn <= q.Turns; f.turn++ {
		f.idle = min(f.hold, f.at.left()*f.part)
		if f.turn > 1 {
			f.allot()
		}
		rounds := f.foeMoves()
		for r := 0; r < max(len(rounds), int(f.busy)); r++ {
			if r < int(f.busy) {
				f.each(func(p phase, c *cloud) { f.heroMove(p, c, r, false) })
			}
			if r < len(rounds) && (rounds[r] > 0 || q.Foe.Casts()) {
				f.each(func(p phase, c *cloud) { f.foeMove(p, c, r, rounds[r]) })
				if len(f.at.list) > f.many {
					f.join()
				}
			}
		}
		if q.Rules.LastWaits && f.busy > 1 {
			f.each(func(p phase, c *cloud) { f.heroMove(p, c, 1, true) })
		}
		if f.at.left()+f.parked.left() < enough {
			break
		}
		f.idle = 0
		f.endTurn()
		f.thin()
		f.other.empty()
		k := keeper{f.other, map[*float64][]float64{}}
		f.at.keep(&k)
		f.parked.keep(&k)
		f.mem, f.other = f.other, f.mem
	}
	open := f.at.left() + f.parked.left()
	f.ended.open += open
	f.ended.turns += open * float64(q.Turns)
	arenas.Put(f.mem)
	arenas.Put(f.other)
}

// paces returns the movement that the hero may get for a turn.
func (f *field) paces(p phase) []rules.Allowance {
	r := f.q.Rules
	switch {
	case f.q.Pace == VeryFast:
		return r.VeryFast
	case f.q.Pace == Fast && !f.slowed(p):
		return r.Fast
	}
	return r.Normal
}

// whole reports movement that never leaves less than a move.
func (f *field) whole() bool {
	for _, a := range slices.Concat(f.q.Rules.Fast, f.q.Rules.VeryFast) {
		if a.Movement%f.q.Rules.Move > 0 {
			return false
		}
	}
	return true
}

// again returns the chance of a hero's second move, where movement is whole.
func (f *field) again(p phase) (chance float64) {
	for _, a := range f.paces(p) {
		if a.Movement > f.q.Rules.Move {
			chance += float64(a.In3) / 3
		}
	}
	return chance
}

// allot gives the hero movement for the turn.
func (f *field) allot() {
	q := f.q
	if f.evenly {
		if f.busy = 1; q.Pace != Normal {
			f.busy = 2
		}
		return
	}
	f.each(func(p phase, c *cloud) {
		list := f.paces(p)
		if q.Waits && p.gap > 1 && p.fear != calm { // it has nothing to do
			p.left = 0
			f.put(p, c)
			return
		}
		for _, a := range list {
			share := c
			if a.In3 < 3 {
				share = c.times(float64(a.In3) / 3)
			}
			n := p
			have := int(p.left) + a.Movement
			n.moves, n.left = int8(have/q.Rules.Move), int8(have%q.Rules.Move)
			f.busy = max(f.busy, n.moves)
			n.waiting = q.Rules.LastWaits && n.moves == 2 && n.left == 0
			f.put(n, share)
		}
	})
}

// slowed reports a hero whom a doom has made slow.
func (f *field) slowed(p phase) bool {
	switch p.doom {
	case stone:
		return f.turn >= int(p.due)-f.q.Rules.StoneSlow+3
	case slime:
		return f.turn >= int(p.due)-f.q.Rules.SlimeSlow+3
	}
	return false
}

// foeMoves returns the chances of the foe's first move this turn, its second and so on.
func (f *field) foeMoves() []float64 {
	if f.turn == 1 { // it has no movement yet
		return nil
	}
	q, move := f.q, f.q.Rules.Move
	if !q.Foe.Rules.Rounds {
		f.pace += q.Foe.Speed
		n := f.pace / move
		f.pace %= move
		return slices.Repeat([]float64{1}, n)
	}
	return chances(q.Foe.Speed, move)
}

// chances returns those of each move that a speed gives where it is rounded at random.
func chances(speed, move int) []float64 {
	out := slices.Repeat([]float64{1}, speed/move)
	if rest := speed % move; rest > 0 {
		out = append(out, float64(rest)/float64(move))
	}
	return out
}

// endTurn applies what happens once a turn.
func (f *field) endTurn() {
	q, r := f.q, f.q.Rules
	f.busy = 0
	heals := f.turn%r.MonsterHeals == 0 || q.Foe.Is("REGEN")
	next := int16(f.turn + 1)
	waiting := f.parked.list
	f.parked = bag{}
	f.each(func(p phase, c *cloud) {
		if heals {
			c = c.healFoe(dist.Exactly(1), q.FoeHP)
		}
		p.moves, p.waiting, p.spent = 0, false, false
		if p.doom != none && int(p.due) == f.turn {
			f.lose(c.mass(), map[doom]string{stone: "turning to stone", slime: "turning to slime", illness: "illness"}[p.doom])
			return
		}
		if p.doom == stone && int(p.due)-r.StoneStiff+1 <= f.turn {
			p.wakes = p.due + 1
		}
		for _, until := range []*int16{&p.wakes, &p.steady, &p.clear, &p.rested} {
			if *until <= next {
				*until = 0
			}
		}
		c = f.heal(p, c)
		if p.fear != timed {
			f.put(p, c)
			return
		}
		over := 1.0
		if all := sum(c.timer); all > 0 {
			over = c.timer[0] / all
		}
		if over > 0 {
			free := p
			free.fear, free.wall = calm, false
			f.put(free, c.times(over))
		}
		if over < 1 {
			rest := c.times(1 - over)
			rest.timer = c.timer[1:]
			f.put(p, rest)
		}
	})
	f.wake(waiting, heals)
}

// wake heals those who wait, and takes out those who can move again.
func (f *field) wake(waiting []held, heals bool) {
	for _, h := range waiting {
		h.cloud = h.settled()
		if heals {
			h.cloud = h.healFoe(dist.Exactly(1), f.q.FoeHP)
		}
		h.cloud = f.heal(h.phase, h.cloud)
		if h.wakes > int16(f.turn+1) {
			f.parked.put(h.phase, h.cloud)
			continue
		}
		h.wakes = 0
		f.at.put(h.phase, h.cloud)
	}
}

// heal returns what the hero's hit points come to at the start of the next turn.
func (f *field) heal(p phase, c *cloud) *cloud {
	if f.unhurt {
		return c
	}
	q, r, turn := f.q, f.q.Rules, f.turn+1
	xl := max(1, q.Hero.XL-int(p.drained))
	most := f.most(p)
	var d dist.Dist
	switch {
	case r.HealByChance:
		chance := min(1, float64(xl+q.Con)/100)
		d = dist.Dist{Min: 0, P: []float64{1 - chance, chance}}
		if q.Regenerates {
			d = d.Add(1)
		}
	case xl > r.HealXL && turn%r.HealEvery == 0 && q.Con <= r.HealCon:
		d = dist.Exactly(1)
	case xl > r.HealXL && turn%r.HealEvery == 0:
		d = dist.Die(q.Con).Map(func(v int) int { return min(v, xl-r.HealXL) })
	case q.Regenerates, xl <= r.HealXL && turn%(r.HealBase/(xl+2)+1) == 0:
		d = dist.Exactly(1)
	default:
		return c
	}
	return c.healHero(d, most)
}

// most returns the most hit points that the hero may have.
func (f *field) most(p phase) int {
	return max(f.q.MaxHP-int(p.drained)*f.per, min(f.q.MaxHP, f.q.Rules.DrainFloor))
}

// later returns the turn after which something that lasts a number of turns is over.
func (f *field) later(turns int) int16 { return int16(cmp.Or(f.turn+turns, 1)) }
