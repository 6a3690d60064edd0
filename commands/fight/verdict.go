package fight

import (
	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/duel"
)

// What a question about a fight may want to know, other than the chance to win.
const (
	toDie  = "die"
	toLast = "last"
	toFlee = "its flight"
)

// wanted says which figure of a fight the answer begins with.
var wanted = commands.NewChoice(commands.Param{
	Name: "verdict", Summary: "What the answer begins with: the chance to die, the turns you last, or its flight", Choices: []string{toDie, toLast, toFlee},
	Also: map[string]string{"dying": toDie, "to die": toDie, "lasting": toLast, "to last": toLast},
})

// verdict is what an answer begins with.
type verdict struct {
	what     string
	headline string
}

// verdictOf returns what the answer to a call begins with: how long a hero lasts only who may die
// can ask.
func verdictOf(c *commands.Call, a *duel.Answer) verdict {
	switch what := wanted.In(c); {
	case what == toDie:
		return verdict{what, wording.Share(a.Lose.P)}
	case what == toLast && a.Lose.P > little:
		return verdict{what, wording.Amount(round(lasts(a)))}
	case what == toFlee && meanwhile.In(c) == "": // who asks whether to wait or chase wants to win
		return verdict{what, wording.Share(a.Flees.P)}
	}
	return verdict{"", wording.Share(a.Win.P)}
}

// lasts returns how many turns a hero lives who dies.
func lasts(a *duel.Answer) (turns float64) {
	for t, p := range a.Dead {
		turns += float64(t) * p / a.Lose.P
	}
	return turns
}

// step adds how the headline follows from the courses of the fight.
func (v verdict) step(d *steps.Derivation) {
	switch v.what {
	case toDie:
		d.Counted("", "die", v.headline, "the courses in which your HP, or what kills at once, end it")
	case toLast:
		d.Counted("", "you last", v.headline, "the mean turn of the courses in which you die")
	case toFlee:
		d.Counted("", "it flees", v.headline, "the courses in which it does at least once")
	}
}
