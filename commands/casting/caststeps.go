package casting

import (
	"fmt"
	"strconv"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// castSteps lists the steps to what a run of casts costs and how it goes.
func castSteps(c *commands.Call, cq *spell.CastQuestion, a *spell.CastAnswer, over *overAnswer, regen *spell.RegenQuestion) *steps.Derivation {
	d := steps.New(c.Rules)
	f := spell.Fail(cq.Question)
	if a.Pw == nil {
		failSteps(d, cq.Question, &f)
		return d
	}
	fails := wording.Share(a.Fail)
	switch {
	case cq.FailRate != nil:
		d.Given("", "fail", fails)
	case f.Fails:
		failSteps(d, cq.Question, &f)
		fails = wording.Percentage(f.Fail)
	default:
		failSteps(d, cq.Question, &f)
		d.Given(rules.CiteEnergy, "fail", fails)
	}
	if f.Fails {
		d.Work(rules.CiteEnergy, "power", pwShown(*a.Pw), "5*%d", cq.Spell.Level).Of("level %d", cq.Spell.Level)
	}
	rulesOf := c.Rules.Casts()
	if a.FailedPw != *a.Pw {
		d.Work(rules.CiteCast, "power if it fails", pwShown(a.FailedPw), "⌊%d/%d⌋", *a.Pw, rulesOf.FailedPart)
	}
	hungerSteps(d, cq, a)
	if n, ok := overTurns.In(c); ok {
		overSteps(d, over, regen, a, n)
	}
	most := ""
	if x := a.Amulet; x != nil {
		d.Work(rules.CiteEnergy, "the Amulet drains up to", strconv.Itoa(x.Max), "%d*%d", rulesOf.DrainDie, *a.Pw)
		if x.Goes != nil {
			d.Work(rules.CiteEnergy, "enough is left", wording.Share(x.Goes.P), "max(0, min(%d, %d - %d))/%d", x.Max, cq.Pw, *a.Pw, x.Max)
		}
		most = fmt.Sprintf("each drain from 1 to %d that the power allows, %s to fail", x.Max, fails)
	}
	runSteps(d, c, cq, a, fails, most)
	return d
}

func pwShown(n int) string { return strconv.Itoa(n) + " Pw" }

// hungerSteps adds the steps to the nutrition that a cast costs, apart from what the
// Amulet drains.
func hungerSteps(d *steps.Derivation, cq *spell.CastQuestion, a *spell.CastAnswer) {
	if a.Amulet != nil || cq.Nutrition > 0 || a.Nutrition == 0 {
		d.Counted(rules.CiteEnergy, "nutrition", strconv.Itoa(a.Nutrition), "twice the power, less by a Wizard's Int, and some is always left")
		return
	}
	per := cq.Rules.Casts().Hunger
	if part := per * *a.Pw / a.Nutrition; part > 1 {
		d.Work(rules.CiteEnergy, "nutrition", strconv.Itoa(a.Nutrition), "⌊%d*%d/%d⌋", per, *a.Pw, part).Of("a Wizard's Int")
		return
	}
	d.Work(rules.CiteEnergy, "nutrition", strconv.Itoa(a.Nutrition), "%d*%d", per, *a.Pw)
}

// runSteps adds the steps from the chance to fail to the chances of a run of
// casts. drains, if not empty, says what of the Amulet is gone through.
func runSteps(d *steps.Derivation, c *commands.Call, cq *spell.CastQuestion, a *spell.CastAnswer, fails, drains string) {
	one := a.AtLeastOne
	if a.Casts != nil && drains == "" {
		d.Work("", "casts that succeed", strconv.Itoa(*a.Casts), "⌊%d/%d⌋", cq.Pw, *a.Pw)
	}
	none := func(tries int) string { return fmt.Sprintf("1 - %s^%d", fails, tries) }
	atLeastOne := func(what string, p float64, tries int) {
		if drains != "" {
			d.Counted(rules.CiteEnergy, what, wording.Share(p), "%s", drains)
			return
		}
		d.Work("", what, wording.Share(p), "%s", none(tries))
	}
	if one != nil {
		if one.UntilEmpty != nil {
			tries := one.Most
			if tries > 0 && drains == "" {
				d.Work("", "tries until the power is gone", strconv.Itoa(tries), "1 + ⌊(%d - %d)/%d⌋", cq.Pw, *a.Pw, max(1, a.FailedPw))
			}
			atLeastOne("at least one until the power is gone", *one.UntilEmpty, tries)
			if cq.Tries > 0 {
				atLeastOne(fmt.Sprintf("at least one of %d", one.Casts), one.P, min(cq.Tries, tries))
			}
		} else {
			atLeastOne(fmt.Sprintf("at least one of %d", one.Casts), one.P, one.Casts)
		}
	}
	_, over := overTurns.In(c)
	if of, err := wantedOf(c, cq, a); err == nil && of != nil && !over {
		switch k, n := of.K, of.N; {
		case k > n:
			d.Counted("", of.String(), "0%", "there are not so many casts")
		case !cq.Ample(a, n):
			d.Counted(rules.CiteCast, of.String(), wording.Share(of.P), "the casts that %d Pw allows, %d Pw each or %d if it fails", cq.Pw, *a.Pw, a.FailedPw)
		case k == 0:
			d.Work("", of.String(), wording.Share(of.P), "%s^%d", fails, n)
		case k == n:
			d.Work("", of.String(), wording.Share(of.P), "(1 - %s)^%d", fails, n)
		default:
			d.Work("", of.String(), wording.Share(of.P), "1 - sum(i = 0..%d, C(%d, i)*(1 - %s)^i*%s^(%d - i))", k-1, n, fails, fails, n)
		}
	}
	if p, ok := sure.In(c); ok {
		what := fmt.Sprintf("casts for %d%%", p)
		if n := odds.TriesFor(1-a.Fail, p); n > 0 && a.Fail > 0 {
			d.Work("", what, strconv.Itoa(n), "⌈ln(1 - %d%%)/ln(%s)⌉", p, fails)
		} else if n == 0 {
			d.Given("", what, "never")
		}
	}
}
