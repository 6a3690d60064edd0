package read

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/read/match"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
)

// fills returns which slots of a kind a phrase fills; ok is false if it says something
// for which the kind has no slot.
func (c *chart) fills(k *phrases.Kind, e *match.Edge, t *phrases.Take) (mask uint64, ok bool) {
	mask, text, ok := c.filled(k, e, t.Lone)
	if ok && t.Slot != "" && text {
		mask |= 1 << k.Slots[t.Slot].Bit
	}
	return mask, ok && (t.Slot == "" || mask != 0)
}

// filled walks through a phrase. text says whether it has a text of its own; lone lets it say
// what the kind has no slot for.
func (c *chart) filled(k *phrases.Kind, e *match.Edge, lone bool) (mask uint64, text, ok bool) {
	if e.Prod < 0 {
		return 0, e.Text != "", true
	}
	p := &c.g.Prods[e.Prod]
	for _, id := range p.Fills {
		bit := k.BitFor(id)
		if bit < 0 {
			if lone {
				continue
			}
			return 0, false, false
		}
		mask |= 1 << bit
	}
	text = p.Text
	for i := range e.Children {
		part := &p.Parts[e.Children[i].Part]
		if part.Drop || part.Kind == phrases.LitPart {
			continue
		}
		m, t, ok := c.filled(k, e.Children[i].Edge, lone)
		if !ok {
			return 0, false, false
		}
		mask |= m
		text = text || p.Own && t && !literalAlone(part, e.Children[i].Edge, c)
	}
	return mask, text, true
}

// literalAlone reports whether a part consists only of words of the grammar.
func literalAlone(p *phrases.Part, e *match.Edge, c *chart) bool {
	return p.Kind == phrases.LitPart || p.Kind == phrases.SymPart && strings.HasPrefix(c.g.Name(p.ID), "(")
}

// met drops the phrases that refer to what the question before did not say, and those that change
// a question of another kind than that one.
func (s *sketch) met(c *chart, tops []top) []top {
	if c.follows && !s.same && !s.back {
		changes := func(t top) bool { return t.edge.Prod >= 0 && c.g.Prods[t.edge.Prod].Changes }
		if slices.ContainsFunc(tops, changes) {
			tops = slices.DeleteFunc(slices.Clone(tops), changes)
		}
	}
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
	return !slices.ContainsFunc(c.values(nil, s.kind, &s.kind.Takes[t.take], t.edge), func(x said.Value) bool {
		return !s.past.Meant(s.kind.Slots[x.Slot], base, x) && (x.Text != said.Kept || !s.wrote(base))
	})
}

// wrote reports whether the question before was typed in words that stay as they are, which
// may say anything: "last stenno".
func (s *sketch) wrote(base said.Slots) bool {
	for name := range base {
		if slot := s.kind.Slots[name]; slot != nil && slot.Param != nil && slot.Param.Kind == commands.KindText {
			return true
		}
	}
	return false
}
