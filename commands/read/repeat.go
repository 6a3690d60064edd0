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
	if t.new && s.from != 0 && t.also < 0 && both.also < 0 {
		both.also = c.w.bothApart
		both.cost += c.w.Of(both.also)
		if c.asking[int(s.from-1)] && !c.asking[int(t.from-1)] {
			later.also = c.w.laterTold
			later.cost += c.w.Of(later.also)
		}
	}
	if apart := t.new && s.from != 0 && !(c.asking[int(s.from-1)] && c.asking[int(t.from-1)]); !apart && later.also < 0 && again.Param != nil && again.Param.Kind == commands.KindName {
		later.also = c.w.laterNamed
		later.cost += c.w.Of(later.also)
	}
	later.cost += c.w.Of(later.more)
	return c.keep(c.keep(list, &both), &later)
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
