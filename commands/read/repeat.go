package read

import (
	"math/bits"

	"delphi/commands"
)

// repeat continues after a phrase that says again what a slot of one value was told: either both
// values are asked about, or the later counts.
func (c *chart) repeat(list []*state, s, t *state, again *slot) []*state {
	both, later := *t, *t
	both.how, both.more = saidBoth, again.feats.both
	later.how, later.more = saidLater, again.feats.later
	both.cost += c.w.of(both.more)
	if c.orBefore(t.edge.from) {
		both.also = c.w.bothOr
		both.cost += c.w.of(both.also)
	}
	now, was := c.tokens[t.edge.from].sentence, c.saidIn(s, again)
	if now != was && t.also < 0 && both.also < 0 {
		both.also = c.w.bothApart
		both.cost += c.w.of(both.also)
		switch {
		case c.asking[was] && !c.asking[now]:
			later.also = c.w.laterTold
		case c.asking[now] && !c.asking[was]:
			later.also = c.w.laterAsked
		}
	}
	if later.also < 0 && again.param != nil && again.param.Kind == commands.KindName && (now == was || c.asking[now] && c.asking[was]) {
		later.also = c.w.laterNamed
	}
	if later.also != t.also {
		later.cost += c.w.of(later.also)
	}
	later.cost += c.w.of(later.more)
	return c.keep(c.keep(list, &both), &later)
}

// saidIn returns the sentence in which a state said a slot last.
func (c *chart) saidIn(s *state, slot *slot) int {
	for ; s != nil; s = s.prev {
		if s.edge != nil && s.took&(1<<slot.bit) != 0 {
			return c.tokens[s.edge.from].sentence
		}
	}
	return 0
}

// orBefore reports whether what begins at a token is joined to what stands before it as another of
// the same: "a soldier ant or a dog".
func (c *chart) orBefore(i int) bool {
	for i--; i > 0 && c.classOf[i].light(); i-- {
		if w := c.tokens[i].word; w == "or" || w == "vs" || w == "versus" {
			return true
		}
	}
	return i > 0 && c.tokens[i].word == "or"
}

// single returns a single-valued slot in a mask, or nil.
func (c *chart) single(k *kind, mask uint64) *slot {
	if mask &= k.singles; mask == 0 {
		return nil
	}
	return k.byBit[bits.TrailingZeros64(mask)]
}
