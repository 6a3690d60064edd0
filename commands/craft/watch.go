package craft

import (
	"fmt"

	"delphi/commands"
	"delphi/commands/ends"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/fixture"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// watchAnswer is the machine-readable answer of `fountain` about a fountain of a town.
type watchAnswer struct {
	Warns   float64     `json:"warns"`   // that a use brings the warning, if there was none yet
	Attacks float64     `json:"attacks"` // that a use after the warning brings the attack
	Watch   *watchTries `json:"watch_over,omitempty"`
	ends.Answer
}

// watchTries holds the chances of a warning and of an attack over a number of uses.
type watchTries struct {
	Tries  int     `json:"tries"`
	Warned float64 `json:"warned"`
	Attack float64 `json:"attack"`
}

// tellWatch returns the story of a fountain that stands in a town: first what the watch does,
// then the chance that e holds, of a wish unless another end is asked about.
func tellWatch(c *commands.Call, q *fixture.Fountain, e *ends.Ends) *commands.Story {
	s := e.Tell(c)
	r, d := &s.Reply, s.Steps
	wish := r.Data.(ends.Answer)
	a := watchAnswer{Attacks: 1, Answer: wish}
	use := e.Once
	if q.Warned {
		r.Summary = fmt.Sprintf("%s in Minetown, after a warning: the next %s dries it up and the watch attacks, every time. %s from that %s: %s.", e.Subject, use, wording.Capital(e.Wanted), use, wording.Share(*wish.P))
		r.Headline = wording.Share(1)
		d.Work(rules.CiteDry, "dries up", r.Headline, "1").Of("FOUNTAIN_IS_WARNED")
	} else {
		a.Warns = 1 / float64(q.Rules.DryOnce)
		frac := fmt.Sprintf("1/%d", q.Rules.DryOnce)
		r.Headline = wording.Share(a.Warns)
		r.Summary = fmt.Sprintf("%s in Minetown: each %s brings the watch's warning %s of the time (%s). The next %s after it dries the fountain up, and the watch attacks.", e.Subject, use, r.Headline, frac, use)
		d.Work(rules.CiteDry, "a warning", wording.Fraction(odds.Of(1, int64(q.Rules.DryOnce))), "%s", frac)
		a.Watch = overUses(c, d, a.Warns, frac, use)
		percent, sure := tries.Sure.In(c)
		if o := a.Watch; o != nil {
			r.Summary += fmt.Sprintf(" Over %s: %s of the warning, %s of the attack.", wording.Count(o.Tries, use), wording.Chance(o.Warned), wording.Share(o.Attack))
		}
		if sure {
			n := odds.TriesFor(a.Warns, percent)
			r.Summary += fmt.Sprintf(" It takes %s for %s of the warning, and %d for the attack.", wording.Count(n, use), wording.Chance(float64(percent)/100), n+1)
		} else if a.Watch == nil {
			r.Summary += fmt.Sprintf(" On average %d %s bring the warning, %d the attack.", q.Rules.DryOnce, wording.Plural(use), q.Rules.DryOnce+1)
		}
		if *wish.P == 0 {
			r.Summary += fmt.Sprintf(" %s per %s: %s.", wording.Capital(e.Wanted), use, wording.Share(0))
		}
		if wish.Lasts != nil {
			r.Summary += fmt.Sprintf(" %s: %s per %s, %s before the warning, %s before the fountain is gone.", wording.Capital(e.Wanted), wording.Share(*wish.P), use, wording.Share(*wish.Lasts.Unwarned), wording.Share(wish.Lasts.Ever.P))
			r.Summary += e.OnAll(wish.Lasts, a.Answer.Over)
		}
		c.Note(commands.Remarked, "if no watchman sees you, the flow reduces to a trickle, which counts as the warning")
		c.Note(commands.Remarked, "each fountain has its own warning")
	}
	if use == "dip" {
		c.Note(commands.Remarked, "Excalibur, given or denied, angers the watch without a warning")
	}
	r.Asides, r.Data = nil, a
	return s
}

// overUses returns the chances over the uses asked about, with a step for each; nil if none
// are. The attack comes at the use after the warning.
func overUses(c *commands.Call, d *steps.Derivation, warns float64, frac, use string) *watchTries {
	n, ok := tries.Number.In(c)
	if !ok {
		return nil
	}
	o := &watchTries{n, odds.AtLeast(n, 1, warns), odds.AtLeast(n-1, 1, warns)}
	over := " over " + wording.Count(n, use)
	d.Work(rules.CiteDry, "a warning"+over, wording.Share(o.Warned), "1 - (1 - %s)^%d", frac, n)
	d.Work(rules.CiteDry, "an attack"+over, wording.Share(o.Attack), "1 - (1 - %s)^%d", frac, n-1)
	return o
}
