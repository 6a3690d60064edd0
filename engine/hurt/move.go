package hurt

import (
	"slices"

	"delphi/engine/dist"
	"delphi/engine/rules"
)

// outcome is one possible result of a hit.
type outcome struct {
	damage  dist.Dist // its chances sum to that of the outcome
	special []Special
	wears   bool // off slippery clothing: grease may wear off
	rests   bool // the other tentacles hold back
	ends    bool // nothing follows in this move
}

// outcomes lists the possible results of a hit. What their chances lack to 1 is the
// chance of instant death.
type outcomes []outcome

// scaled returns outcomes with their chances multiplied by a share.
func (o outcomes) scaled(p float64) outcomes {
	out := make(outcomes, len(o))
	for i := range o {
		out[i] = o[i]
		out[i].damage = o[i].damage.Times(p)
	}
	return out
}

// dist returns the damage of all outcomes.
func (o outcomes) dist() (d dist.Dist) {
	for i := range o {
		d = d.Or(o[i].damage)
	}
	return d
}

// specials returns what a hit does besides damage, each with its chance.
func (o outcomes) specials() (list []Special) {
	all := o.dist().Total()
	for i := range o {
		for _, s := range o[i].special {
			if all > 0 {
				s.P *= o[i].damage.Total() / all
			}
			if at := slices.IndexFunc(list, func(x Special) bool { return x.What == s.What }); at >= 0 {
				list[at].P += s.P
			} else {
				list = append(list, s)
			}
		}
	}
	return list
}

// standing is the state within a move, as bits: whether the last attack and the one
// before it hit, whether the grease on the helmet and on the outermost piece is gone,
// whether tentacles are out for the move, whether the hero is engulfed, and whether the
// move is over.
type standing uint8

const (
	lastHit    standing = 1 << iota
	twoHit              // with lastHit: both
	helmetDry           // the grease is gone
	outsideDry          // the grease is gone
	resting
	engulfed
	over
	standings = iota
)

// then returns the state after an attack that hits or misses.
func (s standing) then(hits bool) standing {
	out := s &^ (lastHit | twoHit)
	if s&lastHit != 0 {
		out |= twoHit
	}
	if hits {
		out |= lastHit
	}
	return out
}

// byStanding holds the chance of each state.
type byStanding [1 << standings]float64

func (b *byStanding) total() (sum float64) {
	for _, x := range b {
		sum += x
	}
	return sum
}

// moved is the result of a move.
type moved struct {
	total   dist.Dist // damage; its chances sum to that of nothing killing at once
	hits    []float64 // the chance that each attack hits
	means   []float64 // the mean damage of each, where it does not kill, times that
	special map[string]float64
}

// walk is a move in progress.
type walk struct {
	mass    byStanding                // as if nothing killed
	damage  [1 << standings]dist.Dist // where nothing has killed
	without map[string]byStanding     // mass where an effect has not happened
}

// play makes the attacks of a move at a to-hit number.
func (q *Assault) play(blows []blowOf, number int) moved {
	out := moved{hits: make([]float64, len(blows)), means: make([]float64, len(blows)), special: map[string]float64{}}
	w := walk{without: map[string]byStanding{}}
	w.mass[0], w.damage[0] = 1, dist.Exactly(0)
	for i := range blows {
		for _, o := range blows[i].all() {
			for _, s := range o.special {
				w.without[s.What] = w.mass // all that there is before the first attack
			}
		}
	}
	casts := 1.0 // the chance that nothing keeps it from casting
	for i := range blows {
		b := &blows[i]
		p := 1.0
		switch {
		case b.roll:
			p = hit(number+b.plus(), i)
		case b.Type == "MAGC":
			p = casts
		}
		w.attack(q, b, p, &out.hits[i], &out.means[i])
		if b.MonsterAttack.Damage == "CONF" {
			casts *= 1 - out.hits[i]/4
		}
	}
	for _, d := range w.damage {
		out.total = out.total.Or(d)
	}
	for what, b := range w.without {
		if p := 1 - b.total(); p > 1e-12 { // a difference of sums
			out.special[what] = p
		}
	}
	return out
}

// attack makes one attack that hits with the chance p, and adds its chance to hit and its
// mean damage to the totals.
func (w *walk) attack(q *Assault, b *blowOf, p float64, hits, mean *float64) {
	next := walk{without: map[string]byStanding{}}
	for s := range standing(len(w.mass)) {
		if w.mass[s] == 0 {
			continue
		}
		does := b.hitsIn(s, p)
		*hits += w.mass[s] * does
		next.mass[s.then(false)] += w.mass[s] * (1 - does)
		next.damage[s.then(false)] = next.damage[s.then(false)].Or(w.damage[s].Times(1 - does))
		for _, o := range b.in(s) {
			share := does * b.share(&o)
			if b.death < 1 {
				*mean += w.mass[s] * does * o.damage.Sum() / (1 - b.death)
			}
			damage := w.damage[s].Plus(o.damage).Times(does)
			for to, x := range q.after(b, &o, s) {
				next.mass[to] += w.mass[s] * share * x
				next.damage[to] = next.damage[to].Or(damage.Times(x))
			}
		}
	}
	for what, without := range w.without {
		next.without[what] = q.avoids(b, p, what, &without)
	}
	*w = next
}

// avoids returns the chance, by standing, that an effect has not happened after an
// attack, by that before it.
func (q *Assault) avoids(b *blowOf, p float64, what string, before *byStanding) (after byStanding) {
	for s := range standing(len(before)) {
		if before[s] == 0 {
			continue
		}
		does := b.hitsIn(s, p)
		after[s.then(false)] += before[s] * (1 - does)
		for _, o := range b.in(s) {
			share := does * b.share(&o)
			if i := slices.IndexFunc(o.special, func(x Special) bool { return x.What == what }); i >= 0 {
				share *= 1 - o.special[i].P
			}
			for to, x := range q.after(b, &o, s) {
				after[to] += before[s] * share * x
			}
		}
	}
	return after
}

// hitsIn returns the chance that an attack is tried and hits, if it hits with the chance
// p once it is tried.
func (b *blowOf) hitsIn(s standing, p float64) float64 {
	switch {
	case s&over != 0:
		return 0
	case b.hug && s&(lastHit|twoHit) == lastHit|twoHit:
		return 1
	case b.Type == "ENGL" && s&engulfed != 0:
		return 1
	case b.hug, s&resting != 0 && b.eats():
		return 0
	}
	return p
}

// share returns the fraction of hits with one outcome, leaving out instant deaths.
func (b *blowOf) share(o *outcome) float64 {
	if b.death == 1 {
		return 1
	}
	return o.damage.Total() / (1 - b.death)
}

// in returns the ways that a hit turns out.
func (b *blowOf) in(s standing) outcomes {
	if b.slippery != nil && s&b.dry() == 0 {
		return b.slippery
	}
	return b.plain
}

// all returns the ways that a hit may turn out at some time.
func (b *blowOf) all() outcomes { return slices.Concat(b.plain, b.slippery) }

// dry returns the bit for the grease that it slips off being gone.
func (b *blowOf) dry() standing {
	if b.asks.Worn[0] == rules.Helmet {
		return helmetDry
	}
	return outsideDry
}

// eats reports whether the attack is a brain-eating tentacle.
func (b *blowOf) eats() bool { return b.MonsterAttack.Damage == "DRIN" }

// after returns the states after a hit with their chances. Every second slip wears the
// grease off.
func (q *Assault) after(b *blowOf, o *outcome, s standing) map[standing]float64 {
	to := s.then(true)
	if o.rests {
		to |= resting
	}
	if o.ends {
		to |= over
	}
	if b.Type == "ENGL" {
		to |= engulfed
	}
	if !o.wears || q.outermost(b.asks.Worn).oily() {
		return map[standing]float64{to: 1}
	}
	return map[standing]float64{to: 0.5, to | b.dry(): 0.5}
}
