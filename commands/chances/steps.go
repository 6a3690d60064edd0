package chances

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/bones"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/theft"
)

// oddsSteps lists the steps of plain probability.
func oddsSteps(q *odds.Question, a *odds.Answer) *steps.Derivation {
	d := steps.New(nil)
	if a.Dice != nil {
		d.Counted("", "on average", wording.Amount(a.Dice.Mean), "the sums of %s", a.Dice.Roll)
	}
	if a.P == nil {
		return d
	}
	chance, miss := tryChance(d, q, a)
	n, k := a.Trials, max(1, q.Wanted)
	if n > 0 {
		d.Work("", "on average", wording.Amount(*a.Expected), "%d*%s", n, chance)
		binomialStep(d, q, a, chance, miss)
	}
	for _, need := range a.Needed {
		what, sure := "tries for "+wording.Share(need.Confidence), wording.Share(need.Confidence)
		switch {
		case need.Trials == nil:
			d.Given("", what, "none").Of("no number of tries is enough")
		case k == 1 && *a.P < 1:
			d.Work("", what, strconv.Itoa(*need.Trials), "%s", steps.Tries(sure, chance))
		default:
			d.Counted("", what, strconv.Itoa(*need.Trials), "the fewest of which at least %d succeed %s of the time", k, sure)
		}
	}
	return d
}

// tryChance adds the chance of one try, and returns it and its opposite as
// formulas have them.
func tryChance(d *steps.Derivation, q *odds.Question, a *odds.Answer) (chance, miss string) {
	exact := q.Chance
	if a.Num != nil {
		exact = new(big.Rat).SetFrac(a.Num, a.Den)
	}
	if exact == nil {
		d.Counted("", "one try", wording.Share(*a.P), "the sums of %s that do", q.Roll)
		return wording.Share(*a.P), "(1 - " + wording.Share(*a.P) + ")"
	}
	chance = exact.RatString()
	other := new(big.Rat).Sub(big.NewRat(1, 1), exact).RatString()
	if q.Roll != nil {
		d.Counted("", "one try", chance, "the sums of %s that do", q.Roll)
	} else {
		d.Work("", "one try", wording.Share(*a.P), "%s", chance)
	}
	return "(" + chance + ")", "(" + other + ")"
}

// binomialStep adds the chance of the number of successes that was asked about.
func binomialStep(d *steps.Derivation, q *odds.Question, a *odds.Answer, chance, miss string) {
	n, k := a.Trials, q.Wanted
	upTo := func(last int) string {
		if last == 0 {
			return fmt.Sprintf("%s^%d", miss, n)
		}
		return fmt.Sprintf("sum(i = 0..%d, C(%d, i)*%s^i*%s^(%d - i))", last, n, chance, miss, n)
	}
	switch q.Count {
	case odds.AtMostWanted:
		d.Work("", fmt.Sprintf("at most %d", k), wording.Share(a.AtMost[0].P), "%s", upTo(k))
	case odds.ExactlyWanted:
		d.Work("", fmt.Sprintf("exactly %d", k), wording.Share(a.Exactly[0].P), "C(%d, %d)*%s^%d*%s^%d", n, k, chance, k, miss, n-k)
	default:
		k = max(1, k)
		if k > n {
			d.Counted("", fmt.Sprintf("at least %d", k), "0%", "%d tries have no %d successes", n, k)
			return
		}
		d.Work("", fmt.Sprintf("at least %d", k), wording.Share(a.AtLeast[0].P), "1 - %s", upTo(k-1))
	}
}

// bonesSteps lists the steps to what becomes of a death.
func bonesSteps(c *commands.Call, a *bones.Answer) *steps.Derivation {
	d, b := steps.New(c.Rules), c.Rules.Bones()
	leave := func(what string, depth int, p float64) string {
		n := depth / b.LeaveStep
		exact := bones.Leave(b, depth)
		d.Work(rules.CiteLeave, what, strconv.Itoa(n), "⌊%d/%d⌋", depth, b.LeaveStep)
		d.Work(rules.CiteLeave, "left", wording.Fraction(exact), "%d/(%d + 1)", n, n)
		return exact.String()
	}
	switch {
	case !a.Eligible:
		d.Given(rules.CiteEligible, "no bones", a.Reason)
		return d
	case a.Reason != "" && a.Depth.Max >= b.LeaveStep:
		d.Counted(rules.CiteLeave, "left", wording.Share(a.Leave.P), "%s", a.Reason)
	default:
		left := leave(fmt.Sprintf("steps of %d down to Dlvl %d", b.LeaveStep, a.Depth.Min), a.Depth.Min, a.Leave.P)
		if a.Leave.PMax != nil && *a.Leave.PMax != a.Leave.P {
			left = leave(fmt.Sprintf("steps of %d down to Dlvl %d", b.LeaveStep, a.Depth.Max), a.Depth.Max, *a.Leave.PMax)
		}
		if a.LeftAndFound.P > 0 && a.Find.Num > 0 {
			d.Given(rules.CiteFind, "a waiting file is found", wording.Fraction(a.Find))
			both := wording.Share(a.LeftAndFound.P)
			if m := a.LeftAndFound.PMax; m != nil && *m != a.LeftAndFound.P {
				both = wording.Share(*m)
			}
			d.Work(rules.CiteFind, "both", both, "%s*%s", left, a.Find)
		}
	}
	if x := a.Cursed; x != nil && a.Reason == "" {
		d.Work("bones drop and curse", "cursed on average", wording.Amount(x.Mean), "%d - %d/%d", x.N, x.N, b.CurseOf)
	}
	return d
}

// meetSteps lists the steps to the bones that a journey meets.
func meetSteps(j *bones.Journey, a *bones.Meeting) *steps.Derivation {
	d := steps.New(j.Rules)
	find := bones.Find(j.Rules.Bones())
	each := find.Times(j.Waits)
	if a.P == 0 {
		d.Counted(rules.CiteEligible, "met at least once", "0%", "no level on the way can hold bones")
		return d
	}
	d.Given(rules.CiteFind, "a waiting file is found", find.String())
	if j.Waits != odds.Always {
		d.Given("", "a file waits", j.Waits.String())
		d.Work(rules.CiteFind, "bones on a level that can hold them", each.String(), "%s*%s", find, j.Waits)
	}
	sure, keeps := 0, 0.0
	for _, v := range a.Levels {
		keeps += v.Keeps
		if v.Keeps == 1 {
			sure++
		}
	}
	d.Given(rules.CiteEligible, "levels that can hold bones in every game", strconv.Itoa(sure))
	none := 1.0
	for range sure {
		none *= each.Not().P
	}
	d.Work("", "none met there", wording.Share(none), "(1 - %s)^%d", each, sure)
	rest := (1 - a.P) / none
	d.Counted(rules.CiteEligible, "none met on the others", wording.Share(rest), "where branches and special levels lie, over all games")
	d.Work("", "met at least once", wording.Share(a.P), "1 - %s*%s", wording.Share(none), wording.Share(rest))
	d.Counted(rules.CiteEligible, "levels that can hold bones on average", wording.Amount(keeps), "over all games")
	d.Work("", "bones on average", wording.Amount(a.Expected), "%s*%s", wording.Amount(keeps), each)
	return d
}

// lossStep adds the chance that the hits take an item: for each possible k, the chance
// that it is the k-th to go, times the chance of at least that many thefts.
func lossStep(d *steps.Derivation, l loss, hit odds.Fraction, hits int, places []float64) {
	if l.hit > 0 && hits == 1 {
		d.Work(rules.CiteStolen, l.name, wording.Share(l.hit), "%d*%s*%s", l.n, hit, wording.Share(places[0]))
		return
	}
	if l.over == 0 || hits == 1 {
		return
	}
	var parts, which []string
	for k, p := range places {
		if p == 0 || k >= hits {
			continue
		}
		which = append(which, strconv.Itoa(k+1))
		part := fmt.Sprintf("1 - (1 - %s)^%d", hit, hits)
		if k > 0 {
			part = fmt.Sprintf("1 - sum(i = 0..%d, C(%d, i)*(%s)^i*(1 - %s)^(%d - i))", k, hits, hit, hit, hits)
		}
		if p < 1 {
			part = fmt.Sprintf("%s*(%s)", wording.Share(p), part)
		}
		parts = append(parts, part)
	}
	const most = 3 // places that a line has room for
	if len(parts) > most {
		d.Counted(rules.CiteStolen, l.name, wording.Share(l.over), "it can be any of %d to go", len(parts))
		return
	}
	d.Work(rules.CiteStolen, l.name, wording.Share(l.over), "%s", strings.Join(parts, " + ")).Of("theft %s takes it", wording.Or(which))
}

// theftSteps lists the steps to what a thief takes.
func theftSteps(c *commands.Call, q *theft.Question, a *theft.Answer) *steps.Derivation {
	set := c.Rules
	if c.Variant != "" {
		set = nil // no places are known
	}
	d := steps.New(set)
	once := q.Rules.NemesisOnce
	if q.Wizard {
		once = q.Rules.Once
	}
	if len(a.Order) == 0 {
		d.Counted(rules.CiteStolen, "taken", "0%", "nothing carried in the open is a target")
		return d
	}
	hit := odds.Of(1, int64(once))
	d.Work(rules.CiteSteal, "a hit steals", wording.Fraction(hit), "1/%d", once)
	if q.Hits > 1 {
		d.Work("", fmt.Sprintf("something in %d hits", q.Hits), wording.Share(a.Any.P), "1 - (1 - %s)^%d", hit, q.Hits)
	}
	d.Given(rules.CiteStolen, "the order", strings.Join(a.Order, ", then "))
	for _, l := range lossesOf(a) {
		i := slices.IndexFunc(a.PerHit, func(x theft.Loss) bool { return x.Item == l.name })
		lossStep(d, l, hit, q.Hits, a.Places[i])
	}
	if n, ok := sure.In(c); ok {
		d.Work("", fmt.Sprintf("hits for %d%%", n), strconv.Itoa(odds.TriesFor(a.AnyPerHit.P, n)), "%s", steps.Tries(strconv.Itoa(n)+"%", hit.String()))
	}
	return d
}
