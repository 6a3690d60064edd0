package craft

import (
	"fmt"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/dice"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/seq"
	"delphi/engine/wish"
)

// besides says what else comes of a wish than what was wished for exactly. all are its ends.
func besides(set *rules.Set, arrivals []dice.Case[wish.Arrival], exact func(wish.Arrival) bool, all []dice.Case[string]) string {
	var others []dice.Case[string]
	for _, x := range arrivals {
		if !exact(x.What) {
			others = append(others, dice.Case[string]{What: arrivalShown(set, x.What), Chance: x.Chance})
		}
	}
	switch {
	case len(others) > 0 && len(all) == len(others)+1:
		return " Otherwise: " + list(merged(others), 160) + "."
	case len(all) > 1:
		return " What comes: " + list(all, 160) + "."
	}
	return ""
}

// mostShown is the largest number of things that an answer names individually; of more
// it names the kinds.
const mostShown = 30

// kinds returns the things that may arrive, regardless of their number, BUC and
// enchantment.
func kinds(set *rules.Set, arrivals []dice.Case[wish.Arrival]) []dice.Case[string] {
	return dice.Merge(arrivals, func(a wish.Arrival) string {
		return arrivalShown(set, wish.Arrival{What: a.What, Object: a.Object, Quantity: 1})
	})
}

// noun returns a class as a sentence has it: "piece of armor" for one that is not
// counted.
func noun(class string) string {
	switch class {
	case "armor":
		return "piece of armor"
	case "food":
		return "item of food"
	}
	return class
}

// instead offers the name that was meant, if there is one.
func instead(c *commands.Call, q *wish.Question, r *commands.Reply) string {
	say := sayInstead(c, q)
	if say == "" {
		return ""
	}
	r.Next = append(r.Next, commands.Next{Label: say, Line: "wish v" + c.Rules.Name + " " + say})
	return fmt.Sprintf(" Say %q.", say)
}

// wishFormula returns a chance as a formula has it.
func wishFormula(f odds.Fraction) string {
	if f.Den < 1 || f.Den > 1000 {
		return wording.Trim(f.P)
	}
	return f.String()
}

// wishChart charts the chance of getting exactly what is wished for over the number in
// the wish. It is nil if there is no number or it does not matter.
func wishChart(r *wish.Reading) *commands.Chart {
	const most = 7
	s := r.Scale()
	if s == nil || s.At > most {
		return nil
	}
	points := commands.Points(1, most, func(n int) float64 {
		return 100 * exactlyOf(s.With(n))
	})
	if points[0].Y == points[most-1].Y {
		return nil
	}
	mark := float64(s.At)
	out := commands.Plot(fmt.Sprintf("The chance to get exactly what you wish for, by its %s: %s, %s", s.What, r.Text, r.Set.Title), s.What, "chance %", 100, points)
	out.Kind, out.Mark = commands.BarChart, &mark
	return out
}

// exactly returns the chance that what arrives passes the test.
func exactly(arrivals []dice.Case[wish.Arrival], exact func(wish.Arrival) bool) odds.Fraction {
	cases := dice.Merge(arrivals, exact)
	for _, x := range cases {
		if x.What && x.Den > 0 {
			return odds.Of(x.Num, x.Den)
		} else if x.What {
			return odds.Fraction{P: x.P}
		}
	}
	return odds.Never
}

// exactlyOf returns the chance that a wish comes true to the letter.
func exactlyOf(q *wish.Question) float64 {
	r := wish.Read(q)
	return exactly(r.Grant(), r.Exactly()).P
}

// merged merges cases that read the same.
func merged(list []dice.Case[string]) []dice.Case[string] {
	return dice.Merge(list, func(s string) string { return s })
}

// list says what may come, the likeliest first.
func list(cases []dice.Case[string], budget int) string {
	text, _ := wording.List(seq.Map(cases, func(x dice.Case[string]) string { return wording.Share(x.P) + " " + x.What }), ", ", budget)
	return text
}

// wishBetter suggests a wish that is likelier to come true: for fewer things, or with a
// lower enchantment. exactly is the chance of the wish itself.
func wishBetter(r *wish.Reading, exactly float64) string {
	less, what := r.Humbler()
	if less == nil {
		return ""
	}
	p := exactlyOf(less)
	if p <= exactly {
		return ""
	}
	return fmt.Sprintf("With %s: %s.", what, wording.Share(p))
}
