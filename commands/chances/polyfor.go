package chances

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/engine/polymorph"
	"delphi/engine/rules"
)

func polyfor() *commands.Command {
	return &commands.Command{
		Name:     "polyfor",
		Summary:  "how much fodder a wanted thing takes, or what fodder is best",
		Params:   commands.Takes(commands.RuleSet, fodder, dlvl, mines, gehennom),
		Fillers:  strings.ReplaceAll(pileFillers, " from", ""),
		Examples: []string{"polyfor magic marker from blessed unicorn horn", "polyfor comr from elven cloaks v3.4.3", "polyfor magic marker"},
		Lasting:  true,
		Cues: []commands.Cue{
			{Names: commands.Takes(Pile), Shape: commands.WantedShape, Words: "how many|how much|from|rate|cheapest|cheapest way|fodder|polyfor|point polying|polying|sac", Weight: 11},
			{Names: commands.Takes(Pile), Shape: commands.SourceShape, Words: "how many|rate|point polying|into|polying|sac|from", Weight: 5},
			{Names: commands.Takes(Pile), Shape: commands.WantedShape, Words: "cheapest|cheapest way|fodder|how do i get|where do i get|how do you get", Weight: 6},
			{Names: commands.Takes(Pile), Shape: commands.CountShape, Words: polyWords + "|from|out of", Weight: -8},
			{Names: commands.Takes(Pile), Shape: commands.WantedShape, Words: "how many", Weight: 8},
		},
		Unruled: reverts,
		Run:     runPolyfor,
	}
}

func runPolyfor(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	q := polymorph.ForQuestion{Rules: c.Rules, BUC: rules.Uncursed}
	gems := false
	for _, s := range fodder.All(c) {
		thing := fodder.Of(s)
		gems = gems || thing.Object.Class == "gem"
		if s.Counted && s.Quantity != 1 {
			c.Note(commands.Assumed, fmt.Sprintf("one %s at a time, not %d", s.Name, s.Quantity))
		}
		if s.As != "from" {
			if thing.Artifact != "" {
				return commands.Reply{}, noArtifact(thing.Artifact)
			}
			q.To = append(q.To, thing.Object)
			continue
		}
		if q.From != nil {
			return commands.Reply{}, &commands.Problem{Text: "one source at a time", Hints: []string{"polyfor magic marker from unihorn"}}
		}
		st, err := thing.stack(s)
		if err != nil {
			return commands.Reply{}, err
		}
		unused(c, s, thing)
		st.Quantity, st.Count = 1, 1
		q.From = &st
		if s.BUC == rules.BUCNotSaid && thing.BUC == rules.BUCNotSaid {
			c.Note(commands.Assumed, "uncursed")
		}
	}
	if len(q.To) == 0 {
		return commands.Reply{}, &commands.Problem{Text: "what is wanted?", Hints: []string{"polyfor magic marker from blessed unihorn"}}
	}
	q.Level = levelOf(c, gems)
	a, err := polymorph.For(ctx, &q)
	if err != nil {
		return commands.Reply{}, err
	}
	r := commands.Reply{Data: a, Version: c.Rules.Name, Hints: []string{"more"}}
	to := strings.Join(a.To, " or ")
	if q.From != nil && a.PerPolymorph == 0 && a.UntilLost == 0 {
		r.Summary, r.Hints = fmt.Sprintf("%s cannot come of polymorphing %s. %s", to, a.From, a.Reason), []string{"polyfor " + a.To[0]}
		r.EngineNotes(c.Rules, nil, nil, a.Cites)
		return r, nil
	}
	if q.From == nil {
		c.Note(commands.Assumed, "uncursed, zapped one by one")
		r.Table = &commands.Table{Columns: []string{"from", "per zap", "until lost"}}
		for _, s := range a.Sources[:min(60, len(a.Sources))] {
			r.Table.Rows = append(r.Table.Rows, []string{s.From, commands.Share(s.PerZap), commands.Share(s.UntilLost)})
		}
		says := []string{}
		for _, g := range a.Groups[:min(3, len(a.Groups))] {
			name := g.Name
			if len(g.From) > 1 {
				name += ", such as " + strings.Join(g.From[:min(2, len(g.From))], " or ")
			}
			says = append(says, fmt.Sprintf("%s: %s a zap, %s until lost", name, commands.Share(g.PerZap), commands.Share(g.UntilLost)))
		}
		if len(says) == 0 {
			r.Summary, r.Table = to+" cannot come of polymorph. "+a.Reason, nil
		} else {
			r.Summary = "best fodder for " + to + ": " + strings.Join(says, "; ") + "."
		}
		r.EngineNotes(c.Rules, nil, nil, a.Cites)
		return r, nil
	}
	r.Headline = commands.Share(a.PerZap)
	r.Summary = fmt.Sprintf("%s from %s: %s a zap (%s if it polymorphs); zapped until it is one or gone %s, %s zaps on average.",
		to, a.From, commands.Share(a.PerZap), commands.Share(a.PerPolymorph), commands.Share(a.UntilLost), commands.Amount(a.MeanZaps))
	r.Table = &commands.Table{Columns: []string{"for", "polymorphs", "items zapped once", "items until lost"}}
	times := func(n *int) string {
		if n == nil {
			return "never"
		}
		return strconv.Itoa(*n)
	}
	for _, n := range a.Needed {
		row := []string{commands.Share(n.Confidence), times(n.Polymorphs), times(n.ItemsSingleUse), times(n.ItemsUntilLost)}
		r.Table.Rows = append(r.Table.Rows, row)
		r.Fields = append(r.Fields, commands.Field{Name: row[0], Value: fmt.Sprintf("%s polymorphs, %s items zapped once, %s items until lost", row[1], row[2], row[3])})
		if n.Confidence == 0.5 || n.Confidence == 0.95 {
			r.Summary += fmt.Sprintf(" For %s: %s items once, or %s until lost.", row[0], row[2], row[3])
		}
	}
	r.Notes = append(r.Notes, commands.Note{Kind: commands.Assumed, Text: "exact counts, where the wiki's table divides by a half-life"})
	r.EngineNotes(c.Rules, nil, nil, a.Cites)
	return r, nil
}
