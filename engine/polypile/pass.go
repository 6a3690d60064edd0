package polypile

import "slices"

// pass is one way that the golem can turn out, thought through on its own:
// it is made of one material, is one kind with its weight, and was decided on
// by a stack that is of that material for sure, or by one whose type is
// taken to be. The passes exclude each other.
type pass struct {
	material int
	golem    string
	weight   int
	p        float64 // of the kind among those of the material, and of the type being of it
	deciders decider

	world []bool // by the order of pile.tracked: which of those types are of the material
}

// decider tells whose decision counts in a pass.
type decider struct {
	typ   int    // a type of unknown material; -1: not one
	class string // any type of unknown material of the class; "": not so
}

// plan lists the passes, and what they share.
type plan struct {
	pile    *pile
	passes  []pass
	decided float64          // some stack decides
	by      map[look]float64 // what decides is of: the chance
	entries []float64        // each of the entry's stacks decides, on average
	tracked []int            // types whose material each pass settles
}

// byClass is the chance that a type decides, of all of its class.
func (l *plan) byClass(typ int) float64 {
	sum := 0.0
	for t := range l.pile.types {
		if l.pile.types[t].object.Class == l.pile.types[typ].object.Class {
			sum += l.by[look{-1, t}]
		}
	}
	if sum == 0 {
		return 0
	}
	return l.by[look{-1, typ}] / sum
}

// rare is the chance below which a state is dropped; what is dropped is summed.
const rare = 1e-17

// newPlan works out who decides how often. If there would be more than most
// passes, the types of a class of unknown material are taken together: what
// lies there of the deciding type is then of the golem's material by its
// share of the decisions, not for sure.
func newPlan(pl *pile, most int) *plan {
	l := &plan{pile: pl, by: map[look]float64{}, entries: make([]float64, len(pl.entries))}
	var looks []look // in the order of their first stack
	open := 1.0
	for i, e := range pl.entries {
		d := e.kind.shudder * e.kind.decides
		if d == 0 {
			continue
		}
		if _, ok := l.by[e.kind.look]; !ok {
			looks = append(looks, e.kind.look)
		}
		for range e.count {
			l.by[e.kind.look] += open * d
			l.entries[i] += open * d / float64(e.count)
			open *= 1 - d
		}
	}
	l.decided = 1 - open

	var who []decider
	share := map[decider][]float64{}
	ways := 0
	for _, x := range looks {
		d := decider{typ: x.typ}
		switch {
		case x.typ >= 0:
			share[d] = pl.types[x.typ].share
		case share[d] == nil:
			share[d] = make([]float64, len(pl.materials))
			fallthrough
		default:
			share[d][x.material] = 1
		}
		if !slices.Contains(who, d) {
			who = append(who, d)
		}
	}
	for _, d := range who {
		if d.typ < 0 {
			continue
		}
		for m, x := range share[d] {
			if x > 0 {
				ways += len(pl.game.p.GolemsFor(pl.materials[m]))
			}
		}
	}
	if ways > most {
		var merged []decider
		for _, d := range who {
			if d.typ >= 0 {
				t := pl.types[d.typ]
				d = decider{typ: -1, class: t.object.Class}
				share[d] = t.share
			}
			if !slices.Contains(merged, d) {
				merged = append(merged, d)
			}
		}
		who = merged
	}
	for _, d := range who {
		for m, x := range share[d] {
			if x == 0 {
				continue
			}
			golems := pl.game.p.GolemsFor(pl.materials[m])
			for _, g := range golems {
				l.passes = append(l.passes, pass{material: m, golem: g.Name, weight: g.Weight, p: x / float64(len(golems)), deciders: d})
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
			if p.deciders.typ == t {
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

// share is the chance that a type is of a material.
func (l *plan) share(typ, material int) float64 {
	s := l.pile.types[typ].share
	if material >= len(s) {
		return 0
	}
	return s[material]
}

// match is the chance that something is of the pass's material.
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
	switch {
	case p.deciders.typ == x.typ:
		return 1
	case p.deciders.class != "" && l.pile.types[x.typ].object.Class == p.deciders.class:
		return share + (1-share)*l.byClass(x.typ)
	}
	return share
}

// counts reports whether a decision of such a stack is the pass's.
func (l *plan) counts(p *pass, x look) bool {
	switch {
	case x.typ < 0:
		return p.deciders.typ < 0 && p.deciders.class == "" && x.material == p.material
	case p.deciders.class != "":
		return l.pile.types[x.typ].object.Class == p.deciders.class
	}
	return p.deciders.typ == x.typ
}
