package piles

import (
	"context"
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/thing"
	"delphi/commands/wording"
	"delphi/engine/polymorph"
	"delphi/engine/rules"
)

func polyfrom() *commands.Command {
	return commands.ToldAsIs(&commands.Command{
		Name:    "polyfrom",
		Fillers: pileFillers + " polymorphed again still until later",
		Summary: "Show what an item becomes when it polymorphs",
		Params:  commands.Takes(commands.RuleSet, polymorphed, after, back, dlvl, mines, gehennom, curve),

		Examples:   []string{"polyfrom unicorn horn", "polyfrom v3.4.3 elven cloak chart", "polyfrom ruby dlvl 12", "polyfrom slashem unicorn horn after 700 turns"},
		Unmodelled: rules.LookupPolypile,
	}, tellPolyfrom)
}

// polyfromShown is how many bytes of outcomes the sentence names, less what it says
// about turning back.
const polyfromShown = 260

func tellPolyfrom(ctx context.Context, c *commands.Call) (*commands.Story, error) {
	said := polymorphed.All(c)
	if len(said) != 1 {
		return nil, &commands.Problem{Text: "Name one item to polymorph.", Slot: "pile", Hints: []string{"polyfrom unicorn horn"}}
	}
	thing := polymorphed.Of(said[0])
	st, err := stackOf(thing, said[0])
	if err != nil {
		return nil, err
	}
	unused(c, said[0], thing)
	unmade(c, said[0])
	_, turns := turnsAfter(c)
	a, err := polymorph.From(ctx, c.Rules, st, levelOf(c, thing.Object.Class == "gem"), turns...)
	if err != nil {
		return nil, err
	}
	return &commands.Story{Reply: polyfromReply(c, thing, &st, a, turns), Steps: polyfromSteps(c, st, a)}, nil
}

// polyfromReply says what an item becomes. turns are those after which somebody looks.
func polyfromReply(c *commands.Call, thing thing.Thing, st *polymorph.Stack, a *polymorph.FromAnswer, turns []int) commands.Reply {
	r := commands.Reply{Data: a, Version: c.Rules.Name, Hints: []string{"more"}}
	if !a.Affected {
		name := wording.Capital(single(a.From))
		if thing.Artifact != "" {
			name = thing.Artifact
		}
		r.Summary, r.Hints = name+" is never affected by polymorph.", nil
		return r
	}
	if len(a.To) == 1 && a.To[0].To == thing.Object && st.Quantity == 1 {
		r.Summary, r.Hints = fmt.Sprintf("%s stays what it is; a zap destroys it %s of the time.", wording.Capital(single(a.From)), wording.Share(a.Shudders)), nil
		r.Cite(c.Rules, rules.CiteBecome, rules.CiteShudder)
		return r
	}
	r.Table = &commands.Table{Columns: []string{"becomes", "chance"}}
	says := make([]string, len(a.To))
	for i, o := range a.To {
		r.Table.Rows = append(r.Table.Rows, []string{o.Name, wording.Share(o.P)})
		says[i] = o.Name + " " + wording.Share(o.P)
	}
	if _, ok := c.Rules.Reverts(); ok && a.Reverts == nil {
		c.Note(commands.Warned, "what it becomes never turns back")
	}
	r.Fields = []commands.Field{
		{Name: "polymorphs", Value: wording.Share(a.Polymorphs) + " of zaps"},
		{Name: "shudders", Value: wording.Share(a.Shudders)},
	}
	turning(c, &r, a.Reverts)
	when := turnsBack(c, a.Reverts)
	remarks := remarks(a.Reverts)
	list, told := wording.List(says, ", ", polyfromShown-len(when)-len(strings.Join(remarks, " ()")))
	r.Table.Told = told
	list = fmt.Sprintf("%s becomes: %s.", wording.Capital(single(a.From)), list)
	if len(turns) > 0 && a.Reverts != nil {
		r.Headline = wording.Share(a.Reverts.Still(turns[0]))
	}
	if len(turns) > 0 || back.In(c) {
		r.Summary = strings.TrimSpace(when + " " + list)
	} else {
		r.Summary = strings.TrimSpace(list + " " + when)
	}
	if curve.In(c) {
		var points []commands.Point
		var names []string
		for i, o := range a.To {
			points = append(points, commands.Point{X: float64(i + 1), Y: o.P * 100})
			names = append(names, o.Name)
		}
		r.Chart = commands.Plot("What "+single(a.From)+" becomes, "+c.Rules.Title, "item", "chance %", 0, points)
		r.Chart.Kind, r.Chart.Labels = commands.BarChart, names
	}
	r.EngineNotes(c.Rules, remarks, nil, []string{rules.CiteBecome, rules.CiteDraw})
	turningCited(c, &r, a.Reverts)
	return r
}
