package duel

import (
	"strconv"
	"strings"

	"delphi/engine/dist"
	"delphi/engine/rules"
)

// dice returns those of a passive attack; without a number of dice it is one more
// than the foe's level.
func (f *field) dice(a *rules.MonsterAttack) dist.Dist {
	n, x, _ := strings.Cut(a.Dice, "d")
	count, _ := strconv.Atoi(n)
	sides, _ := strconv.Atoi(x)
	switch {
	case sides == 0:
		return dist.Exactly(0)
	case count == 0:
		count = f.q.Foe.MonsterLevel() + 1
	}
	return dist.Dice(count, sides)
}

// answered has a foe alive answer a blow, and goes on with on where the hero can.
func (f *field) answered(p phase, c *cloud, hit bool, on func(phase, *cloud)) {
	if c.mass() == 0 {
		return
	}
	q, a := f.q, f.q.passive()
	if a == nil {
		on(p, c)
		return
	}
	switch a.Damage {
	case "ACID":
		if hit && !q.AcidProof {
			f.burnt(p, c, f.splash, "its acid", on)
		} else {
			on(p, c)
		}
		return
	case "STON":
		if hit && f.bareHit(p) {
			f.lose(c.mass(), "touching it")
			return
		}
		on(p, c)
		return
	case "MAGM":
		if !q.Foe.Antimagic {
			f.burnt(p, c, f.answer, "magic missiles", on)
			return
		}
	}
	if once := float64(q.Rules.PassiveOnce) / float64(q.Rules.PassiveOf); q.works(a) {
		does, rest := f.parted(&f.debts.answers, c, once)
		if rest.mass() > 0 {
			on(p, rest)
		}
		if does.mass() > 0 {
			f.passive(a, p, does, on)
		}
		return
	}
	on(p, c)
}

// works reports a passive attack that does something to this hero.
func (q *Question) works(a *rules.MonsterAttack) bool {
	switch a.Damage {
	case "FIRE":
		return !q.Foe.Fire
	case "COLD":
		return !q.Foe.Cold
	case "ELEC":
		return !q.Foe.Shock
	case "PLYS":
		return !q.FreeAction && !(q.Foe.Name == gazer && (q.Reflects || q.Blind))
	case "STUN":
		return true
	}
	return false
}

// Freezes reports a foe whose answer to blows keeps this hero from moving, or stuns it.
func (q *Question) Freezes() bool {
	a := q.passive()
	return a != nil && (a.Damage == "PLYS" || a.Damage == "STUN") && q.works(a)
}

// gazer is what paralyses whoever sees it.
const gazer = "floating eye"

// warmths is how many ranges of damage are told apart by what the foe gains from them.
const warmths = 8

// chills is a range of the damage of cold, and what the foe gains from it.
type chills struct {
	*blow
	gain *cure
}

// readyAnswers makes the dice of a passive attack ready for what it may do.
func (f *field) readyAnswers() {
	d := f.answers
	f.answer = newBlow(d)
	f.splash = newBlow(d.Times(0.5).Or(dist.Exactly(0).Times(0.5)))
	wide := (len(d.P) + warmths - 1) / warmths
	for n := 0; n*wide < len(d.P); n++ {
		some := dist.Dist{Min: d.Min + n*wide, P: d.P[n*wide : min(len(d.P), (n+1)*wide)]}
		f.chills = append(f.chills, chills{newBlow(some), &cure{some.Times(1 / some.Total()).Map(func(v int) int { return v / 2 }), f.q.FoeHP}})
	}
}

// passive applies the passive attack of a living foe.
func (f *field) passive(a *rules.MonsterAttack, p phase, c *cloud, on func(phase, *cloud)) {
	switch a.Damage {
	case "FIRE":
		f.burnt(p, c, f.answer, "its fire", on)
	case "ELEC":
		f.burnt(p, c, f.answer, "its shocks", on)
	case "COLD": // it grows with the heat
		for n, x := range f.chills {
			on(p, f.burns(c, x.blow, "its cold").grows(x.gain, n))
		}
	case "STUN":
		for _, v := range f.answers.Values() {
			e := p
			e.steady = max(e.steady, f.later(v.Value))
			f.put(e, c.times(v.P))
		}
	case "PLYS":
		d := f.answers
		if f.q.Foe.Name == gazer {
			d = f.gazes()
		}
		f.sleeps(p, c, d)
	}
}

// gazes returns how long a floating eye's gaze paralyses.
func (f *field) gazes() dist.Dist {
	r, d := f.q.Rules, f.answers
	if f.q.Wis > r.GazeWis {
		return d
	}
	long := 1 / float64(r.GazeLong)
	return d.Times(1 - long).Or(dist.Exactly(r.LongestGaze).Times(long))
}

// A paralysis longer than long is tracked in steps of several turns, whose mean is
// right.
const long, steps = 24, 8

// sleeps paralyses the hero for a number of turns.
func (f *field) sleeps(p phase, c *cloud, turns dist.Dist) {
	last := f.q.Turns + 1
	if f.lumps(c) {
		n := turns.Min + f.way(&f.debts.sleeps, c, len(turns.P), func(i int) float64 { return turns.P[i] })
		p.wakes = int16(min(f.turn+n, last))
		f.put(p, c)
		return
	}
	wakes := make([]float64, last+steps+1)
	for i, x := range turns.P {
		n := turns.Min + i
		at := min(f.turn+n, last)
		low := at / steps * steps
		if n <= long || at == last {
			wakes[at] += x
			continue
		}
		share := float64(at-low) / steps
		wakes[low] += x * (1 - share)
		wakes[low+steps] += x * share
	}
	for at, x := range wakes {
		if x > 0 {
			e := p
			e.wakes = int16(min(at, last))
			f.put(e, c.times(x))
		}
	}
}

// burnt takes damage from the hero, who goes on if alive.
func (f *field) burnt(p phase, c *cloud, b *blow, cause string, on func(phase, *cloud)) {
	on(p, f.burns(c, b, cause))
}
