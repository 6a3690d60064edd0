package duel

import (
	"cmp"
	"slices"

	"delphi/engine/dist"
	"delphi/engine/hurt"
	"delphi/engine/lanes"
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
	unparked bag  // what did so a turn ago
	harmless bool // the foe has no attacks of its own
	regrows  bool // it regenerates
	vanishes bool // it teleports when it flees
	unhurt   bool // the hero keeps all hit points
	dulls    bool // the foe eats brains, and the hero's Int is followed

	joint      bool // both sides' hit points hang together
	knocksHero bool
	knocksFoe  bool
	// A miss leads on as a hit does but for hit points, and hits are as likely whatever else
	// befalls the hero: blows are counted instead of hits, which are more.
	missesAlike bool
	answers     dist.Dist // the dice with which the foe answers a blow
	answer      *blow     // the same
	splash      *blow     // what of them a hit splashes: half do
	chills      []chills  // the same dice, by what the foe gains from them
	blast       *blow     // what its death does to the hero beside it; nil: nothing
	rests       *cure     // what the foe regains in a turn
	spells      *cure     // and by its spell
	fear        []float64 // chances by the turns that a new fear lasts, as in a cloud
	ill         []float64 // and by those that a new illness takes
	gulps, span int       // engulfing attacks in a move; how many moves inside are taken together
	stays       []float64 // chances by the moves that one who is then still inside is kept, from 1
	per         int       // hit points that the hero has a level

	known   map[setting]outcomes
	attacks [2][]hurt.Strike // on a hero who can move, and on one who cannot
	swings  map[swinging][]onset
	// How many hit points the hero regains at the end of this turn, by the levels lost. It is
	// worked out once, for clouds share what they become by where the dice are in memory.
	healing map[int8]*cure

	grain float64 // what is less likely goes whole one of its ways this turn
	debts debts   // of what is too unlikely to go several ways

	limits
	evenly bool // the hero's movement is whole moves
	busy   int8 // the most moves that the hero has this turn
	pace   int  // the foe's movement that is left of the turns before
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
	lost            float64      // too little to follow
	survivors       [][]survivor // those who go on to another fight, by turn
}

// newField returns the field before the first turn.
func newField(q *Question) *field {
	f := &field{
		q: q, turn: 1, knocksHero: q.knocksHero(), knocksFoe: q.knocksFoe(), per: max(1, q.MaxHP/max(1, q.Hero.XL)),
		limits: usual, known: map[setting]outcomes{}, swings: map[swinging][]onset{}, healing: map[int8]*cure{},
	}
	f.mem, f.other = arenas.Get().(*arena), arenas.Get().(*arena)
	f.mem.empty()
	f.other.empty()
	f.at.index, f.spare.index, f.busy = map[phase]int{}, map[phase]int{}, 1
	f.ended = ending{won: make([]float64, q.MaxHP+1), causes: map[string]float64{}, wins: make([]float64, q.Turns+1), losses: make([]float64, q.Turns+1), doomed: map[doom]float64{}}
	f.evenly, f.fear = f.whole(), newFear(q.Rules)
	f.ill = newIllness(q)
	f.harmless = len(q.Foe.Strikes()) == 0
	f.readyToGulp()
	f.dulls = q.EatsBrains() && q.Int > 0
	f.regrows, f.vanishes = q.Foe.Is("REGEN"), q.Foe.Is("TPORT")
	p := q.passive()
	if p != nil {
		f.answers = f.dice(p)
		f.readyAnswers()
	}
	if b := q.booms(); b != nil {
		f.blast = newBlow(f.dice(b))
	}
	f.missesAlike = p == nil && !f.knocksFoe && !slices.ContainsFunc(q.Foe.Attacks, func(a rules.MonsterAttack) bool { return a.Type == "ENGL" })
	f.rests, f.spells = &cure{one, q.FoeHP}, &cure{dist.Dice(3, 6), q.FoeHP}
	f.unhurt = f.harmless && q.from == nil && f.blast == nil && q.HP == q.MaxHP && (p == nil || !slices.Contains([]string{"ACID", "COLD", "FIRE", "ELEC", "MAGM"}, p.Damage))
	f.joint = f.hangs() && !f.unhurt
	if q.goesOn {
		f.ended.survivors = make([][]survivor, q.Turns+1)
	}
	if f.turn = 1; q.from == nil {
		f.put(phase{gap: 1, moves: 1}, newCloud(f.mem, f.joint, q.HP, q.FoeHP))
	}
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
	if !p.flees && c.fear != nil {
		c = c.times(1)
		c.fear, c.wall = nil, 0
	}
	if p.inside == 0 && c.keep != nil {
		c = c.times(1)
		c.keep = nil
	}
	p.timed = p.flees && (f.q.Waits || f.regrows) && c.fear[0] < 1
	if p.timed && c.fear[0] > 0 { // they come back with very different hit points
		e, rest := p, c.times(c.fear[0])
		e.timed, rest.fear = false, untimed
		f.put(e, rest)
		rest = c.times(1 - c.fear[0])
		rest.fear = c.mem.mean(c.fear, untimed, -c.fear[0]/(1-c.fear[0]))
		c = rest
	}
	if f.harmless && p.wakes > int16(f.turn+1) && p.doom == none { // nothing happens until then
		p.moves, p.waiting, p.spent = 0, false, false
		f.parked.put(p, c)
		return
	}
	f.at.put(p, c)
}

// newFear returns chances by the turns that a fear lasts.
func newFear(r *rules.Duel) []float64 {
	n, timed := r.FleeTurns, 1/float64(r.FleeTimed)
	out := make([]float64, n+1)
	out[0] = 1 - timed
	for i := 1; i <= n; i++ {
		out[max(2, i)] += timed / float64(n)
	}
	return out
}

// newIllness returns chances by the turns that an illness takes to kill.
func newIllness(q *Question) []float64 {
	least := q.Rules.SickTurns - 1
	out := make([]float64, least+q.Con)
	for n := range q.Con {
		out[least+n] = 1 / float64(q.Con)
	}
	return out
}

// untimed is a fear of no set time.
var untimed = []float64{1}

// scare returns the cloud with a foe that flees, or flees anew: a fear of no set time stays.
func (f *field) scare(c *cloud) *cloud {
	c = c.times(1)
	if c.fear == nil {
		c.fear = f.fear
	} else {
		c.fear = c.mem.mean(f.fear, untimed, c.fear[0])
	}
	return c
}

// taken takes every phase out.
func (f *field) taken() []held {
	f.at, f.spare = f.spare, f.at
	f.at.empty()
	return f.spare.list
}

// each takes every phase out and has step put what becomes of it.
func (f *field) each(step func(p phase, c *cloud)) {
	for _, h := range f.taken() {
		if m := h.mass(); m < f.small {
			f.ended.lost += m
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
	turn := max(1, f.turn)
	f.ended.win += m
	f.ended.turns += m * float64(turn)
	f.ended.wins[turn] += m
	c.heroes(f.ended.won)
	if f.q.goesOn {
		f.survive(p, c)
	}
	if p.doom != none {
		f.ended.doomed[p.doom] += m
	}
}

func (f *field) lose(m float64, cause string) {
	if m == 0 {
		return
	}
	turn := max(1, f.turn)
	f.ended.lose += m
	f.ended.turns += m * float64(turn)
	f.ended.losses[turn] += m
	f.ended.causes[cause] += m
}

// run fights the fight.
func (f *field) run() {
	q := f.q
	first := f.first()
	for f.turn = first; f.turn <= q.Turns; f.turn++ {
		switch {
		case f.turn > first:
			f.allot()
		case f.turn == 0:
			f.busy = 0
		}
		rounds := f.foeMoves()
		for r := 0; r < max(len(rounds), int(f.busy)); r++ {
			if r < int(f.busy) {
				f.each(func(p phase, c *cloud) { f.heroMove(p, c, r, false) })
			}
			if r < len(rounds) && (rounds[r] > 0 || q.Foe.Casts()) {
				f.each(func(p phase, c *cloud) { f.foeMove(p, c, r, rounds[r]) })
			}
		}
		if q.Rules.LastWaits && f.busy > 1 {
			f.each(func(p phase, c *cloud) { f.heroMove(p, c, 1, true) })
		}
		if f.over(f.left()) {
			break
		}
		f.endTurn()
		f.thin()
		f.other.empty()
		k := keeper{f.other}
		f.at.keep(&k)
		f.parked.keep(&k)
		f.mem, f.other = f.other, f.mem
	}
	open := f.ended.goOn(f.left(), min(f.turn, q.Turns))
	f.ended.open += open
	f.ended.turns += open * float64(q.Turns)
	arenas.Put(f.mem)
	arenas.Put(f.other)
}

// first returns the turn in which the fight begins: in turn 0 only the foe moves.
func (f *field) first() int {
	if f.q.FoeFirst && f.q.from == nil {
		return 0
	}
	return 1
}

// left returns the chance of all that is under way.
func (f *field) left() float64 {
	return f.at.left() + f.parked.left()
}

// endTurn applies what happens once a turn.
func (f *field) endTurn() {
	r := f.q.Rules
	f.busy = 0
	heals := f.turn%r.MonsterHeals == 0 || f.regrows
	clear(f.healing)
	f.parked, f.unparked = f.unparked, f.parked
	f.parked.empty()
	waiting := f.unparked.list
	f.each(func(p phase, c *cloud) {
		if heals {
			c = c.healFoe(f.rests)
		}
		f.passes(p, c, false)
	})
	f.arrive()
	f.wake(waiting, heals)
}

// passes has a turn pass for the hero; fresh says that the foe has just come and does not move in the
// next.
func (f *field) passes(p phase, c *cloud, fresh bool) {
	r, next := f.q.Rules, int16(f.turn+1)
	p.moves, p.waiting, p.spent = 0, false, fresh
	if p.due != 0 && int(p.due) == f.turn {
		f.lose(c.mass(), dooms[p.doom])
		return
	}
	if p.doom == illness {
		c = f.sickens(c)
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
	if len(c.fear) > 1 {
		c = f.recovers(p, c)
	}
	f.put(p, c)
}

// sickens takes a turn off what an illness takes, and returns the heroes whom it has not killed.
func (f *field) sickens(c *cloud) *cloud {
	over := c.ill[0]
	if len(c.ill) == 1 {
		over = 1
	}
	f.lose(c.mass()*over, dooms[illness])
	rest := c.times(1 - over)
	if rest.ill = c.ill[1:]; over > 0 && over < 1 {
		rest.ill = c.mem.mean(rest.ill, rest.ill[:1], 0)
		lanes.Scale(rest.ill, 1/(1-over))
	}
	return rest
}

// recovers takes a turn off the fear of a foe that flees, and returns those who still do.
func (f *field) recovers(p phase, c *cloud) *cloud {
	over := c.fear[1]
	p.flees = false
	done, rest := f.parted(&f.debts.over, c, over)
	f.put(p, done)
	if over < 1 && rest.mass() > 0 {
		rest.fear = c.mem.chances(len(c.fear) - 1)
		rest.fear[0] = c.fear[0]
		copy(rest.fear[1:], c.fear[2:])
		lanes.Scale(rest.fear, 1/(1-over))
	}
	return rest
}

// wake heals those who wait, and takes out those who can move again.
func (f *field) wake(waiting []held, heals bool) {
	for _, h := range waiting {
		h.cloud = h.settled()
		if heals {
			h.cloud = h.healFoe(f.rests)
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

// later returns the turn after which something that lasts a number of turns is over.
func (f *field) later(turns int) int16 { return int16(cmp.Or(f.turn+turns, 1)) }
