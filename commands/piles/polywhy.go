package piles

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/engine/polymorph"
	"delphi/engine/polypile"
	"delphi/engine/rules"
)

// whyStacks is how many different stacks get their steps listed.
const whyStacks = 4

// polyWhy lists the steps to what comes of a pile.
func polyWhy(ctx context.Context, c *commands.Call) (*commands.Derivation, error) {
	d := commands.NewDerivation(c.Rules)
	if compare.In(c) {
		q, err := compareQuestion(c)
		if err != nil {
			return nil, err
		}
		return d, compareSteps(ctx, d, q)
	}
	q, want, err := polyQuestion(c)
	if err != nil {
		return nil, err
	}
	a, err := polypile.Zap(ctx, q)
	if err != nil {
		return nil, err
	}
	for i, s := range a.Stacks {
		if i == whyStacks {
			break
		}
		name := stackName(&s)
		if s.Random {
			d.Given(rules.CiteDraw, name, "each of a type of its own").Of("drawn by the chances of its class")
		}
		if len(q.Squares) == 1 {
			resist := commands.Share(s.Resist)
			resists := d.Given(rules.CiteResist, name+" resists", resist)
			if s.Random {
				resists.Of("or is what polymorph never affects")
			}
			shudderStep(d, name+" shudders", resist, s.Resist, s.Shudder)
		}
	}
	golemSteps(d, golem.In(c), q, a)
	leftSteps(d, a)
	want.steps(d, a.Want)
	turningSteps(d, c, a.Reverts)
	return d, nil
}

// shudderStep adds the step to the chance of a shudder.
func shudderStep(d *commands.Derivation, what, resist string, resists, p float64) {
	if once := (1 - resists) / p; p > 0 && math.Abs(once-math.Round(once)) < 1e-9 {
		d.Work(rules.CiteShudder, what, commands.Share(p), "(1 - %s)/%.0f", resist, once).Of("1 in %.0f of those that do not resist", once)
		return
	}
	d.Counted(rules.CiteShudder, what, commands.Share(p), "those that do not resist")
}

// golemSteps adds the steps to a golem: how likely it is that an item, a stack and the
// whole pile decide on one.
func golemSteps(d *commands.Derivation, asked string, q *polypile.Question, a *polypile.Answer) {
	if q.Apply == polypile.Dip || a.Golem.Decided == 0 {
		if asked != "" {
			d.Counted(rules.CiteDecide, "a golem", "0%", "what is dipped, or cannot shudder, makes none")
		}
		return
	}
	luck := q.Rules.Polypile().GolemLuck + q.Luck
	item := fmt.Sprintf("1/%d", luck)
	decided := commands.Share(a.Golem.Decided)
	if len(q.Squares) == 1 && len(a.Stacks) <= whyStacks {
		d.Work(rules.CiteDecide, "an item of a shuddering stack makes a golem", item, "1/(%s)", commands.Sum(luck-q.Luck, q.Luck)).Of("%d + Luck", luck-q.Luck)
		var none []string
		for _, s := range a.Stacks {
			stack := item
			if s.Quantity > 1 {
				stack = fmt.Sprintf("(1 - (1 - %s)^%d)", item, s.Quantity)
			}
			none = append(none, fmt.Sprintf("(1 - %s*%s)^%d", commands.Share(s.Shudder), stack, s.Count))
		}
		d.Work(rules.CiteDecide, "at least one does", decided, "1 - %s", strings.Join(none, "*"))
	} else {
		d.Counted(rules.CiteDecide, "at least one does", decided, "each item of the stacks that shudder, with 1/(%s)", commands.Sum(luck-q.Luck, q.Luck))
	}
	d.Counted(rules.CiteGolem, "a golem appears", commands.Share(a.Golem.Appears), "enough of its material is left for it")
	if asked == noGolem {
		d.Work("", noGolem, commands.Share(1-a.Golem.Appears), "1 - %s", commands.Share(a.Golem.Appears))
	}
	listed, told := 0, asked == noGolem
	for name, p := range golemsOf(a.Golem.Kinds) {
		told = told || name == asked
		if listed++; listed > golemsShown && name != asked {
			continue
		}
		d.Counted(rules.CiteGolem, name, commands.Share(p), "the material of the item that decides")
	}
	if !told && golemChance(asked, a) == 0 && asked != "" {
		d.Counted(rules.CiteGolem, asked, "0%", "no material here makes one")
	}
}

// leftSteps adds the step that sums up what is left.
func leftSteps(d *commands.Derivation, a *polypile.Answer) {
	left := commands.Amount(a.Items.ExpectedLeft)
	if len(a.Stacks) > whyStacks {
		d.Counted(rules.CiteAbsorb, "items left", left, "each stack, less what shudders, fuses or goes into a golem")
		return
	}
	var parts []string
	for _, s := range a.Stacks {
		each := commands.Amount(s.ExpectedLeft)
		d.Counted(rules.CiteAbsorb, stackName(&s)+" left", each, "less what shudders, fuses or goes into a golem")
		if s.Count > 1 {
			each = strconv.Itoa(s.Count) + "*" + each
		}
		parts = append(parts, each)
	}
	d.Work("", "items left", left, "%s", strings.Join(parts, " + "))
}

// compareSteps adds the figures of the plans that a comparison ranks.
func compareSteps(ctx context.Context, d *commands.Derivation, q *polypile.CompareQuestion) error {
	a, err := polypile.Compare(ctx, q)
	if err != nil {
		return err
	}
	for i, p := range a.Plans {
		if i == 3 {
			break
		}
		if p.Want != nil {
			d.Counted(rules.CiteBecome, p.Plan, commands.Share(p.Want.Enough), "all the ways it can go, for as many as you want")
		} else {
			d.Counted(rules.CiteShudder, p.Plan, commands.Amount(p.Polymorphed), "all the ways it can go, for the items that polymorph")
		}
	}
	return nil
}

// zapSteps adds the steps to the chance that a zap polymorphs one item.
func zapSteps(d *commands.Derivation, set *rules.Set, st polymorph.Stack, level polymorph.Level) (polymorphs float64, err error) {
	g, err := polymorph.NewGame(set, level, nil)
	if err != nil {
		return 0, err
	}
	resists, shudders := g.Chances(&st)
	resist, shudder := commands.Share(resists), commands.Share(shudders)
	d.Given(rules.CiteResist, "resists", resist)
	shudderStep(d, "shudders", resist, resists, shudders)
	polymorphs = 1 - resists - shudders
	d.Work(rules.CiteShudder, "polymorphs", commands.Share(polymorphs), "1 - %s - %s", resist, shudder)
	return polymorphs, nil
}

// polyfromWhy lists the steps to what an item becomes.
func polyfromWhy(ctx context.Context, c *commands.Call) (*commands.Derivation, error) {
	said := polymorphed.All(c)
	if len(said) != 1 {
		return nil, &commands.Problem{Text: "Name one item to polymorph.", Slot: "pile", Hints: []string{"polyfrom unicorn horn"}}
	}
	thing := polymorphed.Of(said[0])
	st, err := stackOf(thing, said[0])
	if err != nil {
		return nil, err
	}
	if one, spread := st.Spread(); spread {
		st = one
	}
	level := levelOf(c, thing.Object.Class == "gem")
	a, err := polymorph.From(ctx, c.Rules, st, level)
	if err != nil {
		return nil, err
	}
	d := commands.NewDerivation(c.Rules)
	if !a.Affected {
		d.Given(rules.CiteResist, a.From, "never affected")
		return d, nil
	}
	if _, err := zapSteps(d, c.Rules, st, level); err != nil {
		return nil, err
	}
	for i, o := range a.To {
		if i == 3 {
			break
		}
		d.Counted(rules.CiteDraw, o.Name+", if it polymorphs", commands.Share(o.P), "%s", drawsOf(c.Rules, &st))
	}
	turningSteps(d, c, a.Reverts)
	return d, nil
}

// drawsOf says how a new type is drawn.
func drawsOf(set *rules.Set, st *polymorph.Stack) string {
	magic := "not magic"
	if st.Object.Magic {
		magic = "magic"
	}
	return fmt.Sprintf("draws of a random %s, up to %d until one is %s", st.Object.Class, set.Polypile().Draws, magic)
}

// polyforWhy lists the steps to how much fodder something wanted takes.
func polyforWhy(ctx context.Context, c *commands.Call) (*commands.Derivation, error) {
	q, err := polyforQuestion(c)
	if err != nil {
		return nil, err
	}
	a, err := polymorph.For(ctx, q)
	if err != nil {
		return nil, err
	}
	d := commands.NewDerivation(c.Rules)
	switch {
	case q.From == nil && len(a.Groups) == 0, q.From != nil && a.PerPolymorph == 0 && a.UntilLost == 0:
		d.Given(rules.CiteBecome, commands.Or(a.To), "cannot come of it").Of("%s", a.Reason)
		return d, nil
	case q.From == nil:
		g := a.Groups[0]
		once, polymorphs := commands.Share(g.PerPolymorph), commands.Share(g.PerZap/g.PerPolymorph)
		d.Counted(rules.CiteDraw, g.Name+", if it polymorphs", once, "draws of a random object of its class")
		d.Counted(rules.CiteShudder, "polymorphs", polymorphs, "the zaps that it neither resists nor shudders at")
		d.Work("", "a zap", commands.Share(g.PerZap), "%s*%s", polymorphs, once)
		d.Counted(rules.CiteShudder, "zapped until they are gone", commands.Share(g.UntilLost), "zap after zap, all that it becomes")
		turningSteps(d, c, a.Reverts)
		return d, nil
	}
	polymorphs, err := zapSteps(d, c.Rules, *q.From, q.Level)
	if err != nil {
		return nil, err
	}
	once := commands.Share(a.PerPolymorph)
	d.Counted(rules.CiteDraw, "wanted, if it polymorphs", once, "%s", drawsOf(c.Rules, q.From))
	zap := commands.Share(a.PerZap)
	d.Work("", "a zap", zap, "%s*%s", commands.Share(polymorphs), once)
	d.Counted(rules.CiteShudder, "zapped until it is one or gone", commands.Share(a.UntilLost), "zap after zap, all that it becomes")
	for _, n := range a.Needed {
		if n.Confidence != 0.5 && n.Confidence != 0.95 {
			continue
		}
		sure := commands.Share(n.Confidence)
		if a.Times > 1 {
			for _, x := range []struct {
				what string
				n    *int
				p    float64
			}{{"once", n.ItemsSingleUse, a.PerZap}, {"until gone", n.ItemsUntilLost, a.UntilLost}} {
				if x.n != nil {
					d.Counted("", fmt.Sprintf("items zapped %s for %s of %d", x.what, sure, a.Times), strconv.Itoa(*x.n), "the fewest with which %d succeed that often, at %s each", a.Times, commands.Share(x.p))
				}
			}
			continue
		}
		if n.ItemsSingleUse != nil && a.PerZap > 0 && a.PerZap < n.Confidence {
			d.Work("", "items zapped once for "+sure, strconv.Itoa(*n.ItemsSingleUse), "%s", commands.Tries(sure, zap))
		}
		if n.ItemsUntilLost != nil && a.UntilLost < n.Confidence {
			d.Work("", "items zapped until gone for "+sure, strconv.Itoa(*n.ItemsUntilLost), "%s", commands.Tries(sure, commands.Share(a.UntilLost)))
		}
	}
	turningSteps(d, c, a.Reverts)
	return d, nil
}
