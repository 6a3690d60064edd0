package read

import (
	"math/bits"
	"slices"

	"delphi/commands"
)

// lackLies reports whether a reading lacks what its kind needs and leaves a name lying that
// would be that, passed over or in a phrase that only tells something: "a wraith, and it left a
// corpse. eat?"
func (c *chart) lackLies(e end) bool {
	var lacks uint64
	for _, need := range e.sk.kind.needs {
		if need.mask&(cueBit|secondCueBit) == 0 && e.state.mask&need.mask == 0 {
			lacks |= need.mask
		}
	}
	if lacks == 0 {
		return false
	}
	says := make([]bool, len(c.tokens))
	for t := e.state; t != nil; t = t.prev {
		if t.edge != nil && t.took != 0 {
			for i := t.edge.from; i < t.edge.to; i++ {
				says[i] = true
			}
		}
	}
	for i := range says {
		if !says[i] && c.denied[i] < 0 && slices.ContainsFunc(e.sk.at[i], func(t top) bool { return t.mask&lacks != 0 && t.after == 0 && c.named(t.edge) }) {
			return true
		}
	}
	return false
}

// heroNames marks the names of roles, and of races before them. It is nil if there are none.
func (c *chart) heroNames() (out []bool) {
	is := func(param string, i int) bool {
		return c.namedAs(i, func(p *commands.Param) bool { return p.Name == param })
	}
	for i := range c.tokens {
		if !is(roleParam, i) || i+1 < len(c.tokens) && c.joined[i+1] { // "arch" of "arch-lich"
			continue
		}
		if out == nil {
			out = make([]bool, len(c.tokens))
		}
		out[i] = true
		if i > 0 && is(raceParam, i-1) { // "human Valkyrie"
			out[i-1] = true
		}
	}
	return out
}

// heroes notes whether a kind could take the name of a role or race for a monster where the
// line names another monster: "a leocrotta on my tail, im fast cause samurai".
func (s *sketch) heroes(c *chart) {
	if c.heroes == nil || !c.foeBeside(s.kind) {
		return
	}
	s.hero = c.heroes
	for _, name := range []string{roleParam, raceParam} {
		if slot := s.kind.slots[name]; slot != nil {
			s.own |= 1 << slot.bit
		}
	}
}

// foeBeside reports whether the line has a name of the hero and another name for the same slot
// of a kind.
func (c *chart) foeBeside(k *kind) bool {
	for _, s := range k.byBit {
		if s == nil || s.param == nil || s.param.Kind != commands.KindName || s.param.Name == roleParam || s.param.Name == raceParam {
			continue
		}
		foe := func(i int) bool { return c.namedAs(i, func(p *commands.Param) bool { return p == s.param }) }
		hero, other := false, false
		for i := range c.tokens {
			if named := foe(i); c.heroes[i] {
				hero = hero || named
			} else {
				other = other || named
			}
		}
		if hero && other {
			return true
		}
	}
	return false
}

// heroTaken reports whether a phrase takes such a name for something else than what the hero
// is.
func (s *sketch) heroTaken(e *edge, mask uint64) bool {
	return s.hero != nil && mask != 0 && mask&s.own == 0 && slices.Contains(s.hero[e.from:e.to], true)
}

// The names of the parameters for what the hero is.
const (
	roleParam      = "role"
	raceParam      = "race"
	alignmentParam = "alignment"
)

// namedAs reports whether a whole name of a parameter begins at a token.
func (c *chart) namedAs(i int, of func(*commands.Param) bool) bool {
	return slices.ContainsFunc(c.names[i], func(n named) bool {
		p := c.g.vocabs[n.vocab-builtins].param
		return (n.way == nameWhole || n.way == nameAlias) && p != nil && of(p)
	})
}

// stray reports whether a phrase of a story says only that something is so: a pet, say, or a
// monster that flees may be part of any story.
func (c *chart) stray(k *kind, e *edge, mask uint64) bool {
	says := mask &^ (cueBit | secondCueBit | k.idle)
	if says == 0 || len(c.asking) == 0 || len(c.tells) < longStory || c.asking[c.tokens[e.from].sentence] {
		return false
	}
	for ; says != 0; says &= says - 1 {
		if s := k.byBit[bits.TrailingZeros64(says)]; s == nil || s.param != nil && !s.flag() {
			return false
		}
	}
	return true
}

// longStory is the number of sentences from which a line is a story.
const longStory = 3
