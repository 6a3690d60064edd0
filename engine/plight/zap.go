package plight

import (
	"fmt"
	"slices"

	"delphi/engine/fixture"
	"delphi/engine/monster"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// aimed adds to an escape that zaps one kind of monster how likely a zap does something to it: a
// ray may miss, and the monster may resist.
func (p *planner) aimed(r Remedy, o owned) Remedy {
	at := p.set.Attack()
	i := slices.IndexFunc(at.Wands, func(w *rules.AttackWand) bool { return w.Name == o.name })
	if near := kinds(p.q.Foes); i < 0 || at.Wands[i].Form == rules.Dig || len(near) != 1 {
		return r
	}
	m, n := p.q.Foes[0], rules.NatureOf(p.set.Name)
	q := &spell.WandQuestion{
		Rules: p.set, Wand: at.Wands[i], AC: m.AC, MR: m.MR, Level: m.Level, Resists: monster.Resistances(p.set.Bestiary(), m),
		Engulfed: p.q.inside(), Nature: spell.Nature{Reflects: n.ThrowsBack(m), Fed: n.FedByDeath(m)},
	}
	if q.Check() != nil {
		return r
	}
	a := spell.ZapWand(q)
	works := a.Hit.P
	switch {
	case a.Reflected || a.Heals:
		works = 0
	case a.Damage != nil && works > 0:
		r.That, r.hurts = fmt.Sprintf("it hits, for %.3g on average", *a.Expected/a.Hit.P), true
	case a.Resist != nil:
		works *= 1 - a.Resist.P
	}
	r.P = &works
	if r.That == "" {
		r.That = "it works"
	}
	return r
}

// charged returns a remedy as the charges allow it: without any it takes a wand to be wrested, and
// other things do nothing.
func (p *planner) charged(r Remedy, o owned) (Remedy, bool) {
	if o.item == nil || !o.item.Charges.Known || o.item.Charges.N > 0 {
		return r, true
	}
	if o.item.Class != "wand" || o.item.Charges.N < 0 {
		return Remedy{}, false
	}
	wrested, that := fixture.Wrest(p.fixtures(), 0).P, "a zap wrests its last charge"
	if r.P != nil && *r.P < 1 {
		wrested *= *r.P
		that += " and works"
	}
	r.P, r.Try, r.That = &wrested, true, that
	return r, true
}

// fixtures returns the rules of wresting, of the hero's version or its nearest ancestor's.
func (p *planner) fixtures() *rules.Fixtures {
	return nearest(p.set, func(s *rules.Set) bool { return s.Fixtures() != nil }).Fixtures()
}
