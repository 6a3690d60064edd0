package spell

import (
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
	StudyTurns int           `json:"study_turns"` // turns spent reading, or helpless after a failure
	Effects    []Effect      `json:"effects"`
	// Asleep is the chance of falling asleep over a dull book first; nil where
	// that cannot happen.
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
	Crumbles = "book crumbles"
	Torn     = "book torn"
)

var (
	learnCites = []string{"learning from a book", "failed book effects"}
	mazedCites = []string{"learning from a book", "failed book effects", "confused reading"}
)

// Learn answers a question whose Question passes Check.
func Learn(q *LearnQuestion) LearnAnswer {
	l := q.Rules.Learning()
	level := q.Spell.Level
	a := LearnAnswer{Warning: "none", StudyTurns: l.Study[level] * q.Spell.Delay, Cites: learnCites}

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
		a.Effects = make([]Effect, 0, level+2)
		each := a.Fail.Times(odds.Of(1, int64(level)))
		for _, what := range l.Effects[:level] {
			a.Effects = append(a.Effects, Effect{what, each})
		}
		kept := a.Fail // an explosion leaves no book to crumble
		if level == len(l.Effects) {
			kept = a.Fail.Times(odds.Of(int64(level-1), int64(level)))
		}
		a.Effects = append(a.Effects, Effect{Crumbles, kept.Times(odds.Of(1, int64(l.CrumblesOnce)))})
	}
	if q.Confused {
		a.Effects = append(a.Effects, Effect{Torn, a.Learn.Times(odds.Of(1, int64(l.TornOnce)))})
		a.Learn = odds.Never
		a.Cites = mazedCites
	}
	if q.Dull && l.DullDie > 0 {
		asleep := odds.Of(int64(clamp(l.DullDie-q.Wis, 0, l.DullDie)), int64(l.DullDie))
		a.Asleep = &asleep
	}
	return a
}
