package piles

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/polymorph"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

func polyfor() *commands.Command {
	return commands.ToldAsIs(&commands.Command{
		Name:    "polyfor",
		Fillers: strings.ReplaceAll(pileFillers, " from", ""),
		Summary: "Work out how much fodder a wanted item takes, or which fodder is best",
		Params:  commands.Takes(commands.RuleSet, fodder, tries.Sure, after, dlvl, mines, gehennom),

		Examples:   []string{"polyfor magic marker from blessed unicorn horn", "polyfor comr from elven cloaks v3.4.3", "polyfor magic marker", "polyfor magic marker from unicorn horn for 90%"},
		Unmodelled: rules.LookupPolypile,
	}, tellPolyfor)
}

func tellPolyfor(ctx context.Context, c *commands.Call) (*commands.Story, error) {
	q, err := polyforQuestion(c)
	if err != nil {
		return nil, err
	}
	a, err := polymorph.For(ctx, q)
	if err != nil {
		return nil, err
	}
	r := commands.Reply{Data: a, Version: c.Rules.Name, Hints: []string{"more"}}
	switch {
	case q.From == nil:
		bestFodder(c, q, &r, a)
	case a.PerPolymorph == 0 && a.UntilLost == 0:
		r.Summary = fmt.Sprintf("You can't get %s by polymorphing %s. %s", wording.Or(seq.Map(a.To, wording.Article)), single(a.From), a.Reason)
		r.Hints = []string{"polyfor " + a.To[0]}
	default:
		fodderNeeded(q, &r, a)
	}
	if _, ok := c.Rules.Reverts(); ok && a.Reverts == nil && (a.PerPolymorph > 0 || len(a.Groups) > 0) {
		c.Note(commands.Warned, "which never turns back")
	}
	turning(c, &r, a.Reverts)
	r.Summary = strings.TrimSpace(r.Summary + " " + turnsBack(c, a.Reverts))
	r.EngineNotes(c.Rules, nil, remarks(a.Reverts), a.Cites)
	turningCited(c, &r, a.Reverts)
	return &commands.Story{Reply: r, Steps: polyforSteps(c, q, a)}, nil
}

// polyforQuestion returns what a call wants, and from what.
func polyforQuestion(c *commands.Call) (*polymorph.ForQuestion, error) {
	q := &polymorph.ForQuestion{Rules: c.Rules, BUC: rules.Uncursed}
	gems := false
	said, _ := fodderOf(c, fodder)
	for _, s := range said {
		thing := fodder.Of(s)
		gems = gems || thing.Object.Class == "gem"
		// Nobody wants 20 of a thing, so in "magic marker 20 unicorn horns" those are
		// the fodder.
		if s.As != "from" && !(s.Counted && s.Quantity > 1 && len(q.To) > 0 && q.From == nil && !s.Linked) {
			if thing.Artifact != "" {
				return nil, noArtifact(thing)
			}
			if s.Material != "" {
				c.Note(commands.Remarked, "of any material, not only "+s.Material)
			}
			if s.Counted && s.Quantity > 1 {
				q.Times = max(q.Times, s.Quantity)
			}
			q.To = append(q.To, thing.Object)
			continue
		}
		if q.From != nil {
			return nil, &commands.Problem{Text: "Ask about one source at a time.", Hints: []string{"polyfor magic marker from unihorn"}}
		}
		if s.Counted && s.Quantity != 1 {
			c.Note(commands.Remarked, fmt.Sprintf("one %s at a time, not %d", s.Name, s.Quantity))
		}
		st, err := stackOf(thing, s)
		if err != nil {
			return nil, err
		}
		unused(c, s, thing)
		unmade(c, s)
		st.Quantity, st.Count = 1, 1
		q.From = &st
		if s.BUC == rules.BUCNotSaid && thing.BUC == rules.BUCNotSaid {
			c.Note(commands.Assumed, "uncursed")
		}
	}
	if len(q.To) == 0 {
		return nil, &commands.Problem{Text: "What do you want to get?", Slot: "pile", Hints: []string{"polyfor magic marker from blessed unihorn"}}
	}
	q.Percent, _ = tries.Sure.In(c)
	q.Level = levelOf(c, gems)
	_, q.After = turnsAfter(c)
	return q, nil
}

// mostShownOfGroup is how many sources that are alike the table names.
const mostShownOfGroup = 6

// bestFodder answers a question without a source: it names the best groups of sources.
func bestFodder(c *commands.Call, q *polymorph.ForQuestion, r *commands.Reply, a *polymorph.ForAnswer) {
	to := wording.Or(a.To)
	c.Note(commands.Assumed, "uncursed, zapped one by one")
	if len(a.Groups) == 0 {
		r.Summary = "You can't get " + wording.Article(to) + " by polymorph. " + a.Reason
		return
	}
	r.Table = &commands.Table{Columns: []string{"from", "per zap", "until lost"}}
	for _, g := range a.Groups {
		shown := min(len(g.From), mostShownOfGroup)
		from := strings.Join(g.From[:shown], ", ") + wording.AndMore(len(g.From)-shown)
		if len(g.From) > 1 {
			from = g.Name + ": " + from
		}
		r.Table.Rows = append(r.Table.Rows, []string{from, wording.Share(g.PerZap), wording.Share(g.UntilLost)})
	}
	says := []string{}
	for i, g := range a.Groups[:min(3, len(a.Groups))] {
		name := g.Name
		if len(g.From) > 1 {
			name += ", such as " + wording.Or(g.From[:min(2, len(g.From))])
		}
		say := fmt.Sprintf("%s: %s a zap", name, wording.Share(g.PerZap))
		k := slices.IndexFunc(g.Needed, func(n polymorph.Needed) bool { return shown(q, n) })
		if first := g.Needed[k]; i == 0 && first.ItemsSingleUse != nil && first.ItemsUntilLost != nil {
			say += fmt.Sprintf("; for %s%s zap %d once each, or %d until they are gone", wording.Chance(first.Confidence), ofSeveral(a.Times), *first.ItemsSingleUse, *first.ItemsUntilLost)
		}
		says = append(says, say)
	}
	r.Summary = "Best fodder for " + wording.Article(to) + ": " + says[0] + "."
	if len(says) > 1 {
		r.Summary += " Next: " + strings.Join(says[1:], "; ") + "."
	}
}

// ofSeveral returns " of 3" if three are wanted, and so on.
func ofSeveral(times int) string {
	if times < 2 {
		return ""
	}
	return fmt.Sprintf(" of %d", times)
}

// shown reports whether an answer says how many items a confidence takes: the one asked for, or
// else one in two and nearly sure.
func shown(q *polymorph.ForQuestion, n polymorph.Needed) bool {
	if q.Percent > 0 {
		return n.Confidence == float64(q.Percent)/100
	}
	return n.Confidence == 0.5 || n.Confidence == 0.95
}

// fodderNeeded answers for one source: its chances, and how many items it takes.
func fodderNeeded(q *polymorph.ForQuestion, r *commands.Reply, a *polymorph.ForAnswer) {
	r.Headline = wording.Share(a.PerZap)
	r.Summary = fmt.Sprintf("%s from %s: %s a zap, or %s if you zap it until it is one or gone (%s zaps on average).",
		wording.Capital(wording.Or(a.To)), single(a.From), wording.Share(a.PerZap), wording.Share(a.UntilLost), wording.Amount(a.MeanZaps))
	r.Table = &commands.Table{Columns: []string{"for", "polymorphs", "items zapped once", "items until lost"}}
	times := func(n *int) string {
		if n == nil {
			return "never"
		}
		return strconv.Itoa(*n)
	}
	r.Fields = []commands.Field{{Name: "if it polymorphs", Value: wording.Share(a.PerPolymorph)}}
	for _, n := range a.Needed {
		row := []string{wording.Share(n.Confidence), times(n.Polymorphs), times(n.ItemsSingleUse), times(n.ItemsUntilLost)}
		r.Table.Rows = append(r.Table.Rows, row)
		r.Fields = append(r.Fields, commands.Field{Name: row[0], Value: fmt.Sprintf("%s polymorphs, %s items zapped once, %s items until lost", row[1], row[2], row[3])})
		if shown(q, n) {
			r.Summary += fmt.Sprintf(" For %s%s zap %s items once each, or %s until they are gone.", wording.Chance(n.Confidence), ofSeveral(a.Times), row[2], row[3])
		}
	}
}
