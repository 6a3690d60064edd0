package read

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"delphi/commands/read/match"
	"delphi/commands/read/phrases"
	"delphi/engine/rules"
)

// said is what a reading says for a slot, in the line's order.
type said struct {
	slot     string
	text     string
	how      uint8
	from, to int
	prod     string
	cost     float32
}

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
func (c *chart) says(k *phrases.Kind, s *state) (out []said, skipped []int) {
	for _, t := range trail(s) {
		if t.edge == nil {
			if t.prev != nil && t.pos > t.prev.pos {
				skipped = append(skipped, t.prev.pos)
			}
			continue
		}
		before := len(out)
		own := c.eval(k, t.edge, &out)
		if slot := k.Takes[t.slot].Slot; slot != "" && own != "" {
			out = append(out, said{slot: slot, text: own})
		}
		if t.how == takenBack {
			takeBack(k, out[before:])
			skipped = slices.DeleteFunc(skipped, func(i int) bool { return i == c.denied[t.edge.From] })
		}
		for i := before; i < len(out); i++ {
			out[i].how, out[i].from, out[i].to, out[i].cost = t.how, t.edge.From, t.edge.To, t.edge.Cost
			out[i].prod = c.g.Name(t.edge.Sym)
			if t.edge.Prod >= 0 {
				out[i].prod = c.g.Prods[t.edge.Prod].Name
			}
		}
		if len(out) == before {
			out = append(out, said{from: t.edge.From, to: t.edge.To, cost: t.edge.Cost, prod: c.g.Prods[t.edge.Prod].Name})
		}
	}
	return out, skipped
}

// takeBack makes of what a phrase says that it is no longer so.
func takeBack(k *phrases.Kind, list []said) {
	for i, x := range list {
		switch slot := k.Slots[x.slot]; {
		case slot == nil:
		case slot.Many:
			list[i].text = "!" + x.text
		default:
			list[i].text = "-"
		}
	}
}

// eval returns the own text of a phrase; what it says for slots is added to out.
func (c *chart) eval(k *phrases.Kind, e *match.Edge, out *[]said) string {
	if e.Prod < 0 {
		return e.Text
	}
	p := &c.g.Prods[e.Prod]
	texts := make([]string, len(e.Children))
	for i, ch := range e.Children {
		part := &p.Parts[ch.Part]
		if part.Drop {
			var none []said
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
			*out = append(*out, said{slot: a.Slot, text: text})
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

// mostLines is how many questions one line may ask.
const mostLines = 12

// dropFrom takes out what base said of something in whose place a line puts another; mine are the
// slots that the line says.
func dropFrom(k *phrases.Kind, in, base slots, mine map[string]bool) {
	another := func(s string) bool {
		return mine[s] && len(base[s]) > 0 && !slices.EqualFunc(in[s], base[s], slices.Equal)
	}
	for _, d := range k.Drops {
		if slices.ContainsFunc(d.Of, another) {
			maps.DeleteFunc(in, func(s string, _ [][]string) bool { return !mine[s] && slices.Contains(d.Slots, s) })
		}
	}
}

// onceIn takes out of a kind's text what a slot of its own says as well.
func onceIn(k *phrases.Kind, in slots) {
	for _, s := range k.Within {
		if len(in[s]) == 0 || len(in[k.Text]) != 1 || len(in[s][0]) == 0 {
			continue
		}
		form := formOf(in[s][0][0])
		if form == nil {
			continue
		}
		alts := slices.Clone(in[k.Text][0])
		for i, a := range alts {
			alts[i] = strings.Join(strings.Fields(form.ReplaceAllString(" "+a+" ", " ")), " ")
		}
		in[k.Text] = [][]string{alts}
	}
}

// formOf returns what matches, between blanks, words of the same form as a value: an enchantment,
// a curse, a number at the beginning; nil: it has no such form.
func formOf(value string) *regexp.Regexp {
	for _, f := range forms {
		if f.MatchString(" " + value + " ") {
			return f
		}
	}
	return nil
}

var forms = []*regexp.Regexp{
	regexp.MustCompile(` [-+]\d+ `),
	regexp.MustCompile(` (?:blessed|uncursed|cursed|holy|unholy) `),
	regexp.MustCompile(`^ \d+ `),
}

// renews reports whether a value takes the place of those of the question before, and as what.
func (r *Reader) renews(slot string, old [][]string, text string) (now string, ok bool) {
	if r.Sense == nil {
		return "", false
	}
	return r.Sense.Renews(slot, flat(old), text)
}

// flat writes each value with its alternatives as one text.
func flat(values [][]string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = strings.Join(v, "||")
	}
	return out
}

// settled returns values of which the line before asked what difference they make, with all of
// them: the next such question is about another.
func settled(values [][]string) [][]string {
	out := slices.Clone(values)
	for i, v := range out {
		if len(v) > 1 && v[len(v)-1] == "-" {
			out[i] = v[:1]
		}
	}
	return out
}

// separate takes lists that a phrase says for a slot with several values apart, so that each
// value is told from those that were said before. Those of a pile stay together: they are
// one heap.
func separate(k *phrases.Kind, list []said) []said {
	out := make([]said, 0, len(list))
	for _, s := range list {
		slot := k.Slots[s.slot]
		if slot == nil || !slot.Many || s.slot == "pile" || strings.Contains(s.text, "||") {
			out = append(out, s)
			continue
		}
		for text := range strings.SplitSeq(s.text, ", ") {
			s.text = text
			out = append(out, s)
		}
	}
	return out
}

// among returns the index of the value of a slot that equals a text or ends in it, or
// -1.
func among(values [][]string, text string) int {
	return slices.IndexFunc(values, func(v []string) bool {
		return len(v) == 1 && (v[0] == text || strings.HasSuffix(v[0], " "+text))
	})
}

// clash returns the index of the value of a slot that is incompatible with another, or
// -1.
func (r *Reader) clash(set *rules.Set, k *phrases.Kind, slot string, values [][]string, text string) int {
	if r.Sense == nil || k.Command == nil {
		return -1
	}
	return slices.IndexFunc(values, func(v []string) bool {
		return slices.ContainsFunc(v, func(o string) bool {
			return o != "" && o != "-" && o != text && r.Sense.Clash(set, k.Command, slot, o, text)
		})
	})
}

// opposed turns a value that a line asks to compare with its absence ("does the robe
// matter") into both alternatives. It takes the value nearest to the words that ask for
// it, among the slots that may be absent.
func opposed(k *phrases.Kind, list []said) []said {
	i := slices.IndexFunc(list, func(s said) bool { return s.slot == matters })
	if i < 0 || k.Slots[matters] == nil {
		return list
	}
	at, best := list[i].from, -1
	for j, s := range list {
		if s.slot != "worn" && s.slot != "held" || strings.ContainsAny(s.text, "|!") {
			if strings.Contains(s.text, "||") {
				return list // it is so already
			}
			continue
		}
		if best < 0 || distance(s, at) < distance(list[best], at) {
			best = j
		}
	}
	if best < 0 {
		return list
	}
	list = slices.Clone(list)
	list[best].text += "||-"
	return list
}

// matters is the slot of words that ask what difference something makes.
const matters = "matters"

// distance returns how many tokens are between what was said and a position; what
// precedes the position counts as slightly nearer.
func distance(s said, at int) int {
	if s.from > at {
		return 2*(s.from-at) + 1
	}
	return 2 * (at - s.from)
}

// lines writes slots as canonical lines, one for each question.
func lines(k *phrases.Kind, in slots) []string {
	if len(k.Parts) > 0 {
		var out []string
		for _, p := range k.Parts {
			out = append(out, lines(p, in)...)
		}
		return out
	}
	if k.Command == nil {
		return nil
	}
	out := []string{""}
	comma := []bool{false}
	add := func(s phrases.LineSlot) {
		values := in[s.Slot]
		if s.Slot == "" {
			for i := range out {
				out[i] += " " + s.Before
			}
			return
		}
		if len(values) == 0 {
			return
		}
		texts := []string{""}
		for _, alts := range values {
			var next []string
			for _, t := range texts {
				for _, a := range alts {
					switch {
					case a == "" || a == "-":
						next = append(next, t)
					case t == "":
						next = append(next, a)
					default:
						next = append(next, t+s.Join+a)
					}
				}
			}
			texts = next[:min(len(next), mostLines)]
		}
		var next []string
		var commas []bool
		for i, o := range out {
			for _, t := range texts {
				line, c := o, comma[i]
				if t != "" {
					if c {
						line += ","
					}
					line += " " + s.Before + t
					c = s.Comma
				}
				next, commas = append(next, line), append(commas, c)
			}
		}
		out, comma = next[:min(len(next), mostLines)], commas
	}
	for _, s := range k.Order {
		add(s)
	}
	var different []string
	for _, line := range out {
		line = strings.Join(strings.Fields(k.Command.Path()+line), " ")
		if !slices.Contains(different, line) {
			different = append(different, line)
		}
	}
	return different
}
