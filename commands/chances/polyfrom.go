package chances

import (
	"context"
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/engine/polymorph"
	"delphi/engine/rules"
)

func polyfrom() *commands.Command {
	return &commands.Command{
		Name:     "polyfrom",
		Summary:  "what a thing becomes when it polymorphs",
		Params:   commands.Takes(commands.RuleSet, polymorphed, dlvl, mines, gehennom, chart),
		Fillers:  pileFillers,
		Examples: []string{"polyfrom unicorn horn", "polyfrom v3.4.3 elven cloak chart", "polyfrom ruby dlvl 12"},
		Lasting:  true,
		Cues: []commands.Cue{
			{Names: commands.Takes(Pile), Words: "polyfrom|polymorph into|polymorphs into|turn into|turns into|become|becomes|polymorphed away|polymorph away", Weight: 15},
		},
		Unruled: reverts,
		Run:     runPolyfrom,
	}
}

// polyfromShown is how many outcomes the sentence names.
const polyfromShown = 10

func runPolyfrom(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	said := polymorphed.All(c)
	if len(said) != 1 {
		return commands.Reply{}, &commands.Problem{Text: "name one thing", Hints: []string{"polyfrom unicorn horn"}}
	}
	thing := polymorphed.Of(said[0])
	st, err := thing.stack(said[0])
	if err != nil {
		return commands.Reply{}, err
	}
	unused(c, said[0], thing)
	a, err := polymorph.From(ctx, c.Rules, st, levelOf(c, thing.Object.Class == "gem"))
	if err != nil {
		return commands.Reply{}, err
	}
	r := commands.Reply{Data: a, Version: c.Rules.Name, Hints: []string{"more"}}
	if !a.Affected {
		r.Summary, r.Hints = a.From+" is never affected by polymorph.", nil
		return r, nil
	}
	r.Table = &commands.Table{Columns: []string{"becomes", "chance"}}
	says := []string{}
	for i, o := range a.To {
		r.Table.Rows = append(r.Table.Rows, []string{o.Name, commands.Share(o.P)})
		if i < polyfromShown {
			says = append(says, o.Name+" "+commands.Share(o.P))
		}
	}
	r.Summary = fmt.Sprintf("%s becomes %s", a.From, strings.Join(says, ", "))
	if more := len(a.To) - polyfromShown; more > 0 {
		r.Summary += fmt.Sprintf(" and %d more", more)
	}
	r.Summary += "."
	r.Fields = []commands.Field{
		{Name: "polymorphs", Value: commands.Share(a.Polymorphs) + " of zaps"},
		{Name: "shudders", Value: commands.Share(a.Shudders)},
	}
	if chart.In(c) {
		var points []commands.Point
		for i, o := range a.To {
			points = append(points, commands.Point{X: float64(i + 1), Y: o.P * 100})
		}
		r.Chart = commands.Plot(a.From+" becomes", "rank", "chance %", 0, points)
	}
	r.EngineNotes(c.Rules, nil, nil, []string{rules.CiteBecome, rules.CiteDraw})
	return r, nil
}
