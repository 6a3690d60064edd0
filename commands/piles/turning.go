package piles

import (
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/polymorph"
	"delphi/engine/rules"
)

// after is taken by every command that polymorphs items.
var after = commands.NewNumber(commands.Param{
	Name: "after", Summary: "Turns since the polymorph, in games where things turn back", After: []string{"turns", "turn", "moves"}, Min: 1, Max: 100_000,
})

// back asks for what is said anyway, to put it at the front of the answer.
var back = commands.NewFlag(commands.Param{
	Name: "back", Summary: "When it turns back, and into what", Words: []string{"turn back", "turns back", "turned back", "turning back", "change back", "changes back", "changed back", "changing back", "revert", "reverts", "reverted", "unpolymorph"},
})

// turnsAfter returns how many turns after the polymorph a call asks about, also as a
// list. It returns 0 and an empty list if the call does not say or nothing turns back.
func turnsAfter(c *commands.Call) (n int, list []int) {
	n, said := after.In(c)
	_, turns := c.Rules.Reverts()
	if !turns && (said || back.In(c)) {
		c.Note(commands.Warned, "nothing turns back in "+c.Rules.Title)
	}
	if !turns || !said {
		return 0, nil
	}
	return n, []int{n}
}

// turning adds fields about turning back to a reply, or nothing if a is nil.
func turning(c *commands.Call, r *commands.Reply, a *polymorph.Reverts) {
	if a == nil {
		return
	}
	r.Field("turns back", "into %s after %d to %d turns, each equally likely", a.To, a.MinTurns, a.MaxTurns)
	if len(a.ForGood) > 0 {
		r.Field("changed for good", "%s", outcomes(a.ForGood))
	}
	if len(a.Then) > 0 {
		r.Field("comes back as", "%s", outcomes(a.Then))
	}
	r.Field("keeps", "%s", wording.And(a.Kept))
	r.Field("loses", "%s", wording.And(a.Lost))
	r.Field("for keeps", "one %s for each stack", a.Stops)
	if turns, _ := turnsAfter(c); turns > 0 {
		r.Field("after "+wording.Count(turns, "turn"), "%s of what turns back has not done so yet", wording.Share(a.Still(turns)))
	}
}

// whatItWas stands for polymorph.Reverts.To if that is not a single type.
const whatItWas = "what it was"

// turnsBack says in a sentence when something turns back and into what; it is
// empty if a is nil.
func turnsBack(c *commands.Call, a *polymorph.Reverts) string {
	if a == nil {
		return ""
	}
	to := a.To
	if to != whatItWas && !strings.HasPrefix(to, "another ") {
		to = single(to)
	}
	turns, _ := turnsAfter(c)
	if turns == 0 {
		return fmt.Sprintf("It turns back into %s after %d to %d turns; for keeps: one %s each.", to, a.MinTurns, a.MaxTurns, strings.TrimPrefix(a.Stops, "potion of "))
	}
	later, still := "After "+wording.Count(turns, "turn"), a.Still(turns)
	switch {
	case still == 0:
		return fmt.Sprintf("%s everything has turned back, into %s.", later, to)
	case still == 1:
		return fmt.Sprintf("%s nothing has turned back yet: that takes %d to %d turns.", later, a.MinTurns, a.MaxTurns)
	}
	return fmt.Sprintf("%s it is still what it became %s of the time, and otherwise %s again.", later, wording.Share(still), to)
}

// pileTurnsBack is turnsBack for a pile, about which there is more to say.
func pileTurnsBack(c *commands.Call, a *polymorph.Reverts) string {
	if a == nil {
		return ""
	}
	turns, _ := turnsAfter(c)
	if turns == 0 {
		return fmt.Sprintf(" What changes turns back after %d to %d turns.", a.MinTurns, a.MaxTurns)
	}
	return fmt.Sprintf(" After %s %s of what turns back has not done so yet.", wording.Count(turns, "turn"), wording.Share(a.Still(turns)))
}

// turningCited cites the rule for turning back, if it applies.
func turningCited(c *commands.Call, r *commands.Reply, a *polymorph.Reverts) {
	if a != nil {
		r.Cite(c.Rules, rules.CiteRevert)
	}
}

// remarks returns what may surprise players about turning back.
func remarks(a *polymorph.Reverts) []string {
	if a == nil {
		return nil
	}
	return a.Remarks
}

// outcomesShown is how many bytes of outcomes a field names.
const outcomesShown = 160

func outcomes(list []polymorph.Outcome) string {
	says := make([]string, len(list))
	for i, o := range list {
		says[i] = o.Name + " " + wording.Share(o.P)
	}
	text, _ := wording.List(says, ", ", outcomesShown)
	return text
}

// turningSteps adds the steps to the chance that something has not turned back.
func turningSteps(d *steps.Derivation, c *commands.Call, a *polymorph.Reverts) {
	if a == nil {
		return
	}
	d.Given(rules.CiteRevert, "turns back", fmt.Sprintf("after %d to %d turns", a.MinTurns, a.MaxTurns)).Of("each equally likely")
	turns, _ := turnsAfter(c)
	if turns == 0 {
		return
	}
	how, all := fmt.Sprintf("%d - %d", a.MaxTurns, turns), a.MaxTurns-a.MinTurns+1
	if turns < a.MinTurns || turns > a.MaxTurns {
		how = fmt.Sprintf("max(0, min(%s, %d))", how, all)
	}
	d.Work(rules.CiteRevert, "not yet after "+wording.Count(turns, "turn"), wording.Share(a.Still(turns)), "(%s)/%d", how, all)
}
