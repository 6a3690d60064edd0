package spell

import (
	"slices"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// LearnQuestion is one reading of the Spell's book. Role, XL, Int, Wis and
// Confused stand in the Question; Skill does not matter.
type LearnQuestion struct {
	*Question
	Book   rules.BUC
	Lenses bool
	Dull   bool // the book looks dull
}

// LearnAnswer is how a reading goes. All chances are unconditional.
type LearnAnswer struct {
	Fail       odds.Fraction `json:"fail"`    // the book is too hard
	Learn      odds.Fraction `json:"learn"`   // the spell is learned
	Warning    string        `json:"warning"` // what the game warns of: "none", "difficult", "very difficult"
	Ability    int           `json:"ability"`
	StudyTurns int           `json:"study_turns"` // turns spent reading; with lenses the most
	MeanTurns  float64       `json:"mean_turns"`  // of reading; fewer than StudyTurns with lenses alone
	LeastTurns int           `json:"least_turns"`
	FailTurns  int           `json:"fail_turns"` // turns helpless after a failure, or confused
	Effects    []Effect      `json:"effects"`
	// Asleep is the chance of falling asleep over a dull book first; nil if that cannot
	// happen.
	Asleep *odds.Fraction `json:"asleep,omitempty"`

	Notes []string `json:"-"`
	Cites []string `json:"-"`
}

// Effect is something that a failure does.
type Effect struct {
	What string `json:"what"`
	odds.Fraction
}

// The effects that are not in rules.Learning.Effects.
const (
	Crumbles  = "book crumbles"
	Torn      = "book torn"
	Cursed    = "book cursed"
	Unblessed = "book no longer blessed"
)

var learnCites = []string{"learning from a book", "failed book effects"}

// Learn answers a question whose Question passes Check.
func Learn(q *LearnQuestion) LearnAnswer {
	l := q.Rules.Learning()
	level := q.Spell.Level
	a := LearnAnswer{Warning: "none", FailTurns: l.Study[level] * q.Spell.Delay, Cites: slices.Clip(learnCites)}
	a.StudyTurns = l.StudyMore * a.FailTurns
	a.LeastTurns, a.MeanTurns = a.StudyTurns, float64(a.StudyTurns)
	if q.Lenses {
		a.LeastTurns, a.MeanTurns = a.StudyTurns/2, lensed(a.StudyTurns)
		a.Cites = append(a.Cites, "reading with lenses")
	}

	a.Ability = q.Intelligence() + l.Base + q.XL/l.XLPart - l.PerLevel*level + when(q.Lenses, l.Lenses)
	if !l.Decided {
		a.Ability += when(q.Book == rules.Blessed, l.Blessed) + when(q.Book == rules.Cursed, l.Cursed)
	}
	slow := l.SlowReader != "" && q.Role.Name == l.SlowReader
	decided := l.Decided && (q.Book == rules.Cursed || q.Book == rules.Blessed && !slow)
	if q.Role.Name == "Wizard" && !decided && !q.Confused {
		switch {
		case a.Ability < l.VeryDifficult:
			a.Warning = "very difficult"
		case a.Ability < l.Difficult:
			a.Warning = "difficult"
		}
	}
	ability := a.Ability
	if slow {
		ability = min(ability, l.SlowAbility)
		a.Notes = append(a.Notes, "a "+l.SlowReader+" here always has some chance to fail")
	}
	fails := clamp(l.Die-ability, 0, l.Die)
	if decided {
		fails = when(q.Book == rules.Cursed, l.Die)
	}
	a.Fail = odds.Of(int64(fails), int64(l.Die))
	a.Learn = a.Fail.Not()

	if fails > 0 {
		a.Effects = q.mishaps(l, a.Fail)
	}
	if q.Confused {
		a.Effects = append(a.Effects, Effect{Torn, a.Learn.Times(odds.Of(1, int64(l.TornOnce)))})
		a.Learn = odds.Never
		a.Cites = append(a.Cites, "confused reading")
	}
	if q.Dull && l.DullDie > 0 {
		asleep := odds.Of(int64(clamp(l.DullDie-q.Wis, 0, l.DullDie)), int64(l.DullDie))
		a.Asleep = &asleep
	}
	return a
}

// mishaps returns what a failure does: one of the effects, and what becomes of the
// book.
func (q *LearnQuestion) mishaps(l *rules.Learning, fail odds.Fraction) []Effect {
	level := q.Spell.Level
	list := make([]Effect, 0, level+2)
	each := fail.Times(odds.Of(1, int64(level)))
	for _, what := range l.Effects[:level] {
		list = append(list, Effect{what, each})
	}
	if l.CursesOnce > 0 && q.Book != rules.Cursed {
		worse := odds.Of(1, int64(l.CursesOnce))
		list[0].Fraction = each.Times(worse.Not())
		what := Cursed
		if q.Book == rules.Blessed {
			what = Unblessed
		}
		list = append(list, Effect{what, each.Times(worse)})
	}
	if l.CrumblesCursed && q.Book != rules.Cursed {
		return list
	}
	kept := fail // an explosion leaves no book to crumble
	if level == len(l.Effects) {
		kept = fail.Times(odds.Of(int64(level-1), int64(level)))
	}
	return append(list, Effect{Crumbles, kept.Times(odds.Of(1, int64(l.CrumblesOnce)))})
}

// lensed returns the mean number of turns that a book takes with lenses, given how many
// it takes without them: each turn does the work of two every other time, and work that
// lenses end costs no turn of its own.
func lensed(turns int) float64 {
	before, mean := 0.0, 0.0 // for one and two turns of work less
	for n := 1; n <= turns; n++ {
		next := (before + 1 + mean + 1) / 2
		if n == 1 {
			next = 0.5
		}
		before, mean = mean, next
	}
	return mean
}
