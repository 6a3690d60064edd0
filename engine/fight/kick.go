package fight

import (
	"cmp"

	"delphi/engine/dist"
	"delphi/engine/odds"
)

// Feet describes what a hero kicks with.
type Feet struct {
	Own       bool // no form that kicks
	Con       int  // 0: 11
	Boots     bool // any
	Kicking   bool // kicking boots
	Enchant   int  // of the boots
	Blessed   bool // the boots
	BulkySuit bool
}

// kicks holds the ways that a kick of the hero's own feet may go, which needs no roll:
// it may come to nothing under a load, be clumsy, and be blocked or dodged
// (kick_monster).
type kicks struct {
	of           int // the ways
	sure, clumsy int // those that are as meant, and those that are clumsy
	// evaded is how many of 12 of the sure ones are blocked or dodged, dodged how many
	// of the clumsy ones.
	evaded, dodged   int
	potential, least int // the most that a sure and a clumsy one do of themselves
}

// martialKick reports whether the hero kicks as a martial artist does.
func (q *Question) martialKick() bool { return q.martial() || q.Feet.Kicking }

func (q *Question) kicks() kicks {
	const ways = 100
	k := kicks{of: ways, sure: ways, potential: q.potential(false), least: q.potential(true)}
	switch {
	case q.Load > 0: // half of them do nothing, the rest are clumsy
		k.sure, k.clumsy = 0, ways/2
		if q.martialKick() {
			k.sure = ways / 2 / q.Rules.KickSaved
		}
	case q.Fumbling:
		k.sure, k.clumsy = 0, ways
	case q.Feet.BulkySuit:
		k.clumsy = ways / 25 * max(0, 25-q.Dex)
		k.sure = ways - k.clumsy
	}
	m := q.Monster
	if m.Is("THICK_HIDE") || m.Is("NOEYES") || m.Symbol == ";" || q.Asleep || q.Helpless || q.Stunned || m.Speed < 12 {
		return k
	}
	if k.dodged = 4; !q.Target.Large() {
		k.evaded = 3
	}
	return k
}

// potential returns the maximum damage of a kick before bonuses (kickdmg).
func (q *Question) potential(clumsy bool) int {
	n := (kickStrength(q.Str) + q.Dex + cmp.Or(q.Feet.Con, 11)) / 15
	if q.Feet.Kicking {
		n += 5
	}
	if clumsy {
		n /= 2
	}
	if q.Monster.Is("THICK_HIDE") || q.Monster.Name == "shade" {
		return 0
	}
	return n
}

// kickStrength converts Strength to the scale of the other attributes, on which 18/50 is
// 20.
func kickStrength(str int) int {
	switch {
	case str <= 18:
		return str
	case str <= 121:
		return 19 + str/50
	}
	return min(str, 125) - 100
}

// KickStrength returns the hero's kickStrength.
func (q *Question) KickStrength() int { return kickStrength(q.Str) }

// reaches returns the chance that a kick is neither spoiled nor evaded.
func (k *kicks) reaches() odds.Fraction {
	return odds.Of(int64(k.sure*(12-k.evaded)+k.clumsy*(12-k.dodged)), int64(12*k.of))
}

// kicked returns the damage of a kick that reaches the target.
func (q *Question) kicked(k *kicks) dist.Dist {
	holy := q.Feet.Blessed && (q.Monster.Is("UNDEAD") || q.Monster.Is("DEMON"))
	one := func(most int) dist.Dist {
		if q.Monster.Name == "shade" && !holy {
			return dist.Exactly(0)
		}
		d := dist.Exactly(0)
		if most > 0 {
			if d = dist.Die(most); q.martialKick() {
				d = d.Plus(dist.Die(q.Dex/2 + 1).Add(-1))
			}
		}
		if holy {
			d = d.Plus(dist.Die(4))
		}
		return d.Map(func(v int) int { return max(0, v+q.Feet.Enchant+q.Harder) })
	}
	sure, clumsy := k.sure*(12-k.evaded), k.clumsy*(12-k.dodged)
	all := float64(max(1, sure+clumsy))
	return one(k.potential).Times(float64(sure) / all).Or(one(k.least).Times(float64(clumsy) / all)).Trim()
}

// kick answers a question about kicks with the hero's own feet.
func (q *Question) kick() Answer {
	k := q.kicks()
	d := q.kicked(&k)
	a := Answer{
		Monster: q.Monster.Name, AC: q.Target.AC, Fraction: k.reaches(), Damage: DamageOf(Blow{Dist: d}), Return: q.Returns(),
		Steps: []Step{}, Cites: []string{"kicks"},
	}
	turn := d.Times(a.P).Or(dist.Exactly(0).Times(1 - a.P))
	a.PerTurn.Mean = turn.Sum()
	q.killing(&a, wounded(turn, turn))
	if q.Load == 0 {
		a.Notes = append(a.Notes, "you carry less than 70% of what you can")
	}
	if k.dodged > 0 {
		a.Notes = append(a.Notes, "there is room to dodge")
	}
	if a.Return != nil {
		a.Cites = append(a.Cites, "passive attacks")
	}
	return a
}

// KickMost returns the maximum damage of a kick before bonuses, clumsy or not.
func (q *Question) KickMost(clumsy bool) int { return q.potential(clumsy) }
