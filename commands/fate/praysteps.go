package fate

import (
	"fmt"
	"math"
	"strconv"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/divine"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// classWords holds the classes of prayers, for people.
var classWords = map[int]string{
	divine.ToMoloch: "to Moloch", divine.IntoUndead: "by one undead", divine.TooSoon: "too soon", divine.Smitten: "angers the god", divine.NotYours: "to another's god", divine.Answered: "works",
}

// praySteps lists the steps to whether a prayer works, and to its outcome.
func praySteps(c *commands.Call, q *praying) *steps.Derivation {
	d := steps.New(c.Rules)
	if !q.known {
		ready := q.inTime()
		if ready.Answer().Safe.P == 1 {
			d.Given(rules.CitePrayerClass, "the timeout may be at most", strconv.Itoa(q.limit())).Of("%s", troubleWords(q.Trouble()))
			if q.last == nil {
				d.Work(rules.CitePrayerStart, "never prayed: from turn", strconv.Itoa(q.Rules.Start-q.limit()+1), "%d - %d + 1", q.Rules.Start, q.limit())
			}
			return d
		}
		q = ready
	}
	if q.Refused() {
		d.Given(rules.CitePrayerClass, "a demon may pray", "to a "+q.Rules.DemonGod+" god only")
		return d
	}
	whyClass(d, q)
	if n, _ := prayers.In(c); n > 1 && q.Answer().Safe.P > 0 {
		p := q.Answer().Safe.P
		d.Work("", "all of "+wording.Count(n, "prayer"), wording.Share(math.Pow(p, float64(n))), "(%s)^%d", wording.Trim(p), n)
		return d
	}
	if a := q.Answer(); len(a.Classes) == 1 && !q.Gehennom {
		whyOutcome(d, q, &a)
	}
	return d
}

// whyClass adds the steps to the class of the prayer.
func whyClass(d *steps.Derivation, q *praying) {
	const rule = rules.CitePrayerClass
	d.Given(rule, "alignment, anger and Luck", map[bool]string{true: "good", false: "bad"}[q.Luck >= 0 && q.Anger == 0 && q.Standing() >= 0]).
		Of("Luck %d, anger %d, alignment record %d", q.Luck, q.Anger, q.Standing())
	ready := q.Timeout.AtMost(q.Rules, q.limit())
	switch {
	case q.Timeout.Since < 0:
		d.Given(rule, "in time", map[bool]string{true: "yes", false: "no"}[ready == odds.Always]).Of("timeout %d, at most %d with %s", q.Timeout.Known, q.limit(), troubleWords(q.Trouble()))
	default:
		parts := []int{q.Timeout.Since, q.limit()}
		if q.Timeout.Late > 0 {
			parts = append(parts, -q.Timeout.Late)
		}
		most := q.Timeout.Since + q.limit() - q.Timeout.Late
		d.Work(rule, "the timeout was at most", strconv.Itoa(most), "%s", steps.Sum(parts...)).Of("%s allows %d", troubleWords(q.Trouble()), q.limit())
		rolls := fmt.Sprintf("rnz(%d)", q.Rules.Timeout)
		if q.Kick > 0 {
			rolls += fmt.Sprintf(" + %d*rnz(%d)", q.Kick, q.Rules.KickTimeout)
		}
		safe := d.Counted(rules.CiteRnz, "in time", wording.Share(ready.P), "rolls of %s that are at most %d", rolls, most)
		switch {
		case ready.P == 1:
			safe.Value = "yes"
		case q.Answer().Safe.P == 0:
			safe.Value = map[bool]string{true: "perhaps", false: "no"}[ready.P > 0]
		}
	}
	for _, cl := range q.Classes() {
		if cl.Class == divine.IntoUndead && q.Answer().Safe.P > 0 {
			d.Work(rule, "works", wording.Share(q.Answer().Safe.P), "%s*(1 - 1/%d)", wording.Share(ready.P), q.Rules.UndeadOneIn)
			return
		}
	}
	if list := q.Classes(); len(list) == 1 {
		d.Given(rule, "the prayer", classWords[list[0].Class])
	}
}

// whyOutcome adds the steps to the likeliest outcome.
func whyOutcome(d *steps.Derivation, q *praying, a *divine.Prayed) {
	if len(a.Outcomes) < 2 {
		return
	}
	first := a.Outcomes[0]
	rule, sides := rules.CitePrayerSuccess, 0
	switch {
	case a.Smiting != nil:
		m := a.Smiting
		rule, sides = rules.CiteSmite, m.Sides
		d.Work(rule, "sides of the die", strconv.Itoa(sides), "min(%d, max(1, %s))", q.Rules.SmiteMost, steps.Sum(m.Wrath, m.Fortune)).Of("%d from the god, %d from Luck %d", m.Wrath, m.Fortune, m.Luck)
	case q.Trouble() == rules.NoTrouble && q.Record >= q.Rules.Devout:
		sides = q.PatFaces()
		d.Work(rule, "sides of the pat on the head", strconv.Itoa(sides), "⌊(%d + %d)/2⌋", q.Luck, q.Rules.PatLuck)
	case q.Record >= q.Rules.Strident:
		sides = q.Actions()
		d.Work(rule, "sides of the die", strconv.Itoa(sides), "%s", steps.Sum(q.Luck, sides-q.Luck))
	default:
		return
	}
	ways := first.P * float64(sides)
	if whole := math.Round(ways); math.Abs(ways-whole) < 1e-9 {
		d.Work(rule, "the likeliest outcome", wording.Share(first.P), "%g/%d", whole, sides).Of("%s", first.What)
	} else {
		d.Counted(rule, "the likeliest outcome", wording.Share(first.P), "rolls of 1 to %d, and then of the pat on the head", sides)
	}
}
