package study

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

// learnSteps lists the steps to how the reading of a book goes.
func learnSteps(c *commands.Call, lq *spell.LearnQuestion, a *spell.LearnAnswer) *steps.Derivation {
	const book = "learning from a book"
	d, l := steps.New(c.Rules), c.Rules.Learning()
	bookSteps(d, lq, a, "")
	if lq.Confused {
		torn := a.Effects[len(a.Effects)-1]
		d.Work("confused reading", torn.What, wording.Share(torn.P), "(1 - %s)/%d", a.Fail, l.TornOnce)
	}
	if a.Fail.P > 0 {
		mishapSteps(d, lq, a)
	}
	turnSteps(d, lq, a)
	if a.Asleep != nil {
		d.Work(book, "fall asleep first", wording.Share(a.Asleep.P), "max(0, %d - %d)/%d", l.DullDie, lq.Wis, l.DullDie)
	}
	return d
}

// turnSteps adds the steps to how long the reader is helpless or confused after a failure,
// and how long one who does not fail reads: as far as the answer tells them.
func turnSteps(d *steps.Derivation, q *spell.LearnQuestion, a *spell.LearnAnswer) {
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
		d.Counted("reading with lenses", "on average", wording.Amount(a.MeanTurns), "lenses take another turn off every other turn")
	}
}

// mishapSteps adds the steps to what a failure does.
func mishapSteps(d *steps.Derivation, q *spell.LearnQuestion, a *spell.LearnAnswer) {
	const book, mishap = "learning from a book", "failed book effects"
	l, level := q.Rules.Learning(), q.Spell.Level
	each := a.Fail.Times(odds.Of(1, int64(level)))
	d.Work(mishap, "each of "+wording.Count(level, "mishap"), wording.Share(each.P), "%s/%d", a.Fail, level)
	for _, e := range a.Effects {
		switch {
		case e.What == spell.Cursed || e.What == spell.Unblessed:
			d.Work(mishap, e.What, wording.Share(e.P), "%s/%d/%d", a.Fail, level, l.CursesOnce).Of("else the first, %s", wording.Share(a.Effects[0].P))
		case e.What == spell.Crumbles && level == len(l.Effects):
			d.Work(book, e.What, wording.Share(e.P), "%s*%d/%d/%d", a.Fail, level-1, level, l.CrumblesOnce).Of("an explosion leaves no book")
		case e.What == spell.Crumbles:
			d.Work(book, e.What, wording.Share(e.P), "%s/%d", a.Fail, l.CrumblesOnce)
		}
	}
}

// bookSteps adds the steps to how often a reading fails; of ends their names.
func bookSteps(d *steps.Derivation, lq *spell.LearnQuestion, a *spell.LearnAnswer, of string) {
	const book = "learning from a book"
	l, level := lq.Rules.Learning(), lq.Spell.Level
	parts := fmt.Sprintf("%d + %d + ⌊%d/%d⌋ - %d*%d", lq.Intelligence(), l.Base, lq.XL, l.XLPart, l.PerLevel, level)
	for _, part := range []struct {
		on  bool
		add int
	}{{lq.Lenses, l.Lenses}, {lq.Book == rules.Blessed && !l.Decided, l.Blessed}, {lq.Book == rules.Cursed && !l.Decided, l.Cursed}} {
		if part.on {
			parts += steps.Plus(part.add)
		}
	}
	with := fmt.Sprintf("Int %d, XL %d, level %d", lq.Intelligence(), lq.XL, level)
	if lq.Lenses {
		with += ", lenses"
	}
	fail := wording.Fraction(a.Fail)
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
