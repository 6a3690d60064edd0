package read

import (
	"math/bits"

	"delphi/commands"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
)

// repeat continues after a phrase that says again what a slot of one value was told: either both
// values are asked about, or the later counts.
func (c *chart) repeat(list []*state, k *phrases.Kind, s, t *state, again *phrases.Slot) []*state {
	feats := c.w.slot(k, again)
	both, later := *t, *t
	both.how, both.more = said.Both, feats.both
	later.how, later.more = said.Later, feats.later
	both.cost += c.w.Of(both.more)
	if c.orBefore(t.edge.From) {
		both.also = c.w.bothOr
		both.cost += c.w.Of(both.also)
	}
	now, was := c.Tokens[t.edge.From].Sentence, c.saidIn(s, again)
	if now != was && t.also < 0 && both.also < 0 {
		both.also = c.w.bothApart
		both.cost += c.w.Of(both.also)
		switch {
		case c.asking[was] && !c.asking[now]:
			later.also = c.w.laterTold
		case c.asking[now] && !c.asking[was]:
			later.also = c.w.laterAsked
		}
	}
	if later.also < 0 && again.Param != nil && again.Param.Kind == commands.KindName && (now == was || c.asking[now] && c.asking[was]) {
		later.also = c.w.laterNamed
	}
	if later.also != t.also {
		later.cost += c.w.Of(later.also)
	}
	later.cost += c.w.Of(later.more)
	return c.keep(c.keep(list, &both), &later)
}

// saidIn returns the sentence in which a state said a slot last.
func (c *chart) saidIn(s *state, slot *phrases.Slot) int {
	for ; s != nil; s = s.prev {
		if s.edge != nil && s.took&(1<<slot.Bit) != 0 {
			return c.Tokens[s.edge.From].Sentence
		}
	}
	return 0
}

// orBefore reports whether what begins at a token is joined to what stands before it as another of
// the same: "a soldier ant or a dog".
func (c *chart) orBefore(i int) bool {
	for i--; i > 0 && c.ClassOf[i].Light(); i-- {
		if w := c.Tokens[i].Word; w == "or" || w == "vs" || w == "versus" {
			return true
		}
	}
	return i > 0 && c.Tokens[i].Word == "or"
}

// single returns a single-valued slot in a mask, or nil.
func (c *chart) single(k *phrases.Kind, mask uint64) *phrases.Slot {
	if mask &= k.Singles; mask == 0 {
		return nil
	}
	return k.ByBit[bits.TrailingZeros64(mask)]
}
