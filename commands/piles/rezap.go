package piles

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/thing"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/polymorph"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// zapsAgain is how often the same items are zapped.
var zapsAgain = commands.NewNumber(commands.Param{
	Name: "zaps", Summary: "How many zaps: 3 zaps; without it, until each is wanted or gone", After: []string{"zaps", "charges"}, Min: 1, Max: polymorph.MaxZaps,
})

// untilGone says that what is named is zapped until it is gone, and not what is wanted.
var untilGone = commands.NewFlag(commands.Param{Name: "gone", Aside: true, Summary: "Zap what you name until it is gone", Words: []string{"until gone", "till gone", "until all are gone", "until all gone", "until it is gone", "until they are gone"}})

func rezap() *commands.Command {
	return commands.ToldAsIs(&commands.Command{
		Name:    "rezap",
		Fillers: strings.ReplaceAll(pileFillers, " from", "") + " again until",
		Aliases: []string{"zapagain"},
		Summary: "Work out what comes of zapping the same things with polymorph again and again",
		Params:  commands.Takes(commands.RuleSet, again, zapsAgain, untilGone, tries.Sure, dlvl, mines, gehennom),

		Examples:   []string{"rezap magic marker from 6 unicorn horns 3 zaps", "rezap ring of free action, ring of conflict from 7 rings of hunger 2 zaps", "rezap magic marker from 10 blessed unicorn horns", "rezap 6 unicorn horns until gone"},
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
	whole := untilGone.In(c) && !linked
	for _, s := range said {
		thing := again.Of(s)
		gems = gems || thing.Object.Class == "gem"
		// Without "from", the item with a count is the one zapped.
		if s.As != "from" && !whole && (linked || !s.Counted || s.Quantity < 2) {
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
	_, sure := tries.Sure.In(c)
	if len(q.From) == 0 || len(q.To) == 0 && sure {
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
	r := commands.Reply{Data: a, Version: c.Rules.Name, Headline: wording.Share(a.P), Hints: []string{"why"}}
	r.EngineNotes(c.Rules, nil, nil, a.Cites)
	if len(a.To) == 0 {
		leftAfter(&r, a, zaps)
		return r
	}
	r.Summary = fmt.Sprintf("%s: %s of %s.", zapped(a, zaps), wording.Chance(a.P), hoped(a, zaps))
	r.Table = &commands.Table{Columns: []string{"zaps", "at least one", "wanted", "gone"}}
	var says []string
	for _, z := range a.Zaps {
		r.Table.Rows = append(r.Table.Rows, []string{strconv.Itoa(z.Zap), wording.Share(z.AtLeastOne), wording.Amount(z.Mean), wording.Amount(z.Gone)})
		if z.Zap <= 3 && z.Zap != zaps {
			says = append(says, fmt.Sprintf("%s %s", wording.Count(z.Zap, "zap"), wording.Share(z.AtLeastOne)))
		}
	}
	if len(says) > 0 && a.Wanted == 1 {
		one := " At least one after "
		if a.Items == 1 {
			one = " After "
		}
		r.Summary += one + strings.Join(says, ", ") + "."
	}
	sure := wording.Share(a.Needed.Confidence)
	if n := a.Needed.Zaps; n != nil {
		r.Summary += fmt.Sprintf(" It takes %s each for %s.", wording.Count(*n, "zap"), sure)
	} else if _, asked := tries.Sure.In(c); asked {
		r.Summary += fmt.Sprintf(" No number of zaps makes for %s.", sure)
	}
	return r
}

// zapped says what is zapped and how often: "6 unicorn horns, 3 zaps each".
func zapped(a *rezapAnswer, zaps int) string {
	what, each := wording.Count(a.Items, "item"), "each "
	switch {
	case a.Items == 1:
		what, each = single(a.From[0]), ""
	case len(a.From) == 1:
		what = strconv.Itoa(a.Items) + " " + thing.Plural(a.From[0])
	}
	what = wording.Capital(what) + ", "
	switch {
	case zaps > 0:
		return strings.TrimSpace(what + wording.Count(zaps, "zap") + " " + each)
	case len(a.To) == 0:
		if a.Stuck > 0 {
			return what + each + "zapped until it is gone or polymorph does not change it"
		}
		return what + each + "zapped until it is gone"
	default:
		return fmt.Sprintf("%s%szapped until it is wanted or gone (%s on average)", what, each, meanZaps(a))
	}
}

// meanZaps says how many zaps an item takes on average until it is wanted or gone.
func meanZaps(a *rezapAnswer) string { return wording.Plural(wording.Amount(a.MeanZaps) + " zap") }

// hoped says of what the chance is, and how many of it and of the rest there are then.
func hoped(a *rezapAnswer, zaps int) string {
	if a.Items == 1 {
		return wording.Or(seq.Map(a.To, single))
	}
	of, mean := "at least one "+wording.Or(a.To), a.EverMean
	if a.Wanted > 1 {
		of = fmt.Sprintf("at least %d %s", a.Wanted, wording.Or(seq.Map(a.To, thing.Plural)))
	}
	if zaps == 0 {
		return fmt.Sprintf("%s, %s on average", of, wording.Amount(mean))
	}
	last := a.Zaps[zaps-1]
	return fmt.Sprintf("%s, %s on average; %s are gone by then", of, wording.Amount(last.Mean), wording.Amount(last.Gone))
}

// nearlyAll is how many items, on average, may yet go when the table of those that are zapped until
// they are gone ends.
const nearlyAll = .01

// leftAfter says how many things are left after some zaps, or how many zaps it takes until
// none is.
func leftAfter(r *commands.Reply, a *rezapAnswer, zaps int) {
	r.Table = &commands.Table{Columns: []string{"zaps", "left", "gone"}}
	end := a.Zaps[len(a.Zaps)-1].Gone
	for _, z := range a.Zaps {
		r.Table.Rows = append(r.Table.Rows, []string{strconv.Itoa(z.Zap), wording.Amount(float64(a.Items) - z.Gone), wording.Amount(z.Gone)})
		if zaps == 0 && end-z.Gone < nearlyAll {
			break
		}
	}
	if zaps == 0 {
		r.Headline = meanZaps(a)
		r.Summary = fmt.Sprintf("%s: %s on average.", zapped(a, 0), r.Headline)
	} else {
		last := a.Zaps[zaps-1]
		r.Headline = wording.Amount(float64(a.Items) - last.Gone)
		r.Summary = fmt.Sprintf("%s: %s are left on average, %s are gone.", zapped(a, zaps), r.Headline, wording.Amount(last.Gone))
	}
	if zaps == 0 && a.Stuck > 0 {
		r.Summary += fmt.Sprintf(" %s of %d stay, as polymorph does not change them.", wording.Amount(a.Stuck), a.Items)
	}
	switch first := a.Zaps[0]; {
	case len(a.Zaps) == 1:
	case a.Items == 1:
		r.Summary += fmt.Sprintf(" The first zap leaves it %s of the time.", wording.Share(1-first.Gone))
	default:
		r.Summary += fmt.Sprintf(" After the first zap %s are left.", r.Table.Rows[0][1])
		if n := lastOne(a); zaps == 0 && n > 1 {
			r.Summary += fmt.Sprintf(" After %d zaps less than one is left on average.", n)
		}
	}
}

// lastOne returns the number of zaps after which less than one item is left on average; 0: none.
func lastOne(a *rezapAnswer) int {
	for _, z := range a.Zaps {
		if float64(a.Items)-z.Gone < 1 {
			return z.Zap
		}
	}
	return 0
}

// rezapSteps lists the steps to what comes of the zaps.
func rezapSteps(c *commands.Call, a *rezapAnswer, zaps int) *steps.Derivation {
	d := steps.New(c.Rules)
	if len(a.To) == 0 && zaps > 0 {
		d.Counted(rules.CiteShudder, "left on average", wording.Amount(float64(a.Items)-a.Zaps[zaps-1].Gone), "zap after zap, all that each becomes")
		return d
	}
	if zaps == 0 {
		d.Counted(rules.CiteShudder, "on average", meanZaps(a), "zap after zap, all that each becomes, until it ends")
	}
	if len(a.To) == 0 {
		return d
	}
	var misses, each []string
	for i, one := range a.Each {
		what, p := fmt.Sprintf("%s, %s", a.From[i], wording.Count(len(a.Zaps), "zap")), one.Won
		if zaps == 0 {
			what, p = a.From[i]+", until it is one or gone", one.Ever
		}
		share := wording.Share(p)
		d.Counted(rules.CiteBecome, what, share, "zap after zap, all that it becomes")
		misses = append(misses, fmt.Sprintf("(1 - %s)^%d", share, one.Items))
		each = append(each, fmt.Sprintf("%d with %s", one.Items, share))
	}
	if a.Wanted == 1 && len(misses) <= whyStacks {
		d.Work("", "at least one", wording.Share(a.P), "1 - %s", strings.Join(misses, "*"))
		return d
	}
	d.Counted("", fmt.Sprintf("at least %d", a.Wanted), wording.Share(a.P), "each by itself: %s", strings.Join(each, ", "))
	return d
}
