package hurt

import (
	"maps"
	"slices"

	"delphi/engine/dist"
	"delphi/engine/rules"
)

// Strike is one attack of a monster's move with its effect on the hero.
type Strike struct {
	Type, Kind string // "BITE", "DRST"
	N, X       int    // its dice
	Rolls      bool   // it needs a to-hit roll
	Plus       int    // what its weapon adds to hit
	Hug        bool   // it hits if the two before it did
	Works      float64
	Ways       []Way   // of a hit; their chances and Deadly sum to 1
	Deadly     float64 // the chance that a hit kills at once
}

// Way is one possible result of a hit.
type Way struct {
	Damage dist.Dist       // its chances sum to that of the way
	Does   []Special       // each with its chance, given the way
	Spell  rules.SpellDoes // of a spell: which
}

// Strikes returns the attacks of a move, without passive attacks.
func (q *Assault) Strikes() []Strike {
	var out []Strike
	for _, b := range q.blows() {
		s := Strike{Type: b.Type, Kind: b.MonsterAttack.Damage, N: b.n, X: b.x, Rolls: b.roll, Plus: b.plus(), Hug: b.hug, Works: 1, Deadly: b.death}
		for _, o := range b.in(0) {
			s.Ways = append(s.Ways, Way{Damage: o.damage, Does: o.special})
		}
		if book := q.book(&b); book != nil && q.level() > 0 {
			s.Works = q.works()
			s.Ways, s.Deadly = q.spellWays(book)
		} else if b.Type == "MAGC" {
			s.Works = 1 - b.fails
		}
		out = append(out, s)
	}
	return out
}

// book returns the spells that an attack may cast, nil if it casts none.
func (q *Assault) book(b *blowOf) *rules.MonsterSpells {
	switch {
	case b.Type != "MAGC":
	case b.MonsterAttack.Damage == "SPEL":
		return &q.Rules.Mage
	case b.MonsterAttack.Damage == "CLRC":
		return &q.Rules.Cleric
	}
	return nil
}

// spellWays returns the possible spells of a successful cast, and the chance that it
// kills at once.
func (q *Assault) spellWays(book *rules.MonsterSpells) (ways []Way, deadly float64) {
	full := dist.Dice(q.level()/2+1, 6)
	if q.Antimagic {
		full = full.Map(func(v int) int { return (v + 1) / 2 })
	}
	list := q.chosen(book)
	for _, does := range slices.Sorted(maps.Keys(list)) {
		var b blowOf
		d := q.takes(&b, does, full, 1)
		ways = append(ways, Way{d.Times(list[does]), b.special, does})
		deadly += list[does] * b.death
	}
	return ways, deadly
}

// Numbers returns the to-hit numbers that a move may have.
func (q *Assault) Numbers() []dist.Value { return q.draws().Map(q.number).Values() }

// HitsWith returns the chance that attack i, from 0, hits with a to-hit number.
func HitsWith(number, i int) float64 { return hit(number, i) }

// MonsterLevel returns the monster's effective level.
func (q *Assault) MonsterLevel() int { return q.level() }
