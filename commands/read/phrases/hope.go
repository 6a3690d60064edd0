package phrases

import (
	"encoding/binary"
	"slices"
	"strings"
)

// must is what a line must have for a production: one terminal of each group, and
// phrases of symbols, which are numbered after the groups.
type must struct {
	prod, sym int32
	groups    []int32
}

// require works out what productions must have. What a phrase within itself must have is
// left out.
func (g *Grammar) require() {
	byKey := map[string]int32{}
	known := map[*int32]int32{}     // alternatives that many phrases share
	alone := make([]int32, g.Terms) // by the terminal that is a group by itself: the group, from 1
	group := func(list []int32) int32 {
		if len(list) == 1 {
			id := &alone[list[0]]
			if *id == 0 {
				g.groups = append(g.groups, list)
				*id = int32(len(g.groups))
			}
			return *id - 1
		}
		if id, ok := known[&list[0]]; ok {
			return id
		}
		terms := slices.Compact(slices.Sorted(slices.Values(list)))
		var spelled []byte
		for _, t := range terms {
			spelled = binary.LittleEndian.AppendUint32(spelled, uint32(t))
		}
		key := string(spelled)
		if _, ok := byKey[key]; !ok {
			byKey[key] = int32(len(g.groups))
			g.groups = append(g.groups, terms)
		}
		known[&list[0]] = byKey[key]
		return byKey[key]
	}
	type wanted struct{ groups, syms []int32 }
	all := make([]wanted, len(g.Prods))
	for i := range g.Prods {
		for _, p := range g.Prods[i].Parts {
			switch {
			case p.Opt || p.Kind == TermPart && p.ID == START:
			case p.Kind == LitPart:
				all[i].groups = append(all[i].groups, group(p.Lits))
			case p.Kind == TermPart:
				all[i].groups = append(all[i].groups, group([]int32{p.ID}))
			default:
				all[i].syms = append(all[i].syms, p.ID)
			}
		}
	}
	g.groupsOf = make([][]int32, g.Terms)
	for n, terms := range g.groups {
		for _, t := range terms {
			g.groupsOf[t] = append(g.groupsOf[t], int32(n))
		}
	}
	const (
		begun = 1 + iota
		done
	)
	state := make([]uint8, len(g.names))
	var visit func(sym int32)
	visit = func(sym int32) {
		if state[sym] != 0 {
			return
		}
		state[sym] = begun
		for p := g.spans[sym][0]; p < g.spans[sym][1]; p++ {
			m := must{prod: p, sym: int32(len(g.groups)) + sym, groups: all[p].groups}
			for _, s := range all[p].syms {
				if visit(s); state[s] == done {
					m.groups = append(m.groups, int32(len(g.groups))+s)
				}
			}
			g.musts = append(g.musts, m)
		}
		state[sym] = done
	}
	for sym := range g.names {
		visit(int32(sym))
	}
}

// Wants returns how many groups of terminals and symbols there are that productions must have.
func (g *Grammar) Wants() int { return len(g.groups) + len(g.names) }

// Have notes that a line has a terminal.
func (g *Grammar) Have(term int32, there []bool) {
	if int(term) < len(g.groupsOf) {
		for _, group := range g.groupsOf[term] {
			there[group] = true
		}
	}
}

// Begin adds to a set those of the hopeful productions that may begin with a terminal.
func (g *Grammar) Begin(term int32, hopeful, into []uint64) {
	if int(term) < len(g.begins) {
		for _, w := range g.begins[term] {
			into[w.at] |= w.bits & hopeful[w.at]
		}
	}
}

// Hopeful notes in a set the productions for which a line has all that they must have.
// there says which groups it has; which symbols it may have is noted there, too.
func (g *Grammar) Hopeful(there []bool, into []uint64) {
next:
	for i := range g.musts {
		m := &g.musts[i]
		for _, group := range m.groups {
			if !there[group] {
				continue next
			}
		}
		into[m.prod/64] |= 1 << (m.prod % 64)
		there[m.sym] = true
	}
}

// Earlier is the text of phrases that mean what the last two questions said for a slot:
// "either one", "both of them".
const Earlier = "^"

// Undone is the phrase that takes back what the question before changed of the one before that.
const Undone = "undone"

// Marked reports whether a phrase says something by a mark that Sense understands, such as
// "={t}".
func (p *Production) Marked() bool {
	for _, a := range p.Says {
		for _, t := range a.Tmpl {
			if strings.ContainsAny(t.Text, "*/%=~^") {
				return true
			}
		}
	}
	return false
}

// refer works out which productions may say something that refers to what was said earlier.
func (g *Grammar) refer() {
	g.earlier = make([]uint64, (len(g.Prods)+63)/64)
	for i := range g.Prods {
		if g.Prods[i].refers() {
			g.earlier[i/64] |= 1 << (i % 64)
		}
	}
	referring := make([]bool, len(g.names)) // by symbol
	for more := true; more; {
		more = false
		for i := range g.Prods {
			if p := &g.Prods[i]; !p.Refers && (g.names[p.Sym] == Undone || p.refers() || p.refersBy(referring)) {
				p.Refers, referring[p.Sym], more = true, true, true
			}
		}
	}
}

// refers reports whether a production itself says something that refers to what was said earlier.
func (p *Production) refers() bool {
	return slices.ContainsFunc(p.Says, func(a Assign) bool {
		return len(a.Tmpl) > 0 && strings.HasPrefix(a.Tmpl[0].Text, Earlier)
	})
}

// refersBy reports whether a part of a production does, going by the symbols of which that is known.
func (p *Production) refersBy(referring []bool) bool {
	return slices.ContainsFunc(p.Parts, func(p Part) bool { return p.Kind == SymPart && !p.Drop && referring[p.ID] })
}

// Unfollowed takes off a set of productions those that themselves refer to what was said earlier.
func (g *Grammar) Unfollowed(set []uint64) {
	for i, w := range g.earlier {
		set[i] &^= w
	}
}
