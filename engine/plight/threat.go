package plight

import (
	"slices"

	"delphi/engine/dump"
	"delphi/engine/effect"
	"delphi/engine/hurt"
	"delphi/engine/rules"
)

// Threat is how likely the monsters near kill the hero if nothing is done.
type Threat struct {
	Monsters []string `json:"monsters"`
	HP       int      `json:"hp,omitempty"` // the hero's; 0: they are not known, and so no chance is
	// Turn and Two are the chances that the hero is dead after one turn and after two.
	Turn float64 `json:"death_in_a_turn"`
	Two  float64 `json:"death_in_two_turns"`
	// Special is what a move of one of them starts that kills without taking hit points.
	Special []hurt.Special `json:"special,omitempty"`
	Notes   []string       `json:"-"`              // what the chances take for granted
	Ways    []Remedy       `json:"ways,omitempty"` // out, where hit points are not low: nothing mends what is not wrong yet
}

// threat returns what the monsters near may do next; nil if none is, or too little is known of
// the hero.
func (p *planner) threat() *Threat {
	h := p.q.Hero
	if h.HP.Known && h.HP.N <= 0 || h.Died != nil {
		return nil
	}
	out := &Threat{HP: h.HP.N}
	var all []attacker
	for _, k := range kinds(p.q.Foes) {
		q := assault(h, k.monster)
		if q == nil {
			return nil
		}
		q.HP = h.HP.N
		q.Held = p.q.Grip != NoGrip && k.monster == p.q.holder()
		q.Water = q.Held && k.monster.Symbol == ";"
		all = append(all, attacker{q, k.count})
		out.Monsters = append(out.Monsters, k.monster.Name)
		does := q.Hits()
		for _, note := range does.Notes {
			out.Notes = append(out.Notes, k.monster.Name+": "+note)
		}
		for _, s := range does.Special {
			if deadly(k.monster, s.What) {
				out.Special = append(out.Special, s)
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	if h.HP.Known {
		out.Turn, out.Two = possible(dead(all, h.HP.N, 1)), possible(dead(all, h.HP.N, 2))
	}
	if !p.has(LowHP) {
		out.Ways = p.ways()
	}
	return out
}

// possible returns a chance, or 0 for what only the rounding of sums leaves of it.
func possible(p float64) float64 {
	if p < 1e-12 {
		return 0
	}
	return p
}

// deadly reports whether what an attack does is the beginning of a death: to be held is one
// where that drowns.
func deadly(m *rules.Monster, what string) bool {
	return what == hurt.Stoning || what == hurt.Sliming || what == hurt.Sticking && m.Symbol == ";"
}

// attacker is a monster beside the hero, or several alike.
type attacker struct {
	*hurt.Assault
	count int
}

// within returns the chance that they have killed a hero of some hit points within a number of
// turns.
func (b attacker) within(hp, turns int) float64 {
	q := *b.Assault
	q.HP = hp
	return q.Dead(min(q.Follows(), b.count*turns))
}

// mostAdded is up to how many hit points the damage of two kinds is added up.
const mostAdded = 250

// dead returns the chance that all of them together have killed the hero. What each takes is
// read off its chances to kill a hero of fewer hit points. Beyond two kinds or very many hit
// points it is the chance that one of them does it alone, which is a little less.
func dead(list []attacker, hp, turns int) float64 {
	switch {
	case len(list) == 1:
		return list[0].within(hp, turns)
	case len(list) > 2 || hp > mostAdded:
		alive := 1.0
		for _, x := range list {
			alive *= 1 - x.within(hp, turns)
		}
		return 1 - alive
	}
	first, alive := list[0], 0.0
	for lost := range hp {
		exactly := -first.within(lost+1, turns)
		if lost == 0 {
			exactly++
		} else {
			exactly += first.within(lost, turns)
		}
		if exactly > 0 {
			alive += exactly * (1 - dead(list[1:], hp-lost, turns))
		}
	}
	return max(0, 1-alive)
}

// lowHP is the trouble whose remedies give hit points back.
var lowHP = Trouble{Name: LowHP, Ailment: "low hp"}

// ways lists what gets the hero out of the reach of what attacks, or gives hit points back.
func (p *planner) ways() []Remedy {
	out := p.merged(p.escapes())
	rank(out, lowHP)
	a := p.ailment(lowHP.Ailment)
	for _, c := range effect.Cures(p.set, a) {
		for _, o := range p.kit {
			if !o.uses(p.set, c) {
				continue
			}
			r, ok := p.remedy(lowHP, c, o)
			switch {
			case !ok || r.Heals == nil:
				continue
			case o.spell == nil:
				r.P = nil // how much is enough nobody knows
			case r.P != nil:
				r.That = "it works"
			}
			out = append(out, r)
		}
	}
	return slices.CompactFunc(out, func(a, b Remedy) bool { return a.Do == b.Do })
}

// Assumed returns the hero with an armour class, where the page shows none and monsters are
// near: that of somebody who wears nothing.
func Assumed(h *dump.Hero) (out *dump.Hero, assumed bool) {
	if h.AC.Known {
		return h, false
	}
	bare := *h
	bare.AC = dump.Is(10)
	return &bare, true
}
