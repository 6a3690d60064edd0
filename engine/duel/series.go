package duel

import (
	"slices"

	"delphi/engine/lanes"
)

// survivor is a hero who has won a fight and goes into the next: what still weighs on it, as a
// phase, with chances by hit points.
type survivor struct {
	phase
	hero []float64
	all  float64   // their sum
	ill  []float64 // as in a cloud, times the chance of those ill
}

// carried returns what of a phase outlasts the foe: the hero's state, and not where the foe
// was or what it did. A weapon stolen lies where the thief died.
func (p phase) carried() phase {
	return phase{steady: p.steady, clear: p.clear, due: p.due, doom: p.doom, drained: p.drained, dulled: p.dulled, left: p.left}
}

// survive adds heroes who have won this turn to those who go on.
func (f *field) survive(p phase, c *cloud) {
	p = p.carried()
	list := &f.ended.survivors[max(1, f.turn)]
	at := slices.IndexFunc(*list, func(s survivor) bool { return s.phase == p })
	if at < 0 {
		at = len(*list)
		*list = append(*list, survivor{phase: p, hero: make([]float64, f.q.MaxHP+1)})
	}
	s := &(*list)[at]
	c.heroes(s.hero)
	s.all += c.mass()
	if p.doom == illness {
		if n := len(c.ill); n > len(s.ill) {
			s.ill = slices.Grow(s.ill, n)[:n]
		}
		lanes.Axpy(s.ill, c.ill, c.mass())
	}
}

// arrive has those who won a fight this turn meet the next foe, which moves from the turn after
// the next on, as all foes do.
func (f *field) arrive() {
	if f.q.from == nil {
		return
	}
	for _, s := range f.q.from[f.turn] {
		c := newCloud(f.mem, f.joint, 1, f.q.FoeHP).from(s.hero)
		if c.mass() == 0 {
			continue
		}
		if s.doom == illness {
			c.ill = f.mem.chances(len(s.ill))
			copy(c.ill, s.ill)
			lanes.Scale(c.ill, 1/lanes.Sum(c.ill))
		}
		p := s.phase
		p.gap = 1
		f.passes(p, c, true)
	}
}

// coming returns the chance of those who come to this fight at the end of the turn or later.
func (f *field) coming() (m float64) {
	if f.q.from == nil {
		return 0
	}
	for _, list := range f.q.from[f.turn:] {
		for i := range list {
			m += list[i].all
		}
	}
	return m
}

// Series answers several consecutive fights, each by itself, with the chances from the start, and
// all together. Each is fought from the turn, with the hit points and in the state in which the one
// before has left the hero: the turns at most are those of all of them.
func Series(list []*Question) (all Answer, each []Answer) {
	var from [][]survivor
	came, met := 0.0, 1.0 // the turns before a fight, times its chance, and that
	for i, q := range list {
		q.from, q.goesOn = from, i < len(list)-1
		a, survivors := play(q)
		all = all.Then(a, i == 0)
		won := a.Win.P
		ends := a.Weighed() // the turns to its end, times the chances
		if a.Turns.Mean = 0; met > 0 {
			a.Turns.Mean = (ends - came) / met
		}
		came, met, from = 0, won, survivors
		for t, p := range a.Won {
			came += float64(t) * p
		}
		each = append(each, a)
	}
	all.Turns.Mean = 0
	for i := range each {
		all.Turns.Mean += each[i].Unwon()
	}
	all.Turns.Mean += came
	return all, each
}
