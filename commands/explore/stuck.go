package explore

import (
	"fmt"
	"strconv"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

// The parameters of what holds a hero.
var holds = commands.NewChoice(commands.Param{
	Name: "holder", Summary: "What holds you: web, bear trap, pit, sleeping gas trap or homunculus (its bite)",
	Choices: []string{"web", "bear trap", "pit", "sleeping gas trap", "homunculus"},
	Also: map[string]string{"spider web": "web", "cobweb": "web", "beartrap": "bear trap", "spiked pit": "pit", "gas trap": "sleeping gas trap", "sleeping gas": "sleeping gas trap", "sleep trap": "sleeping gas trap",
		"homunculus bite": "homunculus", "sleeping bite": "homunculus"},
})

func stuck() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "stuck",
		Fillers: "how long in a an the am i until get out free sleep asleep of does hold me",
		Aliases: []string{"caught", "trapped"},
		Summary: "Show how long a web, bear trap or pit holds you, or how long you sleep",
		Params:  commands.Takes(commands.RuleSet, holds, hero.St),

		Examples: []string{"stuck web st12", "stuck bear trap", "stuck pit", "stuck sleeping gas trap", "stuck homunculus"},
	}, commands.By(tellStuck))
}

// stuckAnswer is the machine-readable answer of `stuck`.
type stuckAnswer struct {
	In       string  `json:"in"`
	From     int     `json:"from"` // moves or turns; 0: it does not hold
	To       int     `json:"to"`
	Mean     float64 `json:"mean"`
	Straight float64 `json:"mean_straight,omitempty"` // of moves that are not diagonal, in a bear trap
}

func tellStuck(c *commands.Call, r *rules.Stuck) (*commands.Story, error) {
	what := holds.In(c)
	_, strong := hero.St.In(c)
	if strong && what != "" && what != "web" && !c.Value(hero.St.Param).Quiet {
		c.Note(commands.Remarked, "Strength matters only in webs")
	}
	s := &commands.Story{Steps: steps.New(c.Rules)}
	switch what {
	case "web":
		tellWeb(c, s, r)
	case "bear trap":
		tellBear(c, s, r)
	case "pit":
		held(c, s, r.Pit, "A pit holds you for %s, each equally likely: %s on average.", what, "move", rules.CitePitHolds)
	case "sleeping gas trap":
		held(c, s, r.Gas, "A sleeping gas trap puts you to sleep for %s, each equally likely: %s on average. If you resist sleep or do not breathe, you stay awake.", what, "turn", rules.CiteGasSleep)
	case "homunculus":
		held(c, s, r.Bite, "A homunculus that puts you to sleep does so for %s, each equally likely: %s on average. If you resist sleep, you stay awake.", what, "turn", rules.CiteBiteSleep)
		s.Reply.Hints = []string{"hurt homunculus"}
	default:
		return nil, &commands.Problem{Text: "What holds you? I know webs, bear traps, pits, sleeping gas traps and the bite of a homunculus.", Slot: holds.Name, Hints: []string{"stuck web st12", "stuck bear trap", "stuck sleeping gas trap"}}
	}
	return s, nil
}

// held tells of what holds for a number of moves or turns in a span; text has a place for them
// and one for their average.
func held(c *commands.Call, s *commands.Story, x rules.Span, text, what, unit, rule string) {
	r, mean := &s.Reply, wording.Amount(x.Mean())
	s.Steps.Given(rule, wording.Plural(unit)+" at least", strconv.Itoa(x.From))
	s.Steps.Given(rule, wording.Plural(unit)+" at most", strconv.Itoa(x.To))
	s.Steps.Work(rule, wording.Plural(unit)+" on average", mean, "(%d + %d)/2", x.From, x.To)
	r.Headline = wording.AmountOf(x.Mean(), unit)
	r.Summary = fmt.Sprintf(text, spanOf(x, unit), mean)
	r.Data = stuckAnswer{In: what, From: x.From, To: x.To, Mean: x.Mean()}
	r.Cite(c.Rules, rule)
}

// spanOf says which numbers a span has: "2 or 3 moves".
func spanOf(x rules.Span, unit string) string {
	if x.To == x.From+1 {
		return fmt.Sprintf("%d or %s", x.From, wording.Count(x.To, unit))
	}
	return fmt.Sprintf("%d to %s", x.From, wording.Count(x.To, unit))
}

// tellWeb tells how many tries to move a web takes.
func tellWeb(c *commands.Call, s *commands.Story, r *rules.Stuck) {
	st := hero.St.Else(c, 16, "St 16")
	x := r.Web(st)
	at := "at St " + rules.StrengthText(st)
	const sting = " Sting in hand cuts you free at once."
	switch {
	case x == rules.Span{}:
		tears := r.Webs[len(r.Webs)-1].Below
		s.Steps.Given(rules.CiteWebHolds, "a web tears from St", rules.StrengthText(tears))
		s.Reply.Headline, s.Reply.Summary = "not at all", fmt.Sprintf("A web does not hold you %s: from %s on you tear through it.", at, rules.StrengthText(tears))
		s.Reply.Data = stuckAnswer{In: "web"}
		s.Reply.Cite(c.Rules, rules.CiteWebHolds)
	case x.From == x.To:
		s.Steps.Given(rules.CiteWebHolds, "tries "+at, strconv.Itoa(x.From))
		s.Reply.Headline, s.Reply.Summary = wording.Count(x.From, "try"), fmt.Sprintf("A web holds you for %s to move %s.", wording.Count(x.From, "try"), at)
		s.Reply.Data = stuckAnswer{In: "web", From: x.From, To: x.To, Mean: x.Mean()}
		s.Reply.Cite(c.Rules, rules.CiteWebHolds)
	default:
		held(c, s, x, "A web holds you for %s to move "+at+", each equally likely: %s on average."+sting, "web", "try", rules.CiteWebHolds)
	}
}

// tellBear tells how many moves a bear trap takes: each diagonal one counts, but few of the others.
func tellBear(c *commands.Call, s *commands.Story, r *rules.Stuck) {
	held(c, s, r.Bear, "A bear trap holds you for %s, each equally likely: %s on average. Each diagonal try counts;", "bear trap", "move", rules.CiteBearHolds)
	straight := r.Bear.Mean() * float64(r.BearOnce)
	s.Steps.Work(rules.CiteBreakFree, "straight moves on average", wording.Amount(straight), "%s*%d", wording.Amount(r.Bear.Mean()), r.BearOnce)
	s.Reply.Summary += fmt.Sprintf(" of the others 1 in %d does: %s on average.", r.BearOnce, wording.Amount(straight))
	a := s.Reply.Data.(stuckAnswer)
	a.Straight = straight
	s.Reply.Data = a
	s.Reply.Cite(c.Rules, rules.CiteBreakFree)
}
