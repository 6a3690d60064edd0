package read

import (
	"math/bits"
	"slices"

	"delphi/commands"
	"delphi/commands/read/match"
	"delphi/commands/read/phrases"
	"delphi/commands/read/words"
)

// lying notes what a reading leaves lying that it has room for, which counts against it, and makes it
// doubtful.
func (c *chart) lying(rd *Reading, e end, skipped []int, story map[int]bool) {
	if c.lackLies(e) {
		rd.pay(c.w, c.w.lackLies)
	}
	if e.sk.kind.Command == nil {
		return
	}
	refers, lies := c.meantLies(e)
	switch {
	case lies && refers:
		rd.pay(c.w, c.w.meantLies)
		rd.doubts[doubtMeant] = 1
	case lies:
		rd.pay(c.w, c.w.nameLies)
		rd.doubts[doubtLies] = 1
	}
	tapped := c.tapped(e.state)
	if len(tapped) == 0 {
		return
	}
	told := func(i int) bool { return story[i] && tapped[c.Tokens[i].Sentence] }
	_, left := c.could(e, rd.Slots, skipped, told)
	for range min(left, mostLeft) {
		rd.pay(c.w, c.w.left)
	}
	rd.doubts[doubtLeft] = float32(min(left, mostLeft))
	for _, i := range skipped {
		if c.ClassOf[i].Figure() && told(i) && !e.sk.idles()[i] {
			rd.doubts[doubtFigure] = min(rd.doubts[doubtFigure]+1, mostLeft)
		}
	}
}

// says returns the slots that a way over a line says something for.
func (s *state) says() (slots uint64) {
	for ; s != nil; s = s.prev {
		if s.edge != nil {
			slots |= s.took
		}
	}
	return slots
}

// lackLies reports whether a reading lacks what its kind needs, or says nothing at all, and leaves
// a name lying that would be that, passed over or in a phrase that only tells something: "a
// wraith, and it left a corpse. eat?"
func (c *chart) lackLies(e end) bool { return c.lies(e, e.lacks()) }

// meantLies reports whether a reading of several sentences passes over a name that it has room for,
// and whether what is asked refers to something by no name, which may be that: "there's an ice troll.
// Would killing it lift me to level 9?"
func (c *chart) meantLies(e end) (refer, lies bool) {
	k := e.sk.kind
	taken, least := e.state.mask, 2
	if e.sk.follow { // what the question before said may be replaced
		taken, least = e.state.says(), 1
	}
	free := k.Names &^ k.Traits &^ taken
	if free == 0 || len(c.tells) < least || !c.lies(e, free) {
		return false, false
	}
	refers := map[int]bool{} // sentences
	for i := range c.Tokens {
		if s := c.Tokens[i].Sentence; c.asking[s] && c.g.In(c.Lits[i][0], phrases.Refers) {
			refers[s] = true
		}
	}
	for t := e.state; t != nil; t = t.prev {
		if t.edge != nil && t.took&k.Names&^k.Traits != 0 {
			delete(refers, c.Tokens[t.edge.From].Sentence)
		}
	}
	return len(refers) > 0, true
}

// lies reports whether a reading leaves a name lying that would be for one of some slots.
func (c *chart) lies(e end, lacks uint64) bool {
	if lacks == 0 {
		return false
	}
	says := make([]bool, len(c.Tokens))
	for t := e.state; t != nil; t = t.prev {
		if t.edge != nil && t.took != 0 {
			for i := t.edge.From; i < t.edge.To; i++ {
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

// lacks returns the slots that a reading needs and lacks; all that take a name if it says
// nothing.
func (e end) lacks() (lacks uint64) {
	k := e.sk.kind
	for _, need := range k.Needs {
		if need.Mask&(phrases.CueBit|phrases.SecondCueBit) == 0 && e.state.mask&need.Mask == 0 {
			lacks |= need.Mask
		}
	}
	if e.state.mask&^(phrases.CueBit|phrases.SecondCueBit|k.Idle) == 0 && !e.sk.same {
		lacks |= k.Names &^ k.Traits
	}
	return lacks
}

// ours marks the names of roles, and of races before them; and these with those of the hero's own
// beasts. Either is nil if the line has none.
func (c *chart) ours() (roles, all []bool) {
	is := func(param string, i int) bool {
		return c.namedAs(i, func(p *commands.Param) bool { return p.Name == param })
	}
	mark := func(in []bool, from, to int) []bool {
		if in == nil {
			in = make([]bool, len(c.Tokens))
		}
		for i := from; i < to; i++ {
			in[i] = true
		}
		return in
	}
	for i := range c.Tokens {
		if c.owned(i) {
			all = mark(all, i, c.nameEnd(i))
			continue
		}
		if !is(phrases.RoleParam, i) || i+1 < len(c.Tokens) && c.Joined[i+1] { // "arch" of "arch-lich"
			continue
		}
		from := i
		if i > 0 && is(phrases.RaceParam, i-1) { // "human Valkyrie"
			from--
		}
		roles, all = mark(roles, from, i+1), mark(all, from, i+1)
	}
	return roles, all
}

// owned reports whether a monster's name begins at a token, is said to be the hero's ("my large
// dog") or is a pet's without an article, and is not what the sentence asks about.
func (c *chart) owned(i int) bool {
	if c.asking[c.Tokens[i].Sentence] || !c.namedAs(i, func(p *commands.Param) bool { return p.Name == monsterParam }) {
		return false
	}
	before := ""
	if i > 0 {
		before = c.Tokens[i-1].Word
	}
	if before == "my" || before == "our" {
		return true
	}
	l := c.Lits[c.nameEnd(i)-1][0]
	return c.g.Class(l) == "pet" && before != "a" && before != "an"
}

// nameEnd returns where the longest whole name that begins at a token ends.
func (c *chart) nameEnd(i int) int {
	to := i + 1
	for _, n := range c.Names[i] {
		if n.Whole() {
			to = max(to, n.To)
		}
	}
	return to
}

// heroes notes for which slots a kind could take what is the hero's for a monster where the line
// names another monster: "a leocrotta on my tail, im fast cause samurai".
func (s *sketch) heroes(c *chart) {
	s.hero = c.heroes
	if s.kind.Pets {
		s.hero = c.roles
	}
	if s.hero == nil {
		return
	}
	for _, slot := range s.kind.ByBit {
		if slot != nil && slot.Param != nil && slot.Param.Kind == commands.KindName && slot.Name != phrases.RoleParam && slot.Name != phrases.RaceParam && c.foeBeside(slot, s.hero) {
			s.foes |= 1 << slot.Bit
		}
	}
}

// foeBeside reports whether the line has one of our names and another name for the same slot.
func (c *chart) foeBeside(slot *phrases.Slot, ours []bool) bool {
	our, other := false, false
	for i := range c.Tokens {
		if !c.namedAs(i, func(p *commands.Param) bool { return p == slot.Param }) {
			continue
		}
		our, other = our || ours[i], other || !ours[i]
	}
	return our && other
}

// heroTaken reports whether a phrase takes such a name for a monster.
func (s *sketch) heroTaken(e *match.Edge, mask uint64) bool {
	return mask&s.foes != 0 && slices.Contains(s.hero[e.From:e.To], true)
}

// The names of the parameters for what the hero is, and for a monster.
const (
	monsterParam = "monster"
)

// namedAs reports whether a whole name of a parameter begins at a token.
func (c *chart) namedAs(i int, of func(*commands.Param) bool) bool {
	return slices.ContainsFunc(c.Names[i], func(n words.Named) bool {
		p := c.g.Vocabs[n.Vocab-phrases.Builtins]
		return n.Whole() && p != nil && of(p)
	})
}

// stray reports whether a phrase of a story says only that something is so: a pet, say, or a
// monster that flees may be part of any story.
func (c *chart) stray(k *phrases.Kind, e *match.Edge, mask uint64) bool {
	says := mask &^ (phrases.CueBit | phrases.SecondCueBit | k.Idle)
	if says == 0 || len(c.asking) == 0 || len(c.tells) < longStory || c.asking[c.Tokens[e.From].Sentence] {
		return false
	}
	for ; says != 0; says &= says - 1 {
		if s := k.ByBit[bits.TrailingZeros64(says)]; s == nil || s.Param != nil && !s.Flag() {
			return false
		}
	}
	return true
}

// longStory is the number of sentences from which a line is a story.
const longStory = 3

// hushed notes for phrases that say nothing to the kind which slots the names in them could fill:
// "a magic marker" of "i'm after a magic marker", which may be what is wanted.
func (s *sketch) hushed(c *chart) {
	k := s.kind
	for i := range s.at {
		for n := range s.at[i] {
			t := &s.at[i][n]
			if t.mask != 0 || t.edge.Prod < 0 || !c.named(t.edge) {
				continue
			}
			for j := t.edge.From; j < t.edge.To; j++ {
				for _, in := range s.at[j] {
					if names := in.mask & k.Names; names != 0 && in.edge.To <= t.edge.To && in.after == 0 && c.named(in.edge) {
						t.hush |= names
					}
				}
			}
		}
	}
}
