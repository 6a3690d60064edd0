package casting

import (
	"fmt"
	"strconv"

	"delphi/commands"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// castSteps lists the steps to what a run of casts costs and how it goes.
func castSteps(c *commands.Call, cq *spell.CastQuestion, a *spell.CastAnswer, over *overAnswer, regen *spell.RegenQuestion) *commands.Derivation {
	d := commands.NewDerivation(c.Rules)
	f := spell.Fail(cq.Question)
	if a.Pw == nil {
		failSteps(d, cq.Question, &f)
		return d
	}
	fails := commands.Share(a.Fail)
	switch {
	case cq.FailRate != nil:
		d.Given("", "fail", fails)
	case f.Fails:
		failSteps(d, cq.Question, &f)
		fails = commands.Percentage(f.Fail)
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
			d.Work(rules.CiteEnergy, "enough is left", commands.Share(x.Goes.P), "max(0, min(%d, %d - %d))/%d", x.Max, cq.Pw, *a.Pw, x.Max)
		}
		most = fmt.Sprintf("each drain from 1 to %d that the power allows, %s to fail", x.Max, fails)
	}
	runSteps(d, c, cq, a, fails, most)
	return d
}

func pwShown(n int) string { return strconv.Itoa(n) + " Pw" }

// hungerSteps adds the steps to the nutrition that a cast costs, apart from what the
// Amulet drains.
func hungerSteps(d *commands.Derivation, cq *spell.CastQuestion, a *spell.CastAnswer) {
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
func runSteps(d *commands.Derivation, c *commands.Call, cq *spell.CastQuestion, a *spell.CastAnswer, fails, drains string) {
	one := a.AtLeastOne
	if a.Casts != nil && drains == "" {
		d.Work("", "casts that succeed", strconv.Itoa(*a.Casts), "⌊%d/%d⌋", cq.Pw, *a.Pw)
	}
	none := func(tries int) string { return fmt.Sprintf("1 - %s^%d", fails, tries) }
	atLeastOne := func(what string, p float64, tries int) {
		if drains != "" {
			d.Counted(rules.CiteEnergy, what, commands.Share(p), "%s", drains)
			return
		}
		d.Work("", what, commands.Share(p), "%s", none(tries))
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
		case k == 0:
			d.Work("", of.String(), commands.Share(of.P), "%s^%d", fails, n)
		case k == n:
			d.Work("", of.String(), commands.Share(of.P), "(1 - %s)^%d", fails, n)
		default:
			d.Work("", of.String(), commands.Share(of.P), "1 - sum(i = 0..%d, C(%d, i)*(1 - %s)^i*%s^(%d - i))", k-1, n, fails, fails, n)
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

// learnSteps lists the steps to how the reading of a book goes.
func learnSteps(c *commands.Call, lq *spell.LearnQuestion, a *spell.LearnAnswer) *commands.Derivation {
	const book = "learning from a book"
	d, l := commands.NewDerivation(c.Rules), c.Rules.Learning()
	bookSteps(d, lq, a, "")
	if lq.Confused {
		torn := a.Effects[len(a.Effects)-1]
		d.Work("confused reading", torn.What, commands.Share(torn.P), "(1 - %s)/%d", a.Fail, l.TornOnce)
	}
	if a.Fail.P > 0 {
		mishapSteps(d, lq, a)
	}
	turnSteps(d, lq, a)
	if a.Asleep != nil {
		d.Work(book, "fall asleep first", commands.Share(a.Asleep.P), "max(0, %d - %d)/%d", l.DullDie, lq.Wis, l.DullDie)
	}
	return d
}

// turnSteps adds the steps to how long the reader is helpless or confused after a failure,
// and how long one who does not fail reads: as far as the answer tells them.
func turnSteps(d *commands.Derivation, q *spell.LearnQuestion, a *spell.LearnAnswer) {
	const book = "learning from a book"
	l := q.Rules.Learning()
	study := l.Study[q.Spell.Level]
	if tellsFailure(q, a) {
		what := "turns helpless"
		if l.Confuses {
			what = "turns confused"
		}
		d.Work(book, what, strconv.Itoa(a.FailTurns), "%d*%d", study, q.Spell.Delay)
	}
	if a.Fail.P == 1 {
		return
	}
	turns := d.Work(book, "turns of reading", strconv.Itoa(a.StudyTurns), "%d*%d", study*l.StudyMore, q.Spell.Delay)
	if q.Lenses {
		turns.Of("at most; %d at least", a.LeastTurns)
		d.Counted("reading with lenses", "on average", commands.Amount(a.MeanTurns), "lenses take another turn off every other turn")
	}
}

// mishapSteps adds the steps to what a failure does.
func mishapSteps(d *commands.Derivation, q *spell.LearnQuestion, a *spell.LearnAnswer) {
	const book, mishap = "learning from a book", "failed book effects"
	l, level := q.Rules.Learning(), q.Spell.Level
	each := a.Fail.Times(odds.Of(1, int64(level)))
	d.Work(mishap, "each of "+commands.Count(level, "mishap"), commands.Share(each.P), "%s/%d", a.Fail, level)
	for _, e := range a.Effects {
		switch {
		case e.What == spell.Cursed || e.What == spell.Unblessed:
			d.Work(mishap, e.What, commands.Share(e.P), "%s/%d/%d", a.Fail, level, l.CursesOnce).Of("else the first, %s", commands.Share(a.Effects[0].P))
		case e.What == spell.Crumbles && level == len(l.Effects):
			d.Work(book, e.What, commands.Share(e.P), "%s*%d/%d/%d", a.Fail, level-1, level, l.CrumblesOnce).Of("an explosion leaves no book")
		case e.What == spell.Crumbles:
			d.Work(book, e.What, commands.Share(e.P), "%s/%d", a.Fail, l.CrumblesOnce)
		}
	}
}

// bookSteps adds the steps to how often a reading fails; of ends their names.
func bookSteps(d *commands.Derivation, lq *spell.LearnQuestion, a *spell.LearnAnswer, of string) {
	const book = "learning from a book"
	l, level := lq.Rules.Learning(), lq.Spell.Level
	parts := fmt.Sprintf("%d + %d + ⌊%d/%d⌋ - %d*%d", lq.Intelligence(), l.Base, lq.XL, l.XLPart, l.PerLevel, level)
	for _, part := range []struct {
		on  bool
		add int
	}{{lq.Lenses, l.Lenses}, {lq.Book == rules.Blessed && !l.Decided, l.Blessed}, {lq.Book == rules.Cursed && !l.Decided, l.Cursed}} {
		if part.on {
			parts += commands.Plus(part.add)
		}
	}
	with := fmt.Sprintf("Int %d, XL %d, level %d", lq.Intelligence(), lq.XL, level)
	if lq.Lenses {
		with += ", lenses"
	}
	fail := commands.Fraction(a.Fail)
	switch {
	case l.Decided && lq.Book == rules.Cursed:
		d.Counted(book, "fail"+of, fail, "a cursed book always fails")
	case l.Decided && lq.Book == rules.Blessed && a.Fail.P == 0:
		d.Counted(book, "fail"+of, fail, "a blessed book never fails")
	default:
		d.Work(book, "ability"+of, strconv.Itoa(a.Ability), "%s", parts).Of("%s", with)
		ability := strconv.Itoa(a.Ability)
		if l.SlowReader != "" && lq.Role.Name == l.SlowReader && a.Ability > l.SlowAbility {
			d.Work(book, l.SlowReader+of, strconv.Itoa(l.SlowAbility), "min(%d, %d)", l.SlowAbility, a.Ability)
			ability = strconv.Itoa(l.SlowAbility)
		}
		d.Work(book, "fail"+of, fail, "max(0, min(%d, %d - %s))/%d", l.Die, l.Die, ability, l.Die)
	}
}
