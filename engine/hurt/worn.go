package hurt

import (
	"slices"

	"delphi/engine/dist"
	"delphi/engine/rules"
)

// Piece is a piece of armour that the hero wears.
type Piece struct {
	Name            string // empty: none
	Cursed, Greased bool
}

// oily reports whether a piece is slippery without grease.
func (p Piece) oily() bool { return p.Name == "oilskin cloak" }

// slips returns the chance that whatever grabs a piece slips off.
func (p Piece) slips() float64 {
	switch {
	case !p.Greased && !p.oily():
		return 0
	case p.Cursed:
		return 2.0 / 3
	}
	return 1
}

// outermost returns the piece in the first of the slots that is not empty.
func (q *Assault) outermost(slots []rules.Slot) Piece {
	for _, s := range slots {
		if p := q.Worn[s]; p.Name != "" {
			return p
		}
	}
	return Piece{}
}

// through returns the chance that an attack gets through the armour that could stop it.
func (q *Assault) through(a *rules.Asking) float64 {
	if a == nil {
		return 1
	}
	switch p := q.outermost(a.Worn); {
	case p.Name == "":
		return 1
	case slices.Contains(a.Gaps, p.Name):
		return 1 - a.GapStops
	}
	return 1 - a.Stops
}

// turnsOut says how a hit turns out, from its damage as it is rolled and as
// armour class leaves it.
func (q *Assault) turnsOut(b *blowOf, raw dist.Dist) {
	slip := 0.0
	if b.asks != nil {
		slip = q.outermost(b.asks.Worn).slips()
	}
	switch {
	case b.asks == nil || b.asks.Slips == 0:
		b.plain = outcomes{{damage: b.damage, special: b.special, ends: b.ends}}
	case b.eats():
		held := q.eaten(b, raw)
		b.plain = held
		if slip > 0 {
			b.slippery = append(held.scaled(1-slip), outcome{damage: b.damage.Times(slip), wears: true})
		}
	default:
		tries, loose := b.asks.Slips, b.damage
		if b.MonsterAttack.Damage == "WRAP" {
			loose = dist.Exactly(0) // it only brushes against the hero
		}
		free := outcome{damage: loose.Times(1 - tries)}
		holds := outcomes{{damage: b.damage.Times(tries), special: b.special}}
		b.plain = append(holds, free)
		if slip > 0 {
			b.slippery = append(holds.scaled(1-slip), free, outcome{damage: dist.Exactly(0).Times(tries * slip), wears: true})
		}
	}
	if b.poison == 0 {
		return
	}
	for i := range b.plain { // what poisons asks for nothing
		b.plain[i].damage = b.plain[i].damage.Plus(q.poisons(b.poison))
	}
}

// eaten returns the outcomes of a tentacle. One that a helmet blocks still does damage.
func (q *Assault) eaten(b *blowOf, raw dist.Dist) outcomes {
	full := raw // as it was rolled
	if q.Rules.BrainTwice {
		full = raw.Plus(b.damage)
	}
	p, rests := q.through(b.asks), q.Rules.BrainRests
	out := outcomes{{damage: full.Times(p * (1 - rests)), special: b.special}}
	if rests > 0 {
		out = append(out, outcome{damage: full.Times(p * rests), special: b.special, rests: true})
	}
	if p < 1 {
		out = append(out, outcome{damage: b.damage.Times(1 - p)})
	}
	return out
}

// Skipped names what attacks do to the things worn that no chance takes into account.
func (q *Assault) Skipped() (what []string) {
	for _, a := range q.Attacks {
		if asks := q.Rules.AsksFor(a.Type, a.Damage); asks != nil && asks.Skips != "" && a.Type != "MAGC" && a.Type != "EXPL" && a.Type != "GAZE" && a.Type != "ENGL" && !slices.Contains(what, asks.Skips) {
			what = append(what, asks.Skips)
		}
	}
	return what
}

// Slips reports whether an attack may slip off what is greased in some slot.
func (q *Assault) Slips(s rules.Slot) bool {
	return slices.ContainsFunc(q.Attacks, func(a rules.MonsterAttack) bool {
		asks := q.Rules.AsksFor(a.Type, a.Damage)
		return a.Type != "ENGL" && asks != nil && asks.Slips > 0 && slices.Contains(asks.Worn, s)
	})
}
