package plight

import (
	"slices"
	"strings"

	"delphi/engine/duel"
	"delphi/engine/dump"
	"delphi/engine/hurt"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// Grip is the hold that a monster has on the hero.
type Grip int

const (
	NoGrip  Grip = iota
	Holding      // it has seized the hero
	Inside       // it has swallowed or engulfed the hero
)

// What a grip is called among the troubles. No god frees from it.
const (
	Held     = "held"
	Engulfed = "engulfed"
)

// gripsWith maps a grip to the attacks and damages that make it.
var gripsWith = map[Grip][]string{Inside: {"ENGL"}, Holding: {"WRAP", "STCK", "HUGS"}}

// holder returns the monster near that has got hold of the hero; nil if nothing near can.
func (q *Question) holder() *rules.Monster {
	i := slices.IndexFunc(q.Foes, func(m *rules.Monster) bool {
		return slices.ContainsFunc(m.Attacks, func(a rules.MonsterAttack) bool {
			return slices.Contains(gripsWith[q.Grip], a.Type) || slices.Contains(gripsWith[q.Grip], a.Damage)
		})
	})
	if i < 0 {
		return nil
	}
	return q.Foes[i]
}

// inside reports whether the hero is inside a monster.
func (q *Question) inside() bool { return q.Grip == Inside }

// gripped returns the trouble of being held or engulfed, if the hero is.
func (p *planner) gripped() []Trouble {
	if p.q.Grip == NoGrip {
		return nil
	}
	t, m := Trouble{Name: Held}, p.q.holder()
	if p.q.inside() {
		t.Name = Engulfed
	}
	if m == nil {
		return []Trouble{t}
	}
	t.Shown = m.Name
	attack := assault(p.q.Hero, m)
	switch {
	case attack == nil:
	case p.digests(m):
		set := nearest(p.q.Hero.Set(), func(s *rules.Set) bool { return s.Duel() != nil })
		con := p.q.Hero.Con
		t.Least, t.Turns = duel.Digesting(set.Duel(), attack.MonsterLevel(), attack.AC, con.Or(dump.Is(spell.MinStat)).N, con.Or(dump.Is(18)).N)
	case m.Symbol == ";" && !p.breathes():
		attack.Held, attack.Water = true, true
		for _, s := range attack.Hits().Special {
			if s.What == hurt.Drowning {
				t.Drowns = s.P
			}
		}
	}
	return []Trouble{t}
}

// digests reports whether a monster digests the hero whom it has swallowed.
func (p *planner) digests(m *rules.Monster) bool {
	return p.q.inside() && !p.wearing("ring of slow digestion") && slices.ContainsFunc(m.Attacks, func(a rules.MonsterAttack) bool { return a.Damage == "DGST" })
}

// breathes reports whether the hero needs no air.
func (p *planner) breathes() bool { return p.wearing(breathing) }

// wearing reports whether the hero wears something of that name.
func (p *planner) wearing(name string) bool {
	return slices.ContainsFunc(p.kit, func(o owned) bool { return o.name == name && o.item != nil && o.item.Worn != "" })
}

// whirls reports whether a monster has no wall that could be pierced (mondata.h, is_whirly).
func whirls(m *rules.Monster) bool { return m != nil && (m.Symbol == "v" || m.Name == "air elemental") }

// ruleDig is the rule of zapping a wand of digging to get away.
const ruleDig = "digging an escape"

// stopped maps a grip to the escapes, by their rules, that do not end it: who is held does not
// fall through a hole (dig.c, zap_dig and dighole), and an engulfer takes whom it holds along and
// stands on nothing (teleport.c, rloc_to).
var stopped = map[Grip][]string{
	Holding: {ruleDig},
	Inside:  {ruleDig, "teleporting monsters", "scared by", ruleCamera},
}

// free adds what gets the hero free of what holds them.
func (p *planner) free(out *Helped) {
	out.Remedies = append(out.Remedies, p.escapes()...)
	m := p.q.holder()
	sure := func(do, rule string, o owned) {
		one := 1.0
		if r, ok := p.charged(Remedy{Do: do + " " + o.called(), P: &one, Rule: rule, dear: consumes}, o); ok {
			out.Remedies = append(out.Remedies, r)
		}
	}
	for _, o := range p.kit {
		switch {
		case o.item == nil || o.item.Worn != "":
		case o.name == "wand of digging" && p.q.inside() && !whirls(m):
			sure("zap", ruleDig, o)
		case o.name == "ring of slow digestion" && m != nil && p.digests(m):
			sure("put on", "engulfing", o)
		case o.name == breathing && out.Drowns > 0:
			sure("put on", "monster damage", o)
		}
	}
	switch {
	case out.Drowns > 0:
		out.Else = append(out.Else, "an "+breathing, "killing it")
	case p.q.inside():
		out.Else = append(out.Else, "killing it (from inside every blow hits)")
		if !whirls(m) {
			out.Else = append(out.Else, "a wand of digging")
		}
		if m != nil && p.digests(m) {
			out.Else = append(out.Else, "a ring of slow digestion")
		}
	default:
		out.Else = append(out.Else, "killing it", "pulling free")
	}
	out.Else = append(out.Else, "a scroll of teleportation", "a tooled horn")
	out.Else = slices.DeleteFunc(out.Else, func(e string) bool {
		return slices.ContainsFunc(p.kit, func(o owned) bool { return strings.HasSuffix(e, " "+o.name) })
	})
	rank(out.Remedies, out.Trouble)
}
