package craft

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/dice"
)

// mostTerms is the largest number of terms in a sum of ends.
const mostTerms = 6

// steps adds the steps to the chance of what is asked about, which step shows: the
// formula, or the ends whose sum it is.
func (e *ends) steps(d *commands.Derivation, step string) {
	if e.how != "" {
		d.Work(e.rule, e.wanted, step, "%s", e.how).Of("%s", e.count)
		return
	}
	var list []dice.Case[string]
	for _, c := range e.cases {
		if e.is(c.What) {
			list = append(list, c)
		}
	}
	sum, ok := fractions(list)
	switch {
	case ok && len(list) == 0:
		d.Work(e.rule, e.wanted, step, "0").Of("none of %s", commands.Count(len(e.cases), "end"))
	case ok && len(list) > 1:
		for _, c := range list {
			d.Given(e.rule, e.shown(c.What), fraction(c))
		}
		d.Work("", e.wanted, step, "%s", strings.Join(sum, " + "))
	default:
		d.Counted(e.rule, e.wanted, step, "%s", e.counted())
	}
}

// rest adds the steps to an end as what remains after the others.
func (e *ends) rest(d *commands.Derivation, likeliest *group) {
	var others []dice.Case[string]
	for _, c := range e.cases {
		if !slices.Contains(likeliest.ends, c.What) {
			others = append(others, c)
		}
	}
	sum, ok := fractions(others)
	if !ok {
		d.Counted(e.rule, likeliest.what, commands.Share(likeliest.p), "%s", e.counted())
		return
	}
	for _, c := range others {
		d.Given(e.rule, e.shown(c.What), fraction(c))
	}
	d.Work(e.rule, likeliest.what, commands.Share(likeliest.p), "%s", strings.Join(append([]string{"1"}, sum...), " - "))
}

// counted says what is counted if no formula is short enough.
func (e *ends) counted() string {
	if e.count != "" {
		return e.count
	}
	return fmt.Sprintf("all the ways the dice can fall, giving %s", commands.Count(len(e.cases), "end"))
}

// fractions returns the chances of ends as they appear in a formula; ok is false if
// there are too many or they are too long.
func fractions(list []dice.Case[string]) (out []string, ok bool) {
	for _, c := range list {
		if c.Den == 0 || c.Den > 1e6 {
			return nil, false
		}
		out = append(out, fraction(c))
	}
	return out, len(out) <= mostTerms
}

func fraction(c dice.Case[string]) string { return fmt.Sprintf("%d/%d", c.Num, c.Den) }
