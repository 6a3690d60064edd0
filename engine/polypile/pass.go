package polypile

import "slices"

// pass is one way that the golem can turn out, thought through on its own:
// of which material it is made and which kind it is, and, where types of
// unknown material are kept apart, which of them decided on it. The passes
// exclude each other.
type pass struct {
	material int
	golem    string
	weight   int
	p        float64 // of the kind among those of the material, and of the deciding type being of it
	// decider is the type of unknown material that decides; -1: something of
	// known material does; anyone: something of either.
	decider int

	world []bool // by the order of plan.tracked: which of those types are of the material
}

const anyone = -2

// plan lists the passes, and what they share.
type plan struct {
	pile    *pile
	passes  []pass
	decided float64          // some stack decides
	by      map[look]float64 // what decides is of: the chance
	entries []float64        // each of the entry's stacks decides, on average
	of      []float64        // by material: what decides is of it
	tracked []int            // types whose material each pass settles
}

// rare is the chance below which a state is dropped; what is dropped is summed.
const rare = 1e-17

// rough is that chance where plans are only compared: what is dropped then
// changes no digit that is shown.
const rough = 1e-8

// newPlan works out who decides how often. If there would be more than most
// passes, the types of unknown material are not kept apart: what lies there of
// a type is then of the golem's material with the chance that it would be on
// average over who decides, not for sure where that type does.
func newPlan(pl *pile, most int) *plan {
	l := &plan{pile: pl, by: map[look]float64{}, entries: make([]float64, len(pl.entries)), of: make([]float64, len(pl.materials))}
	var looks []look // in the order of their first stack
	open := 1.0
	for i, e := range pl.entries {
		d := e.kind.shudder * e.kind.decides
		if d == 0 {
			continue
		}
		for range e.count {
			for _, x := range e.kind.own {
				if x.shudder == 0 {
					continue
				}
				if _, ok := l.by[x.look]; !ok {
					looks = append(looks, x.look)
				}
				l.by[x.look] += open * x.shudder * e.kind.decides
			}
			l.entries[i] += open * d / float64(e.count)
			open *= 1 - d
		}
	}
	l.decided = 1 - open

	add := func(material, decider int, p float64) {
		golems := pl.game.Rules.GolemsFor(pl.materials[material])
		for _, g := range golems {
			l.passes = append(l.passes, pass{material: material, golem: g.Name, weight: g.Weight, p: p / float64(len(golems)), decider: decider})
		}
	}
	for _, x := range looks {
		if x.typ < 0 {
			l.of[x.material] += l.by[x]
			add(x.material, -1, 1)
			continue
		}
		for m, share := range pl.types[x.typ].share {
			if share > 0 {
				l.of[m] += l.by[x] * share
				add(m, x.typ, share)
			}
		}
	}
	if len(l.passes) > most {
		l.passes = nil
		for m, p := range l.of {
			if p > 0 {
				add(m, anyone, 1)
			}
		}
	}
	return l
}

// settle splits each pass by the materials of the types: stacks of one type
// share a material, so whether they are the golem's is one question, not one
// for each.
func (l *plan) settle(types []int) {
	l.tracked = types
	for i, t := range types {
		var out []pass
		for _, p := range l.passes {
			share := l.share(t, p.material)
			if p.decider == t {
				share = 1
			}
			for _, is := range []bool{true, false} {
				q := p
				q.world = append(slices.Clone(p.world[:i:i]), is)
				if is {
					q.p *= share
				} else {
					q.p *= 1 - share
				}
				if q.p > 0 {
					out = append(out, q)
				}
			}
		}
		l.passes = out
	}
}

// share returns the chance that a type is of a material.
func (l *plan) share(typ, material int) float64 {
	s := l.pile.types[typ].share
	if material >= len(s) {
		return 0
	}
	return s[material]
}

// match returns the chance that something is of the pass's material.
func (l *plan) match(p *pass, x look) float64 {
	if x.typ < 0 {
		if x.material == p.material {
			return 1
		}
		return 0
	}
	if i := slices.Index(l.tracked, x.typ); i >= 0 {
		if p.world[i] {
			return 1
		}
		return 0
	}
	share := l.share(x.typ, p.material)
	switch p.decider {
	case x.typ:
		return 1
	case anyone:
		return share + (1-share)*l.by[x]*share/l.of[p.material]
	}
	return share
}

// counts returns the chance that a decision of such a stack is for the pass's golem.
func (l *plan) counts(p *pass, x look) float64 {
	switch {
	case p.decider == anyone && x.typ >= 0 && slices.Contains(l.tracked, x.typ):
		return l.match(p, x)
	case p.decider == anyone && x.typ >= 0:
		return l.share(x.typ, p.material)
	case p.decider == x.typ && x.typ >= 0,
		p.decider < 0 && x.typ < 0 && x.material == p.material:
		return 1
	}
	return 0
}
