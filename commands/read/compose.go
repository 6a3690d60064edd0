package read

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"delphi/commands/read/match"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
)

// trail lists the states of a reading from first to last.
func trail(s *state) []*state {
	var out []*state
	for ; s != nil; s = s.prev {
		out = append(out, s)
	}
	slices.Reverse(out)
	return out
}

// says lists what a reading says, and which tokens it passes over.
func (c *chart) says(k *phrases.Kind, s *state) (out []said.Value, skipped []int) {
	for _, t := range trail(s) {
		if t.edge == nil {
			if t.prev != nil && t.pos > t.prev.pos {
				skipped = append(skipped, t.prev.pos)
			}
			continue
		}
		before := len(out)
		out = c.values(out, k, &k.Takes[t.slot], t.edge)
		if t.how == said.TakenBack {
			takeBack(k, out[before:])
			skipped = slices.DeleteFunc(skipped, func(i int) bool { return i == c.denied[t.edge.From] })
		}
		for i := before; i < len(out); i++ {
			out[i].How, out[i].From, out[i].To, out[i].Cost = t.how, t.edge.From, t.edge.To, t.edge.Cost
			if t.how == said.Later && slices.ContainsFunc(out[before:i], func(x said.Value) bool { return x.Slot == out[i].Slot }) {
				out[i].How = said.Both // "no, 3 figurines, 2 crystal balls" are one heap
			}
			out[i].Prod = c.g.Name(t.edge.Sym)
			if t.edge.Prod >= 0 {
				out[i].Prod = c.g.Prods[t.edge.Prod].Name
			}
		}
		if len(out) == before {
			out = append(out, said.Value{From: t.edge.From, To: t.edge.To, Cost: t.edge.Cost, Prod: c.g.Prods[t.edge.Prod].Name})
		}
	}
	return out, skipped
}

// takeBack makes of what a phrase says that it is no longer so.
func takeBack(k *phrases.Kind, list []said.Value) {
	for i, x := range list {
		switch slot := k.Slots[x.Slot]; {
		case slot == nil:
		case slot.Many:
			list[i].Text = "!" + x.Text
		case slot.Saved:
			list[i].Text = "not " + slot.Name
		default:
			list[i].Text = "-"
		}
	}
}

// values adds what a kind that takes a phrase is told by it.
func (c *chart) values(out []said.Value, k *phrases.Kind, t *phrases.Take, e *match.Edge) []said.Value {
	if own := c.eval(k, e, &out); own != "" && t.Slot != "" {
		out = append(out, said.Value{Slot: t.Slot, Text: own})
	}
	return out
}

// eval returns the own text of a phrase; what it says for slots is added to out.
func (c *chart) eval(k *phrases.Kind, e *match.Edge, out *[]said.Value) string {
	if e.Prod < 0 {
		return e.Text
	}
	p := &c.g.Prods[e.Prod]
	texts := make([]string, len(e.Children))
	for i, ch := range e.Children {
		part := &p.Parts[ch.Part]
		if part.Drop {
			var none []said.Value
			texts[i] = c.eval(k, ch.Edge, &none)
		} else {
			texts[i] = c.eval(k, ch.Edge, out)
		}
	}
	if len(p.Says) == 0 {
		var own []string
		for i, ch := range e.Children {
			part := &p.Parts[ch.Part]
			if texts[i] != "" && !part.Drop && !literalAlone(part, ch.Edge, c) {
				own = append(own, texts[i])
			}
		}
		return strings.Join(own, " ")
	}
	own := ""
	for _, a := range p.Says {
		var b strings.Builder
		empty := len(a.Tmpl) > 0
		refs := 0
		for _, pc := range a.Tmpl {
			if pc.Ref == "" {
				b.WriteString(pc.Text)
				continue
			}
			refs++
			if text := refersTo(pc.Ref, func(bind string) string {
				for i, ch := range e.Children {
					if p.Parts[ch.Part].Bind == bind && texts[i] != "" {
						return texts[i]
					}
				}
				return ""
			}); text != "" {
				b.WriteString(text)
				empty = false
			}
		}
		text := strings.Join(strings.Fields(b.String()), " ")
		if empty && refs > 0 {
			text = ""
		}
		if a.Slot == "" {
			own = text
		} else if text != "" {
			*out = append(*out, said.Value{Slot: a.Slot, Text: text})
		}
	}
	return own
}

// refersTo returns what a reference of a template says: {x}, {x.num}, {100-x} or {x-y}, where says
// is what the parts of a phrase say.
func refersTo(ref string, says func(bind string) string) string {
	if left, right, ok := strings.Cut(ref, "-"); ok && left == "100" {
		return complement(says(right))
	} else if ok {
		return apart(says(left), says(right))
	}
	bind, part, _ := strings.Cut(ref, ".")
	text := says(bind)
	num, den, ok := strings.Cut(text, "/")
	switch {
	case ok && part == "num":
		return num
	case ok && part == "den":
		return den
	}
	return text
}

// apart returns how far two numbers are apart: "50" of "1060" and "1010".
func apart(a, b string) string {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	if errX != nil || errY != nil {
		return ""
	}
	return strconv.Itoa(max(x-y, y-x))
}

// complement returns what is left of a percentage: "70%" of "30%".
func complement(percent string) string {
	f, err := strconv.ParseFloat(strings.TrimSuffix(percent, "%"), 64)
	if err != nil {
		return percent
	}
	return strconv.FormatFloat(math.Round((100-f)*1e6)/1e6, 'f', -1, 64) + "%"
}
