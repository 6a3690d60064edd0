package fate

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/divine"
	"delphi/engine/rules"
)

// inRow returns what consecutive offerings bring: at first they repair the hero's
// standing, then each may bring a gift. It says how things stand after as many as a
// call asks about.
func inRow(c *commands.Call, q *divine.Sacrifice, a *sacAnswer, r *commands.Reply) *tries.Trial {
	row, _ := q.Row(tries.Most)
	before := row.Before
	if row.Gift.Num == 0 {
		before = 0
	}
	trial := tries.Later(before, row.Gift.P, row.Gift.String(), "sacrifice")
	wanted, _ := wantedOf(c)
	if wanted != nil && q.Alignment != "" {
		share := a.share(wanted.Name) // it must be given first, for with a gift the timeout begins anew
		trial.Only(share, wording.Share(share))
	}
	switch {
	case wanted != nil && q.Alignment != "" && a.share(wanted.Name) < 1:
		trial.What = wanted.Name + " as the next gift"
	case wanted != nil && before > 0:
		trial.What = wanted.Name
	case row.Gift.Num == 0 || before > 0:
		trial.What = "a gift"
	}
	n, many := tries.Number.In(c)
	_, sure := tries.Sure.In(c)
	if many && n > 1 {
		row, _ := q.Row(n)
		left := row.Left
		a.After = &standing{left.Timeout, left.Luck, left.Anger, left.Record}
		if said := leaves(q, a.After); said != "" {
			r.Summary += fmt.Sprintf(" After %s%s: %s.", wording.Count(n, "sacrifice"), map[bool]string{true: " without a gift"}[n > before && row.Gift.Num > 0], said)
		}
	}
	if many || sure || wanted != nil {
		if before > 0 {
			r.Summary += fmt.Sprintf(" A gift can come after %s: %s each.", wording.Count(before, "sacrifice"), wording.Chance(row.Gift.P))
		}
		if q.Timeout > 0 && (n > 1 || sure) {
			c.Note(commands.Assumed, "no turns in between")
		}
	}
	return trial
}

// later says, after a blank, whether an artifact that cannot be the first gift may be
// the second. It is empty for any other.
func later(d *steps.Derivation, g divine.Gift, a *sacAnswer, name string) string {
	if g.Gifts > 0 || a.Gift.P == 0 || a.Wanted.P > 0 || slices.Contains(g.Existing, name) {
		return ""
	}
	p := 0.0
	for _, first := range a.Artifacts {
		next := g
		next.Gifts, next.Artifacts, next.Existing = 1, g.Artifacts+1, append(slices.Clone(g.Existing), first.Name)
		for _, second := range next.Which() {
			if second.Name == name {
				p += first.P * second.P
			}
		}
	}
	if p == 0 {
		return " Nor can it be a later gift."
	}
	d.Counted(rules.CiteWhichGift, name+" as the second gift", wording.Share(p), "every first gift, and every artifact that may be kept after it")
	return fmt.Sprintf(" It is never the first gift, but %s of second gifts.", wording.Share(p))
}

// leaves says how a hero's standing has changed after offerings.
func leaves(q *divine.Sacrifice, a *standing) string {
	var out []string
	for _, x := range []struct {
		name          string
		before, after int
	}{{"timeout", q.Timeout, a.Timeout}, {"Luck", q.Luck, a.Luck}, {"anger", q.Anger, a.Anger}, {"record", q.Record, a.Record}} {
		if x.before != x.after {
			out = append(out, fmt.Sprintf("%s %d", x.name, x.after))
		}
	}
	return strings.Join(out, ", ")
}
