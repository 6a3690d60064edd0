package fight

import "delphi/engine/dist"

// Swing is one blow of a hero's move.
type Swing struct {
	Damage dist.Dist // of hits that do not kill at once; the chances sum to theirs
	Kills  float64   // the chance of a hit that kills at once
}

// Hits returns the chance that it hits.
func (s *Swing) Hits() float64 { return s.Damage.Total() + s.Kills }

// Onset is one way in which a hero's move may go: a series of blows, each of which is tried
// if the target has survived the one before.
type Onset struct {
	P      float64
	Swings []Swing
}

// Onsets returns the ways in which a hero's move may go. Inside an engulfer every blow
// hits.
func (q *Question) Onsets(inside bool) []Onset {
	first := q.melee(&q.Weapon, false)
	second := q.second()
	single := Onset{P: 1, Swings: []Swing{q.landed(first, inside, func(die int) Blow { return q.blow(&q.Weapon, false, die) })}}
	switch {
	case second == nil:
		return []Onset{single}
	case second.same:
		both := q.landed(first, inside, func(die int) Blow {
			a, b := q.blow(&q.Weapon, false, die), q.blow(&q.Second, true, die)
			return Blow{a.Plus(b.Dist), a.Kills + a.Total()*b.Kills}
		})
		return []Onset{{1, []Swing{both}}}
	}
	lead := *q
	if !q.TwoWeapon { // Strength counts less for each punch of two
		lead.Punch = 1
	}
	double := Onset{P: second.chance, Swings: []Swing{
		lead.landed(first, inside, func(die int) Blow { return lead.blow(&q.Weapon, false, die) }),
		second.q.landed(second.roll, inside, func(die int) Blow { return second.q.blow(second.w, true, die) }),
	}}
	if single.P = 1 - second.chance; single.P <= 0 {
		return []Onset{double}
	}
	return []Onset{single, double}
}

// landed sums blow over the rolls of the d20 that hit.
func (q *Question) landed(r *roll, always bool, blow func(die int) Blow) (s Swing) {
	number := r.dist()
	for die := 1; die <= 20; die++ {
		p := number.AtLeast(die+1) / 20
		if always {
			p = 1.0 / 20
		}
		if p == 0 {
			break
		}
		b := blow(die)
		s.Damage = s.Damage.Or(b.Times(p))
		s.Kills += b.Kills * p
	}
	return s
}

// HitPoints returns the distribution of hit points for the target's kind and level.
func (q *Question) HitPoints() dist.Dist { return q.hitPoints() }

// Drains reports whether the weapon's hits drain levels from the target.
func (q *Question) Drains() bool { return q.drains(&q.Weapon) || q.TwoWeapon && q.drains(&q.Second) }
