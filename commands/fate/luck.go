package fate

import (
	"fmt"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/divine"
	"delphi/engine/rules"
)

// The parameters of Luck's timeout.
var (
	luckNow   = commands.NewNumber(commands.Param{Name: "luck", Summary: "Luck now, without what a luckstone adds: -10 to 10", Bare: true, Min: rules.MinLuck, Max: rules.MaxLuck})
	turns     = commands.NewNumber(commands.Param{Name: "turns", Summary: "How many turns pass", After: []string{"turns", "turn", "moves", "move"}, Words: []string{"over", "after"}, Min: 0, Max: divine.MaxTurns})
	startTurn = commands.NewNumber(commands.Param{Name: "turn", Summary: "The game's turn now (T:)", Words: []string{"t"}, Min: 0, Max: divine.MaxTurns})
	stone     = commands.NewFlag(commands.Param{Name: "luckstone", Summary: "Carrying a luckstone; say whether it is blessed, uncursed or cursed", Words: []string{"stone", "luck item", "luck stone"}})
	noStone   = commands.NewFlag(commands.Param{Name: "nostone", Summary: "Carrying no luckstone", Words: []string{"no luckstone", "no stone", "without luckstone", "without a luckstone"}})
	blessed   = commands.NewFlag(commands.Param{Name: "blessed", Summary: "It is blessed"})
	uncursed  = commands.NewFlag(commands.Param{Name: "uncursed", Summary: "It is uncursed"})
	cursed    = commands.NewFlag(commands.Param{Name: "cursed", Summary: "It is cursed"})
	angryGod  = commands.NewFlag(commands.Param{Name: "angry", Summary: "Your god is angry", Words: []string{"god angry", "angry god", "angered"}})
	fullMoon  = commands.NewFlag(commands.Param{Name: "moon", Summary: "The moon is full", Words: []string{"full moon"}})
	friday    = commands.NewFlag(commands.Param{Name: "friday", Summary: "It is Friday the 13th", Words: []string{"friday 13th", "friday the 13th", "friday 13"}})
	leader    = commands.NewFlag(commands.Param{Name: "leader", Summary: "You killed your quest leader", Words: []string{"leader killed", "killed leader", "killed quest leader", "killed my quest leader"}})
	fedora    = commands.NewFlag(commands.Param{Name: "fedora", Summary: "An Archeologist wearing a fedora", Words: []string{
		"archeologist fedora", "fedora archeologist", "archeologist's fedora", "archeologists fedora", "arc fedora", "fedora arc",
		"archeologist with a fedora", "archeologist with fedora", "archeologist in a fedora", "archeologist wearing a fedora", "as an archeologist in a fedora",
	}})
)

// luckAnswer is the machine-readable answer of `luck`.
type luckAnswer struct {
	After  []luckAfter `json:"after"`
	Every  int         `json:"every"` // turns between two steps
	Base   int         `json:"base"`
	Stays  bool        `json:"stays"` // a luckstone holds it
	Settle int         `json:"turns_to_base,omitempty"`
}

type luckAfter struct {
	Luck int     `json:"luck"`
	P    float64 `json:"p"`
}

func luckCommand() *commands.Command {
	return commands.Told(&commands.Command{
		Fillers: "timeout time out penalty luckstones carrying with god starting from",
		Name:    "luck",
		Recall:  recallLuck,
		Summary: "Show how your Luck times out, with or without a luckstone",
		Params:  commands.Takes(commands.RuleSet, luckNow, turns, startTurn, stone, noStone, blessed, uncursed, cursed, amulet, angryGod, fullMoon, friday, leader, fedora, chart),

		Examples: []string{
			"luck timeout 600 turns luck 5", "luck timeout 3000 turns luckstone blessed luck -4", "luck -3 amulet 1200 turns turn 5000",
		},
	}, tellLuck)
}

// recallLuck takes a character's Luck, which includes what luck items add, and the fedora of an
// Archeologist, where one counts.
func recallLuck(c, character *commands.Call) (took []string) {
	if n, ok := hero.Luck.In(character); ok && !c.Value(luckNow.Param).Said {
		*c.Value(luckNow.Param) = commands.Value{Said: true, Num: n, To: n}
		took = append(took, fmt.Sprintf("Luck %d", n))
	}
	role, known := hero.Role.In(character)
	if l := c.Rules.Luck(); known && role.Name == "Archeologist" && l != nil && l.Fedora != 0 {
		took = append(took, hero.Wearing(fedora, "fedora")(c, character)...)
	}
	return took
}

func tellLuck(c *commands.Call) (*commands.Story, error) {
	f, err := fadingOf(c)
	if err != nil {
		return nil, err
	}
	a := f.Over()
	answer := luckAnswer{After: []luckAfter{{a.Luck, 1}}, Every: a.Every, Base: f.Base, Stays: a.Stays, Settle: a.Settle}
	r := commands.Reply{Summary: luckSummary(f, &a), Data: answer}
	if f.Stones.Any() && !a.Stays && f.Luck != f.Base {
		c.Note(commands.Remarked, "such a luckstone does not hold "+map[bool]string{true: "good", false: "bad"}[f.Luck > f.Base]+" Luck")
	}
	if !a.Stays {
		r.Headline = fmt.Sprintf("Luck %+d", a.Luck)
	}
	if chart.In(c) {
		r.Chart = luckChart(c.Rules, f)
	}
	r.Cite(c.Rules, rules.CiteLuckTimeout)
	return &commands.Story{Reply: r, Steps: luckSteps(c.Rules, f, &a)}, nil
}

// luckSteps lists the steps to what Luck becomes.
func luckSteps(set *rules.Set, f *divine.Fading, a *divine.Faded) *steps.Derivation {
	d := steps.New(set)
	if a.Stays {
		d.Given(rules.CiteLuckTimeout, "luckstone", "it holds").Of("a blessed or uncursed one keeps good Luck, a cursed or uncursed one bad Luck")
		return d
	}
	const rule = rules.CiteLuckTimeout
	d.Given(rule, "turns between steps", strconv.Itoa(a.Every))
	d.Work(rule, "steps", strconv.Itoa(a.Steps), "⌊(%d + %d)/%d⌋ - ⌊%d/%d⌋", f.Turn, f.Turns, a.Every, f.Turn, a.Every)
	d.Given(rule, "base", strconv.Itoa(f.Base))
	how, sign := "max(%d, %d - %d)", -1
	if f.Luck < f.Base {
		how, sign = "min(%d, %d + %d)", 1
	}
	d.Work(rule, "Luck", strconv.Itoa(a.Luck), how, f.Base, f.Luck, a.Steps)
	if a.Settle > 0 {
		d.Work(rule, "turns to the base", strconv.Itoa(a.Settle), "(⌊%d/%d⌋ + %d)*%d - %d", f.Turn, a.Every, sign*(f.Base-f.Luck), a.Every, f.Turn)
	}
	return d
}

// luckValue shows a Luck with its sign, but 0 without.
func luckValue(n int) string {
	if n == 0 {
		return "0"
	}
	return wording.Signed(n)
}

// fadingOf returns the question that a call describes, and notes what it assumes.
func fadingOf(c *commands.Call) (*divine.Fading, error) {
	f := &divine.Fading{Rules: c.Rules.Luck(), Turns: 0}
	if f.Rules == nil {
		return nil, rules.No[rules.Luck](c.Rules)
	}
	var ok bool
	if f.Luck, ok = luckNow.In(c); !ok {
		return nil, &commands.Problem{Text: "What is your Luck now?", Slot: "luck", Hints: []string{"luck 5 600 turns", "luck -3 600 turns"}}
	}
	f.Fast = amulet.In(c) || angryGod.In(c)
	if f.Turns, ok = turns.In(c); !ok {
		f.Turns = f.Rules.Timeout
		c.Note(commands.Assumed, wording.Count(f.Turns, "turn"))
	}
	if f.Turn, ok = startTurn.In(c); !ok && f.Turns > 0 {
		c.Note(commands.Assumed, "counted from a turn divisible by 600")
	}
	for _, b := range []struct {
		said commands.Flag
		add  int
		what string
	}{
		{fullMoon, f.Rules.FullMoon, "the full moon"}, {friday, f.Rules.FridayThe13, "Friday the 13th"},
		{leader, f.Rules.LeaderKilled, "killing your quest leader"}, {fedora, f.Rules.Fedora, "a fedora"},
	} {
		if b.said.In(c) && b.add == 0 {
			c.Note(commands.Warned, b.what+" does not change the base of Luck in "+c.Rules.Title)
		}
		if b.said.In(c) {
			f.Base += b.add
		}
	}
	if stone.In(c) && noStone.In(c) {
		return nil, &commands.Problem{Text: "With a luckstone or without?", Hints: []string{"luck 5 luckstone", "luck 5 no luckstone"}}
	}
	f.Stones = stonesOf(c)
	return f, f.Check()
}

// stonesOf returns the luckstones that a call says are carried.
func stonesOf(c *commands.Call) (s divine.Stones) {
	if noStone.In(c) {
		return s
	}
	for _, b := range []struct {
		said commands.Flag
		n    *int
	}{{blessed, &s.Blessed}, {uncursed, &s.Uncursed}, {cursed, &s.Cursed}} {
		if b.said.In(c) {
			*b.n = 1
		}
	}
	if stone.In(c) && !s.Any() {
		s.Uncursed = 1
		c.Note(commands.Assumed, "an uncursed luckstone")
	}
	if !s.Any() {
		c.Note(commands.Assumed, "no luckstone")
	}
	return s
}

func luckSummary(f *divine.Fading, a *divine.Faded) string {
	after := fmt.Sprintf("Luck falls from %s to %s in %s", luckValue(f.Luck), luckValue(a.Luck), wording.Count(f.Turns, "turn"))
	switch {
	case a.Luck == f.Luck:
		after = fmt.Sprintf("Luck is still %s after %s", luckValue(f.Luck), wording.Count(f.Turns, "turn"))
	case a.Luck > f.Luck:
		after = strings.Replace(after, "falls", "rises", 1)
	}
	switch {
	case a.Stays:
		return after + ": the luckstone keeps it from timing out."
	case f.Luck == f.Base:
		return after + ": it is at its base already."
	case a.Luck == f.Base:
		return fmt.Sprintf("%s: it moves one step every %d turns and is at its base after %d.", after, a.Every, a.Settle)
	}
	return fmt.Sprintf("%s: it moves one step every %d turns, and would reach its base, %s, after %d.", after, a.Every, luckValue(f.Base), a.Settle)
}

// luckChart charts Luck over the turns until it reaches its base.
func luckChart(set *rules.Set, f *divine.Fading) *commands.Chart {
	a := f.Over()
	last := max(f.Turns, a.Settle, a.Every)
	var points []commands.Point
	for t := 0; t <= last && len(points) < 40; t += a.Every {
		at := *f
		at.Turns = t
		points = append(points, commands.Point{X: float64(t), Y: float64(at.Over().Luck)})
	}
	carried := "no luckstone"
	if f.Stones.Any() {
		carried = "a luckstone"
	}
	out := commands.Plot(fmt.Sprintf("Luck as turns pass, with %s, %s", carried, set.Title), "turns", "Luck", 0, points)
	out.Kind = commands.Steps
	mark := float64(f.Turns)
	out.Mark = &mark
	return out
}
