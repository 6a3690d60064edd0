package duel

import (
	"cmp"
	"math"
	"slices"

	"delphi/engine/dist"
	"delphi/engine/hurt"
	"delphi/engine/rules"
)

// effect is what a move of the foe does besides damage.
type effect struct {
	freeze int // turns that the hero cannot move
	stun   int // turns that the hero is stunned
	muddle int // turns that the hero is confused
	doom   doom
	drain  int // levels
	dulls  int // Int
	holds  bool
	inside int  // moves that the engulfer keeps the hero, at most as many as it has attacks; -1: it lets go
	robs   bool // it takes the weapon and is gone
	leaves bool // it is gone
	sends  bool // the hero is teleported
	knocks int  // squares that the hero is knocked back
	heals  bool // the foe, as its spell does
	hastes bool
	rests  int    // turns until it casts again
	bursts bool   // the foe is gone
	kills  string // what kills the hero at once
}

// outcomes holds the ways that a move may go: for each distribution of damage what
// else comes of it, with the chances. All of these sum to 1.
type outcomes []shape

type shape struct {
	damage  *blow // its chances sum to 1
	effects []struck
}

type struck struct {
	effect
	p    float64
	owed float64
}

// add adds an effect with the damage beside it.
func (o outcomes) add(e effect, d dist.Dist) outcomes {
	p := d.Total()
	d = d.Times(1 / p)
	for i := range o {
		if same(o[i].damage.Dist, d) {
			o[i].effects = append(o[i].effects, struck{effect: e, p: p})
			return o
		}
	}
	return append(o, shape{newBlow(d), []struck{{effect: e, p: p}}})
}

// way returns the one that a move too unlikely to go several ways goes, where those up to it
// need to be owed a share of it.
func (o outcomes) way(mass, needs float64) (s *shape, e effect) {
	for i := range o {
		for k := range o[i].effects {
			o[i].effects[k].owed += mass * o[i].effects[k].p
		}
	}
	var last *struck
	need := mass * needs
	for i := range o {
		s = &o[i]
		for k := range s.effects {
			last = &s.effects[k]
			if need -= last.owed; need <= 0 {
				last.owed -= mass
				return s, last.effect
			}
		}
	}
	last.owed -= mass
	return s, last.effect
}

// effects returns those of the outcomes in a setting.
func (f *field) effects(s setting) (list []struck) {
	for _, o := range f.outcomes(s) {
		list = append(list, o.effects...)
	}
	return list
}

// same reports distributions that differ by rounding alone.
func same(a, b dist.Dist) bool {
	if a.Min != b.Min || len(a.P) != len(b.P) {
		return false
	}
	for i := range a.P {
		if math.Abs(a.P[i]-b.P[i]) > dust {
			return false
		}
	}
	return true
}

// setting is what the outcomes of a move depend on besides the foe itself.
type setting struct {
	helpless, held, casts, robbed bool
	inside                        int8
	wits                          int8 // the Int that is left; 0: it does not matter
	doomed                        bool
	stunned                       bool
}

// course is a move under way.
type course struct {
	effect
	last, both bool // the last attack hit, and also the one before
}

func (c course) then(hits bool) course {
	c.both, c.last = c.last, hits
	return c
}

// outcomes returns the ways that a move of the foe, which stands beside the hero or has
// swallowed it, may go.
func (f *field) outcomes(s setting) outcomes {
	if out, ok := f.known[s]; ok {
		return out
	}
	foe, strikes := f.foeAt(s.helpless)
	sums := map[course]dist.Dist{}
	for _, n := range foe.Numbers() {
		at := map[course]dist.Dist{{}: dist.Exactly(0)}
		for i := range strikes {
			next := map[course]dist.Dist{}
			for _, c := range ordered(at) {
				f.strike(&strikes[i], i, n.Value, s, c, at[c], func(to course, d dist.Dist) { next[to] = next[to].Or(d) })
			}
			at = next
		}
		for _, c := range ordered(at) {
			as := course{effect: c.effect}
			sums[as] = sums[as].Or(at[c].Times(n.P))
		}
	}
	var out outcomes
	for _, c := range ordered(sums) {
		d := sums[c].Trim()
		if d.Total() < dust {
			continue
		}
		out = out.add(c.effect, d)
	}
	f.known[s] = out
	return out
}

// foeAt returns the foe against a hero who can move or not, and its attacks.
func (f *field) foeAt(helpless bool) (hurt.Assault, []hurt.Strike) {
	foe, list := f.q.Foe, &f.attacks[flag(helpless)]
	foe.Helpless, foe.Wounded = helpless, true
	if *list == nil {
		*list = foe.Strikes()
	}
	return foe, *list
}

// ordered returns the courses of a map in one order.
func ordered(m map[course]dist.Dist) []course {
	out := make([]course, 0, len(m))
	for c := range m {
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b course) int {
		return cmp.Or(cmp.Compare(a.freeze, b.freeze), cmp.Compare(a.stun, b.stun), cmp.Compare(a.muddle, b.muddle), cmp.Compare(a.doom, b.doom), cmp.Compare(a.drain, b.drain), cmp.Compare(a.dulls, b.dulls), cmp.Compare(a.inside, b.inside),
			cmp.Compare(a.knocks, b.knocks), cmp.Compare(a.rests, b.rests), cmp.Compare(a.kills, b.kills), cmp.Compare(a.flags(), b.flags()))
	})
	return out
}

func (c course) flags() (n int) {
	for i, b := range [...]bool{c.holds, c.heals, c.robs, c.leaves, c.sends, c.hastes, c.bursts, c.last, c.both} {
		if b {
			n |= 1 << i
		}
	}
	return n
}

// over reports a course after which the foe's other attacks are not made.
func (c course) over() bool {
	return c.kills != "" || c.leaves || c.robs || c.sends || c.bursts || c.knocks > 0
}

// strike takes attack i of a move, with what it did before in course c.
func (f *field) strike(k *hurt.Strike, i, number int, s setting, c course, d dist.Dist, to func(course, dist.Dist)) {
	swallowed := s.inside > 0 || c.inside > 0
	if c.over() || swallowed && k.Type != "ENGL" {
		to(c.then(false), d)
		return
	}
	p := f.lands(k, i, number, s, c)
	if p < 1 {
		to(c.then(false), d.Times(1-p))
	}
	if p == 0 {
		return
	}
	d = d.Times(p)
	switch {
	case k.Type == "ENGL":
		f.engulf(k, s, c, d, to)
	case k.Type == "EXPL":
		f.explode(k, c, d, to)
	case k.Type == "GAZE":
		f.gaze(k, s, c, d, to)
	case k.Type == "HUGS" && k.Kind == "WRAP" || k.Kind == "WRAP":
		f.wrap(k, s, c, d, to)
	default:
		if k.Type == "MAGC" && (k.Kind == "SPEL" || k.Kind == "CLRC") {
			c.rests = max(2, 10-f.q.Foe.MonsterLevel())
			if k.Works < 1 {
				to(c.then(false), d.Times(1-k.Works))
			}
			d = d.Times(k.Works)
		}
		f.ways(k, s, c, d, to)
	}
}

// lands returns the chance that an attack hits, or is made where it needs no roll.
func (f *field) lands(k *hurt.Strike, i, number int, s setting, c course) float64 {
	held := s.held || c.holds
	switch {
	case k.N < 0 && k.Type != "MAGC": // only from afar
		return 0
	case k.Hug || k.Type == "HUGS":
		if held || c.last && c.both && i >= 2 {
			return 1
		}
		return 0
	case k.Type == "ENGL" && (s.inside > 0 || c.inside > 0):
		return 1
	case k.Type == "ENGL" && !s.casts:
		return 0
	case k.Type == "MAGC" && (k.Kind == "SPEL" || k.Kind == "CLRC"):
		if !s.casts || c.rests > 0 || f.q.Foe.MonsterLevel() == 0 {
			return 0
		}
		return 1
	case k.Type == "MAGC":
		return k.Works
	case k.Rolls:
		return hurt.HitsWith(number+k.Plus, i)
	}
	return 1
}

// ways takes a hit through the ways that it may turn out.
func (f *field) ways(k *hurt.Strike, s setting, c course, d dist.Dist, to func(course, dist.Dist)) {
	if k.Deadly > 0 {
		dead := c.then(true)
		dead.kills = "poison"
		if k.Kind != "DRST" && k.Kind != "DRDX" && k.Kind != "DRCO" {
			dead.kills = "the touch of death"
		}
		to(dead, d.Times(k.Deadly))
	}
	for _, w := range k.Ways {
		after := []course{c.then(true)}
		share := []float64{1}
		for _, x := range w.Does {
			if x.P == 0 {
				continue
			}
			for n := range after {
				was, p := after[n], share[n]
				for _, e := range f.befalls(k, s, was, x.What) {
					after, share = append(after, e.course), append(share, p*x.P*e.p)
				}
				share[n] *= 1 - x.P
			}
		}
		damage := d.Plus(w.Damage)
		for n := range after {
			f.knocked(k, after[n].spell(w.Spell), damage.Times(share[n]), to)
		}
	}
}

// turned is a course and its chance.
type turned struct {
	course
	p float64
}

// befalls returns what one thing that an attack does leads to.
func (f *field) befalls(k *hurt.Strike, s setting, c course, what string) []turned {
	q := f.q
	switch what {
	case hurt.Paralysis, hurt.Sleeping:
		switch {
		case s.helpless || c.freeze > 0 || what == hurt.Paralysis && q.FreeAction && k.Type != "MAGC":
		case k.Type == "MAGC" && (q.Foe.Antimagic || q.FreeAction):
			return frozen(c, 1, 1)
		case k.Type == "MAGC":
			return frozen(c, 4+q.Foe.MonsterLevel(), 4+q.Foe.MonsterLevel())
		default:
			return frozen(c, 1, 10)
		}
	case hurt.Draining:
		if !q.DrainProof {
			c.drain++
		}
	case hurt.BrainLoss:
		return f.dulled(c, int(s.wits))
	case hurt.Stoning:
		if !q.StoneProof && !s.doomed && c.doom == none {
			c.doom = stone
		}
	case hurt.Sliming:
		if !s.doomed && c.doom == none {
			c.doom = slime
		}
	case hurt.Illness:
		if !q.SickProof && !s.doomed && c.doom == none {
			c.doom = illness
		}
	case hurt.Sticking:
		c.holds = true
	case hurt.Theft:
		c.leaves = true
		if !s.robbed && !q.Hero.Weapon.None() {
			c.leaves, c.robs = false, true
		}
	case hurt.Teleporting:
		c.sends = true
	case hurt.Stunning:
		c.stun = max(c.stun, 1+int(dist.Dice(max(1, k.N), max(1, k.X)).Mean()))
	}
	return []turned{{c, 1}}
}

// dulled returns a hero whose brain is eaten (eat_brains, then adjattrib): that kills who has no
// Int to lose, and takes some from all others.
func (f *field) dulled(c course, wits int) (out []turned) {
	least, takes := f.q.Rules.BrainLeast, f.q.Rules.BrainTakes
	switch {
	case wits == 0:
		return []turned{{c, 1}}
	case wits-c.dulls <= least:
		c.kills = Brainless
		return []turned{{c, 1}}
	}
	had := c.dulls
	for n := 1; n <= takes; n++ {
		c.dulls = min(had+n, wits-least)
		out = append(out, turned{c, 1 / float64(takes)})
	}
	return out
}

// frozen returns a hero who cannot move for a number of turns, each equally likely.
func frozen(c course, from, to int) (out []turned) {
	for n := from; n <= to; n++ {
		c.freeze = n
		out = append(out, turned{c, 1 / float64(to-from+1)})
	}
	return out
}

// spell returns the course with what a spell does that works on the foe itself.
func (c course) spell(does rules.SpellDoes) course {
	switch does {
	case rules.CureSelf:
		c.heals = true
	case rules.HasteSelf:
		c.hastes = true
	}
	return c
}

// knocked adds a hit that may knock the hero back.
func (f *field) knocked(k *hurt.Strike, c course, d dist.Dist, to func(course, dist.Dist)) {
	p := 0.0
	if f.knocksHero && k.Kind == "PHYS" && slices.Contains([]string{"CLAW", "KICK", "BUTT", "WEAP"}, k.Type) {
		p = 1 / float64(f.q.Rules.KnockOnce)
	}
	if p > 0 {
		far := 1 / float64(f.q.Rules.KnockFar)
		for n, x := range []float64{1 - far, far} {
			e := c
			e.knocks, e.freeze = n+1, max(e.freeze, n+1)
			to(e, d.Times(p*x*3/4))
			e.stun = max(e.stun, n+2)
			to(e, d.Times(p*x/4))
		}
	}
	to(c, d.Times(1-p))
}

// explode takes the blast of a foe that is gone after it.
func (f *field) explode(k *hurt.Strike, c course, d dist.Dist, to func(course, dist.Dist)) {
	c = c.then(true)
	c.bursts = true
	for _, w := range k.Ways {
		to(c, d.Plus(w.Damage))
	}
}

// gaze takes a gaze, which needs no roll.
func (f *field) gaze(k *hurt.Strike, s setting, c course, d dist.Dist, to func(course, dist.Dist)) {
	q, e := f.q, c.then(false)
	const works = 4.0 / 5
	switch {
	case q.Blind:
	case k.Kind == "STON" && q.Reflects:
		e.bursts = true
	case k.Kind == "STON" && !q.StoneProof:
		e.kills = "its gaze"
	case k.Kind == "FIRE" && !q.Foe.Fire:
		to(e, d.Times(1-works))
		to(e, d.Plus(dist.Dice(2, 6)).Times(works))
		return
	case (k.Kind == "CONF" || k.Kind == "STUN") && s.casts:
		to(e, d.Times(1-works))
		e.rests = 10
		if k.Kind == "CONF" {
			e.muddle = 8 // the mean of 3d4
		} else {
			e.stun = 7 // of 2d6
		}
		d = d.Times(works)
	case k.Kind == "BLND":
		e.stun = 2
	}
	to(e, d)
}

// wrap takes a hit of what coils around the hero: held, it squeezes or, in water,
// drowns.
func (f *field) wrap(k *hurt.Strike, s setting, c course, d dist.Dist, to func(course, dist.Dist)) {
	e := c.then(true)
	if !s.held && !c.holds {
		f.ways(k, s, c, d, to)
		return
	}
	if f.q.InWater {
		e.kills = "drowning"
		to(e, d)
		return
	}
	for _, w := range k.Ways {
		if slices.ContainsFunc(w.Does, func(x hurt.Special) bool { return x.What == hurt.Sticking }) {
			to(e, d.Plus(w.Damage.Times(1/w.Damage.Total())))
			return
		}
	}
	to(e, d)
}
