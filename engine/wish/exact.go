package wish

import (
	"fmt"
	"strings"

	"delphi/engine/rules"
)

// Exactly returns the test of whether what arrives is just what was wished for:
// its number, curse, enchantment and artifact, as far as the wish says them.
func Exactly(q *Question) func(Arrival) bool {
	t := parse(q.Set.Wishing(), q.Text)
	m := bookOf(q.Set).find(t.rest, 0)
	number := t.count
	if plural(t.rest) {
		number = max(number, 2)
	}
	if m.holy != rules.BUCNotSaid {
		t.buc = m.holy
	}
	return func(a Arrival) bool {
		switch {
		case a.Object == "":
			return a.What == IntoPurse
		case number > 0 && a.Quantity != number && (number > 1 || a.Quantity > 1):
			return false
		case t.buc != rules.BUCNotSaid && a.BUC != t.buc:
			return false
		case t.sign != 0 && a.Spe && a.Enchant != t.sign*t.spe:
			return false
		case m.artifact != nil && !strings.Contains(a.Flags, "artifact="):
			return false
		case t.proof && !strings.Contains(a.Flags, "erodeproof"), t.poisoned && !strings.Contains(a.Flags, "poisoned"):
			return false
		case m.monster != "" && a.Monster == "":
			return false
		case m.artifact == nil && len(m.choices) == 1 && strings.HasPrefix(m.choices[0].object.Name, "oil lamp") && strings.Contains(t.rest, "magic"):
			return false // substituted
		}
		return true
	}
}

// AnyOf reports whether a wish is for any thing of a class, or of one look.
func AnyOf(q *Question) bool {
	m := bookOf(q.Set).find(parse(q.Set.Wishing(), q.Text).rest, 1)
	return m.artifact == nil && len(m.choices) > 1
}

// Humbler is a wish for less that is likelier to come true, and what it asks for
// instead: fewer things, or a smaller enchantment. Nil: there is none.
func Humbler(q *Question) (less *Question, what string) {
	const humble = 2
	s := ScaleOf(q)
	switch {
	case s == nil || s.At <= humble:
		return nil, ""
	case s.What == "enchantment":
		return s.With(humble), fmt.Sprintf("+%d", humble)
	}
	return s.With(humble), fmt.Sprint(humble)
}

// Scale is a wish with another number in it: another enchantment, or another
// count of things.
type Scale struct {
	What string // "enchantment" or "quantity"
	At   int    // the number that the wish says
	wish *Question
	said string // how it says it
}

// ScaleOf is the Scale of a wish; nil where it says no number above 1.
func ScaleOf(q *Question) *Scale {
	t := parse(q.Set.Wishing(), q.Text)
	switch count := fmt.Sprint(t.count); {
	case t.sign > 0 && !t.charged && t.spe > 0:
		return &Scale{"enchantment", t.spe, q, fmt.Sprintf("+%d", t.spe)}
	case t.count > 1 && strings.HasPrefix(strings.TrimSpace(q.Text), count):
		return &Scale{"quantity", t.count, q, count}
	}
	return nil
}

// With is the wish for n.
func (s *Scale) With(n int) *Question {
	out, said := *s.wish, fmt.Sprint(n)
	if s.What == "enchantment" {
		said = "+" + said
	}
	out.Text = strings.Replace(out.Text, s.said, said, 1)
	return &out
}

// Split parts a wish into the words before the name and the name.
func Split(q *Question) (before, name string) {
	t := parse(q.Set.Wishing(), q.Text)
	i := strings.LastIndex(q.Text, t.rest)
	if t.rest == "" || i < 0 {
		return "", q.Text
	}
	return strings.TrimSpace(q.Text[:i]), t.rest
}
