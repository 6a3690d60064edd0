package wish

import (
	"fmt"
	"slices"
	"strings"

	"delphi/engine/dice"
	"delphi/engine/rules"
)

// Exactly returns the test of whether what arrives is just what was wished for:
// its number, curse, enchantment and artifact, as far as the wish says them.
func (r *Reading) Exactly() func(Arrival) bool {
	w := r.likeliest()
	artifact := w.named != "" && r.book.artifactNamed(w.named) != nil
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
		case artifact && !strings.Contains(a.Flags, "artifact="), !w.looks(a.Flags), w.wet > 0 && a.Object != "towel":
			return false
		}
		return w.monster == nil || a.Monster != "" || !slices.Contains(holders, a.Object)
	}
}

// looks reports whether the flags of what arrives show all that the wish says of
// its state: the game hears many a word that it does not obey.
func (w *wished) looks(flags string) bool {
	for flag, said := range map[string]bool{
		"erodeproof": w.proof, "poisoned": w.poisoned, "greased": w.greased, "diluted": w.diluted, "partly_eaten": w.partly,
		"trapped": w.trapped, "locked": w.lock == "locked", "eroded": w.eroded > 0, "corroded": w.corroded > 0,
	} {
		if said && !strings.Contains(flags, flag) {
			return false
		}
	}
	return true
}

// AnyOf reports whether a wish is for any thing of a class, or of one look.
func (r *Reading) AnyOf() bool {
	w, things := r.likeliest(), map[*rules.Object]bool{}
	for _, c := range r.cases {
		if c.What.object != nil {
			things[c.What.object] = true
		}
	}
	return !w.unknown && w.named == "" && !w.instead && len(things) > 1
}

// Unknown returns the class of which any thing comes, as the game does not know the
// name: "ring of foo" is a ring. It is empty if the name is known, or nothing comes.
func (r *Reading) Unknown() (class string) {
	if w := r.likeliest(); w.unknown && w.object != nil {
		return w.object.Class
	}
	return ""
}

// Humbler returns a wish for less that is likelier to come true, and what it asks for
// instead: fewer things, or a smaller enchantment. Nil: there is none.
func (r *Reading) Humbler() (less *Question, what string) {
	const humble = 2
	s := r.Scale()
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

// Scale returns the wish's; nil if it says no number above 1.
func (r *Reading) Scale() *Scale {
	t, q := r.likeliest(), r.Question
	switch count := fmt.Sprint(t.count); {
	case t.sign > 0 && !t.charged && t.spe > 0:
		return &Scale{"enchantment", t.spe, q, fmt.Sprintf("+%d", t.spe)}
	case t.count > 1 && strings.HasPrefix(strings.TrimSpace(q.Text), count):
		return &Scale{"quantity", t.count, q, count}
	}
	return nil
}

// With returns the wish for n.
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
		p := bookOf(q.Set).parser(d, q.Text, 0)
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
