package ends

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/dice"
	"delphi/engine/seq"
)

// mostTerms is the largest number of terms in a sum of ends.
const mostTerms = 6

// steps adds the steps to the chance of what is asked about, which step shows: the
// formula, or the ends whose sum it is.
func (e *Ends) steps(d *steps.Derivation, step string) {
	if e.How != "" {
		d.Work(e.Rule, e.Wanted, step, "%s", e.How).Of("%s", e.Count)
		return
	}
	list := seq.Filter(e.Cases, func(c dice.Case[string]) bool { return e.Is(c.What) })
	sum, ok := fractions(list)
	switch {
	case ok && len(list) == 0:
		d.Work(e.Rule, e.Wanted, step, "0").Of("none of %s", wording.Count(len(e.Cases), "end"))
	case ok && len(list) > 1:
		for _, c := range list {
			d.Given(e.Rule, e.shown(c.What), fraction(c))
		}
		d.Work("", e.Wanted, step, "%s", strings.Join(sum, " + "))
	default:
		d.Counted(e.Rule, e.Wanted, step, "%s", e.counted())
	}
}

// rest adds the steps to an end as what remains after the others.
func (e *Ends) rest(d *steps.Derivation, likeliest *group) {
	others := seq.Filter(e.Cases, func(c dice.Case[string]) bool { return !slices.Contains(likeliest.ends, c.What) })
	sum, ok := fractions(others)
	if !ok {
		d.Counted(e.Rule, likeliest.what, wording.Share(likeliest.p), "%s", e.counted())
		return
	}
	for _, c := range others {
		d.Given(e.Rule, e.shown(c.What), fraction(c))
	}
	d.Work(e.Rule, likeliest.what, wording.Share(likeliest.p), "%s", strings.Join(append([]string{"1"}, sum...), " - "))
}

// counted says what is counted if no formula is short enough.
func (e *Ends) counted() string {
	if e.Count != "" {
		return e.Count
	}
	return fmt.Sprintf("all the ways the dice can fall, giving %s", wording.Count(len(e.Cases), "end"))
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
