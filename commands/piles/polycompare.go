package piles

import (
	"context"
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/polymorph"
	"delphi/engine/polypile/layout"
)

// compareQuestion returns the stacks for which a call asks the best way to pile them
// up.
func compareQuestion(c *commands.Call) (*layout.Question, error) {
	piles, want, lucky, _, err := thePile(c)
	if err != nil {
		return nil, err
	}
	var stacks []polymorph.Stack
	for _, s := range piles {
		stacks = append(stacks, s.Stacks...)
	}
	for _, p := range commands.Takes(squares, line, down, dip, breaking, after, golem, both, numbers, justSo, none, atMost, moreOf, fewer, curve) {
		if name := p.Name; c.Value(p).Said {
			return nil, &commands.Problem{Text: "Compare chooses how to pile the items up, so " + name + " cannot be used with it.", Hints: []string{"leave out " + name, "leave out compare"}}
		}
	}
	return &layout.Question{Rules: c.Rules, Stacks: stacks, Luck: lucky, Level: levelOf(c, hasGems(piles)), Want: want.objects, WantBUC: want.buc, AtLeast: want.atLeast}, nil
}

// tellCompare answers which way to pile the stacks up is best.
func tellCompare(ctx context.Context, c *commands.Call) (*commands.Story, error) {
	q, err := compareQuestion(c)
	if err != nil {
		return nil, err
	}
	a, err := layout.Compare(ctx, q)
	if err != nil {
		return nil, err
	}
	r := commands.Reply{Data: a, Version: c.Rules.Name, Hints: []string{"more"}}
	r.Table = &commands.Table{Columns: []string{"plan", "left", "items polymorphed", "golem"}}
	if len(q.Want) > 0 {
		r.Table.Columns = append(r.Table.Columns, "wanted", "on average")
	}
	says := make([]string, 0, len(a.Plans))
	for _, p := range a.Plans {
		row := []string{p.Plan, wording.Amount(p.ExpectedLeft), wording.Amount(p.Polymorphed), wording.Share(p.Golem)}
		say := fmt.Sprintf("%s: %s items polymorph, %s left", p.Plan, wording.Amount(p.Polymorphed), wording.Amount(p.ExpectedLeft))
		if p.Want != nil {
			row = append(row, wording.Share(p.Want.Enough), wording.Amount(p.Want.ExpectedItems))
			say = fmt.Sprintf("%s: %s (%s on average)", p.Plan, wording.Share(p.Want.Enough), wording.Amount(p.Want.ExpectedItems))
		}
		r.Table.Rows = append(r.Table.Rows, row)
		says = append(says, say)
		r.Fields = append(r.Fields, commands.Field{Name: p.Plan, Value: strings.TrimPrefix(say, p.Plan+": ")})
	}
	r.Summary = a.Advice + " Best first: " + strings.Join(says[:min(3, len(says))], "; ")
	if len(says) > 3 {
		r.Summary += fmt.Sprintf("; %d more", len(says)-3)
	}
	r.Summary += "."
	turning(c, &r, a.Reverts)
	r.Summary += pileTurnsBack(c, a.Reverts)
	r.EngineNotes(c.Rules, nil, a.Notes, a.Cites)
	turningCited(c, &r, a.Reverts)
	return &commands.Story{Reply: r, Steps: compareSteps(c, a)}, nil
}
