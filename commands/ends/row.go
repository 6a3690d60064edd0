package ends

import (
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/dice"
	"delphi/engine/enchant"
)

// rowAnswer is the machine-readable answer for scrolls that may be read in a row.
// Outcomes and P are for one scroll, After for as many as were asked about.
type rowAnswer struct {
	Answer
	After []dice.Case[string] `json:"after,omitempty"`
}

// TellRow returns the story of the ends of a scroll, or of as many as the call says,
// all of one kind: "3 blessed scrolls on +4 plate mail". scroll is what it is
// called in the singular: "blessed scroll".
func (e *Ends) TellRow(c *commands.Call, row *enchant.Row, scroll string) (*commands.Story, error) {
	e.Cases = row.After(1)
	n, said := tries.Number.In(c)
	if n > enchant.MostScrolls {
		return nil, &commands.Problem{Text: fmt.Sprintf("I can follow 1 to %d scrolls in a row, not %d.", enchant.MostScrolls, n), Hints: []string{fmt.Sprint(enchant.MostScrolls)}}
	}
	trial := &tries.Trial{Once: "scroll", Within: row.Gone, Most: enchant.MostScrolls, Rule: e.Rule, Counted: "all the ways the dice of the scrolls can fall", Told: true}
	e.Tried = trial.Of
	once, exact := e.share()
	what := e.Subject
	e.Subject = wording.Capital(scroll) + what
	if n > 1 {
		e.Subject, e.Cases, e.How, e.Count = wording.Count(n, scroll)+what, row.After(n), oneByOne(row, n), "by the first scroll, the second, and so on"
	}
	s := e.Tell(c)
	a := s.Reply.Data.(Answer)
	a.Outcomes, a.P, a.Num, a.Den = row.After(1), &once.P, nil, nil
	if exact {
		a.Num, a.Den = &once.Num, &once.Den
	}
	out := rowAnswer{Answer: a}
	if said {
		out.After = row.After(n)
	}
	s.Reply.Data = out
	return s, nil
}

// oneByOne returns the chance that a thing is gone after n scrolls as a sum, of what
// each of them adds; empty if that is too long.
func oneByOne(row *enchant.Row, n int) string {
	if n > mostTerms {
		return ""
	}
	var terms []string
	for k, before := 1, 0.0; k <= n; k++ {
		after := row.Gone(k)
		terms, before = append(terms, fmt.Sprintf("%.3g%%", 100*(after-before))), after
	}
	return strings.Join(terms, " + ")
}
