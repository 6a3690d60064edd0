package read

import (
	"slices"

	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
)

// met drops the phrases that refer to what the question before did not say.
func (s *sketch) met(c *chart, tops []top) []top {
	refers := func(t top) bool { return t.edge.Prod >= 0 && c.g.Prods[t.edge.Prod].Refers }
	if !slices.ContainsFunc(tops, refers) {
		return tops
	}
	var base said.Slots
	if s.past != nil {
		base = s.past.For(c.g, s.kind)
	}
	return slices.DeleteFunc(slices.Clone(tops), func(t top) bool { return refers(t) && !s.means(c, t, base) })
}

// means reports whether the question before said what a phrase refers to.
func (s *sketch) means(c *chart, t top, base said.Slots) bool {
	if c.g.Name(t.edge.Sym) == phrases.Undone {
		return s.same && s.past.Before != nil
	}
	var says []said.Value
	if own := c.eval(s.kind, t.edge, &says); own != "" {
		says = append(says, said.Value{Slot: s.kind.Takes[t.take].Slot, Text: own})
	}
	return !slices.ContainsFunc(says, func(x said.Value) bool { return !s.past.Meant(s.kind.Slots[x.Slot], base, x) })
}
