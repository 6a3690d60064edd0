package wish

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"delphi/engine/dice"
	"delphi/engine/rules"
)

// reading is the text as the likeliest of all games reads it, and the things that
// it can mean.
func reading(q *Question) (w wished, things map[*rules.Object]bool) {
	b, things := bookOf(q.Set), map[*rules.Object]bool{}
	for i, c := range dice.Cases(func(d *dice.Dice) wished { return b.read(d, q.Text, cmp.Or(q.Depth, 5)) }) {
		if c.What.object != nil {
			things[c.What.object] = true
		}
		if i == 0 {
			w = c.What
		}
	}
	return w, things
}

// Exactly returns the test of whether what arrives is just what was wished for:
// its number, curse, enchantment and artifact, as far as the wish says them.
func Exactly(q *Question) func(Arrival) bool {
	w, _ := reading(q)
	artifact := w.named != "" && bookOf(q.Set).artifactNamed(w.named) != nil
	return func(a Arrival) bool {
		switch {
		case a.Object == "":
			return a.What == IntoPurse || a.What == Declined
		case w.instead, w.unknown:
			return false
		case (w.counted || w.count > 1) && a.Quantity != w.count && (w.count > 1 || a.Quantity > 1):
			return false
		case w.buc != rules.BUCNotSaid && a.BUC != w.buc:
			return false
		case w.sign != 0 && a.Spe && a.Enchant != w.sign*w.spe:
			return false
		case artifact && !strings.Contains(a.Flags, "artifact="):
			return false
		case w.proof && !strings.Contains(a.Flags, "erodeproof"), w.poisoned && !strings.Contains(a.Flags, "poisoned"):
			return false
		}
		return w.monster == nil || a.Monster != "" || !slices.Contains(holders, a.Object)
	}
}

// AnyOf reports whether a wish is for any thing of a class, or of one look.
func AnyOf(q *Question) bool {
	w, things := reading(q)
	return !w.unknown && w.named == "" && !w.instead && len(things) > 1
}

// Unknown is the class of which any thing comes, as the game does not know the name:
// "ring of foo" is a ring. It is empty where the name is known, or nothing comes.
func Unknown(q *Question) (class string) {
	if w, _ := reading(q); w.unknown && w.object != nil {
		return w.object.Class
	}
	return ""
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
	t, _ := reading(q)
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
	rest := dice.Cases(func(d *dice.Dice) string {
		p := &parser{book: bookOf(q.Set), d: d, line: strings.Join(strings.Fields(q.Text), " ")}
		p.words()
		p.charges()
		return p.rest()
	})[0].What
	i := strings.LastIndex(q.Text, rest)
	if rest == "" || i < 0 {
		return "", q.Text
	}
	return strings.TrimSpace(q.Text[:i]), rest
}
