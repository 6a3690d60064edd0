package phrases

import (
	"fmt"
	"math/bits"
	"slices"

	"delphi/commands"
)

// word64 is a word of a set that is mostly empty.
type word64 struct {
	at   int32
	bits uint64
}

// finish works out what productions may begin with, and refuses what begins with itself.
func (g *Grammar) finish() error {
	g.Terms = int(firstLit) + len(g.litText)
	if err := g.allMade(); err != nil {
		return err
	}
	g.sort()
	g.begins = make([][]word64, g.Terms)
	s := starts{g: g, bySym: make([][]uint64, len(g.names)), busy: make([]bool, len(g.names)), words: (g.Terms + 63) / 64}
	for sym := range g.names {
		if _, err := s.of(int32(sym)); err != nil {
			return err
		}
	}
	for term, list := range g.begins {
		g.begins[term] = merged(list)
	}
	g.require()
	g.refer()
	return nil
}

// allMade returns an error if a production names a phrase that none makes.
func (g *Grammar) allMade() error {
	made := make([]bool, len(g.names))
	for i := range g.Prods {
		made[g.Prods[i].Sym] = true
	}
	for i := range g.Prods {
		for _, part := range g.Prods[i].Parts {
			if part.Kind == SymPart && !made[part.ID] {
				return fmt.Errorf("phrase %q names <%s>, which nothing makes", g.Prods[i].Name, g.names[part.ID])
			}
		}
	}
	return nil
}

// starts works out with which terminals and words the productions of each symbol begin.
type starts struct {
	g     *Grammar
	bySym [][]uint64 // nil: not worked out yet
	busy  []bool     // symbols that are being worked out
	words int        // of a set
	free  [][]uint64 // sets that nobody needs any more
}

// empty returns an empty set.
func (s *starts) empty() []uint64 {
	n := len(s.free)
	if n == 0 {
		return make([]uint64, s.words)
	}
	set := s.free[n-1]
	s.free = s.free[:n-1]
	return set
}

// of returns what a symbol may begin with, and notes it for each of its productions.
func (s *starts) of(sym int32) ([]uint64, error) {
	if s.bySym[sym] != nil {
		return s.bySym[sym], nil
	}
	if s.busy[sym] {
		return nil, fmt.Errorf("phrase %s begins with itself", s.g.names[sym])
	}
	s.busy[sym] = true
	set, mine := make([]uint64, s.words), s.empty()
	for pi := s.g.spans[sym][0]; pi < s.g.spans[sym][1]; pi++ {
		if err := s.production(&s.g.Prods[pi], mine); err != nil {
			return nil, err
		}
		for i, w := range mine {
			set[i] |= w
			for ; w != 0; w &= w - 1 {
				s.note(int32(i*64+bits.TrailingZeros64(w)), pi)
			}
		}
		clear(mine)
	}
	s.free = append(s.free, mine)
	s.busy[sym], s.bySym[sym] = false, set
	return set, nil
}

// production adds to a set what a production may begin with.
func (s *starts) production(p *Production, set []uint64) error {
	for _, part := range p.Parts {
		switch part.Kind {
		case LitPart:
			for _, l := range part.Lits {
				set[l/64] |= 1 << (l % 64)
			}
		case TermPart:
			set[part.ID/64] |= 1 << (part.ID % 64)
		case SymPart:
			first, err := s.of(part.ID)
			if err != nil {
				return err
			}
			for i := range set {
				set[i] |= first[i]
			}
		}
		if !part.Opt && !(part.Kind == TermPart && part.ID == START) {
			break
		}
	}
	if p.Parts[0].Kind == TermPart && p.Parts[0].ID == START && !p.Parts[0].Opt { // what follows it tells more
		set[START/64] &^= 1 << (START % 64)
	}
	return nil
}

// note notes that a production may begin with a terminal.
func (s *starts) note(term, prod int32) {
	list := s.g.begins[term]
	if n := len(list); n > 0 && list[n-1].at == prod/64 { // the productions of a symbol stand together
		list[n-1].bits |= 1 << (prod % 64)
		return
	}
	s.g.begins[term] = append(list, word64{prod / 64, 1 << (prod % 64)})
}

// merged puts the words of a set in order, and those of the same place together.
func merged(list []word64) []word64 {
	slices.SortFunc(list, func(a, b word64) int { return int(a.at - b.at) })
	out := list[:0]
	for _, w := range list {
		if n := len(out); n > 0 && out[n-1].at == w.at {
			out[n-1].bits |= w.bits
		} else {
			out = append(out, w)
		}
	}
	return slices.Clip(out)
}

// sort puts the productions of each symbol together.
func (g *Grammar) sort() {
	g.spans = make([][2]int32, len(g.names))
	for i := range g.Prods {
		g.spans[g.Prods[i].Sym][1]++
	}
	at := int32(0)
	for sym, span := range g.spans {
		g.spans[sym] = [2]int32{at, at}
		at += span[1]
	}
	sorted := make([]Production, len(g.Prods))
	for _, p := range g.Prods {
		end := &g.spans[p.Sym][1]
		sorted[*end] = p
		*end++
	}
	g.Prods = sorted
	g.Takers = make([][]Taker, len(g.names))
	for which, k := range g.Kinds {
		k.ID = which
		k.ByBit = make([]*Slot, mostSlots)
		for _, s := range k.Slots {
			k.ByBit[s.Bit] = s
			if !s.Many && !s.Flag() {
				k.Singles |= 1 << s.Bit
			}
			if s.Flag() {
				k.Flags |= 1 << s.Bit
				s.Saved = g.saved[s.Name]
			}
			if s.lack() {
				k.Lacking |= 1 << s.Bit
			}
			if s.lack() && g.fleeting[s.Name] {
				k.Fleeting |= 1 << s.Bit
			}
			if s.Param != nil && s.Param.Kind == commands.KindChoice {
				k.Choices |= 1 << s.Bit
			}
			if s.Param != nil && s.Param.Kind == commands.KindName {
				k.Names |= 1 << s.Bit
				if slices.Contains(traits, s.Name) {
					k.Traits |= 1 << s.Bit
				}
			}
			if s.Many && s.Param == nil && !k.hangsOn(s.Name) {
				k.Idle |= 1 << s.Bit
			}
		}
		for i, t := range k.Takes {
			by := &g.Takers[t.sym]
			if n := len(*by); n > 0 && (*by)[n-1].Kind == which { // a later line of the phrase files says more
				*by = (*by)[:n-1]
			}
			*by = append(*by, Taker{which, i})
			k.Takes[i].Cues = k.cues(g.names[t.sym])
			k.Takes[i].Anew = g.names[t.sym] == "anew"
		}
	}
	for i := range g.Prods {
		for _, a := range g.Prods[i].Says {
			if a.Slot != "" && g.slotIDs[a.Slot] == 0 {
				g.slotIDs[a.Slot] = int32(len(g.slotIDs) + 1)
			}
		}
	}
	for _, k := range g.Kinds {
		k.bitOf = make([]int8, len(g.slotIDs)+1)
		for name, id := range g.slotIDs {
			k.bitOf[id] = -1
			if s := k.Slots[name]; s != nil {
				k.bitOf[id] = int8(s.Bit)
			}
		}
	}
	for i := range g.Prods {
		p := &g.Prods[i]
		p.Own = len(p.Says) == 0
		for _, a := range p.Says {
			if a.Slot == "" {
				p.Text = true
			} else {
				p.Fills = append(p.Fills, g.slotIDs[a.Slot])
			}
		}
	}
}
