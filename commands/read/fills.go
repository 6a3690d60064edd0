package read

import "strings"

// fills returns which slots of a kind a phrase fills; ok is false if it says something
// for which the kind has no slot.
func (c *chart) fills(k *kind, e *edge, t *take) (mask uint64, ok bool) {
	mask, text, ok := c.filled(k, e, t.lone)
	if ok && t.slot != "" && text {
		mask |= 1 << k.slots[t.slot].bit
	}
	return mask, ok && (t.slot == "" || mask != 0)
}

// filled walks through a phrase. text says whether it has a text of its own; lone lets it say
// what the kind has no slot for.
func (c *chart) filled(k *kind, e *edge, lone bool) (mask uint64, text, ok bool) {
	if e.prod < 0 {
		return 0, e.text != "", true
	}
	p := &c.g.prods[e.prod]
	for _, id := range p.fills {
		bit := k.bitOf[id]
		if bit < 0 {
			if lone {
				continue
			}
			return 0, false, false
		}
		mask |= 1 << bit
	}
	text = p.text
	for i := range e.children {
		part := &p.parts[e.children[i].part]
		if part.drop || part.kind == litPart {
			continue
		}
		m, t, ok := c.filled(k, e.children[i].e, lone)
		if !ok {
			return 0, false, false
		}
		mask |= m
		text = text || p.own && t && !literalAlone(part, e.children[i].e, c)
	}
	return mask, text, true
}

// literalAlone reports whether a part consists only of words of the grammar.
func literalAlone(p *part, e *edge, c *chart) bool {
	return p.kind == litPart || p.kind == symPart && strings.HasPrefix(c.g.names[p.id], "(")
}

// flag reports whether a slot says only that it was said.
func (s *slot) flag() bool { return s.param != nil && isFlag(s.param) }

// cues returns the bit of a phrase that asks for a kind of question, or 0.
func (k *kind) cues(phrase string) uint64 {
	name, ok := strings.CutSuffix(phrase, ".cue")
	switch {
	case !ok:
		return 0
	case len(k.parts) == 2 && name == k.parts[1].name:
		return secondCueBit
	}
	return cueBit
}
