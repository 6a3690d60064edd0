package said

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"delphi/commands/read/phrases"
)

// dropFrom takes out what base said of something in whose place a line puts another; mine are the
// slots that the line says.
func dropFrom(k *phrases.Kind, in, base Slots, mine map[string]bool) {
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
func onceIn(k *phrases.Kind, in Slots) {
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
func separate(k *phrases.Kind, list []Value) []Value {
	out := make([]Value, 0, len(list))
	for _, s := range list {
		slot := k.Slots[s.Slot]
		if slot == nil || !slot.Many || s.Slot == "pile" || strings.Contains(s.Text, "||") {
			out = append(out, s)
			continue
		}
		for text := range strings.SplitSeq(s.Text, ", ") {
			s.Text = text
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

// opposed turns a value that a line asks to compare with its absence ("does the robe
// matter") into both alternatives. It takes the value nearest to the words that ask for
// it, among the slots that may be absent.
func opposed(k *phrases.Kind, list []Value) []Value {
	i := slices.IndexFunc(list, func(s Value) bool { return s.Slot == Matters })
	if i < 0 || k.Slots[Matters] == nil {
		return list
	}
	at, best := list[i].From, -1
	for j, s := range list {
		if s.Slot != "worn" && s.Slot != "held" || strings.ContainsAny(s.Text, "|!") {
			if strings.Contains(s.Text, "||") {
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
	list[best].Text += "||-"
	return list
}

// Matters is the slot of words that ask what difference something makes.
const Matters = "matters"

// distance returns how many tokens are between what was said and a position; what
// precedes the position counts as slightly nearer.
func distance(s Value, at int) int {
	if s.From > at {
		return 2*(s.From-at) + 1
	}
	return 2 * (at - s.From)
}
