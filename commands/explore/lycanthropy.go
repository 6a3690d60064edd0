package explore

import (
	"fmt"
	"strconv"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/life"
	"delphi/engine/rules"
)

// The parameters of lycanthropy.
var (
	weretime  = commands.NewChoice(commands.Param{Name: "time", Summary: "Night or day, by the clock of the computer that runs the game", Choices: []string{"night", "day"}, Also: map[string]string{"at night": "night", "by night": "night", "by day": "day", "daytime": "day"}})
	wereturns = commands.NewNumber(commands.Param{Name: "turns", Summary: "The turns to come: 500 turns", Words: []string{"within", "in", "next"}, After: []string{"turns", "turn", "moves"}, Min: 1, Max: 100_000})
)

func lycanthropyCommand() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "lycanthropy",
		Fillers: "how long until before do i turn change into a an the animal have chance of turning changing when will",
		Aliases: []string{"lycanthrope"},
		Summary: "Show how soon lycanthropy turns you into the animal",
		Params:  commands.Takes(commands.RuleSet, wereturns, weretime),

		Examples: []string{"lycanthropy", "lycanthropy 500 turns night", "lycanthropy 30 turns day", "lycanthropy v3.4.3 night"},
	}, commands.By(tellLycanthropy))
}

// wereAnswer is the machine-readable answer of `lycanthropy`, a row for each time of the day that
// was asked about.
type wereAnswer struct {
	Time   string   `json:"time"`
	Once   int      `json:"one_in"` // the chance in each turn
	Half   int      `json:"half_within"`
	Turns  int      `json:"turns,omitempty"`
	Within *float64 `json:"within,omitempty"`
}

func tellLycanthropy(c *commands.Call, rule *rules.Lycanthropy) (*commands.Story, error) {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	r.Cite(c.Rules, rules.CiteWereTurn, rules.CiteWereNight, rules.CiteWereBite)
	times := []string{weretime.In(c)}
	if times[0] == "" {
		times = []string{"night", "day"}
	}
	n, said := wereturns.In(c)
	var all []wereAnswer
	var chances, each []string
	for _, when := range times {
		night := when == "night"
		a := wereAnswer{Time: when, Once: rule.Once(night), Half: life.HalfTurned(rule, night), Turns: n}
		if night {
			d.Work(rules.CiteWereTurn, "by night one turn in", strconv.Itoa(a.Once), "%d - %d", rule.DayOnce, rule.NightLess)
		} else {
			d.Given(rules.CiteWereTurn, "by day one turn in", strconv.Itoa(a.Once))
		}
		each = append(each, fmt.Sprintf("1/%d by %s (mean %d turns, median %d)", a.Once, when, a.Once, a.Half))
		if said {
			p := life.Turned(rule, night, n)
			a.Within = &p
			chances = append(chances, fmt.Sprintf("%s by %s", wording.Chance(p), when))
			d.Work(rules.CiteWereTurn, fmt.Sprintf("within %s by %s", wording.Count(n, "turn"), when), wording.Share(p), "1 - (1 - 1/%d)^%d", a.Once, n)
		}
		all = append(all, a)
	}
	r.Headline = fmt.Sprintf("1/%d per turn", all[0].Once)
	r.Summary = fmt.Sprintf("With lycanthropy you turn into the animal with a chance per turn of %s.", wording.And(each))
	if said {
		r.Headline = wording.Share(*all[0].Within)
		r.Summary = fmt.Sprintf("%s to turn into the animal within %s. ", wording.Capital(wording.And(chances)), wording.Count(n, "turn")) + r.Summary
	}
	r.Aside(fmt.Sprintf(" Night is %d:00 to %d:00 on the computer's clock.", rule.NightAfter+1, rule.NightBefore))
	r.Aside(fmt.Sprintf(" The animal's bite infects you 1 time in %d when MC does not stop it (\"You feel feverish\").", rule.BiteOnce))
	r.Summary += r.Asides[0] + r.Asides[1]
	r.Hints = []string{"cure lycanthropy"}
	r.Data = all
	return s, nil
}
