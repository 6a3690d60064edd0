package piles

import (
	"context"
	"fmt"
	"slices"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/polymorph"
	"delphi/engine/polypile"
	"delphi/engine/rules"
)

// unnamed is how many items there are in a pile of which nothing else is said.
var unnamed = commands.NewNumber(commands.Param{
	Name: "unnamed", Summary: "How many items lie in the pile, if you don't say which: 15 items", After: []string{"items", "things", "objects"}, Min: 1, Max: polymorph.MaxStacks,
})

// namesPile reports whether a call names anything that lies in the pile.
func namesPile(c *commands.Call) bool {
	return slices.ContainsFunc(Pile.All(c), func(s commands.Said) bool { return s.As != "for" })
}

// standsFor is what stands for an item of which only that it is no wand is known: what a zap
// destroys does not depend on it.
const standsFor = "unicorn horn"

// unnamedQuestion returns the question of a pile of so many items, each uncursed, no wand and
// a stack of its own. It refuses what depends on what they are.
func unnamedQuestion(c *commands.Call, n int) (*polypile.Question, error) {
	if wanted := Pile.One(c); wanted != nil {
		return nil, &commands.Problem{
			Text:  fmt.Sprintf("Whether one of them becomes %s depends on what the %d items are. Name them.", single(wanted.Name), n),
			Hints: []string{fmt.Sprintf("poly %d %ss for %s", n, standsFor, wanted.Name)},
		}
	}
	luck := hero.Luck.Else(c, 0, "Luck 0")
	c.Note(commands.Assumed, "each item is a stack of its own, uncursed and no wand")
	stack := polymorph.Stack{Object: c.Rules.Object(standsFor), Quantity: 1, Count: n, BUC: rules.Uncursed}
	q := &polypile.Question{Rules: c.Rules, Squares: []polypile.Square{{Stacks: []polymorph.Stack{stack}}}, Luck: luck, Level: polymorph.Level{Depth: 10}}
	return q, polyWay(c, q)
}

// unnamedAnswer is the machine-readable answer of `poly` about items that are not named.
type unnamedAnswer struct {
	Items   int     `json:"items"`
	Shudder float64 `json:"shudder"` // the chance of each
	Lost    float64 `json:"lost_to_shudder"`
	Golem   float64 `json:"golem_at_most"`
}

// tellUnnamed answers what holds for a pile of so many items whatever they are.
func tellUnnamed(ctx context.Context, c *commands.Call, n int) (*commands.Story, error) {
	q, err := unnamedQuestion(c, n)
	if err != nil {
		return nil, err
	}
	got, err := polypile.Zap(ctx, q)
	if err != nil {
		return nil, err
	}
	a := unnamedAnswer{n, got.Stacks[0].Shudder, got.Items.LostToShudder, got.Golem.Decided}
	d := steps.New(c.Rules)
	p := c.Rules.Polypile()
	shudder, lost, most := wording.Share(a.Shudder), wording.Amount(a.Lost), wording.Share(a.Golem)
	d.Work(rules.CiteShudder, "each shudders away", shudder, "(1 - %d%%)/%d", p.Resist, p.ShudderUncursed)
	d.Work(rules.CiteShudder, "on average", lost, "%d*%s", n, shudder)
	golemSteps(d, "", q, got)
	d.Steps = d.Steps[:len(d.Steps)-len(got.Golem.Kinds)-1] // whether it appears depends on what they are
	r := commands.Reply{Data: a, Version: c.Rules.Name, Headline: lost, Hints: []string{"why", fmt.Sprintf("poly %d %ss", n, standsFor)}}
	first := fmt.Sprintf("%s shudder away on average, each %s of the time.", lost, shudder)
	second := fmt.Sprintf("a golem appears at most %s of the time, and that often only if enough of them are of one material.", most)
	if got.Golem.Appears == 0 {
		second = "no golem appears."
	} else if golem.In(c) != "" {
		r.Headline, first, second = most, second, first
	}
	r.Summary = fmt.Sprintf("%s, one zap, of whatever kind: %s %s", wording.Count(n, "item"), first, wording.Capital(second))
	r.EngineNotes(c.Rules, got.Warnings, nil, []string{rules.CiteShudder, rules.CiteDecide, rules.CiteGolem})
	return &commands.Story{Reply: r, Steps: d}, nil
}
