package piles

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/thing"
	"delphi/commands/tries"
	"delphi/engine/polymorph"
	"delphi/engine/rules"
)

// zapsAgain is how often the same items are zapped.
var zapsAgain = commands.NewNumber(commands.Param{
	Name: "zaps", Summary: "How many zaps: 3 zaps; without it, until each is wanted or gone", After: []string{"zaps", "charges"}, Min: 1, Max: polymorph.MaxZaps,
})

func rezap() *commands.Command {
	return commands.ToldAsIs(&commands.Command{
		Name:    "rezap",
		Fillers: strings.ReplaceAll(pileFillers, " from", "") + " again until gone",
		Aliases: []string{"zapagain"},
		Summary: "Work out what comes of zapping the same things with polymorph again and again",
		Params:  commands.Takes(commands.RuleSet, again, zapsAgain, tries.Sure, dlvl, mines, gehennom),

		Examples:   []string{"rezap magic marker from 6 unicorn horns 3 zaps", "rezap ring of free action, ring of conflict from 7 rings of hunger 2 zaps", "rezap magic marker from 10 blessed unicorn horns"},
		Unmodelled: rules.LookupPolypile,
	}, tellRezap)
}

// rezapAnswer is the machine-readable answer of `rezap`.
type rezapAnswer struct {
	*polymorph.RezapAnswer
	Wanted int     `json:"wanted"` // items
	P      float64 `json:"p"`      // that this many are there after the zaps, or ever
}

// rezapQuestion returns what a call wants and from what. zaps is 0 if the items are to
// be zapped until all are what is wanted or gone.
func rezapQuestion(c *commands.Call) (q *polymorph.RezapQuestion, wanted, zaps int, err error) {
	q, wanted = &polymorph.RezapQuestion{Rules: c.Rules, Zaps: polymorph.MaxZaps}, 1
	gems, plain := false, false
	said, linked := fodderOf(c, again)
	for _, s := range said {
		thing := again.Of(s)
		gems = gems || thing.Object.Class == "gem"
		// Without "from", the item with a count is the one zapped.
		if s.As != "from" && (linked || !s.Counted || s.Quantity < 2) {
			if thing.Artifact != "" {
				return nil, 0, 0, noArtifact(thing)
			}
			if thing.Random {
				return nil, 0, 0, &commands.Problem{Text: fmt.Sprintf("Which %s do you want? Name it.", thing.Object.Class), Hints: []string{"rezap ring of free action from 5 random rings"}}
			}
			if s.Counted {
				wanted = max(wanted, s.Quantity)
			}
			q.To = append(q.To, thing.Object)
			continue
		}
		st, err := stackOf(thing, s)
		if err != nil {
			return nil, 0, 0, err
		}
		unused(c, s, thing)
		unmade(c, s)
		plain = plain || s.BUC == rules.BUCNotSaid && thing.BUC == rules.BUCNotSaid
		q.From = append(q.From, st)
	}
	_, counted := zapsAgain.In(c)
	_, sure := tries.Sure.In(c)
	if len(q.From) == 0 || len(q.To) == 0 && (!counted || sure) {
		return nil, 0, 0, &commands.Problem{Text: "What do you want, and from what?", Slot: "pile", Hints: []string{"rezap magic marker from 6 unicorn horns 3 zaps"}}
	}
	if plain {
		c.Note(commands.Assumed, "uncursed unless you said otherwise")
	}
	if len(q.To) == 0 {
		c.Note(commands.Assumed, "each item is zapped on its own, and no golem uses it up")
	} else {
		c.Note(commands.Assumed, "each item is zapped on its own and taken out once it is what you want, and no golem uses it up")
	}
	if n, ok := zapsAgain.In(c); ok {
		q.Zaps, zaps = n, n
	}
	q.Percent, _ = tries.Sure.In(c)
	q.Level = levelOf(c, gems)
	return q, wanted, zaps, nil
}

// rezapped returns the answer to a call.
func rezapped(ctx context.Context, c *commands.Call) (a *rezapAnswer, zaps int, err error) {
	q, wanted, zaps, err := rezapQuestion(c)
	if err != nil {
		return nil, 0, err
	}
	if zaps == 0 && wanted > 1 {
		return nil, 0, &commands.Problem{Text: fmt.Sprintf("In how many zaps do you want %d of them?", wanted), Hints: []string{"3 zaps"}}
	}
	got, err := polymorph.Again(ctx, q)
	if err != nil {
		return nil, 0, err
	}
	a = &rezapAnswer{RezapAnswer: got, Wanted: wanted, P: got.Ever}
	if zaps > 0 {
		a.P = 0
		for n, p := range got.Number {
			if n >= wanted {
				a.P += p
			}
		}
	}
	return a, zaps, nil
}

func tellRezap(ctx context.Context, c *commands.Call) (*commands.Story, error) {
	a, zaps, err := rezapped(ctx, c)
	if err != nil {
		return nil, err
	}
	return &commands.Story{Reply: rezapReply(c, a, zaps), Steps: rezapSteps(c, a, zaps)}, nil
}

// rezapReply says what comes of so many zaps; 0 is of as many as it takes.
func rezapReply(c *commands.Call, a *rezapAnswer, zaps int) commands.Reply {
	r := commands.Reply{Data: a, Version: c.Rules.Name, Headline: commands.Share(a.P), Hints: []string{"why"}}
	of := "at least one " + commands.Or(a.To)
	if a.Wanted > 1 {
		of = fmt.Sprintf("at least %d: %s", a.Wanted, commands.Or(a.To))
	}
	from := commands.Count(a.Items, "item")
	if len(a.From) == 1 {
		if from = a.From[0]; a.Items != 1 {
			from = thing.Plural(from)
		}
		from = strconv.Itoa(a.Items) + " " + from
	}
	if len(a.To) == 0 {
		leftAfter(&r, a, from)
		r.EngineNotes(c.Rules, nil, nil, a.Cites)
		return r
	}
	if zaps > 0 {
		last := a.Zaps[zaps-1]
		r.Summary = fmt.Sprintf("%s, %s each: %s of %s, %s on average; %s are gone by then.", commands.Capital(from), commands.Count(zaps, "zap"), commands.Chance(a.P), of, commands.Amount(last.Mean), commands.Amount(last.Gone))
	} else {
		r.Summary = fmt.Sprintf("%s, each zapped until it is wanted or gone: %s of %s, %s on average.", commands.Capital(from), commands.Chance(a.P), of, commands.Amount(a.EverMean))
	}
	r.Table = &commands.Table{Columns: []string{"zaps", "at least one", "wanted", "gone"}}
	var says []string
	for _, z := range a.Zaps {
		r.Table.Rows = append(r.Table.Rows, []string{strconv.Itoa(z.Zap), commands.Share(z.AtLeastOne), commands.Amount(z.Mean), commands.Amount(z.Gone)})
		if z.Zap <= 3 && z.Zap != zaps {
			says = append(says, fmt.Sprintf("%s %s", commands.Count(z.Zap, "zap"), commands.Share(z.AtLeastOne)))
		}
	}
	if len(says) > 0 && a.Wanted == 1 {
		r.Summary += " At least one after " + strings.Join(says, ", ") + "."
	}
	sure := commands.Share(a.Needed.Confidence)
	if n := a.Needed.Zaps; n != nil {
		r.Summary += fmt.Sprintf(" It takes %s each for %s.", commands.Count(*n, "zap"), sure)
	} else if _, asked := tries.Sure.In(c); asked {
		r.Summary += fmt.Sprintf(" No number of zaps makes for %s.", sure)
	}
	r.EngineNotes(c.Rules, nil, nil, a.Cites)
	return r
}

// leftAfter says how many things are left after each of some zaps.
func leftAfter(r *commands.Reply, a *rezapAnswer, from string) {
	r.Table = &commands.Table{Columns: []string{"zaps", "left", "gone"}}
	for _, z := range a.Zaps {
		r.Table.Rows = append(r.Table.Rows, []string{strconv.Itoa(z.Zap), commands.Amount(float64(a.Items) - z.Gone), commands.Amount(z.Gone)})
	}
	last := a.Zaps[len(a.Zaps)-1]
	r.Headline = commands.Amount(float64(a.Items) - last.Gone)
	r.Summary = fmt.Sprintf("%s, %s each: %s are left on average, %s are gone.", commands.Capital(from), commands.Count(last.Zap, "zap"), r.Headline, commands.Amount(last.Gone))
	if last.Zap > 1 {
		r.Summary += fmt.Sprintf(" After the first zap %s are left.", r.Table.Rows[0][1])
	}
}

// rezapSteps lists the steps to what comes of the zaps.
func rezapSteps(c *commands.Call, a *rezapAnswer, zaps int) *commands.Derivation {
	d := commands.NewDerivation(c.Rules)
	if len(a.To) == 0 {
		d.Counted(rules.CiteShudder, "left on average", commands.Amount(float64(a.Items)-a.Zaps[zaps-1].Gone), "zap after zap, all that each becomes")
		return d
	}
	var misses, each []string
	for i, one := range a.Each {
		what, p := fmt.Sprintf("%s, %s", a.From[i], commands.Count(len(a.Zaps), "zap")), one.Won
		if zaps == 0 {
			what, p = a.From[i]+", until it is one or gone", one.Ever
		}
		share := commands.Share(p)
		d.Counted(rules.CiteBecome, what, share, "zap after zap, all that it becomes")
		misses = append(misses, fmt.Sprintf("(1 - %s)^%d", share, one.Items))
		each = append(each, fmt.Sprintf("%d with %s", one.Items, share))
	}
	if a.Wanted == 1 && len(misses) <= whyStacks {
		d.Work("", "at least one", commands.Share(a.P), "1 - %s", strings.Join(misses, "*"))
		return d
	}
	d.Counted("", fmt.Sprintf("at least %d", a.Wanted), commands.Share(a.P), "each by itself: %s", strings.Join(each, ", "))
	return d
}
